"""The opponent's Reaction (RULES.md, section 6)."""

from __future__ import annotations

import pytest

from rulekit.game import Decision
from tests.games.ming_voyages.table import GAME, table

rule = pytest.mark.rule


@rule("MV-220", "MV-235", "MV-262")
def test_a1_raids_reaction_first() -> None:
    t = table(plays=24, home="1G").play(24, "second")
    assert t.asked == ("overlord", "reaction")
    t.overlord("reaction", accept=True)
    assert (t["home"], t.supply("gold")) == ("", 5)
    t.cp("tax").emperor("take_amount", n=3)
    assert (t["home"], t.supply("gold")) == ("3G", 2)
    assert [e for e in t.told() if e != "pieces_changed"] == [
        "card_played", "reaction_taken", "use_chosen", "cards_discarded"
    ]  # fmt: skip


@rule("MV-170", "MV-220")
def test_a1_variant_an_up_to_reaction_takes_nothing_from_an_empty_homeland() -> None:
    t = table(plays=24).play(24, "second").overlord("reaction", accept=True)
    assert t.supply("gold") == 5
    t.cp("tax").emperor("take_amount", n=3)
    assert t["home"] == "3G"


@rule("MV-220", "MV-235", "MV-262")
def test_a1_variant_the_emperor_first() -> None:
    t = table(plays=24, home="1G").play(24, "first").cp("tax").emperor("take_amount", n=3)
    assert t["home"] == "4G"
    assert t.asked == ("overlord", "reaction")
    t.overlord("reaction", accept=True)
    assert t["home"] == "2G"


@rule("MV-220")
def test_the_reaction_comes_with_a_special_action_of_the_active_player_too() -> None:
    t = table(plays=24, voyages=[7], home="1G", manchus="1S 1H").play(24).special()
    assert t.asked == ("overlord", "reaction")
    t = table(turn="overlord", plays=24, voyages=[7], home="1G", manchus="1S 1H").play(24).special()
    assert t.asked == ("emperor", "reaction")


@rule("MV-220", "MV-150", "MV-145")
def test_without_a_special_action_open_to_the_opponent_there_is_no_reaction_and_no_order() -> None:
    for turn, card in (("emperor", 1), ("overlord", 25), ("overlord", 24)):
        t = table(turn=turn, plays=card, manchus="1H")
        assert not t.offered(card=card, mode="second")
        t.play(card)
        assert t.asked == (turn, "choose_use")
        t.cp("tax" if turn == "emperor" else "gather")
        while t.asked[1] not in ("play_card", ""):
            t.do(turn, t.asked[1], **t.options[0])
        assert not t.events("reaction_skipped", "reaction_taken")


@rule("MV-225", "MV-240")
def test_b3_the_order_can_kill_a_reaction_and_its_slot_does_not_come_back() -> None:
    t = table(plays=8).play(8, "second")
    assert [e["type"] for e in t.events("reaction_skipped")] == ["reaction_skipped"]
    t.cp("build_junks").emperor("take_amount", n=2)
    assert t["sea"] == "2J"
    assert t.asked == ("overlord", "play_card")
    t = table(plays=8).play(8, "first").cp("build_junks").emperor("take_amount", n=2)
    assert t.asked == ("overlord", "reaction")
    t.overlord("reaction", accept=True)
    assert t["sea"] == "1J"


@rule("MV-230", "MV-240")
def test_a_reaction_is_optional_and_comes_once() -> None:
    t = table(plays=24, home="2G").play(24, "second")
    decision: Decision = GAME.pending(t.state)[0]
    assert decision.optional
    default = GAME.default(t.state, t.seat("overlord"))
    assert default is not None
    assert GAME.actions.encode(default) == {"type": "reaction", "accept": False}
    t.overlord("reaction", accept=False)
    assert t["home"] == "2G"
    t.cp("tax").emperor("take_amount", n=1)
    assert t.asked == ("overlord", "play_card")
    assert [e["type"] for e in t.events("reaction_declined", "reaction_taken", "reaction_skipped")] == [
        "reaction_declined"
    ]


@rule("MV-235")
def test_the_active_player_chooses_the_order_even_if_the_reaction_cannot_be_carried_out_now() -> None:
    t = table(plays=8)  # no Junk that Maelstrom could take
    assert t.offered(card=8, mode="first")
    assert t.offered(card=8, mode="second")


@rule("MV-245")
def test_b5_options_are_those_of_the_position_after_a_reaction_that_goes_first() -> None:
    t = table(plays=24, home="1G", sea="4G 1J")
    assert t.supply("gold") == 0
    t.play(24, "second").overlord("reaction", accept=True)
    assert (t["home"], t["sea"], t.supply("gold")) == ("", "4G 1J", 1)
    assert "tax" in t.uses
    t.cp("voyage")
    assert {(o["junks"], o["gold"]) for o in t.options} == {(1, 4)}


@rule("MV-245", "MV-335")
def test_b5_tax_takes_the_one_gold_that_the_reaction_freed() -> None:
    t = table(plays=24, home="1G", sea="4G 1J").play(24, "second").overlord("reaction", accept=True).cp("tax")
    assert (t["home"], t["sea"], t.supply("gold")) == ("1G", "4G 1J", 0)


@rule("MV-250", "MV-155", "MV-150", "MV-415")
def test_b4_a_voyage_of_the_same_turn_changes_the_barbarian_card() -> None:
    t = table(plays=25, voyages=[1, 2, 3], sea="2J", home="2G", manchus="9H")
    t.dice(voyage=[3, 6]).play(25, "first").cp("voyage").emperor("voyage", voyage=5, junks=2, gold=2)
    assert len(t.voyages) == 4
    t.overlord("reaction", accept=True)
    assert t.asked == ("overlord", "distribute")
    assert all(sum(o["to"].values()) == 3 for o in t.options)
    t.overlord("distribute", to={"manchus": 3})
    assert t["manchus"] == "12H"
    t = table(plays=25, voyages=[1, 2, 3], sea="2J", home="2G", manchus="9H").play(25, "second")
    t.overlord("reaction", accept=True).overlord("pick_region", region="manchus")
    assert t["manchus"] == "10H"


@rule("MV-255", "MV-430")
def test_a_reinforcing_card_gives_nobody_a_special_action() -> None:
    t = table(turn="overlord", plays=25, voyages=[7], overlord_reserve=[24], home="1G", manchus="1S")
    t.play(25).cp("gather", reinforce=24).overlord("distribute", to={"manchus": 1})
    assert t.asked == ("overlord", "discard_order")
    assert not t.events("reaction_skipped")


@rule("MV-255", "MV-480")
def test_a_reroll_card_gives_nobody_a_special_action() -> None:
    t = table(turn="overlord", plays=25, voyages=[7], overlord_reserve=[24], home="1G", sichuan="1T", manchus="1S",
              western_mongols="1H")  # fmt: skip
    t.dice(attacker=[1, 2, 3, 6, 6, 6], defender=[1, 2, 4]).play(25).cp("attack")
    t.overlord("reroll", do="card", card=24).overlord("reroll", do="dice", mask=7).overlord("reroll", do="stop")
    assert t["home"] == "1G"
    assert t.asked == ("emperor", "play_card")
    assert not t.events("reaction_skipped", "reaction_taken")


@rule("MV-260", "MV-565", "MV-575", "MV-265", "MV-160")
def test_b8_the_seventh_voyage_wins_in_the_opponents_turn() -> None:
    t = table(turn="overlord", plays=21, voyages=[1, 2, 3, 4, 5, 6], sea="1J", home="4G", manchus="1H")
    t.dice(voyage=[4]).play(21, "first").cp("amass").overlord("distribute", to={"manchus": 3})
    t.emperor("reaction", accept=True)
    assert t.asked == ("emperor", "voyage")
    t.emperor("voyage", voyage=7, junks=1, gold=4)
    assert t.over is not None
    assert (t.over["winning_side"], t.over["kind"]) == ("emperor", "major")
    assert not t.events("hand_received", "cards_discarded")
    assert GAME.pending(t.state) == []


@rule("MV-260")
def test_a_victory_by_the_reaction_leaves_the_second_part_undone() -> None:
    t = table(turn="overlord", plays=21, voyages=[1, 2, 3, 4, 5, 6], sea="1J", home="5G", manchus="1H")
    t.dice(voyage=[1]).play(21, "second").emperor("reaction", accept=True).emperor("voyage", voyage=7, junks=1, gold=5)
    assert t.over is not None
    assert not t.events("use_chosen")


@rule("MV-262", "MV-525", "MV-360")
def test_each_part_is_finished_battle_included_before_the_next_begins() -> None:
    t = table(plays=12, home="1T", sichuan="1H", western_mongols="1H", emperor_reserve=[22])
    t.dice(attacker=[6, 5, 1], defender=[2, 3, 4]).play(12, "first").cp("attack")
    assert t.asked == ("emperor", "reroll")  # the Reaction waits for the end of the battle
    t.emperor("reroll", do="stop")
    assert t["sichuan"] == "1T"
    assert t.asked == ("overlord", "reaction")
    assert t.discard == []
    t.overlord("reaction", accept=False)
    assert t.discard == [12]


@rule("MV-265", "MV-445")
def test_the_reacting_side_is_the_attacker_in_its_battle() -> None:
    t = table(plays=12, yunnan="1T", western_mongols="2H")
    t.dice(attacker=[6, 6, 1], defender=[2, 3, 4]).play(12, "second").overlord("reaction", accept=True)
    assert {tuple(o["from"].items()) for o in t.options} == {(("western_mongols", 1),), (("western_mongols", 2),)}
    t.overlord("attack", from_={"western_mongols": 1})
    started = t.events("battle_started")[0]
    assert (started["attacker"], started["target"]) == ("overlord", "yunnan")
    assert t["yunnan"] == "1H"
    assert t.asked == ("emperor", "choose_use")


@rule("MV-525")
def test_after_a_battle_of_the_active_player_the_reaction_is_still_due() -> None:
    t = table(turn="overlord", plays=12, yunnan="1T", home="1T", western_mongols="1H", voyages=[3])
    t.dice(attacker=[6, 6, 1], defender=[2, 3, 4]).play(12, "first").special()
    assert t.asked == ("emperor", "reaction")
    t.dice(attacker=[1, 2, 3], defender=[4, 4, 4])
    t.emperor("reaction", accept=True)
    assert [e["attacker"] for e in t.events("battle_started")] == ["overlord", "emperor"]
    assert (t["yunnan"], t["home"]) == ("1H", "")
