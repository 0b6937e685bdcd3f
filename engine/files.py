"""Read files within limits, and write them completely or not at all.

New contents get their file name only when they are on the disk. Where the system supports unnamed
files, a killed program leaves no partial file.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import IO, BinaryIO

from engine import interrupts
from engine.core.errors import UnwritableError, UserError, unreadable
from engine.i18n import decimal, t

ONE_FILE, TURN = ".h44game", ".h44turn"
"""Suffixes of games in one file and of turns to be sent."""
_DRAFT = ".draft"
"""Suffix of a file until its contents are complete and it replaces the old file."""

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 40  # Windows locks bytes against reading too: one that no file has

    def lock(file: IO[bytes]) -> None:
        """Lock an open file until it is closed.

        Raises BlockingIOError or PermissionError.
        """
        at = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(at)
else:
    import fcntl

    def lock(file: IO[bytes]) -> None:
        """Lock an open file until it is closed.

        Raises BlockingIOError or PermissionError.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def read_limited(path: Path, limit: int) -> bytes:
    """Return the bytes of a plain file of limited size; the file may come from a stranger.

    Raises UserError for a file that is too large, missing or unreadable, and for a folder, a device
    or a pipe, which might never end.
    """
    with open_limited(path, limit) as file:
        data = file.read(limit + 1)
    if len(data) > limit:  # it grew, or is one of those files whose size the system does not know
        raise UserError(t("file.error.large", path=path, limit=size_words(limit)))
    return data


def open_limited(path: Path, limit: int) -> BinaryIO:
    """Open a plain file of limited size for reading.

    Raises the errors of :func:`read_limited`.
    """
    try:
        handle = plain_handle(path, os.O_RDONLY)
    except (FileNotFoundError, ValueError):  # a ValueError: a name that no file can have
        raise UserError(t("log.error.missing", path=path)) from None
    except OSError as error:
        raise UserError(unreadable(path, error)) from None
    about = os.fstat(handle)
    file = os.fdopen(handle, "rb")
    if about.st_size > limit:
        file.close()
        raise UserError(t("file.error.large", path=path, limit=size_words(limit)))
    return file


_BINARY = getattr(os, "O_BINARY", 0)
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
NOT_THROUGH_LINKS: int = getattr(os, "O_NOFOLLOW", 0)
"""Flag for :func:`plain_handle`: a symlink raises OSError instead of being followed."""


def plain_handle(path: Path, flags: int) -> int:
    """Open a plain file and return its descriptor, without ever blocking.

    Raises UserError for a folder, a device or a pipe, which might never end; OSError if the file
    cannot be opened; ValueError for an impossible file name.
    """
    # Looked at first: to open a device may already do something. Then without waiting, should
    # somebody have put a pipe in its place meanwhile.
    follow = not flags & NOT_THROUGH_LINKS
    with contextlib.suppress(FileNotFoundError):
        _need_plain(path.stat(follow_symlinks=follow), path)
    handle = os.open(path, flags | _WITHOUT_WAITING | _BINARY, 0o666)
    try:
        about = os.fstat(handle)
        _need_plain(about, path)
        if not about.st_size and not flags & (os.O_WRONLY | os.O_RDWR):
            _need_no_waiting(handle, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _need_no_waiting(handle: int, path: Path) -> None:
    """Refuse system files such as /proc/kmsg, which look plain and empty but never end."""
    try:
        os.read(handle, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    except BlockingIOError:
        raise UserError(t("file.error.not_plain", path=path)) from None


def need_file_or_folder(path: Path) -> None:
    """Raise UserError for a device, a pipe, a socket or a link to itself."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, ValueError):
        return
    except OSError as error:
        raise UserError(unreadable(path, error)) from None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise UserError(t("file.error.not_plain", path=path))


def _need_plain(about: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise UserError(t("file.error.not_plain", path=path))


_SUFFIX = re.compile(r"(\.bbcode)?\.[A-Za-z][A-Za-z0-9]{1,8}$", re.IGNORECASE)


def suffix_of(path: Path) -> str:
    """Return the suffix of a path if it looks like a file type: ".html", ".bbcode.txt",
    not ".2".
    """
    result = _SUFFIX.search(path.name)
    return result[0] if result and result.start() else ""


def unused_path(path: Path) -> Path:
    """Return a path, with the first free number if there is a file already."""
    result, number = path, 2
    while result.exists():
        result, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return result


def size_words(limit: int) -> str:
    """Format a size: "8 MiB", "2.48 MiB", "12 KiB"."""
    unit, size = ("MiB", limit / 2**20) if limit >= 2**20 else ("KiB", limit / 2**10)
    return f"{decimal(size, '.3g')} {unit}"


def write_atomic(path: Path, data: bytes, *, over: str = "", through: bool = True) -> None:
    """Write a file completely or not at all.

    An existing file keeps its permissions, a symlink its target. For ``over``, ``through`` and
    errors see :func:`open_atomic`.
    """
    with open_atomic(path, over=over, through=through) as file:
        file.write(data)


@contextmanager
def open_atomic(path: Path, *, over: str = "", through: bool = True) -> Iterator[BinaryIO]:
    """Open a file that appears when the block ends without an error, complete or not at all.

    A recorded game is replaced only with ``over="log"`` and annotations only with ``over="aar"``,
    which protects games from mistyped file names. Without ``through`` a symlink itself is replaced,
    not its target: this is for names that no user chose. Raises UserError if the place cannot be
    written.
    """
    target = Path(os.path.realpath(path)) if through and path.is_symlink() else path
    try:
        if kind_of(target) not in ("", over):
            raise UserError(t("file.error.game", path=path))
        if _is_special(target):  # whoever may do everything would put a file in a device's place
            raise UserError(t("file.error.not_plain", path=path))
        if through and target.is_symlink():  # what is left of one that leads to itself
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        _sweep(target)
        with _Draft(target, *_rights(target)) as draft:
            with os.fdopen(os.dup(draft.file.fileno()), "wb") as file:
                yield file
            interrupts.check()
            draft.take_place()
    except OSError as error:
        raise UnwritableError(path, error) from None


def need_writable(path: Path) -> None:
    """Raise UnwritableError, before long work, for a file whose folder is missing or read-only."""
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise UnwritableError(path, OSError(errno.ENOENT, os.strerror(errno.ENOENT)))
    if not os.access(folder, os.W_OK):
        read_only = hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY
        code = errno.EROFS if read_only else errno.EACCES
        raise UnwritableError(path, OSError(code, os.strerror(code)))


def need_no_folder(path: Path) -> None:
    """Raise UnwritableError for a folder that is named as a file to write."""
    if path.is_dir():
        raise UnwritableError(path, _is_folder())


def _is_folder() -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


def create(path: Path, data: bytes) -> FileIO:
    """Create a new file with its contents, open and locked; never replace an existing file.

    Raises OSError, or FileExistsError if the file exists.
    """
    _sweep(path)
    with _Draft(path) as draft:
        lock(draft.file)
        view = memoryview(data)
        while view:
            view = view[draft.file.write(view) :]
        return draft.take_name()


def sync_folder(path: Path) -> None:
    """Flush a folder's names to disk, so that new files survive a power cut (Windows needs no
    call).
    """
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class _Draft:
    """New contents of a file, before they get its name."""

    def __init__(
        self, target: Path, mode: int = 0o666, owner: tuple[int, int] | None = None
    ) -> None:
        if not target.name:  # the current folder, or the root
            raise _is_folder()
        self._target = target
        self._mode, self._owner = mode, owner
        self._name: Path | None = None
        handle = _nameless(target.parent)
        if handle is None:
            self._name = _draft_of(target)
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            handle = os.open(self._name, flags, 0o600 if owner else 0o666)
        self.file = FileIO(handle, "r+b")
        if self._name is not None and os.name == "posix":
            with contextlib.suppress(OSError):  # there may be no locks here
                lock(self.file)  # nobody sweeps it up while it is written

    def __enter__(self) -> _Draft:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if failed is not None:
            self.file.close()
        if self._name is not None:
            self._name.unlink(missing_ok=True)

    def take_place(self) -> None:
        """Take the file's name, and replace an existing file."""
        if self._owner is not None and os.name == "posix":
            with contextlib.suppress(OSError):
                os.fchown(self.file.fileno(), *self._owner)
            os.fchmod(self.file.fileno(), self._mode)
        os.fsync(self.file.fileno())
        if self._name is None:
            lock(self.file)  # nobody sweeps it up between its two names
            name = _draft_of(self._target)
            self._link(name)
            self._name = name
        if os.name != "posix":
            self.file.close()
        os.replace(self._name, self._target)
        self._name = None
        sync_folder(self._target)
        self.file.close()

    def take_name(self) -> FileIO:
        """Take the file's name if it is free."""
        os.fsync(self.file.fileno())
        if self._name is None:
            self._link(self._target)
        elif os.name == "posix":
            try:
                os.link(self._name, self._target)
            except FileExistsError:
                raise
            except OSError:  # no file here can have two names
                if self._target.exists():
                    raise FileExistsError(17, "File exists") from None
                os.rename(self._name, self._target)
                self._name = None
        else:
            self.file.close()
            os.rename(self._name, self._target)
            self._name = None
            self.file = FileIO(self._target, "r+b")
            lock(self.file)
            self.file.seek(0, os.SEEK_END)
        sync_folder(self._target)
        return self.file

    def _link(self, name: Path) -> None:
        """Give a name to an unnamed file."""
        folder = os.open(name.parent, os.O_RDONLY)
        try:
            # A folder must be given: only then the link leads to the file, not to the link to it.
            here = f"/proc/self/fd/{self.file.fileno()}"
            os.link(here, name.name, dst_dir_fd=folder, follow_symlinks=True)
        finally:
            os.close(folder)


def _nameless(folder: Path) -> int | None:
    """Return an unnamed file, which disappears with its program; None where the system has none."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    except OSError:
        return None


def _rights(target: Path) -> tuple[int, tuple[int, int] | None]:
    """Return mode and owner of the file to be replaced, or those of a new file."""
    try:
        there = target.stat()
    except OSError:
        return 0o666, None
    return stat.S_IMODE(there.st_mode), (there.st_uid, there.st_gid)


def _is_special(target: Path) -> bool:
    """Return whether a path is a device, a pipe or a socket; False if that cannot be determined."""
    try:
        mode = target.lstat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))


_OURS = re.compile(rb'(?:\xef\xbb\xbf)?\{(?:[^\n]*"format":"h44(log)/|\s*"format": ?"h44(aar)/)')
_BEGINNING = 4096


def kind_of(target: Path) -> str:
    """Return "log" for a recorded game, "aar" for annotations, otherwise ""."""
    try:
        with os.fdopen(plain_handle(target, os.O_RDONLY | NOT_THROUGH_LINKS), "rb") as file:
            result = _OURS.match(file.read(_BEGINNING))
    except (OSError, ValueError, UserError):
        return ""
    return (result[1] or result[2]).decode() if result else ""


_LONGEST = 255
"""Maximum length of a file name in bytes on most systems."""


def fitting(stem: str, rest: str, room: int = 0) -> str:
    """Shorten the stem of a file name so that some more bytes fit."""
    room_left = _LONGEST - room - len(os.fsencode(rest))
    return os.fsencode(stem)[:room_left].decode(errors="ignore") + rest


def _draft_of(target: Path) -> Path:
    return target.with_name(_drafts_of(target, f".{secrets.token_hex(4)}"))


def _drafts_of(target: Path, mark: str) -> str:
    """Return the name of a draft; it is short enough if the target's name is."""
    return fitting(f".{target.name}", f"{mark}{_DRAFT}")


def _sweep(target: Path) -> None:
    """Remove a file's drafts that killed programs left."""
    begin = _drafts_of(target, "." + "?" * 8)[: -9 - len(_DRAFT)]
    for old in target.parent.glob(f"{glob.escape(begin)}.*{_DRAFT}"):
        with contextlib.suppress(OSError), old.open("r+b") as file:
            lock(file)  # fails while it is being written
            old.unlink()
