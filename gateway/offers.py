"""What a table may be: game, mode, options and players of a request, checked with an error that lists
what there is."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from baochuan.lobby.v1 import lobby_pb2
from baochuan.lobby.v1 import lobby_service_pb2 as pb
from baochuan.match.v1 import match_pb2
from gateway.housebots import HouseBots
from gateway.tables import Doc, Seat, now_ms
from gateway.tokens import Identity, Tokens
from servicekit.errors import ServiceError

ID = re.compile(r"[a-z0-9_-]{1,64}")
_POLICY_SEED = re.compile(r"([0-9a-fA-F]{2}){1,64}")  # what every house bot can use


def invalid(text: str) -> ServiceError:
    return ServiceError("OPTIONS_INVALID", text)


def choose_mode(game: match_pb2.Game, name: str) -> match_pb2.Mode:
    """The mode of that name; "" is the game's first."""
    for mode in game.modes:
        if not name or mode.name == name:
            return mode
    raise invalid(f'{game.key} has no mode "{name}"; modes: {", ".join(m.name for m in game.modes)}')


def check_options(mode: match_pb2.Mode, text: bytes) -> str:
    """The options as JSON text."""
    try:
        given = msgspec.json.decode(text or b"{}", type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as e:
        raise invalid(f"options are not a JSON object: {e}") from None
    known = {o.name: list(o.values) for o in mode.options}
    for name, value in given.items():
        if name not in known:
            raise invalid(f'mode "{mode.name}" has no option "{name}"; options: {", ".join(known) or "none"}')
        if _text(value) not in (v.lower() for v in known[name]):
            raise invalid(f'option "{name}" is {_text(value)}; allowed: {", ".join(known[name])}')
    return msgspec.json.encode(given).decode()


def _text(value: Any) -> str:
    return value.lower() if isinstance(value, str) else msgspec.json.encode(value).decode().lower()


class Offers:
    def __init__(self, house_bots: HouseBots, tokens: Tokens) -> None:
        self._house_bots = house_bots
        self._tokens = tokens

    async def table(self, request: pb.CreateTableRequest, game: match_pb2.Game, who: Identity) -> Doc:
        """The table that the request describes, all of it checked."""
        mode = choose_mode(game, request.mode)
        options = check_options(mode, request.options)
        _check_operator_fields(request, who)
        count = len(request.seats)
        if not mode.min_seats <= count <= mode.max_seats:
            need = str(mode.min_seats) if mode.min_seats == mode.max_seats else f"{mode.min_seats} to {mode.max_seats}"
            raise invalid(f'mode "{mode.name}" of {game.key} needs {need} players, not {count}')
        if len(request.request_id) > 64:
            raise invalid("a request id has at most 64 characters")
        seats = await self._seats(request.seats, request.policy_seeds, game.key)
        if request.start and not all(s.taken for s in seats):
            raise ServiceError("TABLE_STATE", "a table with open seats cannot start at once")
        return Doc(
            table_id=request.table_id or f"t{secrets.token_hex(8)}",
            game=game.key,
            mode=mode.name,
            options=options,
            seats=seats,
            owner=who.name,
            created_ms=now_ms(),
            status="starting" if request.start else "open",
            timeout_ms=request.settings.decision_timeout_ms,
            seed=request.seed.hex(),
        )

    async def _seats(self, wanted: Sequence[lobby_pb2.TableSeat], policy_seeds: Sequence[str], game: str) -> list[Seat]:
        out = []
        for number, seat in enumerate(wanted):
            kind = seat.WhichOneof("player")
            if kind == "house":
                await self._house_bots.check(seat.house, game)
                given = policy_seeds[number] if number < len(policy_seeds) else ""
                out.append(Seat("house", seat.house, given or secrets.token_hex(32)))
            elif kind == "bot":
                if not await self._tokens.exists(seat.bot, "bot"):
                    raise invalid(
                        f'seat {number}: there is no bot "{seat.bot}"; ListBots names those that are connected'
                    )
                out.append(Seat("bot", seat.bot))
            elif kind == "open" and seat.open:
                out.append(Seat("open"))
            else:
                raise invalid(f"seat {number}: house, bot or open must be set")
        return out


def _check_operator_fields(request: pb.CreateTableRequest, who: Identity) -> None:
    for name in ("seed", "policy_seeds", "table_id"):
        if getattr(request, name) and not who.operator:
            raise ServiceError("PERMISSION_DENIED", f"only operators may set {name}")
    if request.seed and len(request.seed) != 32:
        raise invalid(f"a seed has 32 bytes, not {len(request.seed)}")
    if len(request.policy_seeds) > len(request.seats):
        raise invalid("more policy seeds than seats")
    for seed in request.policy_seeds:
        if seed and not _POLICY_SEED.fullmatch(seed):
            raise invalid("a policy seed is 1 to 64 bytes in hex")
    if request.table_id and not ID.fullmatch(request.table_id):
        raise invalid(f'table id {request.table_id!r}: 1 to 64 of a-z, 0-9, "-", "_" are needed')
