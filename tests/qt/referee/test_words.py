"""Every decision of a random game has its own text, and so has every answer."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.core.dice import Rolled
from engine.core.effects import Decision
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.holland44.answers.decisions import question
from engine.games.holland44.contents import BOOK, DECISIONS
from engine.games.holland44.legal import legal
from engine.games.holland44.positions import opening, setting
from engine.i18n import game_catalogue, has, t
from engine.rules.answers import Question
from engine.rules.judge import play

TURNS = 2
SEED = 7


def asked_in_a_game() -> list[tuple[Question, State]]:
    """Return the questions of a random game, two of each kind."""
    real, rules = setting("campaign"), require_rulebook("holland44").ruleset("campaign")
    state = opening("campaign")
    chance, dice = random.Random(SEED), Rolled(random.Random(SEED))
    found: dict[str, list[tuple[Question, State]]] = {}
    while state.clock.turn <= TURNS:
        position = real.position(state)
        asked = question(position)
        if asked is not None:
            found.setdefault(asked.kind, []).append((asked, state))
        actions = legal(position, 12, chance.randrange(10_000)).actions
        ends = chance.random() < 0.05
        action = actions[0] if ends and asked is None else chance.choice(actions)
        state = apply(state, play(rules, state, action, dice).effects, real.places)
    return [q for some in found.values() for q in some[:2]]


@pytest.mark.slow
def test_every_question_and_answer_has_a_text() -> None:
    questions = asked_in_a_game()
    assert len({q.kind for q, _ in questions}) >= 5
    for asked, state in questions:
        assert has(f"decide.holland44.{asked.kind}"), asked.kind
        assert has(f"ruling.holland44.ask.{asked.kind}"), asked.kind
        assert asked.text != t("ruling.holland44.ask"), asked.kind
        assert asked.options
        pieces = state.pieces
        for answer in asked.options:
            assert answer.text
            assert not [w for w in answer.text.split() if w in pieces], answer.text
            assert "_" not in answer.text


def test_texts_belong_to_existing_kinds() -> None:
    for prefix in ("decide.holland44.", "ruling.holland44.ask.", "ruling.holland44.hint."):
        kinds = {
            key.removeprefix(prefix)
            for key in game_catalogue("holland44", "en")
            if key.startswith(prefix)
        }
        assert kinds <= BOOK.decisions.handlers.keys(), prefix


def test_a_kind_without_text_uses_a_general_one() -> None:
    decision = Decision(kind="mystery_of_the_day", side="german", args={})
    state = replace(opening("campaign"), pending=(decision,))
    position = setting("campaign").position(state)
    position.memo["choices", decision.kind, repr(decision.args)] = ()
    asked = question(position)
    assert asked is not None
    assert DECISIONS.kind_name(asked.kind) == "mystery of the day"
    assert asked.title == t("ruling.title", side="German", what="mystery of the day")
    assert asked.text == t("ruling.holland44.ask")
