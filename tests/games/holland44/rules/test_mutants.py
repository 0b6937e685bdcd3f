"""Twenty wrong rules: the test of each must fail, in a line of its own.

``pytest -s`` prints the failure that detected each of them.
"""

from __future__ import annotations

import pytest

from engine.games.holland44.coverage import coverage
from tests.games.holland44.rules.mutants import MUTANTS, TESTS, Rewrite, in_its_own_process


@pytest.mark.soak
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_detected(name: str) -> None:
    found, why = in_its_own_process(name)
    mutant = MUTANTS[name]
    print(f"{mutant.rule} {mutant.fault}: {mutant.test}: {why}")
    assert found, why


def test_the_tests_are_those_of_the_coverage_table() -> None:
    tests = {row.id: row.test for row in coverage()}
    assert len(MUTANTS) == 20
    for mutant in MUTANTS.values():
        if isinstance(mutant, Rewrite):  # small changes of a clause, each with a test of its own
            continue
        assert tests[mutant.rule] == f"{TESTS}/{mutant.test}"
