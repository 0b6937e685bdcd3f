"""Files and folders that only their owner can read."""

from __future__ import annotations

import os
from pathlib import Path

from engine.core.errors import UnwritableError
from engine.files import sync_folder


def secret_folder(path: Path) -> Path:
    """Make a folder that its owner alone can open, and return it. Raises UserError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(0o700)
    except OSError as error:
        raise UnwritableError(path, error) from None
    return path


def write_secret(path: Path, content: bytes) -> None:
    """Write a file that its owner alone can read, whole or not at all. Raises UserError."""
    draft = path.with_name(f".{path.name}.draft")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(draft, flags, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        sync_folder(path)
    except OSError as error:
        raise UnwritableError(path, error) from None
