"""Wrong implementations of rules, each of which must fail the rule's own test.

``python -m tests.games.marketgarden.mutants NAME`` puts one in place and runs the test that the
coverage table names for the rule; it ends with 0 if the test failed, as it should.
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

import engine.games.marketgarden as game
from engine.rules.coverage_table import rows_in

ROOT = Path(__file__).parents[3]
MODULE = "tests.games.marketgarden.mutants"


@dataclass(frozen=True)
class Mutant:
    """A rule number, a function to replace, its wrong implementation, and the fault."""

    rule: str
    where: str
    wrong: Callable[[Any], Any]
    fault: str

    def apply(self) -> None:
        """Replace the right implementation in all modules of the game."""
        names = [m.name for m in pkgutil.walk_packages(game.__path__, f"{game.__name__}.")]
        modules = [importlib.import_module(name) for name in names]
        name, _, last = self.where.partition(":")
        right = getattr(importlib.import_module(f"{game.__name__}.{name}"), last)
        wrong = self.wrong(right)
        for module in modules:
            for attribute, held in list(vars(module).items()):
                if held is right and attribute == last:
                    setattr(module, attribute, wrong)

    @property
    def test(self) -> str:
        """The test of the rule."""
        return next(row.test for row in rows_in("engine.games.marketgarden") if row.id == self.rule)


def always(value: Any) -> Callable[[Any], Any]:
    """Return an implementation with a constant result."""
    return lambda _: lambda *args, **kwargs: value


MUTANTS = {
    "contact-is-free": Mutant(
        "4.1.2c",
        "rules.ch04_zone_duties:breaks_contact",
        always(False),
        "breaking contact costs nothing",
    ),
    "no-stop": Mutant(
        "4.1.2b",
        "rules.ch04_zone_duties:must_stop",
        always(False),
        "units move on beside the enemy",
    ),
    "four-in-a-hex": Mutant(
        "4.1.1a", "rules.ch04_stacking:room_for", always(True), "any number of units in a hex"
    ),
    "all-exempt": Mutant(
        "4.1.2g", "rules.ch04_zone_duties:is_exempt", always(True), "nobody must attack"
    ),
    "odds-rounded-up": Mutant(
        "5.1.1c",
        "rules.ch05_combat:odds_column",
        lambda right: lambda position, a, d: right(position, -(-a // d) * d, d),
        "the fraction counts for the attacker",
    ),
    "terrain-for-the-attacker": Mutant(
        "5.1.2a",
        "rules.ch05_combat:terrain_shift",
        lambda right: lambda attack: -right(attack),
        "terrain shifts to the right",
    ),
    "siege-helps-nobody": Mutant(
        "5.1.3a", "rules.ch05_engagement:is_surrounded", always(False), "nobody is surrounded"
    ),
    "dry-retreats": Mutant(
        "5.3.2a", "rules.ch05_retreat:crosses_river", always(False), "retreats cross rivers freely"
    ),
    "guns-advance": Mutant(
        "5.2d", "rules.ch05_advance:may_advance", always(True), "artillery advances"
    ),
    "sky-for-all": Mutant(
        "6.2g", "rules.ch06_air:may_support", always(True), "the isolated get air support"
    ),
    "recovery-under-fire": Mutant(
        "7.0d", "rules.ch07_losses:recovers", always(True), "every loss is recovered"
    ),
    "endless-range": Mutant(
        "8.0h", "rules.ch08_artillery:in_range", always(True), "guns reach everything"
    ),
    "hungry-attack": Mutant(
        "9.0g", "rules.ch09_supply:may_attack", always(True), "the unsupplied always attack"
    ),
    "one-end-is-enough": Mutant(
        "10.1e", "rules.ch10_bridges:allied_since", always(1), "every bridge is Allied"
    ),
    "charges-never-fail": Mutant(
        "10.1c", "rules.ch10_bridges:result_of", always("blown"), "a 1 blows a bridge too"
    ),
    "points-for-nothing": Mutant(
        "11.2.1b", "rules.ch11_victory:reached_north", always(True), "the north is reached at once"
    ),
}


def found_out(name: str) -> bool:
    """Return whether a rule's test fails with its mutant; needs its own process."""
    MUTANTS[name].apply()
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark"]
    with contextlib.redirect_stdout(io.StringIO()):
        return pytest.main([*options, MUTANTS[name].test]) == pytest.ExitCode.TESTS_FAILED


def in_its_own_process(name: str) -> bool:
    """Return whether a rule's test fails with its mutant, in a new process."""
    done = subprocess.run(
        [sys.executable, "-m", MODULE, name], cwd=ROOT, capture_output=True, check=False
    )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(not all(found_out(name) for name in sys.argv[1:2]))
