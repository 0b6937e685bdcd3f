"""The facts that reports and the window get of combats resolved by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.effects import SetTrack
from engine.games.airbridge.facts import worth
from engine.games.airbridge.rulebook import rulebook
from engine.play.game import Recording
from engine.report.stats import statistics

LOGS = Path(__file__).parents[3] / "logs"


@pytest.mark.parametrize(
    ("log", "fights"),
    [
        (
            "air-bridge-introductory",
            {35: ("8:4", "3-1", (10,), "BF1"), 38: ("24:4", "23-26", (5,), "3")},
        ),
        (
            "13.2-assault-in-the-forest",
            {13: ("12:9", "11-14", (3,), "2"), 15: ("12:5", "11-14", (9,), "1")},
        ),
    ],
)
def test_both_combats_are_fights(log: str, fights: dict[int, tuple[object, ...]]) -> None:
    played = Recording.load(LOGS / f"{log}.h44log")
    facts = rulebook().facts(played.module, played.log.header.scenario)
    told = {}
    for number, entry in enumerate(played.timeline.entries, 1):
        fight = facts.fight(entry, played.state(number - 1))
        if fight is not None:
            told[number] = (fight.odds, fight.column, fight.dice, fight.result)
            assert fight.attackers
            assert fight.defenders
            assert all(shift.by and shift.why for shift in fight.shifts)
            assert fight.table[fight.dice[0] - 1].result == fight.result
    assert told == fights


def test_a_column_that_the_rules_do_not_compute_has_no_strengths() -> None:
    """A log may have been played by other charts: then only what it records is told."""
    played = Recording.load(LOGS / "air-bridge-introductory.h44log")
    facts = rulebook().facts(played.module, played.log.header.scenario)
    entry, before = played.timeline.entries[34], played.state(34)
    effects = tuple(
        e.model_copy(update={"after": e.after.replace("3-1", "2-1")})
        if isinstance(e, SetTrack) and " 3-1 " in str(e.after)
        else e
        for e in entry.effects
    )
    assert effects != entry.effects
    known, unknown = (
        facts.fight(entry, before),
        facts.fight(entry.model_copy(update={"effects": effects}), before),
    )
    assert known is not None
    assert unknown is not None
    assert (known.column, known.attack, bool(known.table)) == ("3-1", 8, True)
    assert (unknown.column, unknown.attack, unknown.shifts, unknown.table) == ("2-1", None, (), ())


def test_luck_of_a_combat_is_measured_against_its_modified_die() -> None:
    played = Recording.load(LOGS / "air-bridge-introductory.h44log")
    maneuver, assault = statistics(played).fights
    # 3-1, the die modified: 10 is the only face that does not drive the defender off.
    assert [o.result for o in maneuver.outcomes] == [
        "D3F2", "D2F2", "D2F2", "D2F1", "D2F1", "D1F1", "D1F1", "DF1", "DF1", "BF1",
    ]  # fmt: skip
    assert maneuver.luck is not None
    assert maneuver.luck.chance == pytest.approx(0.1)
    assert assault.luck is not None
    assert assault.luck.worth == 3


def test_worth_of_results_counts_steps_retreat_and_advance() -> None:
    assert worth("D4F3", terrain=2) == 2.75
    assert worth("A1F2") == -1.5
    assert worth("BF1") == 0
    assert (worth("3"), worth("-")) == (3, 0)


def test_a_result_that_does_not_match_its_die_has_no_table() -> None:
    """The log does not state all modifiers of such a combat."""
    played = Recording.load(LOGS / "air-bridge-introductory.h44log")
    facts = rulebook().facts(played.module, played.log.header.scenario)
    entry, before = played.timeline.entries[34], played.state(34)
    effects = tuple(
        e.model_copy(update={"after": e.after.replace(" BF1", " DF1")})
        if isinstance(e, SetTrack) and str(e.after).endswith(" 3-1 10 BF1")
        else e
        for e in entry.effects
    )
    assert effects != entry.effects
    fight = facts.fight(entry.model_copy(update={"effects": effects}), before)
    assert fight is not None
    assert (fight.result, fight.attack, fight.table) == ("DF1", 8, ())
