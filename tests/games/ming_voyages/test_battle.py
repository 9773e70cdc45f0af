"""Battle (RULES.md, section 9)."""

from __future__ import annotations

import pytest

from ming_voyages.dice import result
from ming_voyages.names import DOUBLE, SINGLE, TRIPLE
from rulekit.chance import Seeded
from rulekit.events import Ctx
from tests.games.ming_voyages.table import GAME, Table, table

rule = pytest.mark.rule


def overlord_attacks(attacker: list[int], defender: list[int], **position: str) -> Table:
    """Liaodong is attacked by all Hordes of the Manchus, up to 3."""
    t = table(turn="overlord", plays=24, on=position).dice(attacker=attacker, defender=defender)
    t.play(24, "first").cp("attack")
    if t.asked[1] == "attack":
        t.overlord("attack", from_={"manchus": min(3, int(position["manchus"][0]))})
    return t


def emperor_attacks(attacker: list[int], defender: list[int], gansu: str, troops: int = 3) -> Table:
    """Gansu is attacked by Troops of the Homeland."""
    t = table(plays=12, home=f"{troops}T", gansu=gansu).dice(attacker=attacker, defender=defender)
    t.play(12, "first").cp("attack")
    if t.asked[1] == "attack":
        t.emperor("attack", from_={"ming_homeland": troops})
    return t


def rounds(t: Table) -> list[tuple[str, str | None]]:
    return [(e["hit"], e["loser"]) for e in t.events("battle_round")]


@rule("MV-420", "MV-435", "MV-440", "MV-450", "MV-465", "MV-470", "MV-475", "MV-490", "MV-500", "MV-510", "MV-520")
def test_a3_the_battle_of_sichuan() -> None:
    t = table(
        turn="overlord", plays=24, western_mongols="3H", eastern_mongols="3H", sichuan="2T",
        overlord_reserve=[6, 11], emperor_reserve=[8],
    )  # fmt: skip
    t.dice(attacker=[5, 5, 3, 4, 4, 2, 6, 5, 3, 3, 3, 6, 3], defender=[5, 5, 6, 5, 4, 3, 5, 1, 3, 3, 2, 1])
    t.play(24, "first").cp("attack", reinforce=6)
    t.overlord("attack", from_={"western_mongols": 3, "eastern_mongols": 3})
    assert t["sichuan"] == "2T 6H"
    t.overlord("reroll", do="stop").emperor("reroll", do="stop")
    assert rounds(t) == [("standoff", None)]
    assert t["sichuan"] == "2T 6H"
    t.overlord("reroll", do="stop")
    assert t.view(None).battle is not None
    t.emperor("reroll", do="card", card=8)
    t.emperor("reroll", do="dice", mask=0b110)  # keeps the 5, rolls 5 1
    t.emperor("reroll", do="dice", mask=0b100)  # rolls the 1 again: 3
    assert rounds(t)[1] == ("normal_hit", "overlord")
    assert t["sichuan"] == "2T 5H"
    assert t.discard == [8]
    t.overlord("reroll", do="card", card=11)
    t.overlord("reroll", do="dice", mask=7)
    t.overlord("reroll", do="dice", mask=0b100)
    assert t.discard == [8, 11]
    assert rounds(t)[2] == ("devastating_blow", "emperor")
    assert (t["sichuan"], t.supply("troop"), t.supply("horde")) == ("5H", 12, 7)
    assert t.events("battle_ended") == [{"type": "battle_ended", "target": "sichuan", "winner": "overlord"}]
    t.overlord("discard_order", cards=[24, 6])
    assert t.discard == [8, 11, 24, 6]
    assert not any(t.script.values())


@rule("MV-445", "MV-450", "MV-520", "MV-530")
def test_a_battle_goes_on_until_one_side_is_left_and_nobody_may_retreat() -> None:
    standoffs = [4, 4, 6] * 25
    t = overlord_attacks([*standoffs, 6, 6, 6], [*standoffs, 1, 2, 3], liaodong="1T", manchus="1H")
    assert len(rounds(t)) == 26
    assert [e["winner"] for e in t.events("battle_ended")] == ["overlord"]
    assert (t["liaodong"], t["manchus"]) == ("1H", "")
    t = overlord_attacks([6, 6, 1], [1, 2, 3], liaodong="1T", manchus="1H")
    kinds = {e["type"] for e in t.events() if "battle" in e["type"]}
    assert kinds == {"battle_started", "battle_roll", "battle_round", "battle_ended"}


@rule("MV-450", "MV-465")
def test_the_only_battle_decisions_are_about_rerolls() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5], liaodong="1T", manchus="1H")
    t.dice(attacker=[6, 6, 1], defender=[1, 2, 3]).play(4, "first").cp("attack")
    assert t.options == [{"do": "stop"}, {"do": "card", "card": 5}]


@rule("MV-455")
def test_the_attacker_rolls_first_and_the_defender_after_the_attackers_result_is_final() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5], emperor_reserve=[8], liaodong="4T", manchus="1H")
    t.dice(attacker=[6, 6, 1], defender=[1, 2, 3]).play(4, "first").cp("attack")
    battle = t.view(None).battle
    assert battle is not None
    assert (battle.attack_dice, battle.defence_dice, t.asked) == ([6, 6, 1], [], ("overlord", "reroll"))
    t.overlord("reroll", do="stop")
    assert t.asked == ("emperor", "reroll")
    battle = t.view(None).battle
    assert battle is not None
    assert battle.defence_dice == [1, 2, 3]
    assert [len(e["dice"]) for e in t.events("battle_roll")] == [3, 3]  # 1 Horde, 4 Troops: 3 dice each


@rule("MV-460")
def test_every_roll_of_three_dice_is_a_single_double_or_triple_with_its_score() -> None:
    seen = {SINGLE: 0, DOUBLE: 0, TRIPLE: 0}
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                kind, score = result([a, b, c])
                values = sorted([a, b, c])
                assert kind == 4 - len(set(values))
                assert score == (values[1] if kind != SINGLE else values[2])
                seen[kind] += 1
    assert seen == {SINGLE: 120, DOUBLE: 90, TRIPLE: 6}


@rule("MV-465", "MV-480")
def test_a_card_gives_as_many_rerolls_as_its_cp_of_any_of_the_own_dice() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5, 24, 9], liaodong="1T", manchus="1H")
    t.dice(attacker=[1, 2, 3, 6, 6, 5, 4]).play(4, "first").cp("attack")
    assert [o.get("card") for o in t.options] == [None, 5, 24, 9]
    t.overlord("reroll", do="card", card=24)
    assert t.options == [{"do": "stop"}, *({"do": "dice", "mask": m} for m in range(1, 8))]
    t.overlord("reroll", do="dice", mask=0b101)
    battle = t.view(None).battle
    assert battle is not None
    assert (battle.attack_dice, battle.rerolls) == ([6, 2, 6], 2)
    t.overlord("reroll", do="dice", mask=0b010).overlord("reroll", do="dice", mask=0b010)
    assert [e["rerolls"] for e in t.events("battle_reroll")] == [2, 1, 0]
    assert [o.get("card") for o in t.options] == [None, 5, 9]
    assert t["home"] == ""


@rule("MV-470")
def test_another_card_only_when_the_rerolls_are_used_up() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5, 10], liaodong="1T", manchus="1H")
    t.dice(attacker=[1, 2, 3, 1, 1, 1, 6, 6, 6], defender=[1, 2, 3]).play(4, "first").cp("attack")
    t.overlord("reroll", do="card", card=10)
    assert t.refused("overlord", "reroll", do="card", card=5) == "MV-465"
    t.overlord("reroll", do="dice", mask=7).overlord("reroll", do="card", card=5)
    t.overlord("reroll", do="dice", mask=7).overlord("reroll", do="stop")
    assert t.reserve("overlord") == []
    assert t["liaodong"] == "1H"


@rule("MV-470", "MV-475")
def test_the_roller_may_stop_right_after_revealing_a_card_and_loses_its_rerolls() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[24, 5], liaodong="1T", manchus="1H", discard=[3])
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).play(4, "first").cp("attack")
    t.overlord("reroll", do="card", card=24).overlord("reroll", do="stop")
    assert t.discard == [3, 24, 4]
    assert t.reserve("overlord") == [5]
    assert t["liaodong"] == "1H"


@rule("MV-475")
def test_revealed_cards_are_discarded_in_the_order_of_use_and_the_others_stay() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5, 10, 13], liaodong="1T", manchus="1H", emperor_reserve=[8])
    t.dice(attacker=[1, 2, 3, 1, 1, 2, 6, 6, 6], defender=[1, 2, 3]).play(4, "first").cp("attack")
    t.overlord("reroll", do="card", card=13).overlord("reroll", do="dice", mask=7)
    t.overlord("reroll", do="card", card=10).overlord("reroll", do="dice", mask=7)
    assert t.discard == []
    t.overlord("reroll", do="stop")
    assert t.discard == [13, 10]
    assert t.events("cards_discarded") == [{"type": "cards_discarded", "cards": [13, 10], "cause": "rerolls"}]
    assert (t.reserve("overlord"), t.asked) == ([5], ("emperor", "reroll"))


@rule("MV-475")
def test_the_last_card_used_up_ends_the_step_without_asking() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[10], liaodong="1T", manchus="1H")
    t.dice(attacker=[1, 2, 3, 6, 6, 6], defender=[1, 2, 4]).play(4, "first").cp("attack")
    t.overlord("reroll", do="card", card=10).overlord("reroll", do="dice", mask=7)
    assert t.asked == ("emperor", "play_card")
    assert t.discard == [10, 4]


@rule("MV-480", "MV-465")
def test_nobody_uses_the_reserve_of_the_other() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5], emperor_reserve=[8], liaodong="1T", manchus="1H")
    t.dice(attacker=[6, 6, 1], defender=[1, 2, 3]).play(4, "first").cp("attack")
    assert t.refused("overlord", "reroll", do="card", card=8) == "MV-465"
    t.overlord("reroll", do="stop")
    assert t.refused("emperor", "reroll", do="card", card=5) == "MV-465"


@rule("MV-485")
@pytest.mark.parametrize(
    ("attacker", "defender", "hit", "loser"),
    [
        ([1, 1, 2], [6, 5, 4], "devastating_blow", "emperor"),  # B12: a double 1 beats a single 6
        ([1, 1, 1], [6, 6, 5], "devastating_blow", "emperor"),  # B12: a triple 1 beats a double 6
        ([1, 2, 3], [4, 4, 4], "devastating_blow", "overlord"),
        ([3, 3, 1], [2, 6, 2], "normal_hit", "emperor"),
        ([5, 2, 1], [6, 2, 1], "normal_hit", "overlord"),
        ([2, 2, 2], [3, 3, 3], "normal_hit", "overlord"),
        ([4, 4, 6], [4, 4, 1], "standoff", None),  # B13
        ([6, 5, 4], [6, 2, 1], "standoff", None),  # B13
        ([5, 5, 5], [5, 5, 5], "standoff", None),
    ],
)
def test_b12_b13_type_goes_before_score(attacker: list[int], defender: list[int], hit: str, loser: str | None) -> None:
    end = ([6, 6, 6] * 2, [1, 2, 3] * 2) if loser != "overlord" else ([1, 2, 3] * 2, [6, 6, 6] * 2)
    t = overlord_attacks([*attacker, *end[0]], [*defender, *end[1]], liaodong="3T", manchus="3H")
    assert rounds(t)[0] == (hit, loser)


@rule("MV-490", "MV-515")
def test_a_devastating_blow_takes_two_pieces_of_the_loser_in_the_borderland() -> None:
    t = overlord_attacks([6, 6, 1, 6, 6, 1], [1, 2, 3, 1, 2, 3], liaodong="3T", gansu="2T", home="2T", manchus="1H")
    lost = [e["n"] for e in t.events("pieces_changed") if e["to"] == "supply"]
    assert lost == [2, 1]
    assert (t["liaodong"], t["gansu"], t["home"]) == ("1H", "2T", "2T")


@rule("MV-490")
def test_b11_a_devastating_blow_on_a_single_piece_takes_one() -> None:
    t = table(turn="overlord", plays=24, shanxi="1T", manchus="3H")
    t.dice(attacker=[2, 2, 5], defender=[6, 4, 3]).play(24).cp("attack").overlord("attack", from_={"manchus": 3})
    assert rounds(t) == [("devastating_blow", "emperor")]
    assert (t["shanxi"], t.supply("troop")) == ("3H", 12)


@rule("MV-490", "MV-500", "MV-515", "MV-520")
def test_the_attacker_can_lose_and_the_defender_stays() -> None:
    t = overlord_attacks([1, 2, 3, 1, 2, 4], [6, 6, 1, 6, 2, 1], liaodong="1T", manchus="5H")
    assert rounds(t) == [("devastating_blow", "overlord"), ("normal_hit", "overlord")]
    assert (t["liaodong"], t["manchus"], t.supply("horde")) == ("1T", "2H", 10)
    assert t.events("battle_ended")[0]["winner"] == "emperor"


@rule("MV-495", "MV-500", "MV-520")
def test_b10_a_devastating_blow_takes_one_settlement_and_no_horde() -> None:
    t = emperor_attacks([4, 4, 1, 6, 3, 2], [6, 5, 2, 5, 4, 1], gansu="1H 1S")
    assert rounds(t) == [("devastating_blow", "overlord"), ("normal_hit", "overlord")]
    lost = [(e["piece"], e["n"]) for e in t.events("pieces_changed") if e["to"] == "supply"]
    assert lost == [("settlement", 1), ("horde", 1)]
    assert t["gansu"] == "3T"


@rule("MV-505")
def test_b10_variant_a_normal_hit_does_nothing_while_a_settlement_is_there() -> None:
    t = emperor_attacks([6, 5, 1, 4, 4, 1, 6, 3, 2], [5, 4, 2, 6, 5, 2, 5, 4, 1], gansu="1H 1S")
    assert rounds(t)[0] == ("normal_hit", "overlord")
    lost = [e["cause"] for e in t.events("pieces_changed") if e["to"] == "supply"]
    assert lost == ["devastating_blow", "normal_hit"]


@rule("MV-495", "MV-505", "MV-290")
def test_a_settlement_alone_is_destroyed_by_devastating_blows_only() -> None:
    t = emperor_attacks([6, 5, 1, 4, 4, 1, 4, 4, 1], [5, 4, 2, 6, 5, 2, 6, 5, 2], gansu="2S", troops=1)
    assert rounds(t) == [("normal_hit", "overlord"), ("devastating_blow", "overlord"), ("devastating_blow", "overlord")]
    assert (t["gansu"], t.supply("settlement")) == ("1T", 5)


@rule("MV-510")
def test_a_standoff_costs_nobody_anything() -> None:
    t = emperor_attacks([4, 4, 6, 6, 6, 1], [4, 4, 1, 1, 2, 3], gansu="1H", troops=2)
    assert rounds(t)[0] == ("standoff", None)
    assert t["gansu"] == "2T"
    assert [e["cause"] for e in t.events("pieces_changed")] == ["attack", "devastating_blow"]


@rule("MV-515")
def test_hordes_and_settlements_elsewhere_are_safe() -> None:
    t = emperor_attacks([6, 6, 6], [1, 2, 3], gansu="1H")
    t2 = table(plays=12, home="1T", gansu="1H", sichuan="2H 1S", eastern_mongols="2H 1S")
    t2.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).play(12, "first").cp("attack")
    t2.emperor("attack_target", target="gansu")
    assert (t["gansu"], t2["gansu"]) == ("3T", "1T")
    assert (t2["sichuan"], t2["eastern_mongols"]) == ("2H 1S", "2H 1S")


@rule("MV-530")
def test_battles_end_with_pieces_of_exactly_one_side() -> None:
    for seed in range(200):
        t = table(turn="overlord", plays=24, liaodong="4T", manchus="3H", shanxi="2S", eastern_mongols="1H")
        ctx = Ctx(Seeded(seed.to_bytes(32)), t.log)
        s = t.state
        for move in (("play_card", {"card": 24, "mode": "first"}),
                     ("choose_use", {"use": "cp", "action": "attack", "reinforce": None}),
                     ("attack", {"from": {"manchus": 3}})):  # fmt: skip
            GAME.apply(s, 1, None, GAME.actions.decode({"type": move[0], **move[1]}), ctx)
        assert s.battle is None
        assert (s.troops[5] > 0) != (s.hordes[5] > 0)
        losses = t.events("pieces_changed")[1:]
        assert len(losses) <= len(t.events("battle_round"))
