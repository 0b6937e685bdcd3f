"""Random campaigns by legal actions alone: nothing breaks, every position holds, twice the same.

A few turns of ten games here; three hundred games to the end by ``make soak``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.state import digest
from engine.games import require_rulebook
from engine.games.holland44 import positions
from engine.games.holland44.constants import OPTIONAL_RULES
from engine.games.holland44.contents import BOOK
from engine.games.holland44.invariants import faults, steps_in_play
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.autoplay import Report, autoplay
from engine.play.game import Recording
from engine.rules.base.sequence import WINNER

RULES = require_rulebook("holland44")


SHORT_TURNS = 3
LONG_TURNS = 20


def play(folder: Path, seed: int, turns: int, scenario: str = "campaign") -> tuple[Path, Report]:
    """Play a game and examine every position; odd seeds use all options."""
    path = folder / f"{seed}.h44log"
    options = OPTIONAL_RULES if seed % 2 else ()
    return path, autoplay(RULES.ruleset(scenario), seed, turns, path, options=options)


def check(path: Path, report: Report, scenario: str = "campaign") -> None:
    """A game read back equals the played one, and today's rules give the same effects."""
    recording = Recording.load(path)
    state = recording.state(len(recording))
    assert len(recording) == report.entries
    assert digest(state, recording.module.places) == report.digest
    assert verify(recording.log, recording.module.places).problems == []
    assert audit(recording, RULES.ruleset(scenario)).breaches == []


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 5))]
)
def test_a_short_campaign(tmp_path: Path, seed: int) -> None:
    path, report = play(tmp_path, seed, SHORT_TURNS)
    assert report.turn == SHORT_TURNS + 1 or report.winner
    check(path, report)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    paths = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        paths.append(play(tmp_path / name, 4, 1)[0])
    assert paths[0].read_bytes() == paths[1].read_bytes()


SORTS = {
    *("next_phase", "split", "join", "mark", "disengage", "declare_attack"),
    *("move normal", "move tactical", "move extended", "move full_retreat", "move relocation"),
    *("choose advance", "choose bridges", "choose demolish", "choose determined", "choose loss"),
    *("choose disengage", "choose drop_hex", "choose landing", "choose landing_hex"),
    *("choose overstack", "choose replacement", "choose retreat", "choose scattered"),
    "choose traffic",
}
"""Kinds of orders in random campaigns of three turns; fierce games have the rarer ones."""


@pytest.mark.soak
def test_random_campaigns_use_every_sort_of_order(tmp_path: Path) -> None:
    seen: set[str] = set()
    for seed in (21, 22):
        path, _ = play(tmp_path, seed, SHORT_TURNS)
        for entry in Recording.load(path).timeline.entries:
            action = entry.action
            words = [action.kind, getattr(action, "mode", ""), getattr(action, "decision", "")]
            seen.add(" ".join(word for word in words if word))
    assert seen - {"setup"} >= SORTS
    assert {s.split()[1] for s in SORTS if s.startswith("choose")} <= BOOK.decisions.handlers.keys()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_a_campaign_to_the_end(tmp_path: Path, seed: int) -> None:
    scenario = "short" if seed % 10 == 0 else "campaign"
    path, report = play(tmp_path, seed, LONG_TURNS, scenario)
    assert report.winner
    check(path, report, scenario)


# -- the invariants can fail ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A turn of a random game."""
    return Recording.load(play(tmp_path_factory.mktemp("game"), 7, 1)[0])


def told(state, before):
    setting = positions.setting("campaign")
    return list(faults(setting.position(state), before))


def test_a_sound_position_has_no_faults(played: Recording) -> None:
    last = len(played)
    assert told(played.state(last), played.state(last - 1)) == []


def test_a_gained_step_is_detected(played: Recording) -> None:
    state = played.state(len(played))
    name = next(n for n, p in state.pieces.items() if n == "BR-2IG/5")
    piece = state.pieces[name]
    weaker = replace(state, pieces={**state.pieces, name: replace(piece, steps=piece.steps - 1)})
    assert told(state, weaker) == ["the allied side has won steps"]
    assert told(weaker, state) == []
    setting = positions.setting("campaign")
    assert steps_in_play(setting, weaker)["allied"] == steps_in_play(setting, state)["allied"] - 1


def test_a_vanished_piece_is_detected(played: Recording) -> None:
    state = played.state(len(played))
    name = "GE-Segler"
    place = state.pieces[name].place
    left = {**state.pieces}
    del left[name]
    stacks = {**state.stacks, place: tuple(n for n in state.stacks[place] if n != name)}
    without = replace(state, pieces=left, stacks=stacks)
    assert f"{name} has vanished" in told(without, state)
    assert "a piece came from nowhere" in told(state, without)


def test_two_sides_in_a_hex_and_a_piece_in_two_stacks_are_detected(played: Recording) -> None:
    state = played.state(len(played))
    german = state.pieces["GE-Segler"].place
    stacks = {**state.stacks, german: (*state.stacks[german], "BR-2IG/5")}
    words = " ".join(told(replace(state, stacks=stacks), state))
    assert "both sides" in words
    assert "in several" in words


def test_points_that_differ_from_a_recount_are_detected(played: Recording) -> None:
    numbers = range(1, len(played) + 1)
    victory = next(n for n in numbers if played.state(n).clock.phase == "victory")
    state, before = played.state(victory), played.state(victory - 1)
    assert told(state, before) == []
    wrong = replace(state, tracks={**state.tracks, "victory-allied": 99})
    assert "recount" in " ".join(told(wrong, before))


def test_the_winner_is_a_side(played: Recording) -> None:
    assert played.state(len(played)).tracks.get(WINNER) in (None, "allied", "german")
