"""In random games a forged entry is named, in every game: by ``verify``, ``audit``, ``replay``."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.modes import mode_of
from engine.games import RULEBOOKS, require_rulebook
from engine.log.entry import Entry
from engine.play.autoplay import autoplay
from engine.play.game import Recording
from engine.play.scrutiny import Scrutiny, scrutinise
from engine.rules.judge import acting_side
from tests.forging import forge
from tests.thoroughness import some_now

SCENARIOS = {
    "airbridge": ("tournament", 3),
    "ardenas": ("short", 1),
    "holland44": ("short", 1),
    "marketgarden": ("campaign", 1),
    "normandy44": ("seven_turns", 1),
}
"""A scenario of each game, and how many turns it takes until dice are thrown."""

COMMANDS = {"verify": 1, "audit": 1, "replay": 0}
"""The commands that name what is forged, and with which exit code."""
MORE = {"verify": ["--rules"], "replay": ["--viewpoint", "both"]}
"""The options with which they check entries that are hidden from a side."""

OTHER_VALUES = 2
"""Number of other values of each die that are tried."""


def test_every_game_is_forged() -> None:
    assert set(SCENARIOS) == set(RULEBOOKS)


@pytest.fixture(
    scope="module",
    params=some_now(sorted(SCENARIOS), now=lambda game: game in ("marketgarden", "normandy44")),
)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game of a few turns."""
    path = tmp_path_factory.mktemp("played") / f"{request.param}.h44log"
    scenario, turns = SCENARIOS[request.param]
    autoplay(require_rulebook(request.param).ruleset(scenario), 3, turns, path, check=False)
    return path


def named(log: Path, number: int, words: str, *commands: str) -> None:
    """Assert that the commands, by default all, name the entry and what is wrong with it."""
    for command in commands or COMMANDS:
        more, code = MORE.get(command, []), COMMANDS[command]
        done = CliRunner().invoke(app, [command, *more, str(log)], env={"COLUMNS": "400"})
        assert done.exit_code == code, (command, done.output, done.exception)
        before, said, _ = done.output.partition(words)
        assert said, (command, words, done.output)
        if command == "replay":  # which tells it below the entry
            assert re.findall(r"(?m)^ *(\d+) {1,2}\w", before)[-1] == str(number)
        else:
            assert re.findall(r"\d+", before.splitlines()[-1])[0] == str(number), (command, before)


def forged(played: Path, folder: Path, changed: Entry) -> Path:
    """The game with one entry exchanged, its chain whole."""

    def change(entries: list[Entry]) -> list[Entry]:
        return [changed if entry.id == changed.id else entry for entry in entries]

    return forge(played, folder / "forged.h44log", change)


@pytest.mark.slow
def test_it_is_played_by_the_rules_and_clean(played: Path) -> None:
    recording = Recording.load(played)
    assert mode_of(recording.state(1)) == recording.log.header.enforcement == "enforced"
    assert scrutinise(recording).is_clean
    for command in COMMANDS:
        more = MORE.get(command, [])
        done = CliRunner().invoke(app, [command, *more, str(played)])
        assert (done.exit_code, "⚠" in done.output) == (0, False), done.output


def test_replay_accuses_no_entry_that_a_viewpoint_hides(played: Path) -> None:
    done = CliRunner().invoke(app, ["replay", "--viewpoint", "neutral", str(played)])
    assert (done.exit_code, "⚠" in done.output) == (0, False), done.output


@pytest.mark.slow
def test_every_order_of_a_wrong_side_is_reported(played: Path, tmp_path: Path) -> None:
    recording, found = Recording.load(played), 0
    scrutiny, sides = Scrutiny(recording), [side.id for side in recording.module.meta.sides]
    for number, entry in enumerate(recording.log.entries):
        before = recording.state(number)
        if acting_side(before, entry.action) is None:
            continue
        other = next(side for side in sides if side != entry.by)
        assert scrutiny.check(before, entry.model_copy(update={"by": other}))
        found, last = found + 1, entry.model_copy(update={"by": other})
    assert found > 10
    named(forged(played, tmp_path, last), last.id, "took this action, but it belongs to", "audit")


def test_a_step_that_is_lost_in_passing_is_found(played: Path, tmp_path: Path) -> None:
    recording = Recording.load(played)
    last = recording.log.entries[-1]
    state = recording.state(len(recording))
    unit, piece = next((u, p) for u, p in sorted(state.pieces.items()) if p.steps > 0)
    lost = fx.SetSteps(unit=unit, before=piece.steps, after=piece.steps - 1)
    changed = last.model_copy(update={"effects": (*last.effects, lost)})
    named(forged(played, tmp_path, changed), last.id, "The action does not explain", "verify")


@pytest.mark.slow
def test_dice_that_come_to_something_else_are_found(played: Path, tmp_path: Path) -> None:
    recording = Recording.load(played)
    scrutiny, chance, tried, found = Scrutiny(recording), random.Random(3), 0, []
    for number, entry in enumerate(recording.log.entries):
        for at, thrown in enumerate(entry.dice):
            if isinstance(entry.action, act.Roll):
                continue
            others = sorted({*range(1, thrown.sides + 1)} - {thrown.values[0]})
            for value in chance.sample(others, min(OTHER_VALUES, len(others))):
                other = thrown.model_copy(update={"values": (value, *thrown.values[1:])})
                dice = (*entry.dice[:at], other, *entry.dice[at + 1 :])
                changed = entry.model_copy(update={"dice": dice})
                tried += 1
                found += [changed] if scrutiny.check(recording.state(number), changed) else []
    # The rest are values that lead to the same result.
    assert len(found) > tried / 3 > 0
    path = forged(played, tmp_path, found[-1])
    faults = scrutinise(Recording.load(path)).faults
    assert {fault.entry for fault in faults} == {found[-1].id}
    for fault in faults:
        named(path, fault.entry, fault.text.partition(":")[0])  # the rest may be broken off
