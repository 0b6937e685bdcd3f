"""Several annotation files of one log: found, named, taken in, merged.

Beside ``game.h44log`` the file ``game.h44aar`` is the log's own; ``game.anna.h44aar`` and
``game.es.h44aar`` are others'. One that its side has not revealed is nobody else's to read.
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
"""Files beside a log that are looked at."""
REFEREE = "referee"
"""The owner of notes in which two sides keep something from each other."""
_NOT_IN_NAMES = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class NotesFile:
    """An annotation file and what stands in it."""

    path: Path
    notes: Annotations

    @property
    def hidden(self) -> bool:
        """Does its side keep it from the other until it reveals it?"""
        return bool(self.notes.side) and not self.notes.revealed


def files_of(log: Path, log_id: str) -> list[NotesFile]:
    """The annotation files beside a log, its own first; those that cannot be read are left out."""
    own = log.with_suffix(SUFFIX)
    near = sorted(log.parent.glob(f"{_literal(log.stem)}.*{SUFFIX}"))[:MOST]
    found = []
    for path in dict.fromkeys((own, *near)):
        try:
            if path.is_file():
                found.append(NotesFile(path, load_for(log, log_id, path)))
        except UserError:
            continue
    return found


def free_name(log: Path, *words: str) -> Path:
    """A path beside a log for a further file, named by words: its author, its language."""
    said = "-".join(filter(None, (_NOT_IN_NAMES.sub("-", w.lower()).strip("-") for w in words)))
    number, name = 1, said[:60] or "notes"
    path = log.with_name(f"{log.stem}.{name}{SUFFIX}")
    while path.exists():
        number += 1
        path = log.with_name(f"{log.stem}.{name}-{number}{SUFFIX}")
    return path


def take_in(log: Path, log_id: str, path: Path) -> Path:
    """Copy somebody's annotations of a log beside it; where they lie now.

    Raises UserError if they are another log's, cannot be read, or cannot be written.
    """
    notes = load_for(log, log_id, path)
    for held in files_of(log, log_id):
        if held.notes == notes:
            return held.path
    target = free_name(log, notes.author or path.stem, notes.language)
    notes.save(target)
    return target


def merged(first: Annotations, *others: Annotations) -> Annotations:
    """Annotations with what others say too, each comment under its author's name.

    The first keeps what there can only be one of: titles, chapter, glyph, camera. Raises UserError
    for annotations of another log.
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
        update[field] = _said(getattr(mine, field), getattr(other, field), other.author)
    for field in ("title", "subtitle", "cover"):
        update[field] = getattr(mine, field) or getattr(other, field)
    names = dict.fromkeys(filter(None, (mine.author, other.author)))
    update["author"] = ", ".join(names)[:300]
    update["branches"] = {**other.branches, **mine.branches}
    update["side"], update["revealed"] = _owner(mine, other)
    return mine.model_copy(update=update)


def _owner(mine: Annotations, other: Annotations) -> tuple[str, bool]:
    """Return side and release of merged notes: what one side keeps stays with it.

    Notes that two sides keep from each other are for the referee alone.
    """
    hidden = {n.side for n in (mine, other) if n.side and not n.revealed}
    if not hidden:
        return (mine.side if mine.side == other.side else ""), True
    return (hidden.pop() if len(hidden) == 1 else REFEREE), False


def _joined(
    mine: Annotation, theirs: Annotation, author: str, called: dict[str, str]
) -> Annotation:
    """Merge the notes of two files on one entry."""
    picture = called.get(theirs.picture) if theirs.picture else None
    return mine.model_copy(
        update={
            "comment": _said(mine.comment, theirs.comment, author),
            "glyph": mine.glyph or theirs.glyph,
            "title": mine.title or theirs.title,
            "chapter": mine.chapter or theirs.chapter,
            "bookmark": mine.bookmark or theirs.bookmark,
            "shapes": tuple(dict.fromkeys((*mine.shapes, *theirs.shapes))),
            "camera": mine.camera or theirs.camera,
            "picture": mine.picture or picture,
        }
    )


def _said(mine: str, theirs: str, author: str) -> str:
    """Two texts below each other, the second under its author's name; none twice."""
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
    """A name in which nothing is a sign of a pattern."""
    return re.sub(r"([*?[])", r"[\1]", stem)
