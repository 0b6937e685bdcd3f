"""Module files:

a folder, or the same folder zipped (``.h44mod``). Data only; nothing in them is run.
"""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Protocol

from engine.core.errors import Holland44Error
from engine.i18n import t

MAX_FILES = 50_000
MAX_FILE = 512 * 1024 * 1024
MAX_TOTAL = 2 * 1024 * 1024 * 1024
"""Limits of an archive: number of files, bytes of one, bytes of all, unpacked."""

SUFFIX = ".h44mod"
ENCRYPTED = 0x1
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    OSError,
    EOFError,
    RuntimeError,  # NotImplementedError too: a compression nobody knows
    ValueError,
)
"""What reading a damaged archive may raise."""


class Files(Protocol):
    """Where a module's files come from."""

    origin: str
    """What to call the source in messages."""

    def names(self) -> list[str]:
        """All file names, sorted, with ``/`` between folders."""
        ...

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises Holland44Error if there is no such file."""
        ...


class FolderFiles:
    """The files of a folder on disk or inside the installed package."""

    def __init__(self, folder: Traversable) -> None:
        self.origin = str(folder)
        self._folder = folder

    def names(self) -> list[str]:
        """All file names, sorted, with ``/`` between folders;

        hidden and Python files are no data.
        """
        found: list[str] = []
        todo: list[tuple[str, Traversable]] = [("", self._folder)]
        while todo:
            prefix, folder = todo.pop()
            for item in folder.iterdir():
                if item.name.startswith((".", "_")) or item.name.endswith(".py"):
                    continue
                if item.is_dir():
                    todo.append((f"{prefix}{item.name}/", item))
                else:
                    found.append(prefix + item.name)
        return sorted(found)

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises Holland44Error if there is no such file."""
        if ".." in name.split("/"):  # a name may come from a file of the module
            raise Holland44Error(t("module.error.file", module=self.origin, file=name))
        try:
            return self._folder.joinpath(*name.split("/")).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raise Holland44Error(t("module.error.file", module=self.origin, file=name)) from None
        except OSError as error:
            path = f"{self.origin}/{name}"
            raise Holland44Error(t("log.error.unreadable", path=path, why=error.strerror)) from None


class ZipFiles:
    """The files of a zipped module, checked against size limits and path escapes before any is
    read.
    """

    def __init__(self, path: Path) -> None:
        self.origin = str(path)
        try:
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError:
            raise Holland44Error(t("module.error.missing", module=path)) from None
        except DAMAGE:
            raise Holland44Error(t("module.error.zip", module=path)) from None
        self._infos = {i.filename: i for i in self._zip.infolist() if not i.is_dir()}
        try:
            self._check()
        except Holland44Error:
            self._zip.close()
            raise

    def _check(self) -> None:
        if len(self._zip.infolist()) > MAX_FILES:
            raise Holland44Error(t("module.error.many", module=self.origin, limit=MAX_FILES))
        for name, info in self._infos.items():
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
                raise Holland44Error(t("module.error.path", module=self.origin, file=name))
            if info.flag_bits & ENCRYPTED:
                raise Holland44Error(t("module.error.encrypted", module=self.origin))
            if info.file_size > MAX_FILE:
                raise Holland44Error(
                    t("module.error.large", module=self.origin, file=name, limit=MAX_FILE // 2**20)
                )
        if sum(i.file_size for i in self._infos.values()) > MAX_TOTAL:
            raise Holland44Error(
                t("module.error.total", module=self.origin, limit=MAX_TOTAL // 2**20)
            )

    def names(self) -> list[str]:
        """All file names, sorted, with ``/`` between folders."""
        return sorted(self._infos)

    def read(self, name: str) -> bytes:
        """The bytes of a file.

        Raises Holland44Error if it is missing, damaged or longer than it says.
        """
        info = self._infos.get(name)
        if info is None:
            raise Holland44Error(t("module.error.file", module=self.origin, file=name))
        try:
            with self._zip.open(info) as file:
                # The size in the directory may lie: read one byte more than it promises.
                data = file.read(info.file_size + 1)
        except DAMAGE:
            raise Holland44Error(t("module.error.damaged", module=self.origin, file=name)) from None
        if len(data) != info.file_size:
            raise Holland44Error(t("module.error.damaged", module=self.origin, file=name))
        return data


def open_files(path: Path) -> Files:
    """The files of a module folder or archive. Raises Holland44Error if it is neither."""
    if path.is_dir():
        return FolderFiles(path)
    return ZipFiles(path)
