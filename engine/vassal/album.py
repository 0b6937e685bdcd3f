"""The pictures of a VASSAL module that a game uses, copied under names any archive may hold."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import PurePosixPath

from engine.vassal.archive import Archive, find_image, picture_size
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError

FOLDER = "vassal/pictures/"
_LARGEST = 128 * 1024 * 1024
"""A larger picture stays out; its pieces are drawn as boxes."""
_MOST = 768 * 1024 * 1024
"""All pictures of a game together; what comes after that stays out."""
Size = tuple[int, int]


class Album:
    """Takes pictures out of a module and its extensions, each once."""

    def __init__(self, module: ModuleInfo | None) -> None:
        self.files: dict[str, bytes] = {}
        self.missing: set[str] = set()
        """Names of pictures that the module has no file for."""
        self._stack = ExitStack()
        self._archives: list[Archive] = []
        if module is not None:
            for path in (module.path, *module.extensions):
                self._archives.append(self._stack.enter_context(Archive(path)))
        self._names: dict[str, str] = {}
        self._taken = 0
        self._sizes: dict[str, Size | None] = {}

    def __enter__(self) -> Album:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def add(self, image: str) -> str:
        """Where a picture lies in our module; empty where the VASSAL module has no such file."""
        image = image.strip()
        if not image or not self._archives:
            return ""
        if image not in self._names:
            self._names[image] = self._take(image)
        return self._names[image]

    def size(self, image: str) -> Size | None:
        """Width and height of a picture, once it was added."""
        return self._sizes.get(image.strip())

    def _take(self, image: str) -> str:
        found = find_image(image, self._archives)
        try:
            data = found[0].read(found[1]) if found is not None else b""
        except VassalError:
            data = b""
        if found is None or not data or len(data) > min(_LARGEST, _MOST - self._taken):
            self.missing.add(image)
            return ""
        self._taken += len(data)
        return self._keep(image, data, PurePosixPath(found[1]).suffix)

    def _keep(self, image: str, data: bytes, suffix: str) -> str:
        ending = re.sub(r"[^a-z0-9.]", "", suffix.lower())[:6]
        name = f"{FOLDER}{len(self.files):05d}{ending}"
        self.files[name] = data
        self._sizes[image] = picture_size(data)
        return name
