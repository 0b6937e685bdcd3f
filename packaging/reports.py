"""Writes ``docs/reports/``: the recorded game in every format, small enough for the repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOG = ROOT / "logs" / "market-garden-turn-1.h44log"
FOLDER = ROOT / "docs" / "reports"
TEXT = ("--set", "width=720", "--set", "image=webp")
FEW = ("--entries", "88,94,97,206")
FILM = ("--entries", "94,97", "--set", "height=360", "--set", "speed=2")
PAIR = ("--set", "pair=pair", "--set", "width=700")
PAGE = ("--set", "width=1000")
EXPORTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("html", "market-garden.html", PAGE),
    ("pdf", "market-garden.pdf", ("--entries", "88")),
    ("md", "market-garden.md", (*FEW, *TEXT)),
    ("bbcode", "market-garden.bbcode.txt", ("--entries", "88,97", *TEXT)),
    ("png", "before-and-after.png", ("--entries", "97", *PAIR)),
    ("mp4", "market-garden.mp4", FILM),
)
"""Format, name, further words of the command."""


def main() -> int:
    """Write them all; the first that fails ends it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind, name, words in EXPORTS:
        command = [sys.executable, "-m", "holland44_qt", "export", str(LOG), "--to", kind]
        to = ("-o", str(FOLDER / name), "--overwrite")
        done = subprocess.run([*command, *to, *words], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
