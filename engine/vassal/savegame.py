"""A saved game as commands: the set-up between its brackets, then the steps of a log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.i18n import t
from engine.vassal import commands as cmd
from engine.vassal.archive import SAVED_GAME, Archive, Metadata
from engine.vassal.codec import split
from engine.vassal.commands import Bracket, Command, Tree, leaves, parse, tree, untree
from engine.vassal.errors import VassalError
from engine.vassal.obfuscation import reveal
from engine.vassal.players import PLAYER, Ids
from engine.vassal.progress import Tell, part, silent, told
from engine.vassal.traits import Invisible, Mask, read_trait

_LOG = "LOG\t"
_NOBODY = "null"
"""What VASSAL logs for a command that none of its encoders knows."""


@dataclass(frozen=True)
class SavedGame:
    """The commands of a save or log, in the order in which they are carried out."""

    path: Path
    setup: tuple[Command, ...]
    steps: tuple[tuple[Command, ...], ...]
    metadata: Metadata
    module: Metadata
    ids: Ids

    @property
    def is_log(self) -> bool:
        """Is it a log, not a mere save?"""
        return bool(self.steps)


def read_game(path: Path, ids: Ids | None = None, tell: Tell = silent) -> SavedGame:
    """A save or log. Raises VassalError for a file that is neither."""
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
                tell,
            )
        except VassalError as error:
            if str(path) in str(error):
                raise
            raise VassalError(t("vassal.error.in_file", path=path, why=error)) from None


def _game(
    path: Path, text: str, metadata: Metadata, module: Metadata, ids: Ids, tell: Tell
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
            setup += map(parse, told(texts, part(tell, i / len(tops), (i + 1) / len(tops))))
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
    """The player ids in a command: found before anything is told, so that nothing tells them."""
    found: list[str | None] = []
    match command:
        case cmd.Player() | cmd.PlayerLeaves():
            found = [command.id]
        case cmd.Move():
            found = [command.player]
        case cmd.Notes() if command.kind in ("PNOTE", "SNOTE"):
            found = list(command.fields[(0 if command.kind == "PNOTE" else 1) :][:1])
        case cmd.Other() if command.kind == "UNMASK\t":
            found = list(split(command.rest, "\t"))
        case cmd.Other() if command.kind == "LOCKSPOTAB\t":
            found = list(split(command.rest, "\t")[1:3])
        case cmd.Add():
            found = list(_owners(command))
    return (player for player in found if player and player != _NOBODY)


def _owners(add: cmd.Add) -> Iterator[str]:
    """The ids in a piece: who masked or hid it."""
    told, links = _owning(add.type)
    yield from told
    for i in links:
        if i < len(add.state):
            yield split(add.state[i], ";")[0]


@lru_cache(maxsize=4096)
def _owning(kind: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The ids in a type itself, and the links whose state begins with one."""
    told: list[str] = []
    links: list[int] = []
    for i, link in enumerate(kind):
        if link.startswith("concealment;"):  # Advanced Squad Leader's own trait
            told.append(split(link, ";")[1])
        elif link.startswith(("obs;", "hide;")):
            trait = read_trait(link)
            if isinstance(trait, Mask | Invisible) and trait.access.startswith(PLAYER):
                links.append(i)
    return tuple(told), tuple(links)


def write_game(setup: list[Command], steps: list[list[Command]]) -> str:
    """The plaintext of a save, or of a log if there are steps: what :func:`read_game` reads."""
    pieces = tuple(c.encode() for c in setup)
    logged = [tuple(_LOG + c.encode() for c in step) for step in steps]
    tops: list[Tree] = ["begin_save", "", ("", *pieces), "end_save"]
    tops += [step[0] if len(step) == 1 else step for step in logged]
    return untree(tuple(tops))
