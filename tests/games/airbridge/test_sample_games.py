"""The sample games: legal, and annotated in two languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core.modes import mode_of
from engine.games.airbridge.rulebook import rulebook
from engine.log.annotations import load_for
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.game import Recording
from logs.build import FOLDER

FOREST = FOLDER / "13.2-assault-in-the-forest.h44log"
BREAKOUT = FOLDER / "air-bridge-introductory.h44log"
GAMES = [(FOREST, "campaign", 15), (BREAKOUT, "introductory", 50)]
GERMANS = {
    "GE-59-1/1034": "A2804",
    "GE-59-2/1034": "A2604",
    "GE-59-1/1035": "A2702",
    "GE-59-2/1035": "A2603",
}
AMERICANS = ("US-101-1/327", "US-101-1/501")


@pytest.mark.parametrize(("log", "scenario", "entries"), GAMES, ids=["forest", "breakout"])
def test_the_games_are_sound(log: Path, scenario: str, entries: int) -> None:
    game = Recording.load(log)
    assert game.notices == ()
    assert len(game) == entries
    assert mode_of(game.state(len(game))) == "enforced"
    assert verify(game.log, game.module.places, game.annotations).problems == []
    assert audit(game, rulebook().ruleset(scenario)).breaches == []
    english, spanish = (
        load_for(log, game.log.header.id, log.with_suffix(end)) for end in (".h44aar", ".es.h44aar")
    )
    assert english.entries.keys() == spanish.entries.keys()
    assert (english.language, spanish.language) == ("en", "es")


def test_the_printed_assault_comes_out_as_printed() -> None:
    game = Recording.load(FOREST)
    state = game.state(len(game))
    steps = {name: state.pieces[name].steps for name in GERMANS}
    assert sorted(steps.values()) == [1, 1, 2, 2]
    weak, strong = (state.pieces[name] for name in AMERICANS)
    places = game.module.places
    assert places.name(weak.place) == "eliminated-allied"
    assert (places.name(strong.place), strong.steps) == ("A2703", 1)
    for name, hex_ in GERMANS.items():
        assert places.name(state.pieces[name].place) == hex_  # everybody is back
    thrown = [d.values[0] for e in game.log.entries for d in e.dice]
    assert thrown == [6, 5, 3, 4, 7, 9]
    told = " ".join(e.sentence for e in map(game.step, range(1, len(game) + 1)))
    assert re.search(r"A2703", told)


def test_sample_break_out_covers_the_game() -> None:
    game = Recording.load(BREAKOUT)
    reasons = [d.reason for e in game.log.entries for d in e.dice]
    for reason in ("refusal", "bombardment", "support", "maneuver", "assault_attacker"):
        assert reason in reasons
    last = game.state(len(game))
    assert last.tracks["winner"] == "allied"
    assert last.tracks["result"] == "marginal"
