"""The module's SVG pictures with inlined references, cached by the module's hash.

Inlining takes about 15 seconds for a module with thousands of such counters.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from functools import cached_property

from engine.cache import cached, code_of
from engine.vassal.archive import Archive
from engine.vassal.errors import VassalError
from engine.vassal.picture_folder import PictureFolder
from engine.vassal.svg_parts import MAX_BYTES, Read, calls_others, whole_svg

_CHUNK = 1 << 20


class WholePictures:
    """The SVG pictures of a module and its extensions with inlined references."""

    def __init__(self, archives: Sequence[Archive | PictureFolder], read: Read) -> None:
        self._archives, self._read = archives, read

    def get(self, archive: Archive | PictureFolder, entry: str, data: bytes) -> bytes:
        """Return an entry with all referenced files inlined; ``data`` is the entry."""
        name = entry.removeprefix("images/")
        if isinstance(archive, Archive) and self._cached is not None:
            try:
                return self._cached.read(f"{self._archives.index(archive)}/{name}")
            except (KeyError, OSError, zipfile.BadZipFile):
                pass
        return whole_svg(name, data, self._read)

    @cached_property
    def _cached(self) -> zipfile.ZipFile | None:
        """The inlined pictures of all archives; None with a picture folder, which may change."""
        if any(isinstance(archive, PictureFolder) for archive in self._archives):
            return None
        key = (code_of(("engine.vassal",)), *map(_hash, self._archives))
        try:
            return zipfile.ZipFile(io.BytesIO(cached("svg", key, self._make)))
        except (OSError, zipfile.BadZipFile):
            return None

    def _make(self) -> bytes:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
            for number, archive in enumerate(self._archives):
                if not isinstance(archive, Archive):
                    continue
                for entry in sorted(archive.names()):
                    data = _svg(archive, entry)
                    if data:
                        name = entry.removeprefix("images/")
                        target.writestr(f"{number}/{name}", whole_svg(name, data, self._read))
        return made.getvalue()


def _svg(archive: Archive, entry: str) -> bytes:
    """Return an entry that is an SVG picture with references to files; empty for any other."""
    try:
        if not entry.startswith("images/") or archive.size(entry) > MAX_BYTES:
            return b""
        if b"<svg" not in archive.head(entry)[:4096]:
            return b""
        data = archive.read(entry)
    except VassalError:
        return b""
    return data if calls_others(data) else b""


def _hash(archive: Archive | PictureFolder) -> str:
    digest = hashlib.blake2b(digest_size=16)
    with archive.path.open("rb") as file:
        while part := file.read(_CHUNK):
            digest.update(part)
    return digest.hexdigest()
