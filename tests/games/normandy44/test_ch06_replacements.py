"""Replacements and returning units (chapter 6), and units that have just landed."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.vocabulary import IN_BRITAIN, RETURN
from tests.games.normandy44.givens import OMAHA, arriving
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter


@pytest.mark.parametrize("name", ["GE-7A-Sturm", "GE-3/6FJ"])
def test_units_of_an_army_or_of_a_regiment_return_without_their_division(name: str) -> None:
    """6.2.2: only divisional units need another unit of their division within five hexes."""
    units = [counter(name, "eliminated-german", steps=0)]
    pool = {"repl/german/infantry": 1}
    table = campaign(units, active="german", phase="replacement", tracks=pool)
    table.play(act.MoveUnits(units=(name,), path=("eliminated-german", "2029"), mode=RETURN))
    assert table.at(name) == "2029"


@pytest.mark.parametrize(
    ("pool", "name", "fits"),
    [
        ("infantry0", "GE-Chr-Todt", False),
        ("infantry-1", "GE-Chr-Todt", False),
        ("infantry", "GE-Chr-Todt", True),
        ("infantry0", "GE-Chr-Fortress", True),
        ("infantry-1", "GE-Chr-Fortress", True),
    ],
)
def test_infantry_of_low_quality_serves_no_unit_of_still_lower_quality(
    pool: str, name: str, fits: bool
) -> None:
    """6.4: a roll of 5 serves quality 0 and -1, a roll of 6 only -1; Organisation Todt has -2."""
    units = [counter(name, "eliminated-german", steps=0)]
    tracks = {f"repl/german/{pool}": 1}
    table = campaign(units, active="german", phase="replacement", tracks=tracks)
    back = act.MoveUnits(units=(name,), path=("eliminated-german", "3706"), mode=RETURN)
    assert table.judge(back) == (set() if fits else {"6.2.6"})


def test_an_evacuated_cadre_costs_as_much_as_its_unit() -> None:
    """6.5.1: the price is that of full strength."""
    units = [ENGINEERS, OMAHA, counter("US-Cadre-AG-1", IN_BRITAIN)]
    units += [counter("US-4-8", "cadres-allied", steps=1)]
    table = campaign(units, tracks={"cadre/US-Cadre-AG-1": "US-4-8"})
    table.play(arriving("US-Cadre-AG-1", IN_BRITAIN, "2814"))
    assert arrivals.points_left(table.now, "us") == 3


def test_a_unit_that_landed_away_from_the_enemy_is_marked_in_the_tracks() -> None:
    """6.5.2: the marker is only a reminder for those next to an enemy."""
    regiment = counter("US-9-39", IN_BRITAIN)
    table = campaign([OMAHA, regiment], control={"2719": "allied"}, tracks={"rp/us": 0})
    table.play(arriving("US-9-39", IN_BRITAIN, "2719"))
    assert not table.unit("US-9-39").status
    assert table.now.has_landed(table.unit("US-9-39"))


@pytest.mark.parametrize(
    ("known", "used", "advance"), [({"ashore/a": 1}, 6, ["a 0505", "none"]), ({}, 12, None)]
)
def test_an_enemy_that_retreats_next_to_it_is_attacked_at_half(
    known: Json, used: int, advance: list[str] | None
) -> None:
    """6.5.2, 14.1: half strength, a limited advance and no reserve, with or without the marker."""
    units = [allied("a", "0504", 12), german("x", "0505", 1, steps=1, max_steps=1)]
    table = Table(units, tracks=known)
    assert table.odds(["a"], "0505").strengths[0].used == used
    table.attack(["a"], "0505", 6)  # DH
    assert advance is None or table.options == advance
    assert ("reserve a" in table.options) is (advance is None)
