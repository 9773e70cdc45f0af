"""The smaller decisions of The Ultimate Voyage: what each answer is worth."""

from __future__ import annotations

from typing import Any, Final

from bot_player import voyage_weights as w
from bot_player.voyage_effects import effects_worth
from bot_player.voyage_plans import Plans
from bot_player.voyage_prospects import moon_chances, odds
from bot_player.voyage_routes import Routes
from rulekit.actions import Action
from rulekit.frames import Frame
from ultimate_voyage.action import action_bonus, action_of
from ultimate_voyage.bonus import PlaceShip
from ultimate_voyage.encounters import EncounterOption, EncounterSelect
from ultimate_voyage.joint import Invite, JoinReply
from ultimate_voyage.losses import Retreat, SplitPoints, StormLoss
from ultimate_voyage.names import BOTTOM, COMBAT, NANJING, PORCELAIN, TOKEN_SHIP, TROOPS
from ultimate_voyage.objectives import progress
from ultimate_voyage.rounds import Mongol
from ultimate_voyage.state import local_bonus

JOIN_AT: Final = 0.7  # chance of a success


class Choices:
    """The options of one decision."""

    def __init__(self, plans: Plans, options: list[Action]) -> None:
        self.plans = plans
        self.x = plans.x
        self.s = plans.s
        self.seat = plans.seat
        self.p = plans.p
        self.options = options

    def values(self, frame: Frame[Any]) -> list[float]:
        """The values of the options; all the same where nothing is known of the decision."""
        if isinstance(frame, SplitPoints):
            sign = 1 if frame.n > 0 else -1
            return [self.x.gain(sign * a.a, sign * a.b) for a in self.options]
        if isinstance(frame, EncounterOption):
            return [self._option(frame, i) for i in range(len(self.options))]
        if isinstance(frame, EncounterSelect):
            return [self._encounter(frame, a.a) for a in self.options]
        if isinstance(frame, StormLoss):
            return [self._storm(a, frame.points) for a in self.options]
        if isinstance(frame, Mongol):
            return [self._paid(a.a, a.b) + self.x.gain(a.a + a.b - frame.points) for a in self.options]
        if isinstance(frame, Invite):
            return self._invite(frame)
        if isinstance(frame, JoinReply):
            return self._join(frame)
        if isinstance(frame, Retreat):
            return [self._place(a.a if a.a >= 0 else frame.port) for a in self.options]
        if isinstance(frame, PlaceShip):
            return [self._place(a.a) for a in self.options]
        known = getattr(self, f"_{frame.name()}", None)
        if known is None:
            return [0.0] * len(self.options)
        return [float(known(a)) for a in self.options]

    # --- set-up and rounds

    def _choose_character(self, a: Action) -> float:
        home = self.x.place(a.b) if a.b >= 0 else 0.0
        return w.CHARACTERS[a.a] + home

    def _solo_mat(self, a: Action) -> float:
        """The mat whose card lies farthest to the right."""
        mat = self.s.c.characters[a.a]
        position = self.p.order.index(mat.bonus_card) if mat.bonus_card >= 0 else -1
        return mat.bonus + position / 10

    def _arrange_cards(self, a: Action) -> float:
        return sum(i * w.ARRANGED[card] for i, card in enumerate(a.vec))

    def _diviner_reroll(self, a: Action) -> float:
        """Own low dials; the mean of a die is 0."""
        if a.a < 0:
            return 0.0
        dial = self.s.players[a.b].dials[a.a]
        if a.b == self.seat:
            return -w.DIAL * dial
        return w.DIAL * dial / (2 * max(1, self.s.n - 1)) if self.s.n > 1 else 0.0

    # --- tokens

    def _paid(self, porcelain: int, troops: int) -> float:
        """The loss of resources, and a little for an even rest."""
        res = self.p.res
        rest = (res[PORCELAIN] - porcelain, res[TROOPS] - troops)
        return -w.RESOURCE * (porcelain + troops) * self.x.o.fade + 0.001 * min(rest)

    def _forfeit_gain(self, a: Action) -> float:
        return self._paid(-a.a, -a.b)

    def _pay_mix(self, a: Action) -> float:
        return self._paid(a.a, a.b)

    def _storm(self, a: Action, points: int) -> float:
        used = a.a - (self.s.c.healer_amount if a.c == 1 else 0)
        return self._paid(2 * a.b, used) + self.x.gain(a.a + a.b - points) + (0.0 if a.c != 1 else 0.01)

    def _combat_loss(self, a: Action) -> float:
        return float(a.a)

    def _take_token(self, a: Action) -> float:
        """Three of a colour upgrade a card."""
        have = self.p.tokens[a.a]
        card = self.s.c.card_of_colour[a.a]
        wanted = 0.0 if self.p.upgraded >> card & 1 else w.UPGRADED[card] * min(3, have + 1)
        return wanted * self.x.o.actions / 3

    # --- encounters

    def _option(self, frame: EncounterOption, number: int) -> float:
        card = self.s.c.encounter(frame.card)
        option = next(o for o in card.options if o.action is self.options[number] or o.action == self.options[number])
        return effects_worth(self.x, option.effects, frame.port)

    def _encounter(self, frame: EncounterSelect, number: int) -> float:
        port = next(drawn[1] for drawn in frame.drawn if drawn[0] == number)
        return max(effects_worth(self.x, o.effects, port) for o in self.s.c.encounter(number).options)

    def _pick_dial(self, a: Action) -> float:
        return -float(self.p.dials[a.a])

    def _pick_target(self, a: Action) -> float:
        other = self.s.players[a.a]
        return float(min(other.track) + max(other.track) / 10)

    def _pick_structure(self, a: Action) -> float:
        zone = next((z for z in self.p.ships if z > NANJING and self.x.can_have_depot(z)), -1)
        if a.a == 0:
            return self.x.built(0, zone) if zone > NANJING else 0.0
        return self.x.built(a.a, NANJING)

    # --- bonus tokens and ships

    def _bonus_token(self, a: Action) -> float:
        if a.a == TOKEN_SHIP:
            ships = sum(1 for zone in self.p.ships if zone >= 0)
            return w.SHIP * (2.0 if ships == 1 else 1.0) * self.x.o.actions
        left = [worth for card, worth in enumerate(w.UPGRADED) if not self.p.upgraded >> card & 1]
        return max(left, default=-1.0) * self.x.o.actions

    def _pick_upgrade(self, a: Action) -> float:
        return w.UPGRADED[a.a]

    def _place(self, zone: int) -> float:
        """A further ship at a zone."""
        return self.x.places([*self.p.ships, zone])

    def _return_home(self, a: Action) -> float:
        return Routes(self.plans).home(a.a) if a.a >= 0 else 0.0

    # --- joint combat

    def _invite(self, frame: Invite) -> list[float]:
        """Nobody if it will do alone; else all."""
        alone = odds(moon_chances(self.s.c), frame.points - self.s.c.strength[frame.port])[0]
        sign = 1.0 if alone < JOIN_AT else -1.0
        return [sign * len(a.vec) for a in self.options]

    def _join(self, frame: JoinReply) -> list[float]:
        """With the lowest dial that makes success likely, if that is worth a dial."""
        s = self.s
        first = action_of(s)
        there = first.left(first.port == frame.port)
        p = self.p
        position = 0 if p.marks >> COMBAT & 1 else s.c.position_values[p.order.index(COMBAT)]
        fixed = position + action_bonus(s, self.seat, COMBAT) + local_bonus(s, self.seat, frame.port)
        out: list[float] = []
        for a in self.options:
            if a.a != 1:
                out.append(0.0)
                continue
            strength = fixed + p.dials[a.b]
            win, lose, missing = odds(moon_chances(s.c), there + max(0, strength) - s.c.strength[frame.port])
            if win < JOIN_AT:
                out.append(-1.0)
                continue
            gain = win * self.x.split(2) + (lose * self.x.loss(missing / lose) if lose else 0.0)
            out.append(gain - w.ANY_DIAL - w.DIAL * p.dials[a.b])
        return out

    # --- objectives

    def _objective_keep(self, a: Action) -> float:
        """Points, by how far the seat is already."""
        s = self.s
        o = s.c.objectives[a.a]
        goal = o.claim.n[s.n] or 1
        base = [0] * len(s.players)
        done = 0 if o.present else min(goal, progress(s, self.seat, o.claim, base))
        return o.vp * (0.3 + done / goal)

    def _objective_return(self, a: Action) -> float:
        return 1.0 if a.b == BOTTOM else 0.0
