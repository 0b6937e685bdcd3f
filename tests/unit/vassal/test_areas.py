"""Action buttons: areas of a counter that send a key stroke."""

from __future__ import annotations

import pytest

from engine.vassal.module_commands import area_keys
from tests.unit.vassal.test_acting import FLIP, add, do, named, texts, trait

OLD = trait("button", named("old"), -10, -10, 10, 10, "Old style")
SHAPED = trait("button", named("new"), 0, 0, 9, 9, "", "false", "false", 1, 3, 0, 0, 12, 0, 0, 12)
WHOLE = trait("button", named("all"), 0, 0, 0, 0, "Anywhere", "false", "true")


def at(made, x, y, side=""):
    return area_keys(made.module.drawing, made.now, made.module.places, "start-1", x, y, side)


@pytest.mark.parametrize(
    ("x", "y", "keys"),
    [(-5, -5, ["old", "all"]), (2, 2, ["new", "all"]), (8, 8, ["all"]), (400, 0, [])],
)
def test_the_action_buttons_under_a_point_send_their_keys(game, x, y, keys):
    made = game(add(OLD, SHAPED, WHOLE))
    assert at(made, x, y) == [f"name:{key}" for key in keys]


def test_a_covered_piece_has_no_action_buttons(game):
    mask = trait("obs", "73,130", "back.png", "Conceal", "B", "?", "side:")
    made = game(add(OLD, mask, WHOLE, states={1: "null"}))
    do(made, "73,128", side="Blue")
    assert at(made, -5, -5, "Blue") == ["name:old", "name:all"]
    assert at(made, -5, -5, "Red") == ["name:old"]


def test_an_action_button_is_in_the_menu_and_sends_its_key(game):
    made = game(add(trait("button", "70,128", -9, -9, 18, 18, "Turn over"), FLIP, states={1: "1"}))
    assert texts(made)[0] == "Turn over"
    before = made.now.pieces["start-1"].status
    (key,) = at(made, 0, 0)
    do(made, key)
    assert made.now.pieces["start-1"].status != before
