"""Wrong implementations of rules, each of which must fail a test.

``python -m tests.games.airbridge.mutants NAME`` puts one in place and runs its test; it ends with 0
if the test failed, as it should.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import engine.games.airbridge as game

ROOT = Path(__file__).parents[3]
FOLDER = "tests/games/airbridge"


@dataclass(frozen=True)
class Mutant:
    """A function to replace, its wrong implementation, the fault, and the test that must fail."""

    where: str
    wrong: Callable[[Any], Any]
    fault: str
    test: str

    def apply(self) -> None:
        """Replace the right implementation in all modules of the game."""
        names = [m.name for m in pkgutil.walk_packages(game.__path__, f"{game.__name__}.")]
        modules = [importlib.import_module(name) for name in names]
        name, _, last = self.where.partition(":")
        right = getattr(importlib.import_module(f"{game.__name__}.rules.{name}"), last)
        wrong = self.wrong(right)
        for module in modules:
            if vars(module).get(last) is right:
                setattr(module, last, wrong)


def always(value: Any) -> Callable[[Any], Any]:
    """Return an implementation with a constant result."""
    return lambda _: lambda *args, **kwargs: value


def _mutant(where: str, value: Any, fault: str, test: str) -> Mutant:
    return Mutant(where, always(value), fault, f"{FOLDER}/{test}")


EXAMPLES, RULES = "test_examples.py::", "test_rules.py::"
MUTANTS = {
    "shift": _mutant(
        "ch12_strengths:efficiency_shift",
        0,
        "efficiency moves no column (8.0d)",
        f"{EXAMPLES}test_page_9_the_size_of_the_shift",
    ),
    "odds": Mutant(
        "ch12_strengths:odds_column",
        lambda _: lambda attack, defense: 3 + round(attack / defense) - 1,
        "odds are rounded to the nearest column (12.1a)",
        f"{FOLDER}/{EXAMPLES}test_page_13_odds_are_rounded_for_the_defender",
    ),
    "terrain": Mutant(
        "ch09_fire:steps_of",
        lambda _: lambda result, value: result,
        "terrain divides nothing (9.1e)",
        f"{FOLDER}/{EXAMPLES}test_page_10_eight_points_and_a_2_cost_a_unit_in_mixed_terrain_one_step",
    ),
    "engineers": _mutant(
        "ch12_strengths:engineers",
        False,
        "engineers are nobody (17.2)",
        f"{EXAMPLES}test_page_17_an_engineer_cancels_the_bridge_and_lowers_the_town_to_3",
    ),
    "fatigue": _mutant(
        "ch12_strengths:fatigued_part",
        1,
        "half of the steps tired counts as one (14.0f)",
        f"{EXAMPLES}test_page_16_half_of_the_steps_tired_counts_2",
    ),
    "armour": _mutant(
        "ch12_strengths:armor_maneuver",
        0,
        "armour changes nothing (19.1)",
        f"{EXAMPLES}test_page_18_tanks_and_an_engineer_against_infantry_are_worth_2",
    ),
    "refusal": _mutant(
        "ch10_refusal:refuges",
        [],
        "nobody can withdraw (10.0d)",
        f"{RULES}test_refusal_rolls_best_efficiency_and_withdraws_one_hex",
    ),
    "recovery": _mutant(
        "ch03_sequence:recovering",
        [],
        "nobody recovers (14.0i)",
        f"{EXAMPLES}test_recovering_units",
    ),
    "drop_zone": _mutant(
        "ch07_drop_zones:new_places",
        [],
        "a lost DZ finds no place (7.3h)",
        f"{EXAMPLES}test_a_lost_dz_comes_back_on_the_same_bank",
    ),
    "overrun": _mutant(
        "ch04_movement:overrun_objections",
        [],
        "everybody runs over everybody (4.2)",
        f"{RULES}test_an_overrun_in_the_mechanised_phase",
    ),
    "zones": _mutant(
        "ch06_zones:zone_of",
        frozenset(),
        "nobody has a zone (6.0)",
        f"{EXAMPLES}test_zone_of_overrun_units_stops_only_by_reading",
    ),
    "check": _mutant(
        "ch12_strengths:highest",
        10,
        "every efficiency check is passed (13.1g)",
        "test_sample_games.py::test_the_games_are_sound",
    ),
}


def found_out(name: str) -> bool:
    """Return whether a mutant's test fails; needs its own process, because the mutant stays."""
    mutant = MUTANTS[name]
    mutant.apply()
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = pytest.main(["-q", "-x", "-p", "no:cacheprovider", str(ROOT / mutant.test)])
    return status == pytest.ExitCode.TESTS_FAILED


def in_its_own_process(name: str) -> bool:
    """Return whether a mutant's test fails, in a new process."""
    order = [sys.executable, "-m", "tests.games.airbridge.mutants", name]
    return subprocess.run(order, cwd=ROOT, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(not all(found_out(name) for name in sys.argv[1:2]))
