"""Chapter 5: towns held, 31 points, sudden and final victory."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import BOOK, ask, given, unit

RULES = BOOK.ruleset("full")
TOWNS = {RULES.board.numbers[i]: points for i, points in enumerate(RULES.board.victory) if points}


def holding(side: str, towns: list[str], kind: str = "infantry", **more: Any) -> GivenPosition:
    units = [unit(f"u{n}", hex_, side=side, kind=kind) for n, hex_ in enumerate(towns)]
    told = {"game": "ardenas", "scenario": "full", "clear_board": True, "units": units}
    return BOOK.parse_position(told | {"turn": 10, "phase": "end", "active": "allied"} | more)


def by_points(total: int) -> list[str]:
    """Towns worth exactly so many points, as few as possible."""
    found: list[str] = []
    for town, worth in sorted(TOWNS.items(), key=lambda row: -row[1]):
        if worth <= total:
            found.append(town)
            total -= worth
    assert total == 0
    return found


def test_the_towns_are_worth_31_points_as_printed() -> None:
    assert (len(TOWNS), sum(TOWNS.values())) == (20, 31)
    for name, worth in (("Lieja", 5), ("Bastogne", 2), ("Verviers", 2), ("Vielsam", 1)):
        assert BOOK.table("town", {"column": name}).result == worth
    said = ask("victory", holding("german", list(TOWNS)))
    assert said["german"] == {"towns": 20, "points": 31}
    assert said["allied"] == {"towns": 0, "points": 0}


@pytest.mark.parametrize("side", ["german", "allied"])
def test_fifteen_towns_win_at_the_end_of_any_turn(side: str) -> None:
    fewest = sorted(TOWNS, key=lambda town: TOWNS[town])
    assert ask("victory", holding(side, fewest[:15]))["winner"] == side
    assert ask("victory", holding(side, fewest[:14]))["winner"] is None


def test_sudden_victory_of_the_german_only_by_the_other_reading() -> None:
    option = {"options": {"sudden_victory": "german_only"}}
    towns = list(TOWNS)[:15]
    assert ask("victory", holding("allied", towns, **option))["winner"] is None
    assert ask("victory", holding("german", towns, **option))["winner"] == "german"


@pytest.mark.parametrize(("points", "turn", "winner"), [(16, 20, "german"), (15, 20, None)])
def test_sixteen_points_win_after_the_last_turn(points: int, turn: int, winner: str | None) -> None:
    found = holding("german", by_points(points), turn=turn)
    assert ask("victory", found)["winner"] == winner
    assert ask("victory", holding("german", by_points(points), turn=19))["winner"] is None


@pytest.mark.parametrize(("scenario", "last"), [("short", 12), ("full", 20)])
def test_the_game_lasts_12_or_20_turns(scenario: str, last: int) -> None:
    for turn, winner in ((last - 1, None), (last, "german")):
        found = holding("german", by_points(16), turn=turn, scenario=scenario)
        assert ask("victory", found)["winner"] == winner


@pytest.mark.parametrize("kind", ["supply", "fuel", "fighter"])
def test_stores_and_aircraft_hold_no_town(kind: str) -> None:
    assert ask("victory", holding("german", list(TOWNS), kind))["german"]["towns"] == 0


def test_guns_and_engineers_hold_towns() -> None:
    for kind in ("field_artillery", "engineer", "antiaircraft"):
        assert ask("victory", holding("german", list(TOWNS), kind))["german"]["towns"] == 20


@pytest.mark.parametrize(("points", "outcome"), [(16, "german"), (12, "draw")])
def test_the_game_ends_after_its_last_turn(points: int, outcome: str) -> None:
    found = holding("german", by_points(points), turn=20)
    rules = found.ruleset
    work = rules.work(found.state, Rolled())
    work.do(*rules.resolve(found.state, act.NextPhase(), Rolled())[0])
    assert rules.over(work.state) == outcome
    assert work.state.tracks["points/german"] == points
    assert rules.legal(work.state, 10).actions == ()


def test_a_diagram_has_the_points_that_it_gives() -> None:
    board = {"rows": [1, 5], "cols": [1, 5], "hexes": {"0303": {"points": 5}}}
    found = given(unit("a", "0303"), board=board)
    assert ask("victory", found)["german"] == {"towns": 1, "points": 5}
