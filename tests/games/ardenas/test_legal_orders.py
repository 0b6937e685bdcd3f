"""The lists of legal orders: what they hold is legal, and what is legal they hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.games.ardenas.own_actions import (
    Drop,
    Embark,
    Rebuild,
    Take,
    WorkOnBridge,
)
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOARD, BOOK, after, against, allied, attack, given, unit
from tests.games.ardenas.test_ch08_guns import GUN
from tests.games.ardenas.test_ch09_drops import AIR, MEN, PLANE
from tests.thoroughness import some_now

MANY = 5000
RIVER: dict[str, Any] = BOARD | {
    "hexes": {"1514": {"river": True, "bridge": True}, "1513": {"river": True}}
}
STORE: dict[str, Any] = {"kind": "supply", "combat": 1}
GROUND: tuple[dict[str, Any], ...] = (
    unit("a", "1515", combat=6),
    unit("b", "1515", combat=6, status=["affected"]),
    unit("c", "1515", combat=6, status=["affected"]),
    unit("e", "1614", kind="engineer"),
    unit("w", "1513", kind="engineer"),
    unit("k", "1514", kind="commando"),
    unit("s", "1414", **STORE),
    unit("t", "1615", kind="tank", combat=5),
    unit("g", "1517", **GUN),
    unit("f", "1617", kind="antiaircraft", artillery=2, range=2),
    allied("d", "1416"),
    allied("h", "1316", kind="tank"),
    allied("o", "1715", kind="fuel", combat=1),
)
"""Units beside a bridge, a river, enemies and enemy stores."""
SKY: tuple[dict[str, Any], ...] = (
    unit("t", "1515", **PLANE),
    unit("u", "1515", **PLANE),
    unit("b", "1514", kind="bomber", combat=2, movement=8),
    unit("p", "1614", kind="fighter", combat=3, movement=8),
    unit("m", None, **MEN),
    unit("n", "1515", **MEN),
    unit("i", None),
    allied("d", "1514"),
    allied("x", "1613", kind="fighter", movement=8),
)


def position(phase: str, **more: Any) -> GivenPosition:
    units = SKY if phase == "air" else GROUND
    if phase == "air":
        board = AIR["board"] | {"hexes": {"1514": {"river": True, "bridge": True}}}
        more = {"subturn": 1, "board": board} | more
    return given(*units, **{"phase": phase, "board": RIVER} | more)


def every(found: GivenPosition) -> Iterator[act.Action]:
    """All orders of single units that make any sense, legal or not."""
    state, name = found.state, found.ruleset.places.name
    hexes = [n for n in found.ruleset.board.numbers if "12" <= n[:2] <= "18" and n[2:] > "11"]
    for one in state.pieces:
        yield Drop(unit=one)
        for hex_ in hexes:
            yield attack(one, hex_)
            yield act.Bombard(artillery=(one,), target=hex_)
            for way in ("demolish", "bomb", "commando", "build"):
                told = {"unit": one, "hex": hex_, "way": way}
                yield WorkOnBridge.model_validate(told)
    for one, two in permutations(state.pieces, 2):
        yield Take(unit=one, target=two)
        yield Take(unit=one, target=two, way="destroy")
        yield Embark(transport=one, units=(two,))
        if name(state.pieces[one].place) == name(state.pieces[two].place):
            yield Rebuild(unit=one, lost=two)


KINDS = (act.DeclareAttack, act.Bombard, WorkOnBridge, Take, Rebuild, Embark, Drop)


def legal(found: GivenPosition, order: act.Action) -> bool:
    try:
        return not against(found, found.state, order)
    except UserError:
        return False


def actors(order: act.Action) -> tuple[str, ...]:
    """The units that an order of these kinds names as doing it."""
    match order:
        case act.DeclareAttack():
            return order.attackers
        case act.Bombard():
            return order.artillery
        case Take() | Drop() | WorkOnBridge() | Rebuild() | Embark():
            return order.actors[:1]
    return ()


@pytest.mark.parametrize(
    ("phase", "more"),
    some_now(
        [
            ("groupings", {}),
            ("commandos", {}),
            ("engineers", {}),
            ("bombardment", {}),
            ("bombardment", {"weather": "storm"}),
            ("movement", {}),
            ("combat", {}),
            ("combat", {"active": "allied"}),
            ("capture", {}),
            ("capture", {"active": "allied"}),
            ("air", {}),
            ("air", {"weather": "fog"}),
        ],
        now=lambda row: not row[1],
    ),
)
def test_the_list_of_a_phase_holds_the_legal_orders_of_its_units(
    phase: str, more: dict[str, Any]
) -> None:
    found = position(phase, **more)
    listed = set(found.ruleset.legal(found.state, MANY).actions)
    assert all(legal(found, order) for order in listed)
    single = {o for o in listed if len(actors(o)) == 1}
    single -= {o for o in single if isinstance(o, act.DeclareAttack) and o.artillery}
    single -= {o for o in single if isinstance(o, Embark) and len(o.units) > 1}
    rest = {order for order in every(found) if legal(found, order)}
    assert single == rest


@pytest.mark.parametrize("phase", ["groupings", "commandos", "engineers", "bombardment",
                                   "movement", "combat", "capture", "air"])  # fmt: skip
def test_the_menu_of_a_unit_holds_its_orders_of_the_list(phase: str) -> None:
    found = position(phase)
    listed = set(found.ruleset.legal(found.state, MANY).actions)
    for name in found.state.pieces:
        menu = set(found.ruleset.actions_of(found.state, name))
        assert all(legal(found, order) for order in menu)
        own = {o for o in listed if getattr(o, "units", ()) == (name,) and o.kind == "move"}
        own |= {o for o in listed if isinstance(o, KINDS) and name in actors(o)}
        assert own <= menu, name


def test_the_set_up_lists_only_moves_to_other_hexes_of_the_set_up() -> None:
    """Section 6: the Allies arrange their units first."""
    rules = BOOK.ruleset("full")
    state = rules.opening()
    listed = rules.legal(state, MANY).actions
    moves = [o for o in listed if isinstance(o, act.MoveUnits)]
    assert {o.mode for o in moves} == {"set_up"}
    assert {state.pieces[o.units[0]].side for o in moves} == {"allied"}
    menu = set(rules.actions_of(state, "US-28-109"))
    assert {o.kind for o in menu} == {"move"}
    assert menu == {o for o in moves if o.units == ("US-28-109",)}
    assert all(o.path[0] != o.path[1] for o in moves)
    assert list(rules.actions_of(state, "GE-1SS-Pz")) == []


def test_a_unit_off_the_map_has_the_orders_of_its_entry_from_its_turn() -> None:
    """Section 6: the 9th Panzer Division enters on turn 7."""
    told = {"game": "ardenas", "active": "german", "phase": "movement"}
    for turn, some in ((6, False), (7, True)):
        found = BOOK.parse_position(told | {"turn": turn})
        menu = list(found.ruleset.actions_of(found.state, "GE-9-Pz"))
        assert bool(menu) == some
        assert {getattr(o, "mode", "") for o in menu} <= {"entry"}


def test_attacks_by_several_units_and_on_two_hexes_are_listed_with_their_guns() -> None:
    """Section 8.1: all units beside a hex together, those of each hex, each alone, with guns."""
    men = unit("a", "1515"), unit("b", "1515"), unit("c", "1414"), unit("z", "1520")
    guns = unit("g", "1516", **GUN), unit("h", "1516", **GUN)
    found = given(*men, *guns, allied("d", "1514"), allied("e", "1613"), phase="combat")
    listed = found.ruleset.legal(found.state, MANY).actions
    fights = [o for o in listed if isinstance(o, act.DeclareAttack) and o.target == "1514"]
    assert {(o.attackers, o.artillery) for o in fights} == {
        (("c", "a", "b"), ()),
        (("c",), ()),
        (("a", "b"), ()),
        (("a",), ()),
        (("b",), ()),
        (("c", "a", "b"), ("g",)),
        (("c", "a", "b"), ("g", "h")),
    }
    state = after(found, attack("a", "1514"))
    rest = {o.attackers for o in found.ruleset.legal(state, MANY).actions
            if isinstance(o, act.DeclareAttack)}  # fmt: skip
    assert ("a",) in rest, "it may be fought"
    assert ("a", "b") not in rest
    assert ("b",) in rest
