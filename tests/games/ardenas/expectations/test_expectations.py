"""Compare a rulebook reader's expectations with the answers of a probe.

The expectations (the ``*.yaml`` beside this file) were written from the rulebook, the charts and
the protocol before seeing the rules of the game in code.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.ardenas.expectations.reading import everything
from tests.games.normandy44.expectations.asking import Asker, judged

QUESTIONS = everything()


@pytest.fixture(scope="module")
def asker() -> Asker:
    return Asker()


@pytest.mark.slow
@pytest.mark.parametrize("chapter", sorted({q.chapter for q in QUESTIONS}))
def test_probe_meets_expectations(asker: Asker, chapter: str) -> None:
    """One test for each file: collecting hundreds of small tests would be slower."""
    asked = [q for q in QUESTIONS if q.chapter == chapter]
    wrong = {q.name: found for q in asked if (found := judged(asker, q))}
    assert wrong == {}


def test_no_expectation_is_written_twice() -> None:
    twice = [name for name, n in Counter(q.name for q in QUESTIONS).items() if n > 1]
    assert twice == []


def test_wrong_expectation_fails(asker: Asker) -> None:
    """Test the comparison: the opposite of each legality must fail."""
    told = [q for q in QUESTIONS if "legal" in q.expect]
    assert told
    for question in told[:10]:
        opposite = {"legal": not question.expect["legal"]}
        assert judged(asker, replace(question, expect=opposite))
