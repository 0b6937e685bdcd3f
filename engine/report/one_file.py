"""A game in one file (``.h44game``): the log, its annotations, and the name of its module.

The file is a zip archive that opens by double click. Its contents are checked before use: only the
file names listed here are read, nothing is unpacked outside the target folder, and sizes are
limited.
"""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.archive import DAMAGE, MAX_RATIO, check_directory, is_blown_up
from engine.core.errors import UnwritableError, UserError, unreadable
from engine.files import read_limited, write_atomic
from engine.i18n import t
from engine.log.annotations import SUFFIX as NOTES_SUFFIX
from engine.log.head import forget_head
from engine.log.reading import read_open
from engine.log.store import SUFFIX as LOG_SUFFIX
from engine.log.store import load
from engine.modules import corrections_kept as shelf
from engine.modules.corrections import SUFFIX as FIX_SUFFIX
from engine.modules.corrections import parse
from engine.play.game import Recording
from engine.report.job import Job
from engine.user_folders import kept_folder

MOST = 256 * 2**20
"""Maximum size in bytes of each unpacked file."""
ABOUT, LOG, NOTES = "about.json", "game.h44log", "game.h44aar"
FIXES = f"game{FIX_SUFFIX}"
"""File name of the owner's corrections with which the game was started."""
AT = (1980, 1, 1, 0, 0, 0)
"""Fixed time stamp of the archive's files, so that equal games yield equal bytes."""


class About(BaseModel):
    """Contents of ``about.json``: the id of the log, its game, module and title."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    format: Literal["h44game/1"] = "h44game/1"
    log: str
    game: str
    module: str
    title: str = ""


def pack(recording: Recording, log: Path, last: int | None = None) -> bytes:
    """Return a game as the bytes of one file, up to the entry ``last`` if given.

    Raises UserError if the log cannot be read.
    """
    header = recording.log.header
    about = About(
        log=header.id, game=header.game, module=Path(header.module).name, title=header.title
    )
    try:
        content = log.read_bytes()
    except OSError as error:
        raise UserError(unreadable(log, error)) from None
    notes = recording.annotations
    if last is not None:  # lines of a log can be read from its beginning, each with its link
        content = b"".join(content.splitlines(keepends=True)[: last + 1])
        entries = {number: note for number, note in notes.entries.items() if number <= last}
        branches = {number: line for number, line in notes.branches.items() if number <= last}
        notes = notes.model_copy(update={"entries": entries, "branches": branches})
    parts = {ABOUT: about.model_dump_json(indent=1).encode(), LOG: content}
    if notes.entries or notes.title or notes.intro:
        parts[NOTES] = notes.to_bytes()
    named = header.corrections
    along = shelf.to_send(header.game, named.hash if named else None)
    if along is not None:
        parts[FIXES] = along.to_bytes()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, AT), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def export_game(job: Job, log: Path) -> None:
    """Write the file, and report how many entries of other lines it contains."""
    write_atomic(job.target, pack(job.recording, log, job.last))
    count = job.last or len(job.recording.log)
    others = count - len(job.recording)
    if others > 0:
        job.left_out.append(t("report.game.lines", count=others))


class Unpacked(NamedTuple):
    """An unpacked game: its log, and a message about the corrections that came with it."""

    log: Path
    notice: str | None = None


def unpack(path: Path, folder: Path | None = None) -> Unpacked:
    """Unpack a game file into a folder and return the path of its log.

    The default folder is beside the file and has its name. If that place is not writable, a folder
    among the user's own games is used.

    A log that is already there and starts with the same entries is kept, or extended if the file
    has more. Raises UserError, with nothing written, for a foreign or oversized file, for an
    unreadable log, and if the folder contains a different game.
    """
    target = folder or _home(path)
    about, parts = _read(path)
    _check(path, about, parts[LOG])
    name = target.name or about.log
    log, notes = target / f"{name}{LOG_SUFFIX}", target / f"{name}{NOTES_SUFFIX}"
    try:
        target.mkdir(parents=True, exist_ok=True)
        known = read_limited(log, MOST) if log.exists() else None
    except OSError as error:
        raise UnwritableError(target, error) from None
    if known is None:
        forget_head(log)
        write_atomic(log, parts[LOG], through=False)
    elif not known.startswith(parts[LOG]):
        if not parts[LOG].startswith(known):
            raise UserError(t("report.game.other", path=path, log=log))
        write_atomic(
            log, parts[LOG], over="log"
        )  # a later state of the same game: every entry stays
    if NOTES in parts and not notes.exists():
        write_atomic(notes, parts[NOTES], through=False)
    return Unpacked(log, _corrections(parts[FIXES], log) if FIXES in parts else None)


def _check(path: Path, about: About, content: bytes) -> None:
    """Raise UserError unless the log is undamaged and has the id named in ``about.json``."""
    loaded = read_open(io.BytesIO(content), path)
    if loaded.damage:
        raise UserError(loaded.damage)
    if loaded.log.header.id != about.log:
        raise UserError(t("report.game.named", path=path))


def _corrections(data: bytes, log: Path) -> str | None:
    """Store the corrections of an unpacked game; return a message for the user, if any."""
    try:
        header = load(log).log.header
        sent = parse(data, FIXES)
    except UserError as error:
        return t("corrections.along.unfit", why=error)
    return shelf.take_in(header.game, header.corrections.hash if header.corrections else None, sent)


def _home(path: Path) -> Path:
    """Return the folder into which a game file is unpacked by default."""
    beside = path.with_suffix("")
    if beside.is_dir() or os.access(path.parent, os.W_OK):
        return beside
    return kept_folder("games") / beside.name


def _read(path: Path) -> tuple[About, dict[str, bytes]]:
    parts: dict[str, bytes] = {}
    try:
        check_directory(path)
        with zipfile.ZipFile(path) as archive:
            known = set(archive.namelist())
            for name in (ABOUT, LOG, NOTES, FIXES):
                if name not in known:
                    continue
                if is_blown_up(archive.getinfo(name)):
                    text = t("module.error.blown_up", module=path, file=name, ratio=MAX_RATIO)
                    raise UserError(text)
                if archive.getinfo(name).file_size > MOST:
                    raise UserError(t("report.game.large", path=path, limit=MOST // 2**20))
                with archive.open(name) as file:
                    parts[name] = file.read(MOST + 1)
                if len(parts[name]) > MOST:
                    raise UserError(t("report.game.large", path=path, limit=MOST // 2**20))
        about = About.model_validate_json(parts[ABOUT])
    except FileNotFoundError:
        raise UserError(t("log.error.missing", path=path)) from None
    except (*DAMAGE, KeyError, ValidationError):
        raise UserError(t("report.game.foreign", path=path)) from None
    if LOG not in parts:
        raise UserError(t("report.game.foreign", path=path))
    return about, parts
