"""Rules done wrong on purpose: the test of each must fail."""

from __future__ import annotations

import pytest

from tests.games.airbridge.mutants import MUTANTS, in_its_own_process


@pytest.mark.soak
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_found_out(name: str) -> None:
    assert in_its_own_process(name), MUTANTS[name].fault
