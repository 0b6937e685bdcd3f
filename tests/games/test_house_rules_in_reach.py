"""House rules in the younger games: reach offers the moves that the judge then allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.modes import HOUSE_TRACK, HouseLevel
from engine.core.state import State
from engine.rules.judge import judged
from engine.rules.registry import is_legal
from tests.games.airbridge.test_probe import GUARDS, SS, position
from tests.games.marketgarden import tabletop as marketgarden
from tests.games.normandy44 import tabletop as normandy44

WALL = ("0204", "0404", "0604", "0804")
"""Enemies whose zones close the way, with gaps between them."""


def airbridge_table() -> tuple[Any, State]:
    wall = [SS | {"id": f"g{hex_}", "hex": hex_} for hex_ in WALL]
    table = position(GUARDS | {"id": "a", "hex": "0402", "movement": 3}, *wall, phase="movement")
    return table.ruleset, table.state


def marketgarden_table() -> tuple[Any, State]:
    table = marketgarden.Table(
        [marketgarden.allied("a", "0402"), *(marketgarden.unit(f"g{h}", h) for h in WALL)],
        active="allied",
    )
    return table.rules, table.state


def normandy44_table() -> tuple[Any, State]:
    table = normandy44.Table(
        [normandy44.allied("a", "0403"), normandy44.german("g", "0404")],
        active="allied",
        phase="movement",
    )
    return table.rules, table.state


def with_house_rule(state: State, rule: str, level: HouseLevel) -> State:
    return replace(state, tracks={**state.tracks, HOUSE_TRACK + rule: level})


GAMES = {
    "airbridge": (airbridge_table, "6.0c", "4.0a"),
    "marketgarden": (marketgarden_table, "4.1.2b", "4.0b"),
    "normandy44": (normandy44_table, "8.2", "9.1a"),
}
"""Each game's table, its rule of stopping in an enemy zone, and that of movement allowances."""


@pytest.mark.parametrize("level", ["off", "advise"])
@pytest.mark.parametrize("index", [1, 2], ids=["zone", "allowance"])
@pytest.mark.parametrize("game", GAMES)
def test_reach_grows_with_a_house_rule_and_its_moves_are_legal(
    game: str, index: int, level: HouseLevel
) -> None:
    rules, state = GAMES[game][0]()
    freed = with_house_rule(state, GAMES[game][index], level)
    printed, reached = (rules.answers(s).reach(["a"]).hexes for s in (state, freed))
    assert reached.keys() > printed.keys() or any(
        end.cost < printed[hex_].cost for hex_, end in reached.items()
    )
    for end in reached.values():
        path = tuple(rules.places.name(i) for i in end.path)
        move = act.MoveUnits(units=("a",), path=path)
        assert is_legal(judged(rules, freed, move)), path


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_that_only_refuses_breaches_opens_nothing(game: str) -> None:
    rules, state = GAMES[game][0]()
    strict = with_house_rule(state, GAMES[game][1], "enforce")
    printed, reached = (rules.answers(s).reach(["a"]).hexes for s in (state, strict))
    assert reached == printed
