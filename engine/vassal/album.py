"""Copy the pictures of a VASSAL module into a game's module under safe file names."""

from __future__ import annotations

import base64
import re
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from engine.archive import MAX_FILE, MAX_FILES, MAX_TOTAL
from engine.vassal.archive import Archive, find_image, picture_size, picture_type
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.picture_folder import PictureFolder
from engine.vassal.piece_images import PieceImages
from engine.vassal.svg_parts import MAX_BYTES, calls_others
from engine.vassal.whole_pictures import WholePictures

FOLDER = "vassal/pictures/"
_LIMIT = MAX_TOTAL - 256 * 1024 * 1024
"""Limit for all pictures of a game together, in bytes; pictures beyond it are left out."""
_FEW = 100
"""Number of files reserved for those of a module that are not pictures."""
Size = tuple[int, int]


class Entry(NamedTuple):
    """A picture that is read from its archive on demand; large ones do not fit in memory."""

    archive: Path
    name: str

    def read(self) -> bytes:
        """Return the bytes of the picture."""
        with Archive(self.archive) as archive:
            return archive.read(self.name)


Content = bytes | Entry


class Album:
    """The pictures copied from a module and its extensions, each once."""

    def __init__(self, module: ModuleInfo | None, pictures: Path | None = None) -> None:
        """Open the archives. ``pictures`` is a folder with pictures that the module lacks."""
        self.files: dict[str, Content] = {}
        self.missing: set[str] = set()
        """Names of pictures that the module has no file for."""
        self._stack = ExitStack()
        self._archives: list[Archive | PictureFolder] = []
        self._drawn: PieceImages | None = None
        if module is not None:
            self._drawn = PieceImages.of(module)
            for path in (module.path, *module.extensions):
                self._archives.append(self._stack.enter_context(Archive(path)))
        if pictures is not None:
            self._archives.append(PictureFolder(pictures))
        self._whole = WholePictures(self._archives, self._read)
        self._names: dict[str, str] = {}
        self._size = 0
        self._sizes: dict[str, Size | None] = {}

    def __enter__(self) -> Album:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def add(self, image: str) -> str:
        """Return the path of a picture in the game's module; "" if the VASSAL module lacks it."""
        image = image.strip()
        if not image or not self._archives:
            return ""
        if image not in self._names:
            self._names[image] = self._take(image)
        return self._names[image]

    def size(self, image: str) -> Size | None:
        """Return the width and height of a picture that was added."""
        return self._sizes.get(image.strip())

    def _take(self, image: str) -> str:
        image_entry = find_image(image, self._archives)
        if image_entry is not None:
            archive, entry = image_entry
            try:
                head, length = archive.head(entry), archive.size(entry)
            except VassalError:
                head, length = b"", 0
            whole = isinstance(archive, PictureFolder)
            content: Content = self._read(image) if whole else Entry(archive.path, entry)
            suffix = PurePosixPath(entry).suffix
            if b"<svg" in head[:4096] and length <= MAX_BYTES:
                data = self._read(image)
                if calls_others(data):
                    content = head = self._whole.get(archive, entry, data)
                    length = len(content)
        else:
            drawn = self._drawn.svg(image, self._inside) if self._drawn is not None else None
            content = head = drawn or b""
            length, suffix = len(head), ".svg"
        room = len(self.files) < MAX_FILES - _FEW and length <= min(MAX_FILE, _LIMIT - self._size)
        if not head or not room:
            self.missing.add(image)
            return ""
        self._size += length
        return self._keep(image, content, picture_size(head), suffix)

    def _read(self, image: str) -> bytes:
        """Return the bytes of a picture; empty for one that is missing or damaged."""
        image_entry = find_image(image, self._archives)
        try:
            return image_entry[0].read(image_entry[1]) if image_entry is not None else b""
        except VassalError:
            return b""

    def _inside(self, image: str) -> str:
        """Return an SVG ``<image>`` element that shows a picture, centred on the origin."""
        data = self._read(image.strip()) if image.strip() else b""
        size, kind = picture_size(data), picture_type(data)
        if not kind or size is None or min(size) < 2:
            return ""
        code = base64.b64encode(data).decode("ascii")
        return (
            f'<image x="{-size[0] / 2}" y="{-size[1] / 2}" width="{size[0]}" height="{size[1]}" '
            f'xlink:href="data:{kind};base64,{code}"/>'
        )

    def _keep(self, image: str, content: Content, size: Size | None, suffix: str) -> str:
        ending = re.sub(r"[^a-z0-9.]", "", suffix.lower())[:6]
        name = f"{FOLDER}{len(self.files):05d}{ending}"
        self.files[name] = content
        self._sizes[image] = size
        return name
