"""Effects of editions other than the house edition: several steps, conditions, choices (EFFECTS.md)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ming_voyages import load
from ming_voyages.edition import HOUSE_EDITION
from ming_voyages.game import MingVoyages
from tests import laws
from tests.games.ming_voyages.table import Table, table

rule = pytest.mark.rule


def edition_with(folder: Path, **steps: str) -> MingVoyages:
    """The house edition with other steps: ``overlord_7="[...]"`` is the Overlord's special action of card 7."""
    text = HOUSE_EDITION.read_text("utf-8")
    for key, new in steps.items():
        name, number = key.rsplit("_", 1)
        card = re.search(rf"\[\[card\]\]\nnumber = {number}\n.*?(?=\n\[\[|\Z)", text, re.S)
        assert card is not None
        body = re.sub(
            rf"(\[card\.{name}\]\ntext = [^\n]*\n)(?:require = [^\n]*\n)?steps = [^\n]*",
            lambda m, new=new: m[1] + new,  # type: ignore[misc]
            card[0],
        )
        assert body != card[0]
        text = text.replace(card[0], body)
    path = folder / "edition.toml"
    path.write_text(text.replace('edition = "house-1"', 'edition = "tried"'), "utf-8")
    return load(path)


def reacts(game: MingVoyages, side: str, **position: Any) -> Table:
    """Card 7, whose special action of `side` is used as a Reaction if it can be."""
    other = "overlord" if side == "emperor" else "emperor"
    t = table(turn=other, plays=7, voyages=[2], game=game, **position).play(7, "second")
    if t.asked == (side, "reaction"):
        t.do(side, "reaction", accept=True)
    return t


@rule("MV-170")
def test_the_first_choice_must_leave_the_second_step_possible(tmp_path: Path) -> None:
    """Return a Troop from any Ming region (keeping nothing), then take one into a Ming Borderland."""
    game = edition_with(
        tmp_path,
        overlord_7='steps = [{ op = "return", piece = "troop", n = 1, mode = "exact", from = "@ming_region" }, '
        '{ op = "take", piece = "troop", n = 1, to = "@ming_borderland" }]',
    )
    t = reacts(game, "overlord", yunnan="1T", home="1T")
    # emptying Yunnan would leave no Ming Borderland: the only choice left is carried out without asking
    assert (t["yunnan"], t["home"], t.asked) == ("2T", "", ("emperor", "choose_use"))
    t = reacts(game, "overlord", yunnan="1T", gansu="1T")
    assert t.asked == ("overlord", "pick_region")
    t.overlord("pick_region", region="yunnan")
    assert (t["yunnan"], t["gansu"]) == ("", "2T")
    t = reacts(game, "overlord", yunnan="1T")
    assert t.asked == ("emperor", "choose_use")
    assert t.events("reaction_skipped")


@rule("MV-170")
def test_an_action_in_the_middle_must_leave_the_rest_possible(tmp_path: Path) -> None:
    """Move up to 2 Hordes, then take a Settlement into a controlled Borderland."""
    game = edition_with(
        tmp_path,
        overlord_7='steps = [{ op = "act", action = "move", cp = 2 }, '
        '{ op = "take", piece = "settlement", n = 1, to = "@barbarian_borderland" }]',
    )
    t = reacts(game, "overlord", eastern_mongols="2H")
    assert t.asked == ("overlord", "move")
    assert {o["to"] for o in t.options} == {"sichuan", "gansu", "shanxi"}  # Homelands would leave nothing to settle
    assert t.refused("overlord", "move", from_="eastern_mongols", to="manchus", n=1) == "MV-375"
    t.overlord("move", from_="eastern_mongols", to="gansu", n=2)
    assert t["gansu"] == "2H 1S"
    t = reacts(game, "overlord", eastern_mongols="2H", gansu="1H")
    assert "manchus" in {o["to"] for o in t.options}
    assert reacts(game, "overlord", manchus="5S").events("reaction_skipped")


@rule("MV-170")
def test_amounts_in_the_middle_must_leave_the_rest_possible(tmp_path: Path) -> None:
    """Tax up to 3, then take 2 Gold; build from any Homeland, then return a Settlement from a Homeland."""
    game = edition_with(
        tmp_path,
        emperor_7='steps = [{ op = "act", action = "tax", cp = 3 }, '
        '{ op = "take", piece = "gold", n = 2, to = "ming_homeland" }]',
        overlord_7='steps = [{ op = "act", action = "build_settlement", cp = 3 }, '
        '{ op = "return", piece = "settlement", n = 1, mode = "exact", from = "@barbarian_homeland" }]',
    )
    t = reacts(game, "emperor", home="1G")
    assert t.asked == ("emperor", "take_amount")
    assert t.options == [{"n": 1}, {"n": 2}]
    t.emperor("take_amount", n=2)
    assert (t["home"], t.supply("gold")) == ("5G", 0)
    assert reacts(game, "emperor", home="3G").events("reaction_skipped")
    t = reacts(game, "overlord", manchus="2S", liaodong="1H")
    assert (t["manchus"], t["liaodong"]) == ("", "1H 1S")  # one is built, the other returned
    t = reacts(game, "overlord", manchus="1S", liaodong="1H", eastern_mongols="1S", shanxi="1H")
    assert {o["from"] for o in t.options} == {"manchus", "eastern_mongols"}
    t.overlord("build_origin", from_="manchus")
    while t.asked[0] == "overlord":
        t.overlord(t.asked[1], **t.options[0])
    assert t["eastern_mongols"] == t["manchus"] == ""
    assert reacts(game, "overlord", manchus="1S", liaodong="1H").events("reaction_skipped")


@rule("MV-170")
def test_a_nested_choice_offers_what_can_be_completed(tmp_path: Path) -> None:
    """Either take 2 Gold, or (return a Horde from a Homeland or take a Junk); after each a Troop."""
    game = edition_with(
        tmp_path,
        emperor_7='steps = [{ op = "choose", options = ['
        '[{ op = "take", piece = "gold", n = 2, to = "ming_homeland" }], '
        '[{ op = "choose", options = [[{ op = "return", piece = "horde", n = 1, mode = "exact", '
        'from = "@barbarian_homeland" }], [{ op = "take", piece = "junk", n = 1, to = "south_china_sea" }]] }]] }, '
        '{ op = "take", piece = "troop", n = 1, to = "ming_homeland" }]',
    )
    t = reacts(game, "emperor", manchus="1H")
    t.emperor("pick_option", index=1).emperor("pick_option", index=0)
    assert (t["manchus"], t["home"]) == ("", "1T")
    t = reacts(game, "emperor", manchus="1H", home="4G")  # no 2 Gold: the inner choice is asked at once
    assert t.asked == ("emperor", "pick_option")
    t.emperor("pick_option", index=1)
    assert (t["sea"], t["home"]) == ("1J", "1T 4G")
    t = reacts(game, "emperor", home="4G", gansu="1H", manchus="1S")  # the Junk alone is left
    assert (t["sea"], t["home"], t.asked) == ("1J", "1T 4G", ("overlord", "choose_use"))
    assert reacts(game, "emperor", home="12T").events("reaction_skipped")
    assert reacts(game, "emperor", home="4G", sea="6J", gansu="1H").events("reaction_skipped")


@rule("MV-170")
def test_an_option_is_offered_only_if_the_steps_after_the_choice_can_follow(tmp_path: Path) -> None:
    """Return the Gold or the Troop of the Homeland; then return a Gold of the Homeland."""
    game = edition_with(
        tmp_path,
        overlord_7='steps = [{ op = "choose", options = ['
        '[{ op = "return", piece = "gold", n = 1, mode = "exact", from = "ming_homeland" }], '
        '[{ op = "return", piece = "troop", n = 1, mode = "exact", from = "ming_homeland" }]] }, '
        '{ op = "return", piece = "gold", n = 1, mode = "exact", from = "ming_homeland" }]',
    )
    assert reacts(game, "overlord", home="1T 1G")["home"] == ""
    t = reacts(game, "overlord", home="1T 2G")
    assert t.options == [{"index": 0}, {"index": 1}]
    assert reacts(game, "overlord", home="2T").events("reaction_skipped")


@rule("MV-170", "MV-415")
def test_require_counts_the_overlords_borderlands(tmp_path: Path) -> None:
    game = edition_with(
        tmp_path,
        overlord_7="require = { overlord_borderlands_min = 2 }\n"
        'steps = [{ op = "take", piece = "horde", n = 1, to = "manchus" }]',
    )
    assert reacts(game, "overlord", yunnan="1H").events("reaction_skipped")
    assert reacts(game, "overlord", yunnan="1H", gansu="1S")["manchus"] == "1H"


@rule("MV-080", "MV-170")
def test_a_named_borderland_takes_no_pieces_while_the_opponent_holds_it(tmp_path: Path) -> None:
    game = edition_with(
        tmp_path, overlord_7='steps = [{ op = "take", piece = "horde", n = 1, to = "gansu" }]'
    )  # fmt: skip
    assert reacts(game, "overlord", gansu="1T").events("reaction_skipped")
    assert reacts(game, "overlord")["gansu"] == "1H"
    assert reacts(game, "overlord", gansu="1S")["gansu"] == "1H 1S"


@rule("MV-570", "MV-575")
@pytest.mark.parametrize("spread", ["", ", spread = true"])
def test_a_victory_by_an_effect_step_ends_the_game_before_the_next_step(tmp_path: Path, spread: str) -> None:
    game = edition_with(
        tmp_path,
        overlord_7=f'steps = [{{ op = "take", piece = "horde", n = 1, to = "gansu"{spread} }}, '
        '{ op = "return", piece = "gold", n = 1, mode = "exact", from = "ming_homeland" }]',
    )
    t = reacts(game, "overlord", yunnan="1H", sichuan="1H", shanxi="1S", liaodong="1H")
    assert t.over is not None
    assert t.over["winning_side"] == "overlord"


def test_up_to_with_filters_takes_what_there_is(tmp_path: Path) -> None:
    game = edition_with(
        tmp_path,
        overlord_7='steps = [{ op = "return", piece = "troop", n = 3, mode = "up_to", from = "@ming_borderland" }]',
        emperor_7='steps = [{ op = "return", piece = "horde", n = 2, mode = "up_to", from = "@barbarian_region", '
        "threatened = true }]",
    )
    t = reacts(game, "overlord", yunnan="2T", gansu="1T")
    t.overlord("pick_region", region="yunnan")
    assert (t["yunnan"], t["gansu"]) == ("", "1T")
    assert not reacts(game, "overlord").events("pieces_changed", "reaction_skipped")
    t = reacts(game, "emperor", yunnan="1T", sichuan="3H", shanxi="1H", manchus="2H")
    assert t["sichuan"] == "1H"  # the only barbarian Borderland next to Troops
    assert not reacts(game, "emperor", manchus="2H").events("pieces_changed", "reaction_skipped")


def test_a_random_discard_and_a_card_from_the_pile_in_one_effect(tmp_path: Path) -> None:
    game = edition_with(
        tmp_path, overlord_7='steps = [{ op = "discard_reserve", n = 2 }, { op = "reserve_top_discard" }]'
    )  # fmt: skip
    t = table(plays=7, emperor_reserve=[9, 12, 15], game=game).dice(discard_reserve=[12, 15])
    t.play(7, "second").overlord("reaction", accept=True)
    assert (t.reserve("emperor"), t.reserve("overlord"), t.discard) == ([9], [15], [12])
    assert t.view("emperor").known_opponent.reserve == [15]
    assert reacts(game, "overlord", emperor_reserve=[9]).events("reaction_skipped")


def test_an_effect_of_one_side_may_divide_pieces_of_the_other(tmp_path: Path) -> None:
    game = edition_with(
        tmp_path, overlord_7='steps = [{ op = "take", piece = "troop", n = 2, to = "@ming_region", spread = true }]'
    )  # fmt: skip
    t = reacts(game, "overlord", yunnan="1T")
    assert t.asked == ("overlord", "distribute")
    again = game.decode_state(game.encode_state(t.state))
    assert [d.plain() for d in game.pending(again)] == [d.plain() for d in game.pending(t.state)]
    t.overlord("distribute", to={"ming_homeland": 1, "yunnan": 1})
    assert (t["yunnan"], t["home"]) == ("2T", "1T")


def test_a_custom_edition_keeps_the_laws(tmp_path: Path) -> None:
    steps = (
        'steps = [{ op = "act", action = "move", cp = 2 }, { op = "choose", options = ['
        '[{ op = "take", piece = "settlement", n = 1, to = "@barbarian_borderland" }], '
        '[{ op = "return", piece = "gold", n = 1, mode = "up_to", from = "ming_homeland" }, '
        '{ op = "take", piece = "horde", n = 2, to = "@barbarian_region", spread = true }]] }]'
    )
    game = edition_with(tmp_path, **{f"overlord_{n}": steps for n in (7, 10, 13, 16, 19, 22)})
    assert (game.edition_id, game.key) == ("tried", "ming_voyages")
    assert game.edition_digest != load().edition_digest
    for seed in range(3):
        w = laws.Walk(game, "two_player", {}, 2, seed)
        while not w.over:
            if w.match.revision % 7 == 0 or game.pending(w.state)[0].kind in ("pick_option", "distribute"):
                laws.check_laws(w)
            w.step()
        laws.check_ending(w)
