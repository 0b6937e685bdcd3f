"""Subprocess that exports a line of a game and prints its progress: ``python -m … LOG TIP
FORMAT TARGET [SETTINGS [ANNOTATIONS]]``. Without annotations those beside the log are taken.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.core.errors import UserError
from engine.export.vassal_page import export_with_art
from engine.log.visit import Step
from engine.play.game import Recording
from engine.report.job import Job
from engine.report.settings import settings_of


class ProgressRecording(Recording):
    """Recording that prints its replay progress, one line for each percent."""

    _shown_percent = -1

    def step(self, number: int) -> Step:
        """Return a step, and print the progress if the percentage changed."""
        percent = number * 100 // max(1, len(self))
        if percent > self._shown_percent:
            self._shown_percent = percent
            print(percent, 100, flush=True)
        return super().step(number)


def main(arguments: list[str]) -> int:
    """Run the export; return exit code 1, after printing one sentence, on failure."""
    log, tip, kind, target, *rest = arguments
    text, notes, *_ = [*rest, *("{}", "")[len(rest) :]]
    try:
        recording = ProgressRecording.load(Path(log), Path(notes) if notes else None, tip=int(tip))
        if kind == "art":
            settings = settings_of(json.loads(text))
            job = Job(recording, Path(target), settings, log=Path(log))
            export_with_art(job.recording, job.target)
            print("\n".join(job.left_out), file=sys.stderr, end="")
        else:
            _write(recording, Path(log), kind, Path(target), text)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _write(recording: Recording, log: Path, kind: str, target: Path, settings: str) -> None:
    from holland44_qt.report.export_dialog import FORMATS
    from holland44_qt.report.formats import illustrator

    form = FORMATS[kind]

    def progress(done: int, total: int) -> None:
        print(done, total, flush=True)

    job = Job(recording, target, settings_of(json.loads(settings)), progress=progress, log=log)
    if form.illustrated and job.settings.pictures:
        job.illustrator = illustrator(job.scenes, job.settings)
    form.write(job, log)
    print("\n".join(job.left_out), file=sys.stderr, end="")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
