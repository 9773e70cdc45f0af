"""A match as a spectator sees it: the public view, then the public commits, then the outcome."""

from __future__ import annotations

from baochuan.bus.v1 import bus_pb2
from baochuan.lobby.v1 import lobby_service_pb2 as pb
from baochuan.match.v1 import match_pb2
from gateway.follower import Follower
from gateway.rules import RulesGame, without_policy_seeds
from gateway.sending import Sending
from servicekit.bus import Bus
from servicekit.errors import ServiceError


class Spectator(Follower[bus_pb2.MatchCommit]):
    """Everything comes from what the rules service gives to seat -1 and to everybody on the bus."""

    def __init__(self, game: RulesGame, bus: Bus, match_id: str, sending: Sending[pb.WatchMatchResponse]) -> None:
        subject = f"match.{game.key}.{match_id}"
        super().__init__(game, bus, match_id, -1, subject, bus_pb2.MatchCommit.FromString)
        self.over = False
        self._sending = sending
        self._begun = False

    def began(self, match: match_pb2.MatchInfo, view: match_pb2.SeatView) -> None:
        if self._begun:
            # The stream promises commits without gaps after its first message.
            self._sending.end(ServiceError("HISTORY_GONE", "commits are no longer kept; watch again"))
            return
        self._begun = True
        self._sending.put(pb.WatchMatchResponse(match=without_policy_seeds(match), view=view))

    def commit(self, commit: match_pb2.CommitInfo) -> None:
        self._sending.put(pb.WatchMatchResponse(commit=commit))

    def took(self, update: bus_pb2.MatchCommit) -> None:
        if update.outcome:
            self.heal()  # the seed is not on the bus

    def reminded(self, update: bus_pb2.MatchCommit) -> None:
        """There are none for spectators."""

    def state(self, view: match_pb2.SeatView) -> None:
        """A spectator has nothing to decide."""

    def ended(self, outcome: bytes, seed: str) -> None:
        self._sending.put(pb.WatchMatchResponse(outcome=outcome, seed=seed))
        self.over = True
        self._sending.finish()
