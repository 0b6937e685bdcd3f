"""The facts that reports and the window get of combats, shots and drops resolved by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.ardenas.facts import ArdenasFacts, worth
from engine.games.ardenas.own_actions import Drop
from engine.games.ardenas.rules.ch09_drops import SCATTERS
from engine.log.entry import Entry
from engine.play.game import Recording
from engine.report.stats import statistics
from engine.report.tables import faces_table
from engine.rules.facts import Fight
from engine.rules.player import step
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOOK, after, allied, attack, choose, given, unit
from tests.games.ardenas.test_ch08_air import BOMBER, FLAK, PLANE, SKY, passing
from tests.games.ardenas.test_ch09_drops import aboard

LOGS = Path(__file__).parents[3] / "logs"


def fought(
    found: GivenPosition, order: act.Action, dice: str, start: State | None = None
) -> Fight | None:
    """The facts of an order; each digit of ``dice`` is a face of the special die."""
    sides = [BOOK.charts.die.faces.index(int(face)) + 1 for face in dice]
    before = start or found.state
    played = step(found.ruleset, before, order, sides).played
    entry = Entry(
        id=1, parent=0, at="", by="", action=order, effects=played.effects, dice=played.dice
    )
    facts = ArdenasFacts(BOOK.module, "full")
    ruleset: Any = found.ruleset
    facts._setting = ruleset.setting  # a diagram's own units
    return facts.fight(entry, before)


def chances(fight: Fight) -> dict[str, int]:
    """The results of a combat with their numbers of throws."""
    return {o.result: o.ways for o in fight.table}


def test_combats_shots_and_drops_of_a_recorded_game_are_named() -> None:
    game = Recording.load(LOGS / "two-groupings.h44log")
    facts = BOOK.facts(game.module, game.log.header.scenario)
    found = {}
    for number, entry in enumerate(game.timeline.entries, 1):
        fight = facts.fight(entry, game.state(number - 1))
        if fight is not None:
            found[number] = (fight.label, fight.odds, fight.column, fight.dice, fight.result)
            assert fight.result in chances(fight)
    assert found == {
        5: ("Drop", "", "", (4, 5), "-"),
        23: ("Bombardment", "", "", (2,), "-"),
        24: ("Bombardment", "", "", (4,), "D"),
        28: ("Combat in the enlarged area", "6:2", "+4", (3, 5), "AD"),
        29: ("Combat in the enlarged area", "4:1", "+3", (5, 3), "D"),
    }


def test_statistics_count_the_dice_of_combats_and_the_luck_of_both_sides() -> None:
    found = statistics(Recording.load(LOGS / "two-groupings.h44log"))
    assert [f.column for f in (fought.fight for fought in found.fights)][-2:] == ["+4", "+3"]
    assert all(fought.luck is not None for fought in found.fights)
    luck = found.luck("allied", attacking=False)
    assert luck is not None
    assert luck.count == 5
    assert {purpose for _, purpose, _, _ in found.faces()} == {"combat"}


def test_dice_are_counted_and_shown_as_faces_of_the_special_die() -> None:
    """2.5: two sides show a three and two a four; no side a one or a six."""
    game = Recording.load(LOGS / "two-groupings.h44log")
    found = statistics(game)
    for _, _, sides, faces in found.faces():
        assert sides == 6
        assert faces[0] == faces[5] == 0
    tails = [(tail.count, tail.expected) for _, _, _, tail in found.thrown()]
    assert tails == [(count, 3.5 * count) for count, _ in tails]
    assert found.thrown()[0][3].chance < 1
    fought = next(f for f in found.fights if f.fight.dice == (3, 5))
    step = game.step(fought.step)
    assert [v for d in step.dice for v in d.values] == [3, 5]
    assert [v for d in step.entry.dice for v in d.values] != [3, 5]
    expected = [row for row in faces_table(found, game.module).rows if "Expected" in row[2]]
    count = sum(found.faces()[0][3])
    halves = [round(count / 6, 1), round(count / 3, 1)]
    assert expected[0][3:10] == (0.0, halves[0], halves[1], halves[1], halves[0], 0.0, None)


@pytest.mark.parametrize(
    ("dice", "result", "worth_of"), [("32", "DX", 2), ("25", "AX", -1), ("42", "DX", 2)]
)
def test_on_the_map_the_lower_product_loses_all_counters(
    dice: str, result: str, worth_of: float
) -> None:
    """Section 8.1: dice times factors; the 36 throws are the table of the combat."""
    found = given(
        unit("a", "1515", combat=4),
        allied("x", "1514", combat=1),
        allied("y", "1514", combat=2),
        phase="combat",
    )
    order = attack("a", "1514")
    fight = fought(found, order, dice, after(found, order))
    assert fight is not None
    assert (fight.label, fight.odds, fight.column) == ("Combat on the map", "4:3", "×")
    assert (fight.attackers, fight.defenders) == (("a",), ("x", "y"))
    assert fight.result == result
    assert sum(o.ways for o in fight.table) == 36
    assert {o.result: o.worth for o in fight.table}[result] == worth_of


def test_a_combat_of_aircraft_and_flak_are_named_as_such() -> None:
    """Sections 8.3 and 8.4: fighters multiply dice and factors; a 2 shoots an aircraft down."""
    found = given(unit("p", "1515", **PLANE), allied("d", "1514", **PLANE), **SKY)
    order = attack("p", "1514")
    combat = fought(found, order, "55", after(found, order))
    flight, state = passing(allied("g", "1515", **FLAK))
    shots = [fought(flight, choose("flak", "p"), face, state) for face in "23"]
    assert combat is not None
    assert (combat.label, combat.column, combat.result) == ("Combat in the air", "×", "-")
    assert [s and (s.label, s.side, s.attackers, s.defenders, s.result) for s in shots] == [
        ("Anti-aircraft fire", "allied", ("g",), ("p",), "DX"),
        ("Anti-aircraft fire", "allied", ("g",), ("p",), "-"),
    ]
    assert shots[0] is not None
    assert chances(shots[0]) == {"DX": 1, "-": 5}


@pytest.mark.parametrize(("affected", "code"), [(False, "D"), (True, "DX")])
def test_a_bomb_affects_a_unit_and_eliminates_an_affected_one(affected: bool, code: str) -> None:
    """Section 8.4: the chart of bombs names the faces that hit a kind of unit."""
    enemy = allied("x", "1515", status=["affected"] if affected else [])
    found = given(unit("b", "1515", **BOMBER), enemy, **SKY)
    order = act.Bombard(artillery=("b",), target="1515")
    hits = BOOK.charts.bombing.faces("infantry", column=0)
    misses = set(BOOK.charts.die.faces) - hits
    fight, missed = (fought(found, order, str(min(faces))) for faces in (hits, misses))
    assert fight is not None
    assert missed is not None
    assert (fight.label, fight.target, fight.result) == ("Bombing", "1515", code)
    assert (missed.defenders, missed.result) == (("x",), "-")
    assert chances(fight)[code] == sum(face in hits for face in BOOK.charts.die.faces)


@pytest.mark.parametrize(
    ("at", "code"), [("1520", "-"), ("1512", "A")], ids=["open ground", "river"]
)
def test_a_drop_is_a_fact_with_its_landing(at: str, code: str) -> None:
    """Section 9: a unit that lands in a river is affected."""
    found, state = aboard("m", at=at)
    charts = BOOK.charts.faces["paradrop"].faces
    face = next(f for f, what in charts.items() if what != SCATTERS)
    fight = fought(found, Drop(unit="m"), str(face), state)
    assert fight is not None
    assert (fight.label, fight.target, fight.attackers) == ("Drop", at, ("m",))
    assert fight.result == code


def test_results_are_described_and_weighed_for_both_sides() -> None:
    facts = ArdenasFacts(BOOK.module, "full")
    assert facts.describe_result("AD") == ("affected", "affected")
    assert facts.describe_result("DX") == ("", "eliminated")
    assert [worth(code) for code in ("AD", "D", "AX", "DX", "-")] == [0, 0.5, -1, 1, 0]
