"""Every decision of a random game is put in words of its own, and so is every answer."""

from __future__ import annotations

import random

from engine.core.dice import Rolled
from engine.core.effects import Decision
from engine.core.reducer import apply
from engine.games import require_rulebook
from engine.games.holland44.contents import BOOK
from engine.games.holland44.legal import legal
from engine.games.holland44.positions import opening, setting
from engine.i18n import catalogue, has, t
from engine.rules.judge import play
from holland44_qt.umpire.question import Question, kind_name, question

TURNS = 2
SEED = 7


def asked_in_a_game() -> list[Question]:
    """The questions of a random game, two of each kind."""
    real, rules = setting("campaign"), require_rulebook("holland44").ruleset("campaign")
    state = opening("campaign")
    chance, dice = random.Random(SEED), Rolled(random.Random(SEED))
    found: dict[str, list[Question]] = {}
    while state.clock.turn <= TURNS:
        position = real.position(state)
        asked = question(position)
        if asked is not None:
            found.setdefault(asked.kind, []).append(asked)
        actions = legal(position, 12, chance.randrange(10_000)).actions
        ends = chance.random() < 0.05
        action = actions[0] if ends and asked is None else chance.choice(actions)
        state = apply(state, play(rules, state, action, dice).effects, real.places)
    return [q for some in found.values() for q in some[:2]]


def test_every_question_and_every_answer_is_told_in_words() -> None:
    questions = asked_in_a_game()
    assert len({q.kind for q in questions}) >= 5
    for asked in questions:
        assert has(f"umpire.kind.{asked.kind}"), asked.kind
        assert has(f"umpire.ask.{asked.kind}"), asked.kind
        assert asked.sentence != t("umpire.ask"), asked.kind
        assert asked.answers
        pieces = asked.position.state.pieces
        for answer in asked.answers:
            assert answer.words
            assert not [w for w in answer.words.split() if w in pieces], answer.words
            assert "_" not in answer.words


def test_texts_are_of_kinds_that_exist() -> None:
    for prefix in ("umpire.kind.", "umpire.ask.", "umpire.hint."):
        kinds = {key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)}
        assert kinds <= BOOK.decisions.keys(), prefix


def test_a_kind_without_words_is_told_in_general_ones() -> None:
    position = setting("campaign").position(opening("campaign"))
    asked = Question(position, Decision(kind="mystery_of_the_day", side="german", args={}))
    assert kind_name(asked.kind) == "mystery of the day"
    assert asked.title == t("umpire.title", side="German", what="mystery of the day")
    assert asked.sentence == t("umpire.ask")
