"""Finding the module of a save or log: beside it, or in a folder of modules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.vassal.archive import Archive, Metadata
from engine.vassal.errors import VassalError

_SUFFIXES = (".vmod", ".mod")
_MOST = 500
"""Files of a folder that are looked into."""


def find_module(game: Path, libraries: Iterable[Path] = ()) -> Path | None:
    """The module that a save or log names, the same version before others; None if none is near.

    Looks beside the file, then in the library folders. A file that says nothing of its module, as
    old ones do, gets the one beside it that is called like itself, or the only one there.
    """
    with Archive(game) as archive:
        wanted = Metadata.of(archive, "moduledata")
    folders = [game.parent, *libraries]
    if not wanted.name:
        beside = [path for path, _ in _modules(game.parent)]
        alike = [path for path in beside if path.stem.casefold() == game.stem.casefold()]
        return next(iter(alike or beside), None) if alike or len(beside) == 1 else None
    found = [
        (told.version == wanted.version, path)
        for folder in folders
        for path, told in _modules(folder)
        if told.name == wanted.name
    ]
    return max(found, key=lambda f: f[0])[1] if found else None


def find_extensions(module: Path) -> tuple[Path, ...]:
    """The extensions of a module: those in the folder that VASSAL keeps for them."""
    folder = module.with_name(f"{module.stem}_ext")
    if not folder.is_dir():
        return ()
    return tuple(sorted(p for p in folder.iterdir() if p.suffix == ".vmdx")[:_MOST])


def _modules(folder: Path) -> Iterator[tuple[Path, Metadata]]:
    if not folder.is_dir():
        return
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES and p.is_file())
    for path in files[:_MOST]:
        try:
            with Archive(path) as archive:
                if archive.kind == "module":
                    yield path, Metadata.of(archive, "moduledata")
        except VassalError:
            continue
