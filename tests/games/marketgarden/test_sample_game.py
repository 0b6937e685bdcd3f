"""The sample campaign: legal, and annotated in two languages."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.games.marketgarden.rulebook import rulebook
from engine.log.annotations import load_for
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.game import Recording
from logs.build import FOLDER

LOG = FOLDER / "ten-days-of-market-garden.h44log"
NOTES = (LOG.with_suffix(".h44aar"), LOG.with_suffix(".pt.h44aar"))


@pytest.fixture(scope="module")
def game() -> Recording:
    """Return the log of the sample game."""
    return Recording.load(LOG)


def test_the_log_is_sound(game: Recording) -> None:
    assert game.notices == ()
    assert verify(game.log, game.module.places, game.annotations).problems == []


def test_no_rule_is_broken(game: Recording) -> None:
    found = audit(game, rulebook().ruleset("campaign"))
    assert found.judged > 300
    assert found.breaches == []


def test_all_ten_days_are_played_and_counted(game: Recording) -> None:
    last = game.state(len(game))
    assert last.clock.turn == 10
    assert last.tracks["winner"] == "german"
    points = last.tracks["victory-german"], last.tracks["victory-allied"]
    facts = rulebook().facts(game.module, "campaign").points(last)
    assert points == (133, 80) == (facts["german"], facts["allied"])


@pytest.mark.parametrize("path", NOTES, ids=["en", "pt"])
def test_every_day_is_a_chapter(path, game: Recording) -> None:
    notes = load_for(LOG, game.log.header.id, path)
    chapters = [n for n, e in sorted(notes.entries.items()) if e.chapter]
    assert [game.state(n).clock.turn for n in chapters] == list(range(1, 11))
    assert len(notes.entries) > 20
    assert max(notes.entries) == len(game)


def test_annotations_of_both_languages_match(game: Recording) -> None:
    english, portuguese = (load_for(LOG, game.log.header.id, path) for path in NOTES)
    assert english.entries.keys() == portuguese.entries.keys()
    assert (english.language, portuguese.language) == ("en", "pt")


def test_facts_of_sample_combats(game: Recording) -> None:
    facts = rulebook().facts(game.module, "campaign")
    told = {21: "EMP", 54: "DVI ARI", 204: "DRI AVB", 299: "DRB AVI", 341: "DVB ARI"}
    for entry, result in told.items():
        fight = facts.fight(game.log.entries[entry - 1], game.state(entry - 1))
        assert fight is not None
        assert fight.result == result
    asked = game.log.entries[30].action
    assert isinstance(asked, act.Choose)
    assert asked.option == "0719/0720"
