"""Positions and moves by which each objective is met."""

from __future__ import annotations

from typing import Any

from rulekit.chance import Scripted
from rulekit.events import Ctx
from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import Table, table
from ultimate_voyage.names import ZONES

C = GAME.content


IDS = C.objective_ids


QUIET = Ctx(Scripted(), None)


def trade(port: str, good: str, own: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Seat 0 buys a good."""
    position = {"ships": {0: port}, "goods": {0: own}, "bazaar": {port: [good]}, "dials": (5, 0, 0)}
    return position, [f"action trade sun {port}", f"trade {good}"]


def win(port: str, **position: Any) -> tuple[dict[str, Any], list[str]]:
    """Seat 0 wins a combat of strength 8 (never above 10)."""
    position = {"ships": {0: port}, "dials": (6, 0, 0), "moon": [0], **position}
    return position, [f"action combat sun {port}", f"attack {port} 8", "split_points 2 0"]


def ally(port: str, here: int = 2, **position: Any) -> tuple[dict[str, Any], list[str]]:
    position = {"ships": {0: port}, "affiliation": {port: here}, "dials": (5, 0, 0), **position}
    return position, [f"action diplomacy sun {port}", f"diplomacy {port} {3 - here}"]


def erect(text: str, port: str = "champa", **position: Any) -> tuple[dict[str, Any], list[str]]:
    return {"ships": {0: port}, "dials": (4, 0, 0), **position}, [f"action combat sun {port}", f"build {text}"]


def explored(port: str, **position: Any) -> tuple[dict[str, Any], list[str]]:
    position = {"ships": {0: port}, "dials": (0, 0, 0), **position}
    return position, [f"action explore sun {port}", f"explore {port} 1"]


def play(objective: str, position: dict[str, Any], moves: list[str], **more: Any) -> Table:
    position = {"seats": 4, **position, **more}
    dice = {die: position.pop(die) for die in ("sun", "moon", "star") if die in position}
    deeds = position.pop("deeds", {})
    t = table(objectives=[objective], **position)
    for name, value in deeds.items():  # done after the reveal
        setattr(t.state.players[0], name, value)
    assert t.completed(0) == []
    t.dice(**dice).do(0, *moves)
    while t.asked.get(0) == "take_token":
        t.do(0, t.options(0)[0])
    return t


def regions(**counts: int) -> list[int]:
    return [
        counts.get(name, 0)
        for name in ("mainland_sea", "majapahit", "burma_bengal", "south_india_ceylon", "arabia", "east_africa")
    ]


MET = {
    "obj_I": trade("palembang", "mj07", ["se01", "ar05"]),
    "obj_II": win("palembang", deeds={"wins": regions(mainland_sea=1)}),
    "obj_III": ally("malacca", deeds={"firsts": regions(mainland_sea=1)}),
    "obj_1": ally("aden", deeds={"firsts": regions(arabia=1)}),
    "obj_2": trade("champa", "se11", ["mj11", "ar16", "ea06"]),
    "obj_3": trade("champa", "se16", ["se17", "mj15"]),
    "obj_4": erect("depot champa", depots={"malacca": 0, "kotte": 0}),
    "obj_5": erect("camp", p0="1 kilns, 1 camps", depots={"malacca": 0}),
    "obj_6": trade("champa", "se11", ["mj01", "mj02", "mj11"]),
    "obj_7": erect("depot pegu", "pegu", deeds={"wins": regions(burma_bengal=1)}),
    "obj_8": trade("aden", "ar01", ["ea01"]),
    "obj_9": ally("champa", markers={"palembang": 0, "mecca": 0}),
    "obj_10": win("aden", story={"south_india_ceylon": {0: 1}, "east_africa": {0: 1}}),
    "obj_11": explored("champa"),
    "obj_12": trade("champa", "se11", ["se01", "se03", "mj05", "ar16", "se17"]),
    "obj_13": win("kotte", deeds={"wins": regions(burma_bengal=1)}),
    "obj_14": win("malindi", deeds={"wins": regions(arabia=1)}),
    "obj_15": ({"ships": {0: "champa"}, "dials": (9, 0, 0)}, ["action combat sun champa"]),
    "obj_16": (
        {
            "ships": {0: "malacca"},
            "affiliation": {"palembang": -2},
            "wind": "gray",
            "storm": "southern",
            "dials": (1, 0, 0),
            "p0": "1 troops",
            "star": [1],
            "deeds": {"storms": 1},
        },
        ["action sail sun malacca", "board flagship", "sail palembang", "end_route"],
    ),
    "obj_17": explored("champa", explored={0: "palembang, kotte, mecca"}),
    "obj_18": (
        {"ships": {0: "hormuz"}, "goods": {0: ["se10"]}, "p0": "3 profit"},
        ["action trade sun hormuz", "courier se10 public"],
    ),
}


POINTS = {
    "I": 4, "II": 2, "III": 4, "1": 5, "2": 4, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "8": 4, "9": 4, "10": 4,
    "11": 4, "12": 3, "13": 3, "14": 4, "15": 2, "16": 2, "17": 4, "18": 3, "19": 2, "20": 2,
}  # fmt: skip


def after_exploring(t: Table) -> Table:
    """Find the Deposed Emperor counts explorations after the reveal: seat 0 has done three, seat 1 two."""
    for seat, ports in ((0, ("ayutthaya", "surabaya", "pegu")), (1, ("malacca", "palembang"))):
        for port in ports:
            t.state.stamp += 1
            t.state.players[seat].explored[ZONES.index(port)] = t.state.stamp
    return t


def with_decks(**decks: list[str]) -> dict[str, Any]:
    return {"objective_decks": decks}
