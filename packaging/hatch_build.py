"""Build hook: writes the commit into wheel and source archive, where `--version` reads it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from subprocess import DEVNULL, CalledProcessError, check_output
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Adds `engine/commit.txt`; a wheel built from the source archive finds it there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the commit to a temporary file and include it in the build."""
        written = Path(self.root, "engine", "commit.txt")
        if version == "editable" or written.exists():
            return
        try:
            commit = check_output(
                ["git", "-C", self.root, "rev-parse", "--short", "HEAD"], text=True, stderr=DEVNULL
            )
        except (OSError, CalledProcessError):
            return
        file = Path(tempfile.mkdtemp(), "commit.txt")
        file.write_text(commit)
        target = "engine" if self.target_name == "sdist" else "holland44_qt/parts/engine"
        build_data["force_include"][str(file)] = f"{target}/commit.txt"
