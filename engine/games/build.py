"""Building a module: its compiled files from their sources, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from engine.board.build import compile_board
from engine.board.compile_map import compile_map
from engine.board.format import BoardError
from engine.core.errors import UserError
from engine.games import rulebook
from engine.i18n import t
from engine.modules.compile_counters import compile_tables, has_tables
from engine.modules.module import builtin


def module_folder(game: str) -> Path:
    """Return the folder of a module on disk, by id or path.

    Raises UserError if it is not a folder with sources (an archive, an installed package).
    """
    folder = Path(str(files("resources") / game)) if game in builtin() else Path(game)
    if not (folder / "source").is_dir():
        raise UserError(t("cli.modules.build.no_source", game=game))
    return folder


def compile_module(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each compiled file as (name, bytes), in the order of their dependencies.

    Write each file before asking for the next one: the map reads the board.
    """
    try:
        yield "board.json", compile_board(folder)
        yield "map.json", compile_map(folder)
    except KeyError as error:  # a feature of a layer without a property that this game needs
        raise BoardError(t("board.no_property", name=error)) from error
    if has_tables(folder):
        yield from compile_tables(folder)
        return
    book = rulebook(folder.name)
    if book is not None:
        yield from book.compile(folder)
