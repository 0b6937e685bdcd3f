"""Wrong implementations of twenty rules, each of which the rule's own test must detect.

``python -m tests.games.holland44.rules.mutants`` runs the tests against the mutants and prints the
result of each; with the name of a mutant it runs only that one.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[4]
TESTS = "tests/games/holland44/rules"
GAME = "engine.games.holland44"
MODULE = "tests.games.holland44.rules.mutants"


@dataclass(frozen=True)
class Mutant:
    """A rule number, its test, the original and the replaced code, and the fault that results."""

    rule: str
    test: str
    where: str
    wrong: Callable[[Any], Any]
    fault: str

    def apply(self) -> None:
        """Put the wrong implementation in place, for as long as the process lives."""
        name, _, path = self.where.partition(":")
        holder: Any = importlib.import_module(name)
        *outer, last = path.split(".")
        for part in outer:
            holder = getattr(holder, part)
        setattr(holder, last, self.wrong(getattr(holder, last)))


@dataclass(frozen=True)
class Rewrite:
    """A rule number, its test, the module whose words are changed, and the fault that results."""

    rule: str
    test: str
    where: str
    old: str
    new: str
    fault: str

    def apply(self) -> None:
        """Have the module read with other words, when it is imported in this process."""
        file = str(ROOT / f"{self.where.replace('.', '/')}.py")
        read, stats = SourceFileLoader.get_data, SourceFileLoader.path_stats
        assert self.where not in sys.modules
        assert Path(file).read_text(encoding="utf-8").count(self.old) == 1, self.old

        def get_data(loader: SourceFileLoader, path: str) -> bytes:
            data = read(loader, path)
            return data.replace(self.old.encode(), self.new.encode()) if path == file else data

        def path_stats(loader: SourceFileLoader, path: str) -> Any:
            if path == file:
                raise OSError("what was compiled before is not what is wanted")
            return stats(loader, path)

        SourceFileLoader.get_data = get_data  # type: ignore[method-assign, assignment]
        SourceFileLoader.path_stats = path_stats  # type: ignore[method-assign]


def _limits_first(odds: Any) -> Any:
    def wrong(attack: int, defense: int, shifts: Any = (), chart: Any = None) -> Any:
        shifts = tuple(shifts)
        bounded = odds(attack, defense, (), chart)
        ratio, _, _ = bounded.column.partition(":")
        other = bounded.column.rpartition(":")[2]
        found = odds(int(ratio), int(other), shifts, chart)
        return type(found)(
            attack, defense, bounded.ratio, found.shifts, found.shifted, found.column
        )

    return wrong


def _rounded_down(total: Any) -> Any:
    def wrong(strengths: Any) -> Any:
        found = total(strengths)
        halved = {s.unit: s.printed // 2 for s in strengths if s.halved and s.printed > 1}
        shares = tuple((unit, halved.get(unit, value)) for unit, value in found.shares)
        return type(found)(sum(value for _, value in shares), shares)

    return wrong


RULES = f"{GAME}.rules"

MUTANTS: dict[str, Mutant | Rewrite] = {
    "bridges-on-turn-1": Mutant(
        "5.6",
        "test_ch05_bridges.py::test_5_6_turn_1_has_a_modifier",
        "engine.modules.tables:Chart.on_turn",
        lambda _: lambda self, turn: [],
        "no modifier for demolition on turn 1",
    ),
    "step-limit": Mutant(
        "6.4.1a",
        "test_limits_of_rules.py::test_6_4_1a_nine_steps_of_combat_units_and_no_more",
        f"{GAME}.rules.ch06_stacking:STEP_LIMIT",
        lambda limit: limit + 3,
        "twelve steps may stay in a hex",
    ),
    "zones-over-rivers": Mutant(
        "7.1b",
        "test_ch07_zoc.py::test_zones_cross_major_rivers_only_where_a_bridge_stands",
        f"{RULES}.ch07_front:zone",
        lambda zone: lambda table, holders, barriers: {j for i in holders for j in table.ring[i]},
        "zones of control cross every river",
    ),
    "limits-before-shifts": Mutant(
        "9.4.2",
        "test_ch09_odds.py::test_9_4_2_shifts_count_beyond_the_table",
        f"{GAME}.rules.ch10_odds:odds",
        _limits_first,
        "the limits of the table come before the shifts",
    ),
    "halves-rounded-down": Mutant(
        "10.1b",
        "test_ch10_modifiers.py::test_page_13_halving",
        f"{GAME}.rules.ch10_odds:total",
        _rounded_down,
        "halves are rounded down",
    ),
    "no-armour": Mutant(
        "10.3.1",
        "test_ch10_modifiers.py::test_armour_values",
        f"{GAME}.rules.ch10_shifts:_armor_shift",
        lambda _: lambda fight, leading: iter(()),
        "armour never shifts a column",
    ),
    "retreat-anywhere": Mutant(
        "13.1.3.4",
        "test_ch13_retreats.py::test_page_19_the_fourth_guideline",
        f"{GAME}.rules.ch13_retreat_paths:allowed",
        lambda _: lambda candidates: list(range(len(candidates))),
        "the priorities of retreat do not count",
    ),
    "no-road-bonus": Mutant(
        "15.2d",
        "test_ch13_retreats.py::test_the_road_bonus",
        f"{GAME}.rules.ch15_advance_hexes:Advance._road_bonus",
        lambda _: property(lambda self: False),
        "nobody advances further by road",
    ),
    "long-supply": Mutant(
        "18.3.1a",
        "test_ch18_supply.py::test_four_hexes_to_the_road",
        f"{GAME}.rules.ch18_supply:CROSS_COUNTRY",
        lambda hexes: hexes + 1,
        "five hexes to the road are in supply",
    ),
    "all-of-the-406th": Mutant(
        "23.5",
        "test_phases.py::test_23_5_the_406th_division_rolls_until_turn_4",
        f"{GAME}.rules.ch19_arrivals:ARRIVES_406",
        lambda _: 6,
        "every die brings a unit of the 406th Division",
    ),
    "germans-dismount": Rewrite(
        "18.6",
        "test_small_changes.py::test_18_6_only_the_allies_dismount_over_a_canal",
        f"{RULES}.ch18_effects",
        'mounted = side == "allied" and',
        "mounted =",
        "Germans dismount over a canal as the Allies do",
    ),
    "two-hexes-with-a-replacement": Rewrite(
        "20.2.5",
        "test_small_changes.py::test_20_2_5_two_hexes_are_too_many_after_a_replacement",
        f"{RULES}.ch20_replacements",
        "len(move.legs) + move.hexes_moved > 1",
        "len(move.legs) + move.hexes_moved > 2",
        "a unit that received a replacement moves two hexes",
    ),
    "marsh-for-tanks-alone": Rewrite(
        "12.1.3",
        "test_ch11_results.py::test_12_1_3b_vehicles_in_a_marsh_use_the_first_column",
        f"{RULES}.ch12_determined_defense",
        'terrain == "marsh" and lead.profile.vehicle',
        'terrain == "marsh" and lead.profile.counter.kind == "tank"',
        "of the vehicles in a marsh only tanks use the first column",
    ),
    "supply-head-leads": Rewrite(
        "12.1.2",
        "test_small_changes.py::test_12_1_2_a_supply_head_leads_no_defence",
        f"{RULES}.ch12_determined_defense",
        "if unit.profile.head:",
        "if not unit.profile.side:",
        "a supply head leads a determined defence",
    ),
    "stops-beside-the-disrupted": Rewrite(
        "13.3",
        "test_singled_out.py::test_13_3b_a_retreat_stops_in_ezoc_only_with_friends_in_good_order",
        f"{RULES}.ch13_retreat_paths",
        "end not in enemy.zone or any(u.profile.good_order for u in friends)",
        "end not in enemy.zone or bool(friends)",
        "a retreat stops in an EZOC beside a disrupted friend",
    ),
    "recon-escapes-an-exchange": Rewrite(
        "23.7",
        "test_small_changes.py::test_23_7_a_reconnaissance_unit_does_not_escape_an_exchange_with_retreat",
        f"{RULES}.ch11_results",
        'RECON_ESCAPES = ("D1", "DS")',
        'RECON_ESCAPES = ("D1", "DS", "DRX")',
        "a lone reconnaissance unit escapes DRX too",
    ),
    "spearhead-on-foot": Rewrite(
        "24.4",
        "test_small_changes.py::test_24_4_units_on_foot_are_no_spearhead_of_the_30th_corps",
        f"{RULES}.ch24_traffic",
        'corps == "30C" and counter.mechanized',
        'corps == "30C"',
        "units on foot count as the spearhead of the 30th Corps",
    ),
    "assault-for-ever": Rewrite(
        "9.5.3",
        "test_small_changes.py::test_9_5_3_the_marker_of_an_assault_goes_with_the_phase",
        f"{RULES}.ch03_sequence",
        'if marker.kind == "river_assault":',
        'if marker.kind == "no such marker":',
        "the marker of a river assault stays",
    ),
    "unknown-beside-the-enemy": Rewrite(
        "25.6",
        "test_small_changes.py::test_25_6_no_redeployment_beside_the_allies_even_across_a_river",
        f"{RULES}.ch25_relocation",
        "for j in (target, *position.ground.ring[target]) if",
        "for j in (target,) if",
        "an unknown unit goes next to the Allies",
    ),
    "through-their-cities": Rewrite(
        "18.3.2",
        "test_ch18_supply.py::test_empty_cities_last_held_by_the_enemy",
        f"{RULES}.ch18_supply",
        "if position.control(i) == enemy.side:",
        "if position.control(i) == enemy.side and i in enemy.hexes:",
        "a city that the enemy holds and has left closes no road",
    ),
}


class _Reasons:
    """Keeps why tests fail."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.files: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest after each part of a test."""
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.told.append(crash.message if crash else str(report.longrepr))
            self.files.append(Path(crash.path).name if crash else "")


def fate(name: str) -> tuple[bool, str]:
    """Run a mutant's test in this process and return whether, and by what, it was detected.

    Only a line of the test itself detects a mutant; a mutant that crashes is a bad mutant.
    """
    mutant, reasons = MUTANTS[name], _Reasons()
    mutant.apply()
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*options, f"{TESTS}/{mutant.test}"], plugins=[reasons])
    why = reasons.told[0].splitlines()[0] if reasons.told else f"pytest ended with {code:d}"
    found = reasons.files[:1] == [mutant.test.partition("::")[0]]
    return found, why if found else f"{why} (failed in {', '.join(reasons.files) or 'nothing'})"


def in_its_own_process(name: str) -> tuple[bool, str]:
    """Return the result of a mutant, which runs in its own process.

    Raises RuntimeError for a process without a result: it was killed, or ran out of memory.
    """
    command = [sys.executable, "-m", MODULE, name]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode not in (0, 1) or not done.stdout.strip():
        raise RuntimeError(f"{name} ended with {done.returncode}: {done.stderr.strip()[-1000:]}")
    return done.returncode == 0, done.stdout.strip()


def main() -> int:
    """Run the mutant that is named, or all of them; 1 if one lives on."""
    if len(sys.argv) > 1:
        found, why = fate(sys.argv[1])
        print(why)
        return 0 if found else 1
    living = 0
    for name, mutant in MUTANTS.items():
        found, why = in_its_own_process(name)
        living += not found
        print(f"{'found out' if found else 'LIVES ON':10}{mutant.rule:9} {mutant.fault}")
        print(f"{'':10}{mutant.test}: {why}")
    return 1 if living else 0


if __name__ == "__main__":
    sys.exit(main())
