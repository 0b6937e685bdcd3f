"""Index of the places of module files on this machine, for the logs that name them.

A log names the file or folder of its module without its path, because a path would reveal details
of the writer's machine. If a module is not beside its log, this index finds it.
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
"""Maximum number of modules in the index; the oldest are dropped."""
LIMIT = 2 * 1024 * 1024
"""Maximum size of the index file in bytes."""
HERE = "./"
"""Prefix of the name of a folder with the same name as a built-in game."""


class Place(BaseModel):
    """A module with which a game began: the id of its game, the hash of its data, its path."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    game: str
    hash: str
    path: str


class _Places(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    modules: tuple[Place, ...] = ()


def name_in_log(module: str) -> str:
    """Return the name of a module in a log: the id of a built-in game, else the last part of a
    path.
    """
    if module in builtin():
        return module
    name = Path(module).resolve().name
    return f"{HERE}{name}" if name in builtin() else name


def remember(game: str, digest: str, module: Path) -> bool:
    """Record the place of a module; return False if nothing can be stored on this machine."""
    path = str(module.resolve())
    others = [place for place in _stored().modules if place.path != path]
    made = _Places(modules=(Place(game=game, hash=digest, path=path), *others)[:MOST])
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(file, made.model_dump_json(indent=1).encode() + b"\n")
    except (OSError, UserError):
        return False
    return True


def is_findable(module: str, header: Header, log: Path) -> bool:
    """Return whether a new log can find its module again.

    If the module is not beside the log, its place is recorded.
    """
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
    """Return the id or path of a log's module; a path may not exist.

    Searched are, in this order: a file or folder of that name beside the log, the recorded module
    with the same data, the recorded module of that game and name that was used last.
    """
    name = header.module
    last = Path(name).name
    if name in builtin() or not last:
        return name
    near = log.parent / last
    if is_module(near):
        return near
    places = [p for p in _stored().modules if p.game == header.game and is_module(Path(p.path))]
    same = [place for place in places if place.hash == header.module_hash]
    named = [place for place in places if Path(place.path).name == last]
    return next((Path(place.path) for place in (*same, *named)), name)


def is_module(path: Path) -> bool:
    """Return whether a path is a module file or the folder of a module."""
    try:
        return path.is_file() or (path / "module.json").is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _file() -> Path:
    return kept_folder("modules") / "places.json"


def _stored() -> _Places:
    try:
        return _Places.model_validate_json(read_limited(_file(), LIMIT))
    except (UserError, ValidationError):
        return _Places()
