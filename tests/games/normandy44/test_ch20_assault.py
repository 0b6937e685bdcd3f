"""Drops, gliders and assaults of the invasion (chapter 20)."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch20_assault as assault
from tests.games.normandy44.givens import OMAHA
from tests.games.normandy44.test_each_by_itself import with_dice
from tests.games.normandy44.test_rules_by_themselves import campaign, counter


@pytest.mark.parametrize(
    ("name", "dice", "scattered", "steps"),
    [
        ("US-82-505", (6,), False, 3),
        ("US-82-505", (5,), True, 3),
        ("US-82-505", (3,), True, 2),
        ("US-101-501", (5,), False, 3),
        ("US-101-501", (4,), True, 3),
        ("US-101-501", (2,), True, 2),
        ("BR-6-5", (4,), False, 3),
        ("BR-6-5", (3,), True, 3),
        ("BR-6-5", (1,), True, 2),
    ],
)
def test_drops_by_division(name: str, dice: tuple[int, ...], scattered: bool, steps: int) -> None:
    """20.2.1, 20.2.2: the table of each division; lost steps give one replacement."""
    work = with_dice(campaign([counter(name, "2710")], turn=1, phase="invasion"), *dice)
    assault.scatter(work)
    unit = work.position.units[name]
    assert ("scattered" in unit.status, unit.steps) == (scattered, steps)
    army = "cw" if name.startswith("BR") else "us"
    assert work.state.tracks.get(f"repl/{army}/airborne", 0) == int(steps < 3)


def test_a_bad_drop_costs_two_steps_and_leaves_a_scattered_cadre() -> None:
    """20.2.2c, 17.9.1a: only one of the steps can be replaced."""
    units = [counter("US-82-505", "2710"), counter("US-Cadre-AG-1", "cadres-allied")]
    work = with_dice(campaign(units, turn=1, phase="invasion"), 1)
    assault.scatter(work)
    assert "US-82-505" not in work.position.units
    assert "scattered" in work.position.units["US-Cadre-AG-1"].status
    assert work.state.tracks["repl/us/airborne"] == 1


LANDING_RESULTS = {
    "utah": ("EX 1", "A1/D1 1", "A1/D1 1", "A1/D1 2", "D1 2", "D1 2"),
    "jig": ("A2/D1 1", "EX 1", "A1/D1 1", "A1/D1 1", "A1/D1 2", "D1 2"),
}


@pytest.mark.parametrize("name", LANDING_RESULTS)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_result_of_an_assault(name: str, die: int) -> None:
    """20.3.2: losses of infantry, chosen by the Germans in an exchange; the strongpoint falls."""
    _, number, _, box, names = assault.BY_NAME[name]
    units = [counter(n, box) for n in names] + [counter("GE-91-1058", number)]
    table = campaign(units, turn=1, phase="invasion", tracks={tracks.SCATTER: 1})
    work = with_dice(table, die)
    assault._land(work, name)
    code, _, hexes = LANDING_RESULTS[name][die - 1].partition(" ")
    record = work.combat
    assert record is not None
    assert (record.result, record.limit) == (code, int(hexes))
    assert set(record.attackers) == set(names) == set(record.force)
    assert all(work.position.number(work.state.pieces[n].place) == number for n in names)
    assert "GE-91-1058" not in work.position.units
    lost = {"EX": 1, "A1/D1": 1, "D1": 0, "A2/D1": 2}[code]
    first = record.stages[0]
    assert (first.steps if first.kind == "assault_loss" else 0) == lost
    if lost:
        assert first.chooser == ("other" if code == "EX" else "owner")


def test_gliders_that_found_no_room_land_as_the_allies_move() -> None:
    """20.2.4c."""
    name = "US-82-325"
    hex_ = assault.GLIDERS[name]
    for active, lands in (("allied", True), ("german", False)):
        table = campaign([counter(name, "turn-2")], turn=2, phase="replacement", active=active)
        table.play(act.NextPhase(), *((6,) if lands else ()))
        assert (table.at(name) == hex_) is lands


GLIDERS, PLANNED = "US-82-325", "2711"


@pytest.mark.parametrize(("leaves", "at"), [(True, PLANNED), (False, "turn-3")])
def test_gliders_wait_for_room_up_to_the_end_of_the_allied_movement_phase(
    leaves: bool, at: str
) -> None:
    """20.2.4: the hex may be vacated; otherwise they are a turn late."""
    full = [counter(name, PLANNED) for name in ("US-4-8", "US-4-12")]
    table = campaign([OMAHA, counter(GLIDERS, "turn-2"), *full], turn=2)
    if leaves:
        table.play(table.move("US-4-8", "2712"))
    table.play(act.NextPhase(), *((6,) if leaves else ()))
    assert table.at(GLIDERS) == at


def test_the_allies_choose_where_gliders_land_that_an_enemy_has_delayed() -> None:
    """20.2.4: another hex within four, free of enemies and their zones, not city nor flood."""
    enemy = counter("GE-91-1057", PLANNED)
    table = campaign([OMAHA, counter(GLIDERS, "turn-2"), enemy], turn=1, phase="end")
    table.play(act.NextPhase(), 2)
    assert table.at(GLIDERS) == "turn-3"
    table = campaign([OMAHA, counter(GLIDERS, "turn-3")], turn=2, phase="end")
    table.play(act.NextPhase(), 4)
    assert table.state.pending[-1].side == "allied"
    assert table.state.pending[-1].kind == "glider"
    ends = {option.split()[1] for option in table.options}
    assert ends >= {"2712", "2709"}
    # The planned hex, a flooded one, one five hexes away.
    assert not ends & {PLANNED, "2611", "2706"}
    table.choose(f"{GLIDERS} 2712", 6)
    assert table.at(GLIDERS) == "2712"
