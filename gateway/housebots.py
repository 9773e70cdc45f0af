"""Which house bots there are: those that answer on the bus now, or did a moment ago."""

from __future__ import annotations

import asyncio
import time

import msgspec
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

SUBJECT = "bots.house"
# How long the first replica has to answer. Where nobody listens the bus says so at once; a bot player that is busy
# must not look like one that is not there.
FIRST_SECONDS = 4.0
GATHER_SECONDS = 0.2  # and then the others; each may offer other policies
FRESH_SECONDS = 5.0
MOST_DIGITS = 12  # of a parameter
KNOWN_SECONDS = 60.0  # a policy stays known for so long: its replicas may just be restarting


class Parameter(msgspec.Struct):
    """A whole number that may follow the name of a policy: ``mcts:iterations=400``."""

    name: str
    least: int
    most: int


class Policy(msgspec.Struct):
    name: str
    games: list[str] = []
    help: str = ""
    parameters: list[Parameter] = []


class _Offer(msgspec.Struct):
    policies: list[Policy] = []


class HouseBots:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[str, tuple[Policy, float]] = {}
        self._asked = float("-inf")
        self._asking = asyncio.Lock()

    async def all(self) -> list[Policy]:
        """By name. While the bus is away, what was known before; raises if that is nothing."""
        await self._refresh(FRESH_SECONDS)
        return self._list()

    async def keep_fresh(self) -> None:
        """Asks again, so that `check` finds an answer at once and forgets policies that are gone."""
        await self._refresh(0.0)

    async def check(self, name: str, game: str) -> None:
        """Raises OPTIONS_INVALID, naming those that there are, unless this policy plays the game.

        A name may carry parameters, ``mcts:iterations=400``; they are checked as well.
        """
        base, *given = name.split(":")
        if not self._plays(base, game):
            await self._refresh(FRESH_SECONDS)
        if not self._plays(base, game):
            await self._refresh(0.0)
        if self._plays(base, game):
            _check_parameters(name, self._known[base][0], given)
            return
        known = self._list()
        if not known:
            raise ServiceError("UNAVAILABLE", "no house bot answers on the bus; is the bot player running? Try again")
        names = ", ".join(p.name for p in known if not p.games or game in p.games) or "none"
        raise ServiceError("OPTIONS_INVALID", f'no house bot "{base}" plays {game}; those that do: {names}')

    def _plays(self, name: str, game: str) -> bool:
        found = self._known.get(name)
        return found is not None and (not found[0].games or game in found[0].games)

    def _list(self) -> list[Policy]:
        return [policy for _, (policy, _) in sorted(self._known.items())]

    async def _refresh(self, age: float) -> None:
        called = time.monotonic()
        async with self._asking:
            # Whoever waited for another's question takes its answer.
            # Silence before is no answer now: the bot player may just be starting.
            if self._asked >= called or (self._known and called - self._asked < age):
                return
            try:
                offers = await self._ask()
            except ServiceError as e:
                if not self._known:
                    raise
                _log.warning("house bots not asked", error=e.message)
                return
            now = self._asked = time.monotonic()
            for offer in offers:
                for policy in offer.policies:
                    before = self._known.get(policy.name)
                    if before is not None and before[1] == now:
                        games = sorted({*before[0].games, *policy.games})
                        policy = msgspec.structs.replace(policy, games=games, help=before[0].help or policy.help)
                    self._known[policy.name] = (policy, now)
            for name in [n for n, (_, seen) in self._known.items() if now - seen > KNOWN_SECONDS]:
                del self._known[name]

    async def _ask(self) -> list[_Offer]:
        offers: list[_Offer] = []
        first = asyncio.Event()

        async def take(msg: Msg) -> None:
            if not msg.data:
                first.set()  # the server says that nobody listens
                return
            try:
                offers.append(msgspec.json.decode(msg.data, type=_Offer))
                first.set()
            except msgspec.DecodeError as e:
                _log.warning("answer on bots.house not understood", error=str(e))

        inbox = self._bus.nc.new_inbox()
        if not self._bus.connected:
            raise ServiceError("STORE_UNAVAILABLE", "the bus is away; try again")
        subscription = await self._bus.subscribe(inbox, take)
        try:
            await self._bus.publish(SUBJECT, b"", reply=inbox)
            async with asyncio.timeout(FIRST_SECONDS):
                await first.wait()
            await asyncio.sleep(GATHER_SECONDS)
        except TimeoutError:
            _log.info("no house bot answers")
        finally:
            try:
                await subscription.unsubscribe()
            except NatsError as e:
                _log.debug("unsubscribe", error=str(e))
        return offers


def _check_parameters(name: str, policy: Policy, given: list[str]) -> None:
    """Raises OPTIONS_INVALID for one that the policy does not have, a value out of range, or one given twice."""
    known = {p.name: p for p in policy.parameters}
    seen: set[str] = set()
    for part in given:
        key, _, value = part.partition("=")
        parameter = known.get(key)
        if parameter is None:
            shown = ", ".join(f"{p.name} ({p.least} to {p.most})" for p in policy.parameters) or "none"
            raise ServiceError(
                "OPTIONS_INVALID",
                f'house bot "{name}": {policy.name} has no parameter "{key}"; parameters: {shown}',
            )
        number = int(value) if value.isascii() and value.isdecimal() and len(value) < MOST_DIGITS else -1
        if not parameter.least <= number <= parameter.most:
            raise ServiceError(
                "OPTIONS_INVALID",
                f'house bot "{name}": {key} must be a whole number from {parameter.least} to {parameter.most}',
            )
        if key in seen:
            raise ServiceError("OPTIONS_INVALID", f'house bot "{name}": {key} is given twice')
        seen.add(key)
