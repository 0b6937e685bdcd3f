"""A folder with pictures that a module names but lacks, and with VASL's boards."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from engine.core.errors import UserError
from engine.files import read_limited
from engine.i18n import t
from engine.vassal.archive import BoardArchive
from engine.vassal.errors import MAX_ENTRY, VassalError

_IMAGES = "images/"


class PictureFolder:
    """A source of pictures that serves ``images/NAME`` from the file NAME of a folder.

    ``images/BOARD/NAME`` is served from the archive BOARD of the folder too: a board of VASL.
    Raises VassalError if the folder does not exist. Files outside the folder are never read.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise VassalError(t("vassal.error.no_pictures", path=path))
        self.path = path
        self._root = path.resolve()

    def __contains__(self, name: str) -> bool:
        return self._file(name) is not None or self._board(name) is not None

    def read(self, name: str) -> bytes:
        """Return the bytes of a picture. Raises VassalError if it is missing or too large."""
        board = self._board(name)
        if board is not None:
            with BoardArchive(board[0]) as archive:
                return archive.read(board[1])
        file = self._file(name)
        if file is None:
            raise VassalError(t("vassal.error.entry", path=self.path, file=name))
        try:
            return read_limited(file, MAX_ENTRY)
        except (UserError, OSError) as error:
            raise VassalError(str(error)) from None

    def head(self, name: str, length: int = 256 * 1024) -> bytes:
        """Return the first bytes of a picture. Raises VassalError as ``read`` does."""
        return self.read(name)[:length]

    def size(self, name: str) -> int:
        """Return the size of a picture in bytes; 0 if it is missing."""
        board = self._board(name)
        if board is not None:
            with BoardArchive(board[0]) as archive:
                return archive.size(board[1])
        file = self._file(name)
        return file.stat().st_size if file is not None else 0

    def _board(self, name: str) -> tuple[Path, str] | None:
        """Return the board's archive and the entry with a name; None if there is none."""
        file, _, entry = name.removeprefix(_IMAGES).partition("/")
        archive = self._file(file) if entry else None
        if archive is None:
            return None
        try:
            with BoardArchive(archive) as board:
                return (archive, entry) if entry in board else None
        except VassalError:
            return None

    def _file(self, name: str) -> Path | None:
        bare = PurePosixPath(name.removeprefix(_IMAGES))
        if bare.is_absolute() or ".." in bare.parts or "\\" in str(bare) or "\0" in name:
            return None
        for folder in (self._root, self._root / "images"):
            file = (folder / bare).resolve()
            if file.is_relative_to(self._root) and file.is_file():
                return file
        return None
