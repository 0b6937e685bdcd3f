"""Short answers: units that are not there, a hex, the menu of a unit, tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.airbridge.givens import A, G
from tests.games.airbridge.test_examples import BOOK
from tests.games.airbridge.test_probe import BOARD, GUN, position


def test_units_that_are_not_there_have_no_values_retreats_or_advances() -> None:
    table = position(A, G)
    assert table.values_of("nobody") == {}
    assert table.values_of("a")
    assert table.retreats(("nobody",), 1).options == ()
    assert table.retreats(("g",), 3).options == ()
    assert table.retreats(("g",), 2).options
    place = table.place
    assert table.advances(("a",), place("0404"), "") == {}, "the enemy is there"
    assert table.advances(("a",), place("0406"), "") == {}, "two hexes away"
    assert set(table.advances(("a",), place("0402"), "")) == {place("0402")}


def test_a_hex_names_the_highway_and_the_zones_that_cover_it() -> None:
    board = BOARD | {"roads": [{"class": "highway", "hexes": ["0403", "0402"]}]}
    table = position(A, G, board=board)
    facts = {n: table.hex_facts(table.place(n)) for n in ("0403", "0404", "0405", "0808")}
    assert {n: f["highway"] for n, f in facts.items()} == {
        "0403": True, "0404": False, "0405": False, "0808": False,
    }  # fmt: skip
    assert {n: set(f["zones"]) for n, f in facts.items()} == {
        "0403": {"german"}, "0404": {"allied"}, "0405": {"german"}, "0808": set(),
    }  # fmt: skip


def test_the_way_to_the_own_hex_has_no_objection() -> None:
    table = position(A, phase="movement")
    stays = table.why_not(("a",), table.place("0403"))
    assert (stays.verdicts, stays.path[0]) == ((), table.place("0403"))


def test_the_menu_of_a_unit_has_its_moves_or_its_fights() -> None:
    moving = position(A, GUN | {"id": "gun", "hex": "0302"}, phase="movement")
    for name in ("a", "gun"):
        menu = list(moving.ruleset.actions_of(moving.state, name))
        assert menu
        assert all(getattr(order, "units", ()) == (name,) for order in menu)
    declaring = position(A, G, phase="declaration")
    menu = list(declaring.ruleset.actions_of(declaring.state, "a"))
    assert {order.kind for order in menu} == {"declare_attack"}
    assert not list(declaring.ruleset.actions_of(declaring.state, "g"))


@pytest.mark.parametrize(
    ("name", "asked", "result"),
    [
        ("maneuver", {"column": "1-2", "die": 1}, None),
        ("demolition", {"die": 5}, "blown"),
        ("demolition", {"die": 6}, "intact"),
    ],
)
def test_tables_of_combat_and_demolition(name: str, asked: dict[str, Any], result: Any) -> None:
    told = BOOK.table(name, asked).result
    assert told == result if result else told
