"""Find the module of a save or log: beside it, or in a folder of modules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.vassal.archive import Archive, Metadata
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError

_SUFFIXES = (".vmod", ".mod")
_LIMIT = 500
"""Limit for the files of a folder that are examined."""


def find_module(game: Path, libraries: Iterable[Path] = ()) -> Path | None:
    """Find the module named by a save or log, preferably in the same version; None if missing.

    Searches beside the file, then in the library folders. Old files do not name their module: the
    result is then the module with the same file name, or the only one beside the file.
    """
    with Archive(game) as archive:
        wanted = Metadata.of(archive, "moduledata")
    folders = [game.parent, *libraries]
    if not wanted.name:
        beside = [path for path, _ in _modules(game.parent)]
        alike = [path for path in beside if path.stem.casefold() == game.stem.casefold()]
        return next(iter(alike or beside), None) if alike or len(beside) == 1 else None
    candidates = [
        (metadata.version == wanted.version, path)
        for folder in folders
        for path, metadata in _modules(folder)
        if (metadata.name or _own_name(path)) == wanted.name
    ]
    return max(candidates, key=lambda f: f[0])[1] if candidates else None


def find_extensions(module: Path) -> tuple[Path, ...]:
    """Return the extensions of a module from VASSAL's folder for them."""
    folder = module.with_name(f"{module.stem}_ext")
    if not folder.is_dir():
        return ()
    return tuple(sorted(p for p in folder.iterdir() if p.suffix == ".vmdx")[:_LIMIT])


def _modules(folder: Path) -> Iterator[tuple[Path, Metadata]]:
    if not folder.is_dir():
        return
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES and p.is_file())
    for path in files[:_LIMIT]:
        try:
            with Archive(path) as archive:
                if archive.kind == "module":
                    yield path, Metadata.of(archive, "moduledata")
        except VassalError:
            continue


def _own_name(module: Path) -> str:
    """Return the name of a module in its build file; old modules have it nowhere else."""
    try:
        return ModuleInfo.read(module).name
    except VassalError:
        return ""


def find_boards(module: Path | None) -> Path | None:
    """Return VASL's folder of board files, which is beside the module; None if there is none."""
    folder = module.with_name("boards") if module is not None else None
    return folder if folder is not None and folder.is_dir() else None
