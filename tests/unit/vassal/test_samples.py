"""Real files, if present: every command is encoded byte for byte, every log is replayed."""

import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from engine.log.timeline import Timeline
from engine.log.tree import Log
from engine.log.verify import verify
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.vassal import commands as cmd
from engine.vassal.archive import SAVED_GAME, Archive
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.importer import FIRST_PLACE
from engine.vassal.info import inspect
from engine.vassal.obfuscation import reveal
from engine.vassal.players import Ids
from engine.vassal.replay import Table
from engine.vassal.savegame import read_game
from engine.vassal.spots import SpotPlaces
from tests.thoroughness import some_now
from tests.unit.vassal import making

GAMES = {
    "tour.log": ("log", 114, 11),
    "3d6.vlog": ("log", 6, 2),
    "4players.vlog": ("log", 40, 3),
    "full.vlog": ("log", 30, 3),
    "custom-labels.vlog": ("log", 15, 3),
    "ccn-tutorial.vlog": ("log", 237, 401),
    "basic.vsav": ("save", 0, 23),
    "hip-concealed.vsav": ("save", 0, 4),
    "vasl-game-in-progress.vsav": ("save", 0, 207),
}
MODULES = ("tour.mod", "hex-n-counters-template.vmod", "test-predefined-setups.vmod")


games = pytest.mark.parametrize(
    "name", some_now(GAMES, now=lambda name: name != "ccn-tutorial.vlog")
)


@games
def test_every_command_is_encoded_byte_for_byte(samples, name):
    with Archive(samples / name) as archive:
        text = reveal(archive.read(SAVED_GAME))
    root = cmd.tree(text)
    assert cmd.untree(root) == text
    for leaf in cmd.leaves(root):
        inner = leaf.removeprefix("LOG\t")
        assert cmd.parse(inner).encode() == inner


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_known_contents(samples, name):
    report = inspect(samples / name)
    assert (report.kind, report.steps, report.pieces) == GAMES[name]
    boards = [p for p in report.problems if "bd69, bd57" in p]
    assert report.problems == boards
    assert bool(boards) == (name == "vasl-game-in-progress.vsav"), "boards outside the module"


@pytest.mark.parametrize("name", MODULES)
def test_sample_modules_open(samples, name):
    report = inspect(samples / name)
    assert report.kind == "module"
    assert report.name
    assert report.problems == []


@games
def test_an_import_is_a_valid_log_without_passwords(samples, name, tmp_path):
    imported, written = import_files([samples / name], tmp_path / "game.h44log")
    recording = Recording.load(written.log)
    report = verify(recording.log, recording.module.places, recording.annotations, lambda _: None)
    assert report.problems == []
    assert recording.notices == ()
    seen = Seen()
    read_game(samples / name, seen)
    told = written.log.read_text() + "".join(
        recording.module.files.read(n).decode()
        for n in recording.module.files.names()
        if n.endswith(".json")
    )
    for player in seen.players - {s.name for s in imported.tracker.table.players.values()}:
        assert not re.search(rf"(?<!\w){re.escape(player)}(?!\w)", told), "an id got out"


class Seen(Ids):
    """Ids that record their inputs for the test."""

    def __init__(self):
        super().__init__(b"")
        self.players = set()

    def hash(self, player):
        if len(player) >= 4:
            self.players.add(player)
        return super().hash(player)


def test_places_in_the_tours_reports_equal_ours(samples):
    game = read_game(samples / "tour.log")
    table = Table(game.ids, ModuleInfo.read(samples / "tour.mod"))
    table.set_up(game.setup)
    compared = Counter()
    for step in game.steps:
        moves = [c for c in step if isinstance(c, cmd.Move)]
        told = [c.text for c in step if isinstance(c, cmd.Chat) and " moves " in c.text]
        before = [table.location((m.old.map, m.old.x, m.old.y)) for m in moves]
        for command in step:
            table.apply(command)
        for text in told:
            match = re.search(r" moves (.+) -> (.+?) \*", text)
            if match and moves:
                after = table.location((moves[0].new.map, moves[0].new.x, moves[0].new.y))
                assert (before[0], after) == match.groups()
                compared["moves"] += 1
    assert compared["moves"] == 20
    assert table.problems == []


def test_pieces_of_the_tour_have_vassals_names(samples):
    imported = making.import_log(samples / "tour.log", samples / "tour.mod")
    places = SpotPlaces((FIRST_PLACE,))
    log = Log(imported.header("x", "", "", ""), imported.entries)
    timeline = Timeline(log, places)
    names = set()
    for step in range(len(timeline) + 1):
        for piece in timeline.state(step).pieces.values():
            kind = imported.tracker.kinds.by_id[piece.counter]
            names.add(kind.look(kind.words.setting(piece.status)).name)
    assert {"Jagd Pz Tiger CA = 4", "Jagd Pz Tiger CA = 3", "?", "Albatros C"} <= names


@pytest.mark.slow
def test_an_import_is_the_same_in_every_process(samples, tmp_path):
    command = (
        "import sys, pathlib; from engine.play.vassal.log_import import import_files; "
        "import_files([pathlib.Path(sys.argv[1])], pathlib.Path(sys.argv[2]))"
    )
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        target = folder / "game.h44log"
        words = [sys.executable, "-c", command, str(samples / "tour.log"), str(target)]
        subprocess.run(words, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
        made.append((target.read_bytes(), target.with_suffix(".h44mod").read_bytes()))
    assert made[0] == made[1]


@pytest.mark.slow
def test_an_undo_without_brackets_is_folded_in_the_tutorial(samples):
    imported = making.import_log(samples / "ccn-tutorial.vlog")
    assert imported.undone == 1
    back = next(e for e in imported.entries if e.parent != e.id - 1)
    assert "Taken back" in back.action.text


def test_hidden_pieces_of_the_sample_are_not_named(samples):
    imported = making.import_log(samples / "hip-concealed.vsav")
    counters = {e.counter for e in imported.entries[0].effects}
    assert not any("SU-152" in counter for counter in counters)
