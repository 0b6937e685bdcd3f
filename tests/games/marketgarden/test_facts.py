"""The facts that reports and statistics get of a game played by the rules."""

from __future__ import annotations

import lzma
from fractions import Fraction
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.games.marketgarden import tracks
from engine.games.marketgarden.facts import MarketGardenFacts, worth
from engine.games.marketgarden.rulebook import rulebook
from engine.log.entry import Entry
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.report.stats import statistics

BOOK = rulebook()
OLDER = Path(__file__).parents[2] / "fixtures" / "h44log1"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Return a random game of two turns."""
    path: Path = tmp_path_factory.mktemp("facts") / "game.h44log"
    autoplay(BOOK.ruleset("campaign"), 11, 2, path)
    return Recording.load(path)


def test_facts_report_every_rolled_combat(played: Recording) -> None:
    facts = BOOK.facts(played.module, "campaign")
    thrown = 0
    for number in range(2, len(played) + 1):
        entry = played.log.entries[number - 1]
        pairs = [d.values for d in entry.dice if d.count == 2]
        fight = facts.fight(entry, played.state(number - 1))
        assert (fight is None) == (not pairs)
        if fight is None:
            continue
        thrown += 1
        assert fight.dice == pairs[0]
        assert fight.side in ("allied", "german")
        assert fight.attackers or entry.action.kind == "bombard"
        assert fight.defenders
        outcomes = facts.outcomes(fight)
        assert sum(o.ways for o in outcomes) == 36
        assert outcomes[sum(fight.dice) - 2].result == fight.result
    assert thrown > 0
    assert len(statistics(played, facts).fights) == thrown


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Return a log of the days when combats were stored without strengths."""
    path: Path = tmp_path_factory.mktemp("older") / "game.h44log"
    path.write_bytes(lzma.decompress((OLDER / "marketgarden-rules.h44log.xz").read_bytes()))
    return Recording.load(path)


@pytest.mark.parametrize("name", ["played", "older"])
def test_fact_strengths_match_the_recorded_roll(name: str, request: pytest.FixtureRequest) -> None:
    """5.1, 6.2a, 8.0d: a combat has odds and shifts that lead to its column, a bombardment none."""
    game: Recording = request.getfixturevalue(name)
    facts = BOOK.facts(game.module, "campaign")
    chart = facts._charts.crt
    grounds = 0
    for number in range(2, len(game) + 1):
        fight = facts.fight(game.log.entries[number - 1], game.state(number - 1))
        if fight is None:
            continue
        if fight.column not in chart.columns:
            assert (fight.attack, fight.defense, fight.shifts) == (None, None, ())
            continue
        grounds += 1
        assert fight.attack
        assert fight.defense
        assert all(shift.by and shift.why for shift in fight.shifts)
        start = chart.clamped(odds_of(fight.attack, fight.defense))
        shifted = start + sum(shift.by for shift in fight.shifts)
        assert chart.columns[chart.clamped(shifted)] == fight.column
    assert grounds > 0


def odds_of(attack: float, defense: float) -> int:
    """5.1.1b: the place of the ratio among 1:3, 1:2, 1:1 to 9:1, rounded for the defender."""
    ratio = Fraction(int(attack), int(defense))
    whole = ratio.numerator // ratio.denominator
    return whole + 1 if whole else 3 - -(-ratio.denominator // ratio.numerator)


@pytest.mark.parametrize(
    ("result", "steps"),
    [
        ("DE AVI", 2.75),
        ("DRB AVB", 0.75),
        ("DRI AVI", 0.75),
        ("DVI AE", -2.5),
        ("DVB ARI", 0.5),
        ("IMP", 0.0),
        ("EMP", 0.0),
        ("DB", 1.0),
        ("DI", 0.0),
    ],
)
def test_the_worth_of_a_result(result: str, steps: float) -> None:
    assert worth(result) == steps


def test_points_are_those_of_the_rules(played: Recording) -> None:
    facts = MarketGardenFacts(played.module, "campaign")
    points = facts.points(played.state(1))
    assert set(points) == {"allied", "german"}
    assert points["german"] > points["allied"]


def test_facts_describe_result_for_both_sides(played: Recording) -> None:
    facts = BOOK.facts(played.module, "campaign")
    assert facts.describe_result("DVB ARI") == (
        "attackers retreat intact",
        "the defence wins, one loss",
    )
    assert facts.describe_result("IMP") == ("stalemate: no effect",) * 2
    assert facts.describe_result("DB") == ("", "one defender takes a step loss")


def test_a_roll_without_its_combat_is_no_fight(older: Recording) -> None:
    """5.1.5a: a track entered by hand names no attackers."""
    facts = BOOK.facts(older.module, "campaign")
    rolled = fx.SetTrack(track=tracks.COMBAT, before=None, after="0426 2:1 7 IMP")
    entry = Entry(id=2, parent=1, at="", by="german", action=act.Note(text="x"), effects=(rolled,))
    assert facts.fight(entry, older.state(1)) is None
