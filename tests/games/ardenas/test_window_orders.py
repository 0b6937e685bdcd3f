"""Orders of the game's own kinds in the window: drags of counters, and the menu of a unit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.games.ardenas.answers.dragging import ordered
from engine.games.ardenas.own_actions import Drop, Embark, Group, March, PlaceCommando, Shift
from engine.rules.alternatives import sentence
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import after, allied, given, unit
from tests.games.ardenas.test_ch09_drops import MEN, aboard, fleet
from tests.games.ardenas.test_ch11_groupings import grouping, name

TWO: list[dict[str, Any]] = [grouping(1, "1515", "a b"), grouping(2, "1518", "")]


def advancing(**more: Any) -> GivenPosition:
    units = unit("a", "1515", movement=6), unit("b", "1515", movement=4)
    return given(*units, groupings=TWO, **{"phase": "movement"} | more)


def dragged(found: GivenPosition, action: act.Action, mode: Any = "enforced") -> act.Action:
    return found.ruleset.answers(found.state).drag_action(action, mode)


def counter(number: int, hex_: str) -> act.ManualEdit:
    after_ = fx.MarkerFields(kind="grouping_ground_german", at=hex_)
    return act.ManualEdit(effects=(fx.SetMarker(marker=name(number), before=None, after=after_),))


def test_units_of_two_groupings_are_dragged_as_units() -> None:
    """7.0q: each grouping moves by itself."""
    both = [grouping(1, "1515", "a"), grouping(2, "1515", "b")]
    found = given(unit("a", "1515"), unit("b", "1515"), unit("c", "1515"), groupings=both,
                  phase="movement")  # fmt: skip
    for names, marches in ((("a",), True), (("a", "b"), False), (("c",), False)):
        move = act.MoveUnits(units=names, path=("1515", "1514"))
        assert (ordered(found.ruleset.position(found.state), move) != move) == marches


@pytest.mark.parametrize(("number", "to"), [(1, "1513"), (2, "1516")])
def test_the_counter_of_a_grouping_is_dragged_to_move_it(number: int, to: str) -> None:
    found = advancing()
    order = dragged(found, counter(number, to))
    assert isinstance(order, March)
    assert (order.grouping, order.path[-1]) == (name(number), to)
    told = sentence(found.ruleset, found.state, order)
    assert told == f"A grouping moves: {order.path[0]} → {to}."
    state = after(found, order)
    assert state.markers[name(number)].at == to
    assert dragged(found, counter(number, to), "off") == counter(number, to)


def test_one_unit_takes_its_grouping_along() -> None:
    order = dragged(advancing(), act.MoveUnits(units=("a",), path=("1515", "1514", "1513")))
    assert isinstance(order, March)
    assert order.grouping == name(1)


def test_a_commando_is_dragged_into_play_and_misdirects_units_that_are_dragged() -> None:
    men, enemy = unit("c", None, kind="commando"), allied("e", "1512") | {"status": ["frozen"]}
    found = given(men, enemy, phase="commandos")
    box = found.ruleset.places.name(found.state.pieces["c"].place)
    placed = dragged(found, act.MoveUnits(units=("c",), path=(box, "1515")))
    assert placed == PlaceCommando(unit="c", hex="1515")
    led = dragged(found, act.MoveUnits(units=("e",), path=("1512", "1511")))
    assert led == Shift(unit="e", hex="1511")


def test_the_menu_of_a_unit_lists_groupings_true_and_false_in_words() -> None:
    found = given(unit("a", "1515"), unit("b", "1515"), phase="groupings")
    orders = found.ruleset.answers(found.state).orders(("a",))
    formed = {o.action.units for o in orders if isinstance(o.action, Group)}
    assert formed == {("a", "b"), ("a",), ()}
    assert "A grouping without counters is formed in 1515." in {o.text for o in orders}
    assert not found.ruleset.answers(found.state).orders(())


def test_a_face_down_grouping_lies_on_the_map_as_a_counter_without_a_number() -> None:
    """11.0e: true and false look alike to the enemy."""
    found = advancing()
    seen = found.ruleset.observe(found.state, "allied")
    backs = {marker.at for marker in seen.markers.values()}
    assert backs == {"1515", "1518"}
    assert not {name(1), name(2)} & seen.markers.keys()


@pytest.mark.parametrize(
    ("phase", "more", "expected"),
    [
        ("movement", {}, {"a", "b"}),
        ("movement", {"groupings": TWO}, {"a", "b"}),
        ("combat", {}, {"a"}),
        ("movement", {"options": {"stack_leaving": "free"}}, {"a"}),
    ],
)
def test_a_dragged_unit_takes_its_stack_or_grouping_along(
    phase: str, more: dict[str, Any], expected: set[str]
) -> None:
    """7.0p: a stack moves as one, and leaves no counter behind."""
    found = given(unit("a", "1515"), unit("b", "1515"), unit("c", "1516"), phase=phase, **more)
    assert set(found.ruleset.answers(found.state).moved_together(["a"])) == expected


def test_the_menu_of_a_waiting_unit_lists_the_transports_that_it_may_board() -> None:
    found = fleet(unit("a", None, **MEN))
    orders = found.ruleset.answers(found.state).orders(("a",))
    assert [o.action for o in orders] == [Embark(transport="t", units=("a",))]


def test_the_checklist_counts_the_units_that_can_act_by_an_order() -> None:
    found, state = aboard("a")
    lines = {i.units: i.text for i in found.ruleset.answers(state).checklist()}
    assert lines[("t",)].startswith("The units aboard 1 transport can jump")
    loading = fleet(unit("a", None, **MEN)), fleet()
    texts = [i.text for one in loading for i in one.ruleset.answers(one.state).checklist()]
    assert sum(text.startswith("1 transport can load") for text in texts) == 1
    assert any(isinstance(o.action, Drop) for o in found.ruleset.answers(state).orders(("a",)))
    guns = unit("g", "1515", kind="field_artillery", artillery=2, range=3), allied("e", "1516")
    fires = given(*guns, phase="bombardment")
    text = "1 unit can fire or bomb: select it and click its target."
    assert text in {i.text for i in fires.ruleset.answers(fires.state).checklist()}
