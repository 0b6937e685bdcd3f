"""Parse a saved game to commands: the set-up between its brackets, then the steps of a log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.i18n import t
from engine.vassal import commands as cmd
from engine.vassal.archive import SAVED_GAME, Archive, Metadata
from engine.vassal.codec import split
from engine.vassal.commands import Bracket, Command, leaves, parse, tree
from engine.vassal.errors import VassalError
from engine.vassal.obfuscation import reveal
from engine.vassal.players import PLAYER, Ids
from engine.vassal.progress import ProgressCallback, part, reporting, silent
from engine.vassal.traits import Invisible, Mask, read_trait

_LOG = "LOG\t"
_NOBODY = "null"
"""VASSAL's entry for a command that it could not encode."""


@dataclass(frozen=True)
class SavedGame:
    """The commands of a save or log, in the order of execution."""

    path: Path
    setup: tuple[Command, ...]
    steps: tuple[tuple[Command, ...], ...]
    metadata: Metadata
    module: Metadata
    ids: Ids

    @property
    def is_log(self) -> bool:
        """Whether the file is a log, not only a save."""
        return bool(self.steps)


def read_game(
    path: Path, ids: Ids | None = None, on_progress: ProgressCallback = silent
) -> SavedGame:
    """Read a save or log. Raises VassalError for a file that is neither."""
    with Archive(path) as archive:
        if archive.kind != "game":
            raise VassalError(t("vassal.error.no_game", path=path))
        try:
            data = archive.read(SAVED_GAME)
            return _game(
                path,
                reveal(data),
                Metadata.of(archive, "savedata"),
                Metadata.of(archive, "moduledata"),
                ids or Ids(data),
                on_progress,
            )
        except VassalError as error:
            if str(path) in str(error):
                raise
            raise VassalError(t("vassal.error.in_file", path=path, why=error)) from None


def _game(
    path: Path,
    text: str,
    metadata: Metadata,
    module: Metadata,
    ids: Ids,
    on_progress: ProgressCallback,
) -> SavedGame:
    root = tree(text.rstrip("\r\n"))  # some editors of saves end the file with a line feed
    tops = (root,) if isinstance(root, str) else root
    if "begin_save" not in tops[:1]:
        raise VassalError(t("vassal.error.no_begin", path=path))
    setup: list[Command] = []
    steps: list[tuple[Command, ...]] = []
    for i, top in enumerate(tops):
        texts = list(leaves(top))
        if not any(x.startswith(_LOG) for x in texts):
            setup += map(
                parse, reporting(texts, part(on_progress, i / len(tops), (i + 1) / len(tops)))
            )
            continue
        inner = [x.removeprefix(_LOG) for x in texts]
        steps.append(tuple(parse(x) for x in inner if x not in ("", _NOBODY)))
    if not any(isinstance(c, Bracket) and not c.begin for c in setup):
        raise VassalError(t("vassal.error.no_end", path=path))
    for command in (*setup, *(c for step in steps for c in step)):
        for player in _players(command):
            ids.hash(player)
    return SavedGame(path, tuple(setup), tuple(steps), metadata, module, ids)


def _players(command: Command) -> Iterator[str]:
    """Yield the player ids in a command, which must be known before any text is imported."""
    ids: list[str | None] = []
    match command:
        case cmd.Player() | cmd.PlayerLeaves():
            ids = [command.id]
        case cmd.Move():
            ids = [command.player]
        case cmd.Notes() if command.kind in ("PNOTE", "SNOTE"):
            ids = list(command.fields[(0 if command.kind == "PNOTE" else 1) :][:1])
        case cmd.Other() if command.kind == "UNMASK\t":
            ids = list(split(command.rest, "\t"))
        case cmd.Other() if command.kind == "LOCKSPOTAB\t":
            ids = list(split(command.rest, "\t")[1:3])
        case cmd.Add():
            ids = list(_owners(command))
    return (player for player in ids if player and player != _NOBODY)


def _owners(add: cmd.Add) -> Iterator[str]:
    """Yield the ids of the players who masked or hid a piece."""
    ids, links = _owning(add.type)
    yield from ids
    for i in links:
        if i < len(add.state):
            yield split(add.state[i], ";")[0]


@lru_cache(maxsize=4096)
def _owning(kind: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the ids in a type itself, and the links whose state begins with one."""
    ids: list[str] = []
    links: list[int] = []
    for i, link in enumerate(kind):
        if link.startswith("concealment;"):  # Advanced Squad Leader's own trait
            ids.append(split(link, ";")[1])
        elif link.startswith(("obs;", "hide;")):
            trait = read_trait(link)
            if isinstance(trait, Mask | Invisible) and trait.access.startswith(PLAYER):
                links.append(i)
    return tuple(ids), tuple(links)
