"""Positions that no order leads to: each fault is named by a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Flight
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch05_victory import end_game
from engine.rules.judge import Given
from engine.rules.ports import GivenPosition
from tests.games.ardenas.tabletop import allied, given, unit

PLANE: dict[str, Any] = {"kind": "fighter", "movement": 8}
CARRIER: dict[str, Any] = {"kind": "transport", "movement": 8}
MEN: dict[str, Any] = {"kind": "parachute"}
SKY: dict[str, Any] = {"phase": "air", "subturn": 2}
CITY: dict[str, Any] = {"rows": [1, 5], "cols": [1, 5], "hexes": {"0303": {"points": 5}}}


def faults(found: GivenPosition, change: Callable[[Resolution], object] | None = None) -> list[str]:
    """The faults of a position after a change by hand."""
    work = found.ruleset.work(found.state, Given([]))
    if change is not None:
        change(work)
    return list(found.ruleset.invariants(work.state, found.state))


def grouped(side: str, kind: str, label: int, hex_: str, *units: str) -> dict[str, Any]:
    return {"side": side, "number": label, "kind": kind, "hex": hex_, "units": list(units)}


def with_grouping(
    label: str, place: str, *units: str, side: str = "german", kind: Any = "ground"
) -> Callable[[Resolution], None]:
    """A change: a grouping is recorded, whatever it holds."""

    def change(work: Resolution) -> None:
        work.regroup(Grouping(side, kind, label, work.places.index(place), units))

    return change


def boarded(work: Resolution, *names: str, box: str = "aboard-german") -> None:
    for name in names:
        work.put(name, box)
        work.track(tracks.ABOARD + name, "t")


def crowd(count: int, **more: Any) -> tuple[dict[str, Any], ...]:
    return tuple(unit(f"u{n}", "1515", **more) for n in range(count))


def ended(work: Resolution, more: int = 0) -> None:
    end_game(work, "german")
    work.add(tracks.POINTS + "german", more)


@pytest.mark.parametrize(
    ("found", "change"),
    [
        (given(*crowd(6), *(unit(f"p{n}", "1515", **PLANE) for n in range(6)), **SKY), None),
        (given(unit("p", "1515", **PLANE), allied("d", "1515"), **SKY), None),
        (given(*crowd(7), groupings=[grouped("german", "ground", 1, "1515", "u0")]), None),
        (given(*crowd(30)), with_grouping("12", "1515", *(f"u{n}" for n in range(30)))),
        (given(unit("a", "1515"),
               groupings=[grouped("german", "ground", n, "1515") for n in (1, 2, 3)]), None),
        (given(unit("p", "1515", **PLANE), **SKY), with_grouping("3", "1515", "p", kind="air")),
        (given(unit("a", "1515")), with_grouping("1514-1", "1514", side="allied")),
        (given(unit("t", "1515", **CARRIER), unit("m", "1514", **MEN), **SKY),
         lambda work: boarded(work, "m")),
        (given(unit("a", "0303"), board=CITY, turn=20, phase="end"), ended),
    ],
)  # fmt: skip
def test_a_position_within_the_limits_has_no_fault(
    found: GivenPosition, change: Callable[[Resolution], object] | None
) -> None:
    """Layers are counted apart, groupings do not count, the enemy's are known by their hex."""
    assert faults(found, change) == []


@pytest.mark.parametrize(
    ("found", "change", "fault"),
    [
        (given(*crowd(7)), None, "1515 holds 1 counters too many of the german side"),
        (given(*crowd(9)), None, "1515 holds 3 counters too many of the german side"),
        (
            given(unit("a", "1515"), allied("d", "1514")),
            lambda work: work.put("d", "1515"),
            "both sides have ground units in 1515",
        ),
        (
            given(unit("a", "1515", **PLANE), allied("d", "1514", **PLANE), **SKY),
            lambda work: work.put("d", "1515"),
            "both sides have air units in 1515",
        ),
        (
            given(unit("p", "1515", **PLANE), phase="movement"),
            None,
            "p is in the air outside the air phase",
        ),
        (
            given(unit("p", "1515", **PLANE), **SKY),
            lambda work: setattr(work, "flight", Flight(side="german", units=("p",), path=())),
            "a flight waits for nobody",
        ),
        (
            given(unit("t", None, **CARRIER), unit("m", "1514", **MEN), **SKY),
            lambda work: boarded(work, "m"),
            "m is aboard no transport",
        ),
        (
            given(unit("t", "1515", **CARRIER), unit("m", "1514", **MEN), **SKY),
            lambda work: boarded(work, "m", box="held-german"),
            "m is aboard no transport",
        ),
        (
            given(
                unit("t", "1515", **CARRIER), *(unit(n, "1514", **MEN) for n in "mno"), **SKY
            ),
            lambda work: boarded(work, *"mno"),
            "t carries too many units",
        ),
        (
            given(unit("a", "1515")),
            with_grouping("13", "1515", "a"),
            "there is no counter of grouping/german/ground/13",
        ),
        (
            given(unit("p", "1515", **PLANE), **SKY),
            with_grouping("4", "1515", "p", kind="air"),
            "there is no counter of grouping/german/air/4",
        ),
        (
            given(unit("a", "1515")),
            with_grouping("1", "1515", kind="air"),
            "grouping/german/air/1 is in the air outside the air phase",
        ),
        (
            given(*crowd(31)),
            with_grouping("1", "1515", *(f"u{n}" for n in range(31))),
            "grouping/german/ground/1 holds 31 units",
        ),
        (
            given(unit("a", "1515")),
            with_grouping("1", "1514", "a"),
            "a is not where its grouping is",
        ),
        (
            given(unit("a", None)),
            with_grouping("1", "1514", "a"),
            "a is not where its grouping is",
        ),
        (
            given(unit("a", "1515")),
            with_grouping("1", "1515", "a", side="allied"),
            "a is not where its grouping is",
        ),
        (
            given(unit("p", "1515", **PLANE), **SKY),
            with_grouping("1", "1515", "p"),
            "p is in a grouping of another kind",
        ),
        (
            given(
                unit("a", "1515"),
                groupings=[grouped("german", "ground", n, "1515") for n in (1, 2, 3)],
            ),
            with_grouping("4", "1515"),
            "1515 holds 4 groupings of the german side",
        ),
        (
            given(unit("a", "1515"), groupings=[grouped("german", "ground", 1, "1515", "a")]),
            with_grouping("2", "1515", "a"),
            "a is in several groupings",
        ),
        (
            given(unit("a", "1515"), allied("d", "1520")),
            with_grouping("1", "1519"),
            "grouping/german/ground/1 is false and has met the enemy",
        ),
        (
            given(unit("a", "0303"), board=CITY, turn=20, phase="end"),
            lambda work: ended(work, 1),
            "the points of the german side are not what a recount gives",
        ),
    ],
)  # fmt: skip
def test_a_position_beyond_the_limits_names_its_fault(
    found: GivenPosition, change: Callable[[Resolution], object] | None, fault: str
) -> None:
    assert set(faults(found, change)) == {fault}
