"""The edition as flat tables for the rules, and the tables of interned actions.

Built once per edition by `edition.py`; shared by all states; never changed by play. The lists of
large option sets are kept here by the key that determines them.
"""

from __future__ import annotations

from ming_voyages.actions import (
    ATTACK_FORCE,
    ATTACK_TARGET,
    BUILD_ORIGIN,
    CHOOSE_USE,
    DISCARD_ORDER,
    DISTRIBUTE,
    MAKE_VOYAGE,
    MOVE_PIECES,
    PICK_OPTION,
    PICK_REGION,
    PLAY_CARD,
    REACTION,
    REROLL,
    TAKE_AMOUNT,
)
from ming_voyages.names import (
    ACTION_CARD,
    EMPEROR,
    EMPEROR_CARD,
    MODE_FIRST,
    MODE_RESERVE,
    MODE_SECOND,
    OVERLORD,
    REGION_COUNT,
    ROLL_DICE,
    STOP,
    USE_CARD,
    USE_CP,
    USE_SPECIAL,
)
from rulekit.actions import ABSENT, Action, ActionTable

CARDS = 27
VOYAGES = 7


class Step:
    """One primitive of an effect (EFFECTS.md, section 3), in numbers."""

    __slots__ = (
        "id",
        "op",
        "piece",
        "n",
        "place",
        "spread",
        "up_to",
        "keep",
        "threatened",
        "action",
        "cp",
        "bonus",
        "options",
    )

    def __init__(self, id: int, op: int) -> None:
        self.id = id
        self.op = op
        self.piece = -1
        self.n = 0
        self.place = -1
        self.spread = False
        self.up_to = False
        self.keep = 0
        self.threatened = False
        self.action = -1
        self.cp = 0
        self.bonus = 0
        self.options: list[list[int]] = []


class Special:
    """A special action: ids of its steps, and the least number of Borderlands its user must control."""

    __slots__ = ("text", "steps", "min_borderlands")

    def __init__(self, text: str, steps: list[int], min_borderlands: int) -> None:
        self.text = text
        self.steps = steps
        self.min_borderlands = min_borderlands


class Card:
    """A main card. `low` and `high` are the actions of Emperor and Barbarian cards; None where absent."""

    __slots__ = ("number", "id", "name", "type", "cp", "voyage", "emperor", "overlord", "low", "high")

    def __init__(self, number: int, id: str, name: str, type: int, cp: int, voyage: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.type = type
        self.cp = cp
        self.voyage = voyage
        self.emperor: Special | None = None
        self.overlord: Special | None = None
        self.low: Special | None = None
        self.high: Special | None = None


class EventCard:
    """A card of an Event deck (solo). `second`: in the Overlord's turn a Level 1 Event follows it."""

    __slots__ = ("index", "id", "name", "level", "kind", "x", "second")

    def __init__(self, index: int, id: str, name: str, level: int, kind: int, x: int, second: bool) -> None:
        self.index = index
        self.id = id
        self.name = name
        self.level = level
        self.kind = kind
        self.x = x
        self.second = second


class Difficulty:
    """A level of the solo game. Event levels of a Reaction by CP - 1, before and from the 4th Voyage on."""

    __slots__ = ("id", "name", "levels", "later_levels", "required", "reserve_limit", "challenge")

    def __init__(
        self,
        id: str,
        name: str,
        levels: list[int],
        later_levels: list[int],
        required: int,
        reserve_limit: int,
        challenge: str,
    ) -> None:
        self.id = id
        self.name = name
        self.levels = levels
        self.later_levels = later_levels
        self.required = required
        self.reserve_limit = reserve_limit
        self.challenge = challenge


class Content:
    """Everything that an edition fixes. Lists are indexed by card number, region or piece."""

    def __init__(self, actions: ActionTable) -> None:
        self.actions = actions
        self.cards: list[Card] = [Card(0, "", "", 0, 0, 0)]  # [0] stands for no card
        self.cp: list[int] = [0] * (CARDS + 1)
        self.steps: list[Step] = []
        self.totals: list[int] = [0] * 5  # pieces in the box, by piece
        self.region_names: list[str] = [""] * REGION_COUNT
        self.voyage_names: list[str] = [""] * (VOYAGES + 1)
        self.emperor_edges: list[list[int]] = [[] for _ in range(REGION_COUNT)]
        self.overlord_edges: list[list[int]] = [[] for _ in range(REGION_COUNT)]
        self.start_pieces: list[tuple[int, int, int]] = []  # piece, region, n
        self.emperor_hand = 3
        self.overlord_hand = 4
        self.emperor_draw = 2
        self.devastating_loss = 2
        self.devastating_settlement_loss = 1
        self.normal_loss = 1
        self.normal_settlement_loss = 0
        self.major_points = 12
        self.tie_bonus = 1
        self.events: list[EventCard] = []
        self.event_decks: list[list[int]] = [[], [], [], []]  # by level: indexes into `events`, in the file's order
        self.difficulties: list[Difficulty] = []
        self.borderland_limit = 5
        self.overlord_reserve_limit = 3
        self.later_from = 4  # completed Voyages from which `later_levels` count
        self.cube_start = 0
        self._vectors: dict[tuple[int, ...], list[Action]] = {}
        self._forces: dict[tuple[int, ...], list[Action]] = {}
        self._voyages: dict[tuple[int, ...], list[Action]] = {}
        self._open: list[list[list[Special | None]]] = [[[] for _ in range(256)] for _ in range(2)]
        self._build_action_tables()

    def _build_action_tables(self) -> None:
        get = self.actions.get
        none: list[Action] = []
        self.play = [none] + [
            [get(PLAY_CARD, c, m) for m in (MODE_RESERVE, MODE_FIRST, MODE_SECOND)] for c in range(1, CARDS + 1)
        ]
        self.play_alone = [row[:2] for row in self.play]  # without an opponent's action the order is no choice
        self.play_open = [row[1:2] for row in self.play]  # with a full reserve (solo)
        self.use_special = get(CHOOSE_USE, USE_SPECIAL)
        self.use_emperor = [get(CHOOSE_USE, USE_CP, a) for a in range(9)]
        # [CP action][reinforcing card or 0]
        self.use_overlord = [[get(CHOOSE_USE, USE_CP, a, r) for r in range(CARDS + 1)] for a in range(9)]
        self.amounts = [get(TAKE_AMOUNT, n) for n in range(1, 13)]
        # [from][to] -> n = 1 .. 12
        self.moves = [
            [[get(MOVE_PIECES, a, b, n) for n in range(1, 13)] for b in range(REGION_COUNT)]
            for a in range(REGION_COUNT)
        ]
        self.targets = [get(ATTACK_TARGET, r) for r in range(REGION_COUNT)]
        self.origins = [get(BUILD_ORIGIN, r) for r in range(REGION_COUNT)]
        self.regions = [get(PICK_REGION, r) for r in range(REGION_COUNT)]
        self.indexes = [get(PICK_OPTION, i) for i in range(16)]
        self.react = [get(REACTION, 0), get(REACTION, 1)]  # decline, accept
        self.reroll_stop = get(REROLL, STOP)
        self.reroll_card = [get(REROLL, USE_CARD, c) for c in range(CARDS + 1)]
        self.reroll_dice = [self.reroll_stop] + [get(REROLL, ROLL_DICE, ABSENT, m) for m in range(1, 8)]

    def open_specials(self, side: int, completed: int) -> list[Special | None]:
        """By card: the special action open to a side (MV-140, MV-145, MV-150, MV-155)."""
        found = self._open[side][completed]
        if not found:
            found = [None]
            few = bin(completed).count("1") <= 3
            for k in self.cards[1:]:
                if k.type == ACTION_CARD:
                    done = completed >> k.voyage & 1
                    found.append(k.overlord if side == OVERLORD else k.emperor if done else None)
                elif side == (EMPEROR if k.type == EMPEROR_CARD else OVERLORD):
                    found.append(k.low if few else k.high)
                else:
                    found.append(None)
            self._open[side][completed] = found
        return found

    def divisions(self, regions: list[int], least: int, most: int) -> list[Action]:
        """All ways to divide `least` to `most` pieces over the regions."""
        key = (least, most, *regions)
        found = self._vectors.get(key)
        if found is None:
            found = []
            for total in range(least, most + 1):
                for parts in _compositions(total, [total] * len(regions)):
                    found.append(self._vector(DISTRIBUTE, regions, parts))
            self._vectors[key] = found
        return found

    def forces(self, regions: list[int], held: list[int], most: int) -> list[Action]:
        """All ways to send 1 to `most` attackers out of regions that hold so many."""
        capped = [min(h, most) for h in held]
        key = (most, *regions, *capped)
        found = self._forces.get(key)
        if found is None:
            found = []
            for total in range(1, most + 1):
                for parts in _compositions(total, capped):
                    found.append(self._vector(ATTACK_FORCE, regions, parts))
            self._forces[key] = found
        return found

    def voyages(self, completed: int, junks: int, gold_sea: int, gold_all: int) -> list[Action]:
        """All Voyages to uncompleted spaces (bit v of `completed`: Voyage v is done)."""
        key = (completed, junks, gold_sea, gold_all)
        found = self._voyages.get(key)
        if found is None:
            found = []
            for v in range(1, VOYAGES + 1):
                if not completed >> v & 1:
                    for j in range(1, junks + 1):
                        found += [self.actions.get(MAKE_VOYAGE, v, j, g) for g in range(max(1, gold_sea), gold_all + 1)]
            self._voyages[key] = found
        return found

    def discard_orders(self, first: int, second: int) -> list[Action]:
        """Both orders of two cards."""
        get = self.actions.get
        return [get(DISCARD_ORDER, vec=(first, second)), get(DISCARD_ORDER, vec=(second, first))]

    def _vector(self, kind: int, regions: list[int], parts: list[int]) -> Action:
        vec = [0] * REGION_COUNT
        for i, r in enumerate(regions):
            vec[r] = parts[i]
        return self.actions.get(kind, vec=tuple(vec))


def _compositions(total: int, caps: list[int]) -> list[list[int]]:
    """All vectors with this sum and these largest parts, in falling order of the first parts."""
    if not caps:
        return [[]] if total == 0 else []
    out: list[list[int]] = []
    for first in range(min(total, caps[0]), -1, -1):
        for rest in _compositions(total - first, caps[1:]):
            out.append([first, *rest])
    return out
