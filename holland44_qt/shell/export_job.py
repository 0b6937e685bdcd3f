"""Exports a line of a game, telling how far it is: ``python -m … LOG TIP FORMAT TARGET``."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.core.errors import Holland44Error
from engine.export.csv_table import export_csv
from engine.export.markdown import export_markdown
from engine.game import Recording
from engine.log.visit import Step
from engine.vassal.art_page import export_with_art


class Told(Recording):
    """A recording that tells how far it was read, a line for every percent."""

    _told = -1

    def step(self, number: int) -> Step:
        """The step, told about if it is another percent."""
        percent = number * 100 // max(1, len(self))
        if percent > self._told:
            self._told = percent
            print(percent, 100, flush=True)
        return super().step(number)


def main(arguments: list[str]) -> int:
    """Do it; the exit code is 1, with one sentence, if it cannot be done."""
    log, tip, kind, target = arguments
    try:
        recording = Told.load(Path(log), tip=int(tip))
        if kind == "html":
            from engine.export.html import export_html
            from holland44_qt.page_renderer import PageRenderer

            export_html(recording, PageRenderer(recording.module), Path(target))
        elif kind == "art":
            export_with_art(recording, Path(target))
        elif kind == "md":
            export_markdown(recording, Path(target))
        else:
            export_csv(recording, Path(target))
    except Holland44Error as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
