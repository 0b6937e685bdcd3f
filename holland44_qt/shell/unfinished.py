"""What an export that does not come to its end leaves: nothing that was not there before."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


class Beside:
    """The folder of pictures beside a report, as it is before the report is written."""

    def __init__(self, target: Path) -> None:
        from engine.report.pictures import folder_of

        self._folder = folder_of(target)
        self._was = self._folder.is_dir()
        self._held = set(self._folder.iterdir()) if self._was else set()

    def clear(self) -> None:
        """Take away what has been written there since."""
        with suppress(OSError):  # what cannot be taken away harms nobody
            for file in set(self._folder.iterdir()) - self._held:
                file.unlink()
            if not self._was:
                self._folder.rmdir()
