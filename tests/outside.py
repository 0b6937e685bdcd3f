"""Files that are not part of the repository; an environment variable names each folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def vassal_files() -> Path:
    """Return the folder of real VASSAL files; skip the test without one."""
    return _folder("HOLLAND44_VASSAL_FILES", "real VASSAL files")


def reference() -> Path:
    """Return the folder of the tables of Holland '44 that were compiled independently."""
    return _folder("HOLLAND44_REFERENCE", "the reference tables of Holland '44")


def _folder(variable: str, what: str) -> Path:
    folder = os.environ.get(variable, "")
    if not folder:
        pytest.skip(f"needs {what}: {variable} names their folder")
    return Path(folder)
