"""A writer's own pictures: kept in the annotation file itself, one for an entry."""

from __future__ import annotations

import base64
import re

from engine.log.annotations import Annotation, Annotations, Photo

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
_NOT_IN_NAMES = re.compile(r"[^\w .()-]+")
LONGEST = 90


def is_photo(data: bytes) -> bool:
    """Is it a PNG, JPEG or WebP file by its first bytes?

    Asked before Qt reads it, which goes by the content whatever the name says: a drawing in SVG
    can name other files, and Qt would read those too.
    """
    webp = data.startswith(b"RIFF") and data[8:12] == b"WEBP"
    return data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8")) or webp


def photo_name(stem: str, photo: Photo) -> str:
    """A name for a photo, made of that of its file."""
    plain = _NOT_IN_NAMES.sub(" ", stem).strip()[:LONGEST] or "photo"
    return plain + SUFFIXES[photo.mime]


def with_photo(notes: Annotations, entry: int, name: str, photo: Photo) -> Annotations:
    """Annotations in which a photo belongs to an entry, in the place of the one it had."""
    notes = without_photo(notes, entry)
    stem, dot, suffix = name.rpartition(".")
    number = 1
    while notes.photos.get(name, photo) != photo:
        number += 1
        name = f"{stem} ({number}){dot}{suffix}"
    note = notes.entries.get(entry, Annotation()).model_copy(update={"picture": name})
    return notes.model_copy(
        update={"photos": {**notes.photos, name: photo}, "entries": {**notes.entries, entry: note}}
    )


def without_photo(notes: Annotations, entry: int) -> Annotations:
    """Annotations in which an entry has no photo; one that no entry has any more is let go of."""
    note = notes.entries.get(entry)
    if note is None or note.picture is None:
        return notes
    bare = note.model_copy(update={"picture": None})
    entries = {k: v for k, v in notes.entries.items() if k != entry}
    if bare != Annotation():
        entries[entry] = bare
    held = {other.picture for other in entries.values()}
    photos = {name: photo for name, photo in notes.photos.items() if name in held}
    return notes.model_copy(update={"photos": photos, "entries": entries})


def photo_of(notes: Annotations, note: Annotation) -> Photo | None:
    """The photo of an entry's annotation."""
    return notes.photos.get(note.picture) if note.picture else None


def photo_bytes(photo: Photo) -> bytes:
    """The file of a photo."""
    return base64.b64decode(photo.data, validate=False)


def photo_address(photo: Photo) -> str:
    """A photo as an address that holds it."""
    return f"data:{photo.mime};base64,{photo.data}"
