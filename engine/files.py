"""Files, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.core.errors import Holland44Error
from engine.i18n import t


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a temporary file, fsync, rename.

    Raises Holland44Error if the place cannot be written.
    """
    with open_atomic(path) as file:
        file.write(data)


@contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which comes to be when the block ends well, whole or not at all.

    Raises Holland44Error if the place cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise Holland44Error(t("log.error.unwritable", path=path, why=error.strerror)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes the file private; give it the rights a plain new file would have.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise Holland44Error(t("log.error.unwritable", path=path, why=error.strerror)) from None
