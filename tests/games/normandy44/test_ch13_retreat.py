"""Retreats (chapter 13): their paths, under enforced and advisory rules."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.rules.judge import Forbidden
from tests.games.normandy44.givens import against_the_rules, beaten, refused
from tests.games.normandy44.tabletop import german


def test_a_retreat_takes_any_path_of_the_same_price() -> None:
    """13.1.4: the owner chooses the way; the list has one to each hex."""
    table = beaten()
    assert "x 0506 0607" in table.options
    assert "x 0606 0607" not in table.options
    assert refused(table, "x 0405 0305") == {"13.1.2a"}
    assert refused(table, "x 0606 0507") == {"3.0"}  # 0606 and 0507 are apart
    table.choose("x 0606 0607")
    assert table.at("x") == "0607"


@pytest.mark.parametrize(
    ("dragged", "played"),
    [
        (("0606", "0607"), "x 0606 0607"),
        (("0506", "0607"), "x 0506 0607"),
        (("0607",), "x 0506 0607"),
        (("0405", "0407"), "x 0506 0407"),
    ],
)
def test_a_dragged_retreat_goes_by_its_path_where_that_is_legal(
    dragged: tuple[str, ...], played: str
) -> None:
    """13.1.4: otherwise by the listed path to the same hex."""
    table = beaten()
    move = act.MoveUnits(units=("x",), path=("0505", *dragged))
    meant = table.rules.answers(table.state).drag_action(move, "enforced")
    assert meant == act.Choose(decision="retreat", option=played)


def test_a_retreat_among_friends_on_the_road_is_refused_for_that_reason() -> None:
    """13.7: not for steps that it does not cost."""
    table = beaten(german("s", "0507", 2, "tank", status=["strategic"]))
    assert refused(table, "x 0506 0507") == {"13.7"}


def test_a_retreat_takes_the_markers_of_trucks_off_friends_too() -> None:
    """9.8.5, 9.8.6: a stack after a retreat is a reason for the truck's marker as well."""
    table = beaten(german("s", "0507", 4, status=["truck"]))
    table.choose("x 0506 0507")
    assert "truck" not in table.unit("s").status


@pytest.mark.parametrize(
    ("option", "place", "rule"),
    [("x 0405 0305", "0305", "13.1.2a"), ("x 0405 0304", "0304", "13.1.2a")],
)
def test_advisory_rules_let_units_retreat_by_other_paths(
    option: str, place: str, rule: str
) -> None:
    """The breach is flagged; the unit goes there and is disrupted."""
    table = beaten()
    assert refused(table, option) == {rule}
    against_the_rules(table, option)
    assert table.at("x") == place
    assert "disrupted" in table.unit("x").status


@pytest.mark.parametrize("option", ["x 0508", "x 0504", "x 9999", "x", "a 0404", "x 0506 there"])
def test_advisory_rules_never_let_units_jump_or_enter_the_enemy(option: str) -> None:
    with pytest.raises(Forbidden):
        against_the_rules(beaten(), option)
