"""Mats carry their cargo, pieces pivot about a point, spreadsheets are edited."""

from __future__ import annotations

import pytest

from engine.core.actions import MoveUnits
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.report.as_vassal import export_to_vassal
from engine.vassal.codec import join
from engine.vassal.command_run import Act
from engine.vassal.module_commands import after_move
from engine.vassal.savegame import read_game
from tests.unit.vassal.test_acting import add, do, named, trait, words

MAT = trait("mat", "Raft", "")
CARGO = trait("matPiece", "", "true", 0, 0)
LOOSE = "immob;gN;N;N;N"


def spot(game, unit):
    found = game.module.drawing.spot(game.module.places.name(game.now.pieces[unit].place))
    return found.x, found.y


def move(game, unit, x, y):
    """Move a piece by hand, with all consequences."""
    drawing, places = game.module.drawing, game.module.places
    start = places.name(game.now.pieces[unit].place)
    end = drawing.place(0, x, y, snap=False)
    before = game.now
    entry = game.play(MoveUnits(units=(unit,), path=(start, end)))
    more = after_move(drawing, before, places, Rolled(), entry.effects)
    if more is not None:
        game.record(more.action, more.effects, more.dice)


def on(game, unit):
    """Return the mat that a piece names as its own."""
    act = Act(game.module.drawing, game.now, game.module.places, Rolled())
    return act.value(unit, "CurrentMat"), act.value(unit, "MatNumCargo")


def test_cargo_moves_with_its_mat_until_it_leaves(game, tmp_path):
    made = game(
        add(LOOSE, MAT, name="Raft", states={1: "0"}),
        add(LOOSE, CARGO, name="Gun", states={1: "noMat"}),
    )
    move(made, "start-2", 47, 40)  # within the raft's counter
    assert on(made, "start-2") == ("Raft", None)
    assert on(made, "start-1")[1] == "1"
    x, y = spot(made, "start-1")
    move(made, "start-1", x + 200, y + 64)
    assert spot(made, "start-1") == (x + 200, y + 64)
    assert spot(made, "start-2") == (247, 104)  # it keeps its distance
    move(made, "start-2", 500, 200)
    assert on(made, "start-2")[0] in ("", None)
    assert on(made, "start-1")[1] == "0"
    move(made, "start-1", x, y)
    assert spot(made, "start-2") == (500, 200)


@pytest.mark.parametrize(("keeps", "facing"), [("true", "90°"), ("false", None)])
def test_a_rotated_mat_rotates_its_cargo(game, keeps, facing):
    """A quarter turn clockwise: cargo right of the middle is then below it."""
    wheel = trait("rotate", 4, named("right"), named("left"), "R", "L", "", "", "Facing")
    made = game(
        add(LOOSE, MAT, wheel, name="Raft", states={1: "0"}),
        add(LOOSE, trait("matPiece", "", keeps, 0, 0), wheel, name="Gun", states={1: "noMat"}),
    )
    x, y = spot(made, "start-1")
    move(made, "start-2", x + 12, y - 5)
    do(made, "name:right")
    assert spot(made, "start-1") == (x, y)
    assert spot(made, "start-2") == (x + 5, y + 12)
    assert on(made, "start-2") == ("Raft", None)
    assert ("90°" in words(made, "start-2")) == bool(facing)
    do(made, "name:left")
    assert spot(made, "start-2") == (x + 12, y - 5)


def test_a_mat_and_its_cargo_are_exported_to_vassal(game, tmp_path):
    made = game(add(LOOSE, MAT, name="Raft", states={1: "0"}), add(LOOSE, CARGO, name="Gun"))
    move(made, "start-2", 47, 40)
    given = export_to_vassal(made, tmp_path / "g0.h44log", tmp_path / "back.vsav", steps=False)
    assert given.left_out == []
    states = {
        command.id: command.state
        for step in [read_game(given.path).setup]
        for command in step
        if getattr(command, "id", "").startswith("start-")
    }
    assert states["start-1"][1] == "1;start-2"
    assert states["start-2"][1] == "start-1"


def test_cargo_moved_together_with_its_mat_is_not_moved_twice(game):
    made = game(add(LOOSE, MAT, name="Raft"), add(LOOSE, CARGO, name="Gun"))
    places = made.module.places
    move(made, "start-2", *spot(made, "start-1"))
    at = places.name(made.now.pieces["start-1"].place)
    end = made.module.drawing.place(0, 240, 132, snap=False)
    before = made.now
    entry = made.play(MoveUnits(units=("start-1", "start-2"), path=(at, end)))
    more = after_move(made.module.drawing, before, places, Rolled(), entry.effects)
    assert spot(made, "start-2") == (240, 132)
    assert more is None or not any(e.type == "move" for e in more.effects)


@pytest.mark.parametrize(
    ("start", "shift"),
    [("0", (-20, 20)), ("1", (-20, -20)), ("2", (20, -20)), ("3", (20, 20))],
)
def test_a_pivot_rotates_about_its_point(game, start, shift):
    """A quarter turn clockwise about a point 20 pixels to the left, which moves with the piece."""
    pivot = trait("pivot", "Wheel", named("wheel"), -20, 0, "true", 90, "")
    rotate = trait("rotate", 4, named("right"), named("left"), "R", "L", "", "", "Facing")
    made = game(add(LOOSE, pivot, rotate, states={2: start}))
    x, y = spot(made, "start-1")
    do(made, "name:wheel")
    assert spot(made, "start-1") == (x + shift[0], y + shift[1])
    turned = (int(start) + 1) % 4 * 90
    assert (f"{turned}°" in words(made)) == bool(turned)


def test_a_pivot_without_a_rotation_trait_does_nothing(game):
    made = game(add(trait("pivot", "Wheel", named("wheel"), -20, 0, "true", 90, "")))
    with pytest.raises(UserError):
        do(made, "name:wheel")


def test_a_pivot_to_any_angle_asks_for_degrees(game):
    pivot = trait("pivot", "Wheel", named("wheel"), 0, 0, "false", 90, "")
    made = game(add(pivot, trait("rotate", 1, named("turn"), "", "Turn", "", "Facing")))
    do(made, "name:wheel", ask=lambda _q: "45")
    assert "45°" in words(made)


def test_a_spreadsheet_is_edited_row_by_row(game):
    sheet = trait("table", 2, 2, "Data", named("data"))
    made = game(add(sheet, states={0: join(["a", "b", "c", "d"], ",")}))
    asked = []

    def ask(question):
        asked.append(question.now)
        return question.now.replace("b", "x, y").replace("c", "1")

    do(made, "name:data", ask=ask)
    assert asked == ["a\nb", "c\nd"]
    kept = [s for s in made.now.pieces["start-1"].status if s.startswith("#")]
    assert kept == ["#0:=" + join(["a", "x, y", "1", "d"], ",")]
