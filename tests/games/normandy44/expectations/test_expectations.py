"""Compare a rulebook reader's expectations with the answers of a probe.

The reader wrote the expectations (the ``*.yaml`` beside this file) from the rulebook, the charts
and the protocol alone, before seeing the rules of the game; docs/decisions/0012-normandy44.md
describes the result. ``clauses.yaml`` was added later, from the rulebook too: a question for each
clause whose absence no other test detected.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.normandy44.expectations.asking import Asker, judged
from tests.games.normandy44.expectations.reading import everything

QUESTIONS = everything()


@pytest.fixture(scope="module")
def asker() -> Asker:
    return Asker()


@pytest.mark.parametrize("rule", sorted({q.rule for q in QUESTIONS}))
def test_the_probe_answers_as_the_rulebook_does(asker: Asker, rule: str) -> None:
    """One test a rule: a thousand small ones would take longer to count than to ask."""
    asked = [q for q in QUESTIONS if q.rule == rule]
    wrong = {q.name: found for q in asked if (found := judged(asker, q))}
    assert wrong == {}


def test_there_are_enough_and_each_once() -> None:
    assert len(QUESTIONS) >= 1400
    twice = [name for name, n in Counter(q.name for q in QUESTIONS).items() if n > 1]
    assert twice == []


def test_every_chapter_that_asks_for_rules_is_asked_about() -> None:
    chapters = {q.rule.partition(".")[0] for q in QUESTIONS}
    assert {str(n) for n in range(2, 27) if n != 25} <= chapters


def test_a_wrong_expectation_is_detected(asker: Asker) -> None:
    """The comparison itself: one figure changed in the expectation must show."""
    for question in QUESTIONS:
        if question.ask.get("op") == "odds" and "column" in question.expect:
            wrong = {**question.expect, "column": "9:9"}
            assert judged(asker, replace(question, expect=wrong))
            return
    pytest.fail("no question of odds")
