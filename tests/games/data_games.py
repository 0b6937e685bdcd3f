"""Checks of every game that consists of data: its sources, its facts, its pieces."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from engine.archive import FolderFiles
from engine.board.build import compile_board
from engine.board.facts import check
from engine.board.source import Fact, read_facts
from engine.core import actions as act
from engine.export.counter_markers import marker_svg
from engine.export.counters import Theme, counter_svg
from engine.modules.compile_counters import compile_tables
from engine.modules.module import Module
from engine.modules.validate import validate
from engine.play.game import Game, Recording

RESOURCES = Path(__file__).parent.parent.parent / "resources"


def facts(game: str) -> list[Fact]:
    """The facts that the board of a game is tested with."""
    return read_facts(RESOURCES / game / "source" / "hexfacts.csv")


def broken(module: Module) -> list[str]:
    """Return the facts that a board contradicts, regardless of their status."""
    found = []
    for fact in facts(module.meta.id):
        holds, instead = check(module.board, fact)
        if not holds:
            found.append(f"{fact}: {instead}")
    return found


def stale(game: str) -> list[str]:
    """The compiled files of a game that its sources no longer give."""
    folder = RESOURCES / game
    made = {"board.json": compile_board(folder), **dict(compile_tables(folder))}
    return [name for name, data in made.items() if (folder / name).read_bytes() != data]


def faults(game: str) -> list[str]:
    """Return the problems that ``modules validate`` reports for a game."""
    return [str(problem) for problem in validate(FolderFiles(RESOURCES / game))]


def misplaced(module: Module, scenario: str) -> list[str]:
    """Return a scenario's pieces that are placed twice or in an unknown place."""
    units = module.scenario(scenario).units
    twice = [u for u, n in Counter(p.unit for p in units).items() if n > 1]
    return twice + [p.unit for p in units if p.at not in module.places]


def draw_all(module: Module) -> int:
    """Draw every face of every counter and every marker; how many pictures that are."""
    theme, drawn = Theme.of(module.counters), set()
    for counter in module.counters:
        drawn.add(counter_svg(counter, "front", theme=theme))
        if counter.back is not None:
            drawn.add(counter_svg(counter, "back", theme=theme))
    for marker in module.markers.values():
        drawn.add(marker_svg(marker, ""))
    return len(drawn)


def play_and_read(path: Path, game: str, move: act.MoveUnits) -> tuple[Game, Recording]:
    """A campaign begun, one move made, saved, and read again."""
    with Game.new(path, game, "campaign") as played:
        played.play(move)
    return played, Recording.load(path)
