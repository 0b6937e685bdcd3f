"""A memory of the places of module files on this machine, for the logs that name them.

A log names the file or folder of its module without its path, which would tell others about the
writer's machine. A module that is not beside its log is found by the memory kept here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.core.errors import UserError
from engine.files import read_limited, write_atomic
from engine.modules.module import builtin
from engine.user_folders import kept_folder

if TYPE_CHECKING:
    from engine.log.entry import Header

MOST = 200
"""Modules that are remembered; the oldest go."""
LIMIT = 2 * 1024 * 1024
"""Bytes of the file that remembers them."""
HERE = "./"
"""Begins the name of a folder that is called like a game of the program."""


class Place(BaseModel):
    """A module that a game was begun with: the id of its game, the hash of its data, its path."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    game: str
    hash: str
    path: str


class _Places(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    modules: tuple[Place, ...] = ()


def name_in_log(module: str) -> str:
    """Return how a log names a module: the id of a built-in game, else the last part of a path."""
    if module in builtin():
        return module
    name = Path(module).resolve().name
    return f"{HERE}{name}" if name in builtin() else name


def remember(game: str, digest: str, module: Path) -> bool:
    """Remember where a module is; False if nothing can be kept on this machine."""
    path = str(module.resolve())
    others = [place for place in _kept().modules if place.path != path]
    made = _Places(modules=(Place(game=game, hash=digest, path=path), *others)[:MOST])
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(file, made.model_dump_json(indent=1).encode() + b"\n")
    except (OSError, UserError):
        return False
    return True


def found_again(module: str, header: Header, log: Path) -> bool:
    """Will the module of a new log be found? If it is not beside it, remember where it is."""
    if module in builtin():
        return True
    path = Path(module)
    beside = log.parent / path.resolve().name
    try:
        if beside.exists() and beside.samefile(path):
            return True
    except OSError:
        pass
    return remember(header.game, header.module_hash, path)


def find(header: Header, log: Path) -> str | Path:
    """Return what to load the module of a log by: an id or a path, which may not exist.

    Looked for are a file or folder of that name beside the log, the remembered module with the
    same data, then the one of that game and name that was used last.
    """
    name = header.module
    last = Path(name).name
    if name in builtin() or not last:
        return name
    near = log.parent / last
    if is_module(near):
        return near
    places = [p for p in _kept().modules if p.game == header.game and is_module(Path(p.path))]
    same = [place for place in places if place.hash == header.module_hash]
    named = [place for place in places if Path(place.path).name == last]
    return next((Path(place.path) for place in (*same, *named)), name)


def is_module(path: Path) -> bool:
    """Is there a module file, or the folder of a module?"""
    try:
        return path.is_file() or (path / "module.json").is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _file() -> Path:
    return kept_folder("modules") / "places.json"


def _kept() -> _Places:
    try:
        return _Places.model_validate_json(read_limited(_file(), LIMIT))
    except (UserError, ValidationError):
        return _Places()
