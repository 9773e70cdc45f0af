"""Each special action of the 27 cards: carried out, as action and as Reaction, and where it is not possible."""

from __future__ import annotations

from typing import Any, Final

import pytest

from ming_voyages.names import ACTION_CARD, BARBARIAN_CARD, EMPEROR_CARD, SIDES
from tests.games.ming_voyages.table import GAME, Table, table

rule = pytest.mark.rule

Answer = tuple[str, dict[str, Any]]
PICK: Final = "pick_region"


class Case:
    """A special action: where it is used, what its user answers, what comes of it, and where it is not possible.

    `low_high` is the number of completed Voyages for cards that count them. `after` may hold regions,
    "voyages" (completed ones), "emperor_reserve".
    """

    def __init__(
        self,
        card: int,
        side: str,
        position: dict[str, Any],
        answers: list[Answer],
        after: dict[str, Any],
        blocked: list[dict[str, Any]],
        high: bool = False,
        dice: dict[str, list[int]] | None = None,
    ) -> None:
        self.card = card
        self.side = side
        self.position = position
        self.answers = answers
        self.after = after
        self.blocked = blocked
        self.dice = dice or {}
        voyage = GAME.content.cards[card].voyage
        self.voyages = [1, 2, 3, 4] if high else [voyage] if voyage and side == "emperor" else []
        self.high = high

    @property
    def other(self) -> str:
        return "overlord" if self.side == "emperor" else "emperor"

    def table(self, turn: str, position: dict[str, Any]) -> Table:
        t = table(turn=turn, plays=self.card, voyages=self.voyages, **position)
        return t.dice(**{k: list(v) for k, v in self.dice.items()})

    def answer(self, t: Table) -> None:
        for kind, fields in self.answers:
            t.do(self.side, kind, **fields)

    def check(self, t: Table) -> None:
        for key, value in self.after.items():
            got = t.voyages if key == "voyages" else t.reserve("emperor") if key == "emperor_reserve" else t[key]
            assert got == value, key


def pick(region: str) -> Answer:
    return PICK, {"region": region}


TROOP_TO_BORDERLAND: Final[dict[str, Any]] = {
    "side": "emperor",
    "position": {"yunnan": "1T", "gansu": "1T"},
    "answers": [pick("yunnan")],
    "after": {"yunnan": "2T", "gansu": "1T"},
    "blocked": [{"home": "1T"}, {"yunnan": "12T"}],
}
HORDE_TO_HOMELAND: Final[dict[str, Any]] = {
    "side": "overlord",
    "position": {},
    "answers": [pick("manchus")],
    "after": {"manchus": "1H"},
    "blocked": [{"manchus": "12H"}],
}
DISCARD_RESERVED: Final[dict[str, Any]] = {
    "side": "overlord",
    "position": {"emperor_reserve": [9]},
    "answers": [],
    "after": {"emperor_reserve": []},
    "blocked": [{}, {"overlord_reserve": [9]}],
}
HORDE_RETURNED: Final[dict[str, Any]] = {
    "side": "emperor",
    "position": {"manchus": "1H", "gansu": "1H 1S", "sichuan": "1H"},
    "answers": [pick("gansu")],
    "after": {"gansu": "1S", "manchus": "1H", "sichuan": "1H"},
    "blocked": [{"sichuan": "1H", "manchus": "2S"}, {}],
}
SETTLEMENT_TO_BORDERLAND: Final[dict[str, Any]] = {
    "side": "overlord",
    "position": {"gansu": "1H", "sichuan": "1S"},
    "answers": [pick("gansu")],
    "after": {"gansu": "1H 1S"},
    "blocked": [{"manchus": "2H"}, {"gansu": "1H 5S"}],
}
HIT: Final = {"attacker": [6, 6, 6], "defender": [1, 2, 3]}
HORDES_ATTACK: Final[dict[str, Any]] = {
    "side": "overlord",
    "position": {"sichuan": "1T", "western_mongols": "3H"},
    "answers": [("attack", {"from_": {"western_mongols": 2}})],
    "after": {"sichuan": "2H", "western_mongols": "1H"},
    "blocked": [{"western_mongols": "3H"}, {"sichuan": "1T"}],
    "dice": HIT,
}

CASES: Final = [
    Case(1, "emperor", {"sea": "1J", "home": "1G"}, [("voyage", {"voyage": 5, "junks": 1, "gold": 1})],
         {"voyages": [5], "sea": "", "home": ""}, [{"home": "1G"}, {"sea": "1J"}], dice={"voyage": [2]}),
    Case(1, "emperor", {}, [], {"home": "2T"}, [{"home": "11T"}], high=True),
    Case(2, "emperor", {}, [], {"home": "1T 1G"}, [{"home": "5G"}, {"home": "12T"}]),
    Case(2, "emperor", {}, [], {"home": "1T", "sea": "1J"}, [{"sea": "3J"}, {"home": "12T"}], high=True),
    Case(3, "emperor", {"yunnan": "1T", "gansu": "1T"}, [pick("yunnan")], {"yunnan": "3T"},
         [{"home": "1T"}, {"yunnan": "11T"}]),
    Case(3, "emperor", {"yunnan": "1T", "gansu": "1T"}, [("distribute", {"to": {"yunnan": 1, "gansu": 1}})],
         {"yunnan": "2T", "gansu": "2T"}, [{"home": "1T"}, {"yunnan": "11T"}], high=True),
    Case(4, "overlord", {}, [pick("manchus")], {"manchus": "1S"}, [{"manchus": "1H 5S"}]),
    Case(4, "emperor", {}, [], {"home": "1G", "sea": "1J"}, [{"home": "5G"}, {"sea": "6J"}]),
    Case(5, **DISCARD_RESERVED),
    Case(5, "emperor", {"yunnan": "3T"}, [("move", {"from_": "yunnan", "to": "ming_homeland", "n": 2})],
         {"yunnan": "1T", "home": "2T"}, [{}]),
    Case(6, **SETTLEMENT_TO_BORDERLAND),
    Case(6, "emperor", {"yunnan": "1T", "gansu": "1T"}, [pick("yunnan")], {"yunnan": "2T", "home": "1G"},
         [{"home": "1T"}, {"yunnan": "1T", "home": "5G"}, {"yunnan": "12T"}]),
    Case(7, **HORDE_TO_HOMELAND),
    Case(7, "emperor", {}, [], {"home": "2G"}, [{"home": "4G"}]),
    Case(8, "overlord", {"sea": "2J"}, [], {"sea": "1J"}, [{}]),
    Case(8, "emperor", {}, [], {"sea": "1J"}, [{"sea": "6J"}]),
    Case(9, "overlord", {}, [pick("manchus"), pick("western_mongols")], {"manchus": "1H", "western_mongols": "1S"},
         [{"manchus": "12H"}, {"manchus": "1H 5S"}]),
    Case(9, **TROOP_TO_BORDERLAND),
    Case(10, **HORDES_ATTACK),
    Case(10, **TROOP_TO_BORDERLAND),
    Case(11, "overlord", {"home": "1T", "yunnan": "2T", "gansu": "1T"}, [pick("yunnan")],
         {"home": "1T", "yunnan": "1T", "gansu": "1T"}, [{"yunnan": "1T"}, {}]),
    Case(11, **HORDE_RETURNED),
    Case(12, **HORDES_ATTACK),
    Case(12, "emperor", {"gansu": "1H", "home": "4T"}, [("attack", {"from_": {"ming_homeland": 3}})],
         {"gansu": "3T", "home": "1T"}, [{"home": "4T"}, {"gansu": "1H"}], dice=HIT),
    Case(13, **HORDES_ATTACK),
    Case(13, **TROOP_TO_BORDERLAND),
    Case(14, **DISCARD_RESERVED),
    Case(14, "emperor", {"discard": [21, 7]}, [], {"emperor_reserve": [7]}, [{}]),
    Case(15, "overlord", {"home": "1T", "sichuan": "2T", "western_mongols": "1H"}, [("pick_option", {"index": 0})],
         {"sichuan": "1T", "home": "1T"}, []),
    Case(15, "emperor", {"manchus": "1H", "gansu": "2H"}, [], {"manchus": "", "gansu": "2H"}, [{"gansu": "2H"}]),
    Case(16, **DISCARD_RESERVED),
    Case(16, "emperor", {}, [], {"home": "1T"}, [{"home": "12T"}]),
    Case(17, "overlord", {}, [pick("manchus")], {"manchus": "2H"}, [{"manchus": "11H"}]),
    Case(17, "emperor", {"yunnan": "4T"}, [("move", {"from_": "yunnan", "to": "sichuan", "n": 3})],
         {"yunnan": "1T", "sichuan": "3T"}, [{}]),
    Case(18, "overlord", {"manchus": "3S", "liaodong": "1H", "shanxi": "1H"},
         [("distribute", {"to": {"liaodong": 1, "shanxi": 1}})],
         {"manchus": "1S", "liaodong": "1H 1S", "shanxi": "1H 1S"}, [{"manchus": "3S"}, {"liaodong": "1H"}]),
    Case(18, **TROOP_TO_BORDERLAND),
    Case(19, "overlord", {"home": "2G"}, [], {"home": "1G"}, [{}, {"sea": "2G"}]),
    Case(19, "emperor", {}, [], {"home": "1T"}, [{"home": "12T"}]),
    Case(20, "overlord", {"gansu": "1H", "sichuan": "1S"}, [pick("sichuan")], {"gansu": "1H", "sichuan": "1H 1S"},
         [{"manchus": "3H"}, {"gansu": "12H"}]),
    Case(20, **HORDE_RETURNED),
    Case(21, "overlord", {}, [("distribute", {"to": {"manchus": 1, "western_mongols": 1}})],
         {"manchus": "1H", "western_mongols": "1H"}, [{"manchus": "11H"}]),
    Case(21, "emperor", {"sea": "1J", "home": "2G"}, [("voyage", {"voyage": 5, "junks": 1, "gold": 2})],
         {"voyages": [5, 6], "sea": "", "home": ""}, [{"sea": "1J"}, {"home": "1G"}], dice={"voyage": [2]}),
    Case(22, **DISCARD_RESERVED),
    Case(22, "emperor", {}, [], {"home": "2T"}, [{"home": "11T"}]),
    Case(23, "overlord", {"manchus": "1S", "liaodong": "1H"}, [("pick_option", {"index": 1})],
         {"manchus": "", "liaodong": "1H 1S"}, [{"manchus": "1H 5S"}]),
    Case(23, "emperor", {"gansu": "1H", "home": "3T"}, [("attack", {"from_": {"ming_homeland": 2}})],
         {"gansu": "2T", "home": "1T"}, [{"home": "3T"}], dice=HIT),
    Case(24, "overlord", {"home": "3G", "sea": "2G"}, [], {"home": "1G", "sea": "2G"}, []),
    Case(24, "emperor", {"manchus": "1S", "gansu": "1H 1S"}, [pick("gansu")], {"gansu": "1H", "manchus": "1S"}, [{}]),
    Case(25, **HORDE_TO_HOMELAND),
    Case(25, "overlord", {}, [("distribute", {"to": {"manchus": 2, "eastern_mongols": 1}})],
         {"manchus": "2H", "eastern_mongols": "1H"}, [{"manchus": "10H"}], high=True),
    Case(26, **DISCARD_RESERVED),
    Case(26, high=True, **SETTLEMENT_TO_BORDERLAND),
    Case(27, "overlord", {"manchus": "3H"}, [("move", {"from_": "manchus", "to": "liaodong", "n": 2})],
         {"manchus": "1H", "liaodong": "2H"}, [{}]),
    Case(27, "overlord", {"sichuan": "1T", "western_mongols": "4H"}, [("attack", {"from_": {"western_mongols": 3}})],
         {"sichuan": "3H", "western_mongols": "1H"}, [{"western_mongols": "3H"}], high=True, dice=HIT),
]  # fmt: skip


def _name(case: Case) -> str:
    return f"{case.card}-{case.side}{'-high' if case.high else ''}"


def test_every_special_action_has_a_case() -> None:
    wanted = set()
    for card in GAME.content.cards[1:]:
        if card.type == ACTION_CARD:
            wanted |= {(card.number, "emperor", False), (card.number, "overlord", False)}
        else:
            side = "emperor" if card.type == EMPEROR_CARD else "overlord"
            wanted |= {(card.number, side, False), (card.number, side, True)}
    assert sorted((c.card, c.side, c.high) for c in CASES) == sorted(wanted)


@rule("MV-170", "MV-345", "MV-350", "MV-410", "MV-415")
@pytest.mark.parametrize("case", CASES, ids=_name)
def test_the_active_player_carries_it_out(case: Case) -> None:
    t = case.table(case.side, case.position).play(case.card, "first")
    assert "special" in t.uses
    t.special()
    case.answer(t)
    case.check(t)
    assert t.asked != (case.side, "choose_use")


@rule("MV-220", "MV-225")
@pytest.mark.parametrize("case", CASES, ids=_name)
def test_the_opponent_carries_it_out_as_a_reaction(case: Case) -> None:
    t = case.table(case.other, case.position).play(case.card, "second")
    t.do(case.side, "reaction", accept=True)
    case.answer(t)
    case.check(t)
    assert t.asked == (case.other, "choose_use")


@rule("MV-170", "MV-225", "MV-035")
@pytest.mark.parametrize("case", [c for c in CASES if c.blocked], ids=_name)
def test_what_cannot_be_done_in_full_is_not_offered(case: Case) -> None:
    for position in case.blocked:
        t = case.table(case.side, position).play(case.card, "first")
        assert "special" not in t.uses
        assert t.refused(case.side, "choose_use", use="special") == "MV-210"
        t = case.table(case.other, position).play(case.card, "second")
        assert t.asked == (case.other, "choose_use")
        assert t.events("reaction_skipped") == [{"type": "reaction_skipped", "side": case.side, "card": case.card}]


@rule("MV-170")
@pytest.mark.parametrize("case", [c for c in CASES if not c.blocked], ids=_name)
def test_up_to_amounts_can_always_be_carried_out(case: Case) -> None:
    t = case.table(case.other, {}).play(case.card, "second").do(case.side, "reaction", accept=True)
    assert not t.events("pieces_changed")


@rule("MV-140", "MV-160")
@pytest.mark.parametrize(
    "case", [c for c in CASES if GAME.content.cards[c.card].voyage and c.side == "emperor"], ids=_name
)
def test_the_emperors_action_is_closed_without_its_voyage(case: Case) -> None:
    case = Case(case.card, case.side, case.position, case.answers, case.after, [], dice=case.dice)
    voyage = GAME.content.cards[case.card].voyage
    case.voyages = [n for n in range(1, 8) if n != voyage][:5]
    sea_free = {k: v for k, v in case.position.items() if k != "sea"}
    t = case.table("overlord", sea_free)
    assert not t.offered(card=case.card, mode="second")
    t.play(case.card, "first")
    assert t.asked == ("overlord", "choose_use")


@rule("MV-145", "MV-150", "MV-160")
@pytest.mark.parametrize("card", [1, 2, 3, 25, 26, 27])
@pytest.mark.parametrize("done", [0, 3, 4, 6])
def test_emperor_and_barbarian_cards_open_to_their_side_by_the_number_of_voyages(card: int, done: int) -> None:
    k = GAME.content.cards[card]
    owner = SIDES.index("emperor" if k.type == EMPEROR_CARD else "overlord")
    completed = sum(1 << v for v in range(1, done + 1))
    assert GAME.content.open_specials(owner, completed)[card] is (k.low if done <= 3 else k.high)
    assert GAME.content.open_specials(1 - owner, completed)[card] is None


@rule("MV-135")
def test_cards_have_number_name_cp_and_action_cards_a_voyage_and_an_action_for_each_side() -> None:
    cards = GAME.content.cards[1:]
    assert [c.number for c in cards] == list(range(1, 28))
    assert len({c.name for c in cards}) == 27
    assert {c.cp for c in cards} == {1, 2, 3}
    for c in cards:
        if c.type == ACTION_CARD:
            assert 1 <= c.voyage <= 7
            assert c.overlord is not None
            assert c.emperor is not None
        else:
            assert c.voyage == 0
            assert c.type in (EMPEROR_CARD, BARBARIAN_CARD)
            assert c.low is not None
            assert c.high is not None
    by_number = {c.number: (c.name, c.cp) for c in cards}
    assert [by_number[n] for n in (9, 15, 24)] == [("Advancement", 3), ("Famine", 3), ("Raids", 3)]
    assert {("Affluence", 3), ("Maelstrom", 2), ("Pestilence", 2)} <= set(by_number.values())


# --- worked examples and details of single cards


@rule("MV-170", "MV-035")
def test_b2_tribute_giraffe_needs_one_gold_and_one_junk() -> None:
    t = table(turn="overlord", plays=4, voyages=[1], home="4G", sea="5J", manchus="1H").play(4, "second")
    assert t.asked == ("emperor", "reaction")


@rule("MV-220", "MV-205")
def test_b33_palace_intrigue() -> None:
    t = table(plays=14, voyages=[4], emperor_reserve=[16, 22], discard=[7])
    t.dice(discard_reserve=[22]).play(14, "second").overlord("reaction", accept=True)
    assert (t.reserve("emperor"), t.discard) == ([16], [7, 22])
    assert t.events("cards_discarded") == [{"type": "cards_discarded", "cards": [22], "cause": "discard_reserve"}]
    t.special()
    assert (t.reserve("emperor"), t.discard) == ([16, 22], [7, 14])
    assert t.events("card_reserved", side="overlord") == [
        {"type": "card_reserved", "side": "emperor", "card": 22, "from": "discard"}
    ]
    assert t.view("overlord").known_opponent.reserve == [22]


@rule("MV-170")
def test_b33_variant_with_nothing_discarded_and_nothing_reserved_it_does_nothing() -> None:
    t = table(plays=14, voyages=[4]).play(14, "second")
    assert [e["side"] for e in t.events("reaction_skipped")] == ["overlord"]
    assert "special" not in t.uses


@rule("MV-170")
def test_b34_famine() -> None:
    position = {"home": "1T", "gansu": "3T", "liaodong": "1T", "yunnan": "1T", "shanxi": "1T",
                "western_mongols": "1H", "manchus": "1H"}  # fmt: skip
    t = table(turn="overlord", plays=15, on={**position, "sichuan": "2T"}).play(15).special()
    assert t.asked == ("overlord", "pick_option")
    assert t.options == [{"index": 0}, {"index": 1}]
    t.overlord("pick_option", index=0)
    assert (t["sichuan"], t["gansu"], t["home"]) == ("1T", "3T", "1T")
    assert t.asked == ("emperor", "play_card")
    t = table(turn="overlord", plays=15, on={**position, "sichuan": "2T"}).play(15).special()
    t.overlord("pick_option", index=1)
    assert (t["sichuan"], t["home"]) == ("2T", "")
    t = table(turn="overlord", plays=15, on={**position, "sichuan": "1T"}).play(15).special()
    assert (t["home"], t.asked) == ("", ("emperor", "play_card"))


def test_pestilence_leaves_a_borderland_its_last_troop_but_not_the_homeland() -> None:
    t = table(turn="overlord", plays=11, home="1T", yunnan="2T", sichuan="1T", gansu="3T").play(11).special()
    assert [o["region"] for o in t.options] == ["ming_homeland", "yunnan", "gansu"]
    t.overlord("pick_region", region="ming_homeland")
    assert t["home"] == ""


def test_steppe_rivals_may_take_the_last_horde_of_a_homeland_or_one_beside_a_settlement() -> None:
    t = table(plays=20, voyages=[6], manchus="1H", gansu="1H 1S", sichuan="1H", shanxi="2H").play(20).special()
    assert {o["region"] for o in t.options} == {"manchus", "gansu", "shanxi"}


def test_zheng_he_adds_one_to_the_total() -> None:
    t = table(plays=1, sea="1J", home="1G").dice(voyage=[3]).play(1).special()
    t.emperor("voyage", voyage=1, junks=1, gold=1)
    assert t.voyages == []
    assert t.events("voyage_rolled")[0]["bonus"] == 1
    assert t["sea"] == "1G 1J"


def test_actions_inside_special_actions_may_use_fewer_pieces() -> None:
    t = table(turn="overlord", plays=27, manchus="3H").play(27).special()
    assert {o["n"] for o in t.options} == {1, 2}
    t = table(turn="overlord", plays=18, manchus="2S", liaodong="1H").play(18).special()
    assert t.options == [{"to": {"liaodong": 1}}, {"to": {"liaodong": 2}}]
