"""No secret leaves while a match runs: every message of the bus and every answer of the API is searched."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from typing import Any

from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from tests.runtime.harness import Bots, Client, Recorder, create_request, external, house, pb, replica
from tests.runtime.test_service import _answer, _view
from tests.servers import Nats, Valkey
from tests.waiting import LONG, until

SEED = hashlib.sha256(b"the secret of this match").digest()
POLICY_SEED = "policy-seed-of-the-house-bot"


def _forms(secret: bytes) -> list[bytes]:
    return [secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret)]


async def test_nothing_that_leaves_tells_a_secret(valkey: Valkey, nats: Nats) -> None:
    answers: list[tuple[int | None, bytes]] = []  # who reads (None: everybody), what
    hands: dict[int, set[bytes]] = {}

    async with (
        replica(valkey, nats) as service,
        Client(service.shell.address) as client,
        Recorder(nats) as bus,
        Bots(nats),
    ):
        seats = [external(), house(seed=POLICY_SEED), external()]
        made = await client.CreateMatch(create_request("m1", seats, seed=SEED))
        answers.append((None, made.SerializeToString()))
        async with asyncio.timeout(4 * LONG):
            while True:
                live = service.engine.cache.get("m1")
                assert live is not None
                for seat, hand in enumerate(live.match.state.hands):
                    if len(hand) > 2:  # fewer cards say nothing: any two numbers may stand side by side
                        hands.setdefault(seat, set()).add(json.dumps(hand, separators=(",", ":")).encode())
                answers.append((None, (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).SerializeToString()))
                for reader in (-1, 0, 2):
                    eyes = None if reader < 0 else reader
                    got = await client.GetView(pb.GetViewRequest(match_id="m1", seat=reader))
                    commits = await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=reader))
                    if got.match.status == match_pb2.MATCH_STATUS_RUNNING and commits.revision == got.match.revision:
                        answers += [(eyes, got.SerializeToString()), (eyes, commits.SerializeToString())]
                info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
                mine = [d.seat for d in info.pending if d.seat != 1]
                if info.revision > 25 or not info.pending:
                    break
                if not mine:
                    await asyncio.sleep(0.02)
                    continue
                await client.SubmitAction(_answer("m1", mine[0], await _view(client, "m1", mine[0])))
        for change in (
            {"decision_id": "bid.99"},
            {"seat": 9},
            {"action": b"{"},
            {"action": b'{"type":"bid","card":1}'},
        ):
            request = pb.SubmitActionRequest(
                match_id="m1", seat=0, decision_id="x", request_id="x", action=b'{"type":"stop"}'
            )
            for name, value in change.items():
                setattr(request, name, value)
            try:
                await client.SubmitAction(request)
            except Exception as e:  # noqa: BLE001 - every refusal is looked at
                answers.append((0, repr(e).encode() + str(vars(e)).encode()))
        commits = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match.revision
        await until(lambda: len([s for s, _ in bus.messages if s == "match.toy.m1"]) >= commits)  # the relay
        running = list(bus.messages)
        if live.over:
            running = [(s, d) for s, d in running if b'"placings"' not in d and not s.startswith("archive.")]

    assert len(hands) == 3
    assert len(answers) > 50
    subjects = {s.split(".")[0] for s, _ in running}
    assert {"seat", "ask", "match"} <= subjects
    for subject, data in running:
        parts = subject.split(".")
        who: int | None = None
        if parts[0] == "seat":
            who = int(parts[2])
        elif parts[0] == "ask":
            who = bus_pb2.HouseAsk.FromString(data).seat
        _search(data, who, hands, subject, policy_allowed=parts[0] == "ask")
    for who, data in answers:
        _search(data, who, hands, f"answer to {who}", policy_allowed=False)


def _search(data: bytes, who: int | None, hands: dict[int, set[bytes]], where: str, policy_allowed: bool) -> None:
    for form in _forms(SEED):
        assert form not in data, f"the seed is in {where}"
    assert policy_allowed or POLICY_SEED.encode() not in data, f"the seed of a policy is in {where}"
    for word in (b'"draws"', b'"counts"', b'"deck":['):
        assert word not in data, f"{word!r} is in {where}"
    for seat, forms in hands.items():
        if seat != who:
            assert not any(hand in data for hand in forms), f"the hand of seat {seat} is in {where}"


def _told(bus: Recorder, match_id: str) -> dict[tuple[int, int], tuple[Any, ...]]:
    """What seats 1 and 2, and everybody (-1), were told on the bus, by seat and revision."""
    found: dict[tuple[int, int], tuple[Any, ...]] = {}
    for subject, data in bus.messages:
        if subject in (f"seat.{match_id}.1", f"seat.{match_id}.2"):
            u = bus_pb2.SeatUpdate.FromString(data)
            if u.HasField("commit"):
                found[u.seat, u.commit.revision] = (u.commit.events, u.view.view, u.view.options)
        elif subject == f"match.toy.{match_id}":
            p = bus_pb2.MatchCommit.FromString(data)
            found[-1, p.commit.revision] = (p.commit.events,)
    return found


async def test_a_sealed_answer_stays_sealed(valkey: Valkey, nats: Nats) -> None:
    """Two worlds that differ in the first seat's hidden bid alone look the same to everybody else."""
    seen: list[list[Any]] = []
    for choice in (0, 1):
        match_id = f"w{choice}"
        async with replica(valkey, nats) as service, Client(service.shell.address) as client, Recorder(nats) as bus:
            await client.CreateMatch(create_request(match_id, [external()] * 3, seed=SEED))
            view = await _view(client, match_id, 0)
            request = _answer(match_id, 0, view)
            request.action = json.dumps(json.loads(view.options)[choice]).encode()
            await client.SubmitAction(request)
            world: list[Any] = []
            for reader in (-1, 1, 2):
                got = await client.GetView(pb.GetViewRequest(match_id=match_id, seat=reader))
                commits = await client.ListCommits(pb.ListCommitsRequest(match_id=match_id, seat=reader))
                world.append((got.view.view, got.view.options, [c.events for c in commits.commits]))
            await until(lambda m=match_id, b=bus: len(_told(b, m)) == 4 + 2)  # type: ignore[misc]
            told = _told(bus, match_id)  # two commits: to two seats, and to everybody
            seen.append([*world, *(told[key] for key in sorted(told))])
    assert len(seen[0]) == 3 + 4 + 2
    assert seen[0] == seen[1]
