"""Version, commit and games of the program."""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from subprocess import DEVNULL, CalledProcessError, check_output


def told() -> str:
    """Give the text that `holland44 --version` prints: version and commit, then the games."""
    from engine.games import RULEBOOKS

    found = commit()
    number = f"holland44 {version('holland44-qt')}" + (f" ({found})" if found else "")
    return f"{number}\n{', '.join(RULEBOOKS)}"


def commit() -> str:
    """Give the short hash of the commit this program was made from; empty where nobody can know.

    A wheel or a built folder carries it in `engine/commit.txt`; a checkout asks git.
    """
    written = files("engine") / "commit.txt"
    if written.is_file():
        return written.read_text().strip()
    root = Path(__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return ""
    try:
        return check_output(
            ["git", "-C", str(root), "rev-parse", "--short", "HEAD"], text=True, stderr=DEVNULL
        ).strip()
    except (OSError, CalledProcessError):
        return ""
