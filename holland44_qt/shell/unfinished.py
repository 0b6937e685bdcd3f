"""Remove the draft folders of a stopped export."""

from __future__ import annotations

import shutil
from pathlib import Path


class Beside:
    """The draft folders that exist beside a report before it is written."""

    def __init__(self, target: Path) -> None:
        from engine.report.pictures import folder_of

        self._folders = (target, folder_of(target))
        self._before = self._drafts()

    def clear(self) -> None:
        """Remove the drafts of files that have been written in the meantime."""
        for draft in self._drafts() - self._before:
            shutil.rmtree(draft, ignore_errors=True)

    def _drafts(self) -> set[Path]:
        from engine.report.pictures import drafts_of

        return {draft for folder in self._folders for draft in drafts_of(folder)}
