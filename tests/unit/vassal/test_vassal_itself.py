"""VASSAL itself opens our exports, if its engine is available.

``VASSAL_CLASSPATH`` names it: ``lib/Vengine.jar`` of an installation is enough, whose manifest
names the rest. A JDK and a screen (Xvfb) are needed; without them these tests are skipped.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.core.actions import MoveUnits
from engine.core.dice import Rolled
from engine.play.game import Game, Recording
from engine.play.vassal.log_import import import_files
from engine.play.vassal.opened_module import new_game
from engine.report.as_vassal import export_to_vassal
from engine.vassal import commands as cmd
from engine.vassal import orders as od
from engine.vassal.replay import Table
from engine.vassal.savegame import SavedGame, read_game
from engine.vassal.turn_trackers import advance
from tests.qt.screen import display as display
from tests.unit.vassal import making
from tests.unit.vassal.test_played_on import card, deck

ENGINE = os.environ.get("VASSAL_CLASSPATH", "")
pytestmark = [
    pytest.mark.skipif(
        not ENGINE or shutil.which("javac") is None,
        reason="VASSAL_CLASSPATH names no engine of VASSAL, or there is no JDK",
    ),
    pytest.mark.timeout(300),
]


@dataclass(frozen=True)
class PlacedStack:
    """A piece with the data that VASSAL reports."""

    map: str
    at: str
    pile: str
    height: int
    name: str
    state: tuple[str, ...]


Tables = list[dict[str, PlacedStack]]


class Vassal:
    """The engine of VASSAL, a process for each file."""

    def __init__(self, folder: Path, screen: str) -> None:
        self.folder, self.environment = folder, {**os.environ, "DISPLAY": screen}
        source = Path(__file__).with_name("VassalReads.java")
        subprocess.run(["javac", "-cp", ENGINE, "-d", folder, source], check=True)

    def reads(self, module: Path, path: Path, saved: Path) -> Tables:
        """Return the contents of its table at the start and after every step; save it to a file."""
        done = subprocess.run(
            ["java", f"-Duser.home={self.folder}", "-cp", f"{ENGINE}{os.pathsep}{self.folder}",
             "VassalReads", module, path, saved],
            env=self.environment, capture_output=True, text=True, timeout=240,
        )  # fmt: skip
        lines = done.stdout.splitlines()
        assert lines[-1:] == ["end"], done.stderr[-4000:]
        found: Tables = []
        for line in lines:
            if line == "begin" or line.startswith("step "):
                found.append({})
            elif "\x1f" in line:
                piece, drawn, at, pile, height, name, state = line.split("\x1f")
                chain = tuple(cmd.parse(f"D/{piece}/{state}").new)
                found[-1][piece] = PlacedStack(drawn, at, pile, int(height), name, chain)
        return found


@pytest.fixture
def vassal(display: str, tmp_path: Path) -> Vassal:
    return Vassal(tmp_path, display)


def ours(game: SavedGame) -> list[Table]:
    """Return the same from our own reader, with a table for every step."""
    found = []
    for end in range(len(game.steps) + 1):
        table = Table(game.ids)
        table.set_up(game.setup)
        for step in game.steps[:end]:
            for command in step:
                table.apply(command)
        found.append(table)
    return found


def same(*states: Sequence[str]) -> bool:
    """Return whether two states of a chain are equal, without the innermost, which is the place.

    VASSAL adds empty fields, and to a mask the number of players who may peek at it.
    """
    one, other = ([re.sub(r";*(\|0)?$", "", link) for link in state[:-1]] for state in states)
    return one == other


def agree(theirs: Tables, path: Path) -> int:
    """Check that VASSAL has every piece at our place and in our state; return the number."""
    tables = ours(read_game(path))
    assert len(theirs) == len(tables)
    seen = 0
    for number, (there, here) in enumerate(zip(theirs, tables, strict=True)):
        for unit, piece in here.pieces.items():
            lying = there[unit]
            drawn, x, y = here.spot(unit)
            assert (lying.map, lying.at) == (drawn, f"{x},{y}" if drawn else ""), (number, unit)
            assert same(lying.state, piece.state), (number, unit, lying.state, piece.state)
            assert (lying.pile == "Deck") == (here.deck_of(unit) is not None), (number, unit)
            seen += 1
    return seen


def give(log: Path, target: Path, source: str = "") -> Path:
    recording = Recording.load(log)
    given = export_to_vassal(recording, log, target, steps=target.suffix == ".vlog", source=source)
    assert given.left_out == []
    return given.path


def stacks(recording: Recording) -> dict[str, list[str]]:
    """Return the pieces of each spot, bottom first."""
    end = recording.state(len(recording))
    places = recording.module.places
    return {
        places.name(place): list(end.stack(place))
        for place in {piece.place for piece in end.pieces.values()}
    }


def test_vassal_reads_a_log_continued_here(vassal: Vassal, tmp_path: Path) -> None:
    vmod, path, log = (tmp_path / f"little.{end}" for end in ("vmod", "vlog", "h44log"))
    vmod.write_bytes(making.playable())
    setup = [
        making.unit("a", 50, 52),
        making.unit("b", 162, 52, side="Red"),
        cmd.Player(cmd.Secret(making.PASSWORD), "Joe", "Blue"),
        card("c1", "Ace"), card("c2", "King"), card("c3", "Ten"), deck("c2", "c3", "c1"),
        cmd.Turn("TurnTracker0", r"0|2;0;false;0;0\;0\;0\;true,true"),
    ]  # fmt: skip
    path.write_bytes(making.log(setup, making.steps()[:2]))
    import_files([path], log, vmod, side="Blue")
    with Game.open(log) as game:
        drawing, places = game.module.drawing, game.module.places

        def do(play: od.Play) -> None:
            game.record(play.action, play.effects, play.dice, by="Blue")

        (pile,) = (d for d in drawing.table.decks if d.name == "Cards")
        here = places.name(game.now.pieces["a"].place)
        game.play(MoveUnits(units=("a",), path=(here, "m0:162,52"), mode="box"), by="Blue")
        for name, unit in (("turn:1:60", "a"), ("mask:2", "a"), ("delete", "b")):
            do(od.perform(name, drawing, game.now, places, (unit,), side="Blue"))
        do(od.bring(game.now, places, drawing.table.palette[0], "m0:162,52"))
        dice = Rolled(random.Random(3))
        do(od.draw(pile, game.now, places, "m0:106,84", dice, hidden=drawing.hidden))
        game.play(od.roll(drawing, "2d6"), by="Blue")
        game.play(advance(drawing, game.now, "TurnTracker0"))
    back, again = give(log, tmp_path / "back.vlog", str(path)), tmp_path / "again.vsav"
    tables = vassal.reads(vmod, back, again)
    assert agree(tables, back)
    recording = Recording.load(log)
    for units in stacks(recording).values():
        assert sorted(units, key=lambda unit: tables[-1][unit].height) == units
    (drawn,) = (unit for unit in ("c1", "c2", "c3") if tables[-1][unit].at == "106,84")
    end = recording.state(len(recording))
    assert tables[-1][drawn].name == recording.module.drawing.name(end.pieces[drawn].counter)
    assert "b" in tables[0]
    assert "b" not in tables[-1]
    # What VASSAL saves of it in turn is read here as the same table.
    once_more = ours(read_game(again))[-1]
    for unit, lying in tables[-1].items():
        assert once_more.spot(unit)[0] == lying.map
        assert same(once_more.pieces[unit].state, lying.state)


def test_vassal_reads_a_game_started_here(vassal: Vassal, tmp_path: Path) -> None:
    vmod, log = tmp_path / "little.vmod", tmp_path / "new.h44log"
    vmod.write_bytes(making.playable())
    with new_game(vmod, log) as game:
        drawing, places = game.module.drawing, game.module.places
        (pile,) = drawing.table.decks
        dice = Rolled(random.Random(2))
        for play in (
            od.shuffle(pile, game.now, places, dice),
            od.draw(pile, game.now, places, "m0:106,84", dice),
        ):
            game.record(play.action, play.effects, play.dice)
        left = list(game.now.stack(places.index(pile.id)))
    for kind in ("vsav", "vlog"):
        back = give(log, tmp_path / f"back.{kind}")
        tables = vassal.reads(vmod, back, tmp_path / f"again.{kind}")
        assert agree(tables, back)
        end = tables[-1]
        assert len(end) == len(Recording.load(log).state(len(Recording.load(log))).pieces), (
            "VASSAL adds none of its own"
        )
        assert sorted(left, key=lambda unit: end[unit].height) == left


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_vassal_agrees_on_random_play(vassal: Vassal, tmp_path: Path, seed: int) -> None:
    """Forty random moves and orders in a new game, step by step in both programs."""
    vmod, log = tmp_path / "little.vmod", tmp_path / "random.h44log"
    vmod.write_bytes(making.playable())
    chance = random.Random(seed)
    with new_game(vmod, log) as game:
        drawing, places = game.module.drawing, game.module.places
        piles = {places.index(pile.id) for pile in drawing.table.decks}
        cells = list(drawing.maps[0].cells(0, 0, 600, 400))
        for number in range(40):
            free = sorted(u for u, p in game.now.pieces.items() if p.place not in piles)
            unit = chance.choice(free) if free else ""
            if unit and chance.random() < 0.5:
                cell = chance.choice(cells)
                here = places.name(game.now.pieces[unit].place)
                end = f"m0:{cell.x},{cell.y}"
                if here != end:
                    game.play(MoveUnits(units=(unit,), path=(here, end), mode="box"))
            elif not unit or chance.random() < 0.3:
                item = drawing.table.palette[0]
                cell = chance.choice(cells)
                play = od.bring(game.now, places, item, f"m0:{cell.x},{cell.y}")
                game.record(play.action, play.effects, play.dice)
            else:
                order = chance.choice(od.orders(drawing, game.now.pieces[unit], unit))
                play = od.perform(
                    order.id, drawing, game.now, places, (unit,), side="Blue",
                    text=f"Hill; {number}" if order.asks else "",
                )  # fmt: skip
                game.record(play.action, play.effects, play.dice)
    back = give(log, tmp_path / "back.vlog")
    assert agree(vassal.reads(vmod, back, tmp_path / "again.vsav"), back) > 200
