"""Import a VASSAL game or a series of logs as a log of the program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.core.garbage import no_collecting
from engine.i18n import t
from engine.play.vassal.import_writer import Written, write
from engine.vassal import MODULES
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.importer import Imported, import_games
from engine.vassal.module_search import find_boards, find_extensions, find_module
from engine.vassal.players import Ids
from engine.vassal.progress import ProgressCallback, part, silent
from engine.vassal.savegame import SavedGame, read_game
from engine.vassal.series import Order, arrange


def read_series(
    paths: Sequence[Path],
    module: Path | None = None,
    side: str | None = None,
    join: bool = False,
    on_progress: ProgressCallback = silent,
    libraries: Sequence[Path] = (),
    order: Order | None = None,
    pictures: Path | None = None,
) -> tuple[Imported, ModuleInfo | None]:
    """Read a game, or with ``join`` a series of logs in order.

    Without ``module``, the module is searched for beside the first file, then in the folders of
    ``libraries``. ``order`` says whether a series keeps the given order (see ``series.arrange``);
    ``pictures`` is a folder with pictures and boards that the module lacks; by default it is the
    folder ``boards`` beside the module, as in VASL. ``on_progress`` receives the progress
    from 0 to 1 and may raise to cancel. Raises VassalError for files that cannot be read, or for
    several without ``join``.
    """
    if not paths or (len(paths) > 1 and not join):
        raise VassalError(t("vassal.error.several", count=len(paths)))
    near = module or find_module(paths[0], libraries)
    pictures = pictures or find_boards(near)
    info = ModuleInfo.read(near, find_extensions(near), pictures) if near is not None else None
    games: list[SavedGame] = []
    ids: Ids | None = None
    with no_collecting():
        for i, path in enumerate(paths):
            share = part(on_progress, i / len(paths) / 2, (i + 1) / len(paths) / 2)
            games.append(read_game(path, ids, share))
            ids = games[0].ids
        return import_games(arrange(games, order), info, side, part(on_progress, 0.5, 1.0)), info


def import_files(
    paths: Sequence[Path],
    output: Path,
    module: Path | None = None,
    side: str | None = None,
    join: bool = False,
    on_progress: ProgressCallback = silent,
    libraries: Sequence[Path] = (),
    order: Order | None = None,
    pictures: Path | None = None,
) -> tuple[Imported, Written]:
    """Read a game or a series and write it as a log with its module and chapters."""
    on_import = part(on_progress, 0.0, 0.9)
    imported, info = read_series(paths, module, side, join, on_import, libraries, order, pictures)
    with no_collecting():
        written = write(imported, output, info, paths[0].stem, info.pictures if info else pictures)
    on_progress(1.0)
    return imported, written


def is_module(path: Path) -> bool:
    """Return whether a path is a VASSAL module."""
    return path.suffix.lower() in MODULES and path.is_file()
