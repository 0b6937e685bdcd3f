"""A sample of the frozen answers; ``make frozen`` compares them all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.frozen import corpus

EVERY = 12
"""One group of requests out of so many is asked here."""

GROUPS = [*corpus.groups()[::EVERY], corpus.groups()[-1]]


@pytest.fixture(scope="module")
def logs() -> Iterator[dict[str, str]]:
    with corpus.unpacked_logs() as found:
        yield found


@pytest.fixture(scope="module")
def frozen() -> dict[str, list[corpus.Json]]:
    return corpus.frozen_answers()


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_answers_equal_the_frozen_ones(group, logs, frozen):
    now = corpus.answers_of(group, logs)
    assert [str(d) for d in corpus.compare_answers(group, frozen[group.name], now)] == []


QUICK_GAMES = [
    corpus.RANDOM_GAMES[0],
    *(g for g in corpus.RANDOM_GAMES if g.seed in (601, 631, 651)),
]
"""A short game of each rulebook."""


@pytest.mark.parametrize("game", QUICK_GAMES, ids=lambda game: game.name)
def test_random_games_are_unchanged(game):
    assert [str(d) for d in corpus.compare_games([game])] == []


def test_audit_of_the_sample_is_unchanged(logs):
    assert [str(d) for d in corpus.compare_audit(logs)] == []


def test_corpus_has_two_thousand_requests_of_every_kind():
    asked = [request for group in corpus.groups() for request in group.requests]
    assert len(asked) >= 2000
    questions = {"state", "hex", "zoc", "reach", "judge", "why_not", "odds", "supply", "retreat"}
    assert {r.get("op") for r in asked} >= questions | {"advance", "legal", "apply", "table"}
    assert len(corpus.RANDOM_GAMES) >= 30


def test_a_changed_answer_is_reported(frozen):
    group = GROUPS[0]
    was = frozen[group.name]
    now = [{**was[0], "ok": "spoilt"}, *was[1:]]
    found = list(corpus.compare_answers(group, was, now))
    assert [str(d) for d in found] == [f"{group.name}.0 (load): .ok was True, is spoilt"]
    assert corpus.explained("A trial", found).startswith("## A trial\n\n- load: 1 (")


def test_each_answer_has_its_hash(frozen):
    lines = corpus.HASHES.read_text().splitlines()
    assert lines == [
        f"{name}.{n} {corpus.hashed(answer)}"
        for name, answers in frozen.items()
        for n, answer in enumerate(answers)
    ]
