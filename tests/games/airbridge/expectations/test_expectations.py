"""Compare a rulebook reader's expectations with the answers of a probe.

The expectations (the ``*.yaml`` beside this file) were written from the rulebook, the charts and
the protocol; charts, combat, results and movement before seeing the rules of the game in code,
assault and supply after parts of the code had been read to mend what the others had found.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.airbridge.expectations.comparing import judged
from tests.games.airbridge.expectations.reading import everything
from tests.games.normandy44.expectations.asking import Asker

QUESTIONS = everything()


@pytest.fixture(scope="module")
def asker() -> Asker:
    return Asker()


@pytest.mark.parametrize("chapter", sorted({q.chapter for q in QUESTIONS}))
def test_probe_meets_expectations(asker: Asker, chapter: str) -> None:
    """One test for each file: collecting hundreds of small tests would be slower."""
    asked = [q for q in QUESTIONS if q.chapter == chapter]
    wrong = {q.name: found for q in asked if (found := judged(asker, q))}
    assert wrong == {}


def test_expectations_are_enough_and_unique() -> None:
    assert len(QUESTIONS) >= 400
    twice = [name for name, n in Counter(q.name for q in QUESTIONS).items() if n > 1]
    assert twice == []


def test_wrong_expectation_fails(asker: Asker) -> None:
    """Test the comparison: a changed number in the expectation must fail."""
    question = next(q for q in QUESTIONS if q.ask.get("name") == "weather")
    assert judged(asker, replace(question, expect={"result": "snow"}))
