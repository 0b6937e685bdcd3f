"""Annotation files of one log: find, name, import and merge them.

Beside ``game.h44log`` the file ``game.h44aar`` is the log's own; ``game.anna.h44aar`` and
``game.es.h44aar`` belong to other writers. A file that its side has not revealed is readable by
that side only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import SUFFIX, Annotation, Annotations, Photo, load_for

MOST = 100
"""Maximum number of files beside a log that are examined."""
REFEREE = "referee"
"""Owner of merged notes in which both sides have secrets."""
_NOT_IN_NAMES = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class NotesFile:
    """Annotation file with its contents."""

    path: Path
    notes: Annotations

    @property
    def hidden(self) -> bool:
        """Return whether the file's side hides it until it is revealed."""
        return bool(self.notes.side) and not self.notes.revealed


def files_of(log: Path, log_id: str) -> list[NotesFile]:
    """Return the annotation files beside a log, its own first, without unreadable ones."""
    own = log.with_suffix(SUFFIX)
    near = sorted(log.parent.glob(f"{_literal(log.stem)}.*{SUFFIX}"))[:MOST]
    result = []
    for path in dict.fromkeys((own, *near)):
        try:
            if path.is_file():
                result.append(NotesFile(path, load_for(log, log_id, path)))
        except UserError:
            continue
    return result


def free_name(log: Path, *words: str) -> Path:
    """Return an unused path beside a log for another file, named by words such as author and
    language.
    """
    stem = "-".join(filter(None, (_NOT_IN_NAMES.sub("-", w.lower()).strip("-") for w in words)))
    number, name = 1, stem[:60] or "notes"
    path = log.with_name(f"{log.stem}.{name}{SUFFIX}")
    while path.exists():
        number += 1
        path = log.with_name(f"{log.stem}.{name}-{number}{SUFFIX}")
    return path


def take_in(log: Path, log_id: str, path: Path) -> Path:
    """Copy another writer's annotations to a file beside the log; return its path.

    Raises UserError if they belong to another log, cannot be read or cannot be written.
    """
    notes = load_for(log, log_id, path)
    for file in files_of(log, log_id):
        if file.notes == notes:
            return file.path
    target = free_name(log, notes.author or path.stem, notes.language)
    notes.save(target)
    return target


def merged(first: Annotations, *others: Annotations) -> Annotations:
    """Merge annotations with another writer's, each comment under its author's name.

    The first file wins for titles, chapter, glyph and camera. Raises UserError for annotations of
    another log.
    """
    return reduce(_with, others, first)


def _with(mine: Annotations, other: Annotations) -> Annotations:
    if mine.log != other.log:
        raise UserError(t("aar.error.merge"))
    photos, called = dict(mine.photos), dict[str, str]()
    for name, photo in other.photos.items():
        called[name] = _free(photos, name, photo)
        photos[called[name]] = photo
    entries = dict(mine.entries)
    moments = mine.moments() | other.moments()
    chosen = any(note.moment for note in (*mine.entries.values(), *other.entries.values()))
    for number, theirs in sorted(other.entries.items()):
        entries[number] = _joined(entries.get(number, Annotation()), theirs, other.author, called)
    if chosen:
        for number in moments:
            note = entries.get(number, Annotation())
            entries[number] = note.model_copy(update={"moment": True})
    update: dict[str, object] = {"photos": photos, "entries": entries}
    for field in ("intro", "conclusion"):
        update[field] = _joined_text(getattr(mine, field), getattr(other, field), other.author)
    for field in ("title", "subtitle", "cover"):
        update[field] = getattr(mine, field) or getattr(other, field)
    names = dict.fromkeys(filter(None, (mine.author, other.author)))
    update["author"] = ", ".join(names)[:300]
    update["branches"] = {**other.branches, **mine.branches}
    update["side"], update["revealed"] = _owner(mine, other)
    return mine.model_copy(update=update)


def _owner(mine: Annotations, other: Annotations) -> tuple[str, bool]:
    """Return the owner of merged notes and whether they are revealed, so that secrets stay hidden.

    The secrets of one side stay with that side. If several sides have secrets, the referee alone
    owns the notes. What both sides have revealed stays so; notes of no side belong to no side.
    """
    hidden = {n.side for n in (mine, other) if n.side and not n.revealed}
    if not hidden:
        return (mine.side if other.side else ""), True
    return (hidden.pop() if len(hidden) == 1 else REFEREE), False


def _joined(
    mine: Annotation, theirs: Annotation, author: str, called: dict[str, str]
) -> Annotation:
    """Merge the notes of two files on one entry."""
    picture = called.get(theirs.picture) if theirs.picture else None
    return mine.model_copy(
        update={
            "comment": _joined_text(mine.comment, theirs.comment, author),
            "glyph": mine.glyph or theirs.glyph,
            "title": mine.title or theirs.title,
            "chapter": mine.chapter or theirs.chapter,
            "bookmark": mine.bookmark or theirs.bookmark,
            "shapes": tuple(dict.fromkeys((*mine.shapes, *theirs.shapes))),
            "camera": mine.camera or theirs.camera,
            "picture": mine.picture or picture,
        }
    )


def _joined_text(mine: str, theirs: str, author: str) -> str:
    """Join two texts, the second under its author's name, without duplicates."""
    if not theirs.strip() or theirs.strip() in mine:
        return mine
    if not mine.strip():
        return theirs
    under = f"**{author}:** {theirs}" if author else theirs
    return f"{mine.rstrip()}\n\n{under}"


def _free(photos: dict[str, Photo], name: str, photo: Photo) -> str:
    stem, dot, suffix = name.rpartition(".")
    number, free = 1, name
    while photos.get(free, photo) != photo:
        number += 1
        free = f"{stem} ({number}){dot}{suffix}"
    return free


def _literal(stem: str) -> str:
    """Escape a name for use in a file pattern."""
    return re.sub(r"([*?[])", r"[\1]", stem)
