"""Errors of VASSAL files, and limits that make hostile files harmless."""

from __future__ import annotations

from engine.core.errors import UserError

MAX_ENTRY = 512 * 1024 * 1024
"""Longest entry of an archive that is unpacked, in bytes."""
MAX_TEXT = 256 * 1024 * 1024
"""Longest plaintext of a save or log, in bytes; the largest real ones have about 60 MB."""
MAX_FILES = 100_000
"""Most entries in one archive."""
MAX_LINKS = 2_000
"""Maximum number of traits of one piece; the longest chain seen in a real game has 151."""
MAX_NESTING = 64
"""Deepest nesting of commands or of folders in a build file; real ones stay below 20."""


class VassalError(UserError):
    """A VASSAL file cannot be read; the message names the file, the reason and a remedy."""
