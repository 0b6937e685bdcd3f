"""``python -m tests.mutation engine/search --sample 100``: make changes and print the survivors.

Each change is tried with the tests that run its line, the quickest first, until one fails. The
tests' lines and the results are stored below ``build/mutation``, so an interrupted run continues.

Survivors without any effect are listed in ``explained.json`` with the reason, by the name of the
change. They are counted separately.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Container, Iterable
from pathlib import Path

from tests.mutation.changes import Change, changes
from tests.mutation.reach import KEPT, ROOT, Reach, Reached
from tests.mutation.trying import KILLED, SURVIVED, Warm

EVERY_GAME = (
    "tests/games/test_moves_of_every_game.py",
    "tests/games/test_ground_kept.py",
    "tests/games/test_house_rules_in_reach.py",
    "tests/unit/rules/test_named.py",
    "tests/unit/rules/test_positions_of_games.py",
    "tests/unit/rules/test_small_answers.py",
    "tests/unit/rules/test_unmoved.py",
)
"""Tests of what holds in every game."""
TESTS = {
    "engine/games/airbridge": ("tests/games/airbridge", "tests/test_agreement.py",
                               "tests/games/test_combats_from_the_log.py", *EVERY_GAME),
    "engine/games/normandy44": ("tests/games/normandy44", *EVERY_GAME, "tests/test_agreement.py",
                                "tests/games/test_combats_from_the_log.py",
                                "tests/games/test_combats_of_older_logs.py",
                                "tests/games/test_searches_walk_the_board.py",
                                "tests/properties/test_every_effect_is_reported.py",
                                "tests/properties/test_positions_read_back.py",
                                "tests/properties/test_derived_positions_agree.py",
                                "tests/unit/report/test_scene.py",
                                "tests/unit/report/test_stakes.py",
                                "tests/unit/test_setup_checked.py",
                                "tests/frozen/test_frozen.py"),
    "engine/games/ardenas": ("tests/games/ardenas", "tests/games/test_secrets.py", *EVERY_GAME),
    "engine/games/holland44": (*EVERY_GAME,
                               "tests/games/holland44", "tests/unit/probe", "tests/unit/report",
                               "tests/unit/rules", "tests/unit/test_referee.py",
                               "tests/unit/test_scrutiny.py", "tests/frozen/test_frozen.py",
                               "tests/games/test_combats_from_the_log.py",
                               "tests/games/test_combats_of_older_logs.py",
                               "tests/games/test_lessons.py",
                               "tests/games/test_searches_walk_the_board.py",
                               "tests/games/test_secrets.py",
                               "tests/properties/test_advance_agrees.py",
                               "tests/properties/test_derived_positions_agree.py",
                               "tests/properties/test_every_effect_is_reported.py",
                               "tests/properties/test_fierce_games.py",
                               "tests/properties/test_moves_agree.py",
                               "tests/properties/test_play_agrees.py",
                               "tests/properties/test_positions_read_back.py",
                               "tests/properties/test_reach_agrees.py",
                               "tests/properties/test_retreat_agrees.py",
                               "tests/properties/test_rules_agree.py",
                               "tests/properties/test_why_not_agrees.py",
                               "tests/test_agreement.py"),
    "engine/games/marketgarden": ("tests/games/marketgarden", *EVERY_GAME),
    "engine/rules": ("tests/unit/rules", "tests/unit/test_referee.py", "tests/games/toy",
                     "tests/unit/probe", "tests/unit/test_scrutiny.py",
                     "tests/games/holland44/test_audit.py", "tests/frozen/test_frozen.py",
                     "tests/games/normandy44/test_rules_by_themselves.py",
                     "tests/games/marketgarden/test_answers.py",
                     "tests/games/holland44/rules"),
    "engine/search": ("tests/unit/search", "tests/games/holland44/rules"),
    "engine/log": ("tests/unit/log", "tests/unit/export", "tests/unit/core/test_effects.py",
                   "tests/unit/test_exchange.py", "tests/unit/test_scrutiny.py",
                   "tests/unit/test_game.py", "tests/unit/test_bylines.py",
                   "tests/unit/test_limits.py", "tests/fuzz/test_damage.py"),
}  # fmt: skip
"""The packages that are measured, and the tests that answer for each."""
UNREACHED = "no test reaches it"
FEW = 3
"""So few tests may run a line only because they are the first to need what it caches."""
FROZEN = "tests/frozen/"
"""Tests that tell only that an answer is another than it was, not which is right."""
EXPLAINED = Path(__file__).with_name("explained.json")
"""Changes that change nothing, each with its reason, by their names."""


def main() -> int:
    """Measure a package; return 1 if fewer than nine in ten changes are found."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("package", choices=sorted(TESTS))
    parser.add_argument("--sample", type=int, default=100, help="how many changes, 0 for all")
    parser.add_argument("--seed", type=int, default=44)
    parser.add_argument("--only", default="", help="changes of files or functions of this name")
    parser.add_argument("--seconds", type=float, default=20, help="of tests for a change")
    parser.add_argument("--watch", action="store_true", help="only see which tests run what")
    parser.add_argument("--minutes", type=float, default=0, help="then stop; the next run goes on")
    parser.add_argument("--again", action="store_true", help="try what survived once more")
    parser.add_argument("--afresh", action="store_true", help="forget which tests run what")
    wish = parser.parse_args()
    os.chdir(ROOT)
    reach = Reach(wish.package, TESTS[wish.package])
    reach.refresh(whole=wish.afresh)
    if wish.watch:
        return 0
    found = [c for f in sorted((ROOT / wish.package).rglob("*.py")) for c in changes(f)]
    tell_stale(wish.package, {name(c) for c in found}, explained())
    found = [c for c in found if wish.only in name(c)]
    sample = random.Random(wish.seed).sample(found, min(wish.sample or len(found), len(found)))
    results = Results(wish.package)
    todo = [c for c in sorted(sample, key=str) if results.wanted(c, again=wish.again)]
    if todo:
        _try(wish.package, reach, todo, results, wish.seconds, wish.minutes)
    return _tell(wish.package, sample, len(found), results)


def name(change: Change) -> str:
    """Return the name of a change, which does not depend on line numbers."""
    file = change.file.relative_to(ROOT)
    return f"{file} {change.function} {change.number}: {change.text}"


def explained() -> dict[str, str]:
    """Return the reasons why changes have no effect, by their names."""
    found: dict[str, str] = json.loads(EXPLAINED.read_text(encoding="utf-8"))
    return found


def tell_stale(package: str, names: Container[str], why: Iterable[str]) -> None:
    """Print the explanations of changes that no longer exist."""
    for each in why:
        if each.startswith(f"{package}/") and each not in names:
            print(f"no longer there: {each}")


class Results:
    """The result of each change, a line of JSON each; the last line for a change is valid."""

    def __init__(self, package: str) -> None:
        self._path = KEPT / f"{package.replace('/', '-')}.results.jsonl"
        self.of: dict[str, tuple[str, str]] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                self.of[told["change"]] = (told["result"], told["by"])

    def wanted(self, change: Change, *, again: bool) -> bool:
        """Return whether a change is still to be tried."""
        result = self.of.get(name(change), ("", ""))[0]
        return not result or (again and result in (SURVIVED, UNREACHED))

    def add(self, change: Change, result: str, by: str) -> None:
        """Store a result immediately."""
        self.of[name(change)] = (result, by)
        KEPT.mkdir(parents=True, exist_ok=True)
        told = {"change": name(change), "result": result, "by": by}
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(told) + "\n")

    def killers(self) -> list[str]:
        """Return the tests that found a change, which may find others."""
        return [by for result, by in self.of.values() if result == KILLED]


def _try(
    package: str,
    reach: Reach,
    todo: list[Change],
    results: Results,
    seconds: float,
    minutes: float,
) -> None:
    by_test = {t: r for t, r in reach.by_test().items() if r.passed}
    chosen = {name(c): _chosen(c, reach, by_test, seconds) for c in todo}
    files = sorted({t.partition("::")[0] for tests in chosen.values() for t in tests})
    end = time.monotonic() + minutes * 60 if minutes else float("inf")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")

    def work(warm: Warm) -> None:
        for change in todo:
            if time.monotonic() > end:
                out.write("time is up; run it again\n")
                break
            tests = [t for t in chosen[name(change)] if t in warm.items]
            known = set(results.killers()) & set(tests)
            # What only compares with old answers comes last.
            tests.sort(key=lambda t: (t.startswith(FROZEN), t not in known))
            known_seconds = sum(by_test[t].seconds for t in tests)
            result = (UNREACHED, "")
            if tests:
                result = warm.attempt([change], tests, 10 + 3 * known_seconds)
            results.add(change, *result)
            out.write(f"{result[0]}: {name(change)}\n")
            out.flush()

    scratch = Path(tempfile.mkdtemp(prefix="mutation-"))
    try:
        Warm(package, scratch, work).run(files)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        out.close()


def _chosen(change: Change, reach: Reach, by_test: dict[str, Reached], seconds: float) -> list[str]:
    """Return the tests that run the line of a change within the time limit.

    Tests that also run rarely run lines of its function come first, and among them the quickest:
    they are about it. A line that few tests run may fill a cache for all others, which follow.
    """
    file = str(change.file.relative_to(ROOT))
    lines = range(change.statement, change.end + 1)
    own = {t for t, r in by_test.items() if any(r.at(file, line) for line in lines)}
    if reach.moved(file):
        own = {t for t, r in by_test.items() if r.lines.get(file)}
    tests = [t for t, r in by_test.items() if r.lines] if len(own) <= FEW else list(own)
    worth = dict.fromkeys(tests, 1e-9)
    for line in range(change.first, change.last + 1):
        run = [t for t in tests if by_test[t].at(file, line)]
        worth |= {t: worth[t] + 1 / len(run) for t in run}
    chosen, total = [], 0.0
    for test in sorted(tests, key=lambda t: (t not in own, by_test[t].seconds / worth[t], t)):
        total += by_test[test].seconds
        if total > seconds and chosen:
            break
        chosen.append(test)
    return chosen


def _tell(package: str, sample: list[Change], whole: int, results: Results) -> int:
    tried = [c for c in sample if name(c) in results.of]
    survived = [c for c in tried if results.of[name(c)][0] in (SURVIVED, UNREACHED)]
    why = explained()
    idle = [c for c in survived if name(c) in why]
    left = [c for c in survived if name(c) not in why]
    found = len(tried) - len(survived)
    share = found / max(1, len(tried))
    print("\nNot found out:" if left else "\nAll are found out or explained.")
    for change in sorted(left, key=str):
        place = f"{change.file.relative_to(ROOT)}:{change.line}"
        print(f"  {results.of[name(change)][0]}: {place} {change.function}: {change.text}")
    for change in sorted(idle, key=str):
        print(f"  changes nothing: {name(change)}: {why[name(change)]}")
    frozen = sum(results.of[name(c)][1].startswith(FROZEN) for c in tried)
    print(
        f"{package}: {found} of {len(tried)} found out ({share:.1%}; {frozen} of them by frozen"
        f" answers), {len(idle)} change nothing, {len(left)} left;"
        f" a sample of {len(sample)} of {whole} changes",
        flush=True,
    )
    return 0 if share >= 0.9 and len(tried) == len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
