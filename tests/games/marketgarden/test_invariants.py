"""The invariants report positions that break them."""

from __future__ import annotations

from dataclasses import replace

from engine.games.marketgarden import tracks as names
from engine.games.marketgarden.rules import ch11_victory
from tests.games.marketgarden.tabletop import Table, allied, unit


def faults(table: Table, **tracks: int | str) -> list[str]:
    state = replace(table.state, tracks={**table.state.tracks, **tracks})
    return list(table.rules.invariants(state, table.state))


def test_an_honest_position_has_no_fault():
    assert faults(Table([allied("e", "0506"), unit("f", "0509")])) == []


def test_combat_without_decision_is_a_fault():
    table = Table([allied("e", "0506"), unit("f", "0509")])
    assert faults(table, fight="0506") == ["a combat waits for nobody"]


def test_air_points_are_those_of_the_day():
    table = Table([allied("e", "0506"), unit("f", "0509")])
    for points in (-1, 99):
        found = faults(table, **{"air/allied": points})
        assert found == ["the air points of the allied side are none of the day"]


def test_appearing_or_vanishing_pieces_are_faults():
    table = Table([allied("e", "0506"), unit("f", "0509")])
    fewer = Table([allied("e", "0506")])
    found = list(table.rules.invariants(table.state, fewer.state))
    assert found == ["a piece came from nowhere or has vanished"]


def test_a_fourth_unit_in_a_hex_is_a_fault():
    table = Table([*(allied(name, "0506") for name in "abcd"), unit("f", "0509")])
    assert faults(table) == ["0506 holds more than three allied units"]


def test_the_phase_that_follows_is_known():
    table = Table([allied("e", "0506"), unit("f", "0509")])
    clock = table.rules.following(table.state)
    assert clock is not None
    assert (clock.turn, clock.active, clock.phase) == (3, "german", "combat")


def test_the_points_of_a_finished_game_are_those_of_a_recount():
    table = Table([allied("e", "0506"), unit("f", "0509")])
    total = ch11_victory.points(table.now)
    right = {names.POINTS + side: n for side, n in total.items()}
    assert faults(table, winner="allied", **right) == []
    wrong = right | {names.POINTS + "german": total["german"] + 1}
    assert faults(table, winner="allied", **wrong) == [
        "the points of the german side are not what a recount gives"
    ]
