"""Every effect of random games is reported: in the entry's sentence, a detail, or a decision.

Tracks used only by the rules are declared without a title in ``module.json``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from engine.core import effects as fx
from engine.core.state import State
from engine.games import RULEBOOKS, require_rulebook
from engine.log.effect_words import EffectFormatter
from engine.log.entry import Entry, now
from engine.log.narrate import details, narrate
from engine.rules import player
from tests.thoroughness import TIMES, some_now

GAMES = 2 if TIMES == 1 else 200
"""Random games of each rulebook; ``make soak`` plays 200."""
STEPS = 80 if TIMES == 1 else 600


def entries(rules: Any, seed: int) -> Iterator[tuple[State, Entry]]:
    """Yield the entries of a random game, each with the state before it."""
    chooser, state = random.Random(seed), rules.opening()
    for _ in range(STEPS):
        if player.to_decide(rules, state) is None:
            return
        action = chooser.choice(rules.legal(state, 24, chooser.randrange(1000)).actions)
        thrown: list[int] = []
        while (die := player.chance(rules, state, action, thrown)) is not None:
            thrown += [chooser.randint(1, die.sides) for _ in range(die.count)]
        step = player.step(rules, state, action, thrown)
        played = step.played
        yield (
            state,
            Entry(
                id=1,
                parent=0,
                at=now(),
                by=state.clock.active,
                action=action,
                dice=played.dice,
                effects=played.effects,
            ),
        )
        state = step.state


def kept(track: str, silent: frozenset[str]) -> bool:
    """Return whether the module declares that only the rules use a track."""
    prefix, slash, _ = track.partition("/")
    return track in silent or prefix + slash in silent


def unnamed(rules: Any, before: State, entry: Entry) -> Iterator[str]:
    """Yield the effects of an entry that are not reported."""
    names = rules.names
    sentence, said = narrate(entry, before, names), details(entry, before, names)
    silent = frozenset(w.id for w in rules.module.vocabulary.tracks if not w.title)
    teller = EffectFormatter(before, names)
    for effect in entry.effects:
        line = teller.effect(effect)
        match effect:
            case fx.PushDecision() | fx.PopDecision():
                continue  # a decision is a question of its own, and its answer an entry
            case fx.SetTrack() if kept(effect.track, silent):
                continue
            case fx.Move() if len(effect.path) > 1 and effect.path[-1].startswith("eliminated-"):
                named = teller.unit(effect.unit) in sentence
            case fx.SetHexside():
                named = names.place_name(effect.hexside) in sentence
            case _:
                named = bool(line) and (line in said or line.rstrip(".") in sentence)
        if not named:
            yield f"{sentence} | {effect!r}"


@pytest.mark.parametrize("seed", some_now(range(GAMES), lambda seed: seed == 0))
@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_effect_of_a_random_game_is_named(game: str, seed: int) -> None:
    book = require_rulebook(game)
    scenarios = book.ruleset("").module.meta.scenarios
    rules = book.ruleset(scenarios[-1 - seed % len(scenarios)])
    found = [
        line for before, entry in entries(rules, seed) for line in unnamed(rules, before, entry)
    ]
    assert found == []


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_track_of_the_rules_has_a_title_or_is_declared_silent(game: str) -> None:
    tracks = import_module(f"engine.games.{game}.tracks")
    module = require_rulebook(game).ruleset("").module
    declared = {*module.vocabulary.ids("tracks"), *module.displays}
    names = [v for k, v in vars(tracks).items() if k.isupper() and isinstance(v, str)]
    assert names
    for name in names:
        prefix, slash, _ = name.partition("/")
        known = any(word.startswith(name) for word in declared)
        assert known or prefix + slash in declared or module.track_name(name) is not None, name
