"""The writer's own pictures: at most one for each entry, stored in the annotation file."""

from __future__ import annotations

import base64
import re

from engine.log.annotations import Annotation, Annotations, Photo

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}
_NOT_IN_NAMES = re.compile(r"[^\w .()-]+")
LONGEST = 90


def is_photo(data: bytes) -> bool:
    """Return whether data is a PNG, JPEG or WebP file, judged by its first bytes.

    Checked before Qt reads the data, because Qt goes by the content and not by the file name. An
    SVG drawing can refer to other files, and Qt would read those too.
    """
    webp = data.startswith(b"RIFF") and data[8:12] == b"WEBP"
    return data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8")) or webp


def photo_name(stem: str, photo: Photo) -> str:
    """Return a name for a photo, based on its file's name."""
    plain = _NOT_IN_NAMES.sub(" ", stem).strip()[:LONGEST] or "photo"
    return plain + SUFFIXES[photo.mime]


def with_photo(notes: Annotations, entry: int, name: str, photo: Photo) -> Annotations:
    """Return annotations with a photo assigned to an entry, replacing its former one."""
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
    """Return annotations without the photo of an entry; photos that no entry uses are removed."""
    note = notes.entries.get(entry)
    if note is None or note.picture is None:
        return notes
    bare = note.model_copy(update={"picture": None})
    entries = {k: v for k, v in notes.entries.items() if k != entry}
    if bare != Annotation():
        entries[entry] = bare
    pictures = {other.picture for other in entries.values()}
    photos = {name: photo for name, photo in notes.photos.items() if name in pictures}
    return notes.model_copy(update={"photos": photos, "entries": entries})


def photo_of(notes: Annotations, note: Annotation) -> Photo | None:
    """Return the photo of an entry's annotation; None if it has none."""
    return notes.photos.get(note.picture) if note.picture else None


def photo_bytes(photo: Photo) -> bytes:
    """Return the bytes of a photo's file."""
    return base64.b64decode(photo.data, validate=False)


def photo_address(photo: Photo) -> str:
    """Return a data URI with the photo's contents."""
    return f"data:{photo.mime};base64,{photo.data}"
