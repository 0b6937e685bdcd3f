"""A recorded game as a table: one row per entry, for spreadsheets and scripts."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from pathlib import Path

from engine.controls import visible
from engine.files import write_atomic
from engine.log.visit import Step, Visitor, visit
from engine.play.game import Recording

COLUMNS = (
    "id",
    "parent",
    "at",
    "turn",
    "phase",
    "side",
    "kind",
    "sentence",
    "dice",
    "comment",
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def export_csv(recording: Recording, path: Path) -> None:
    """Write a recording as CSV (UTF-8 with a byte order mark, which spreadsheets look for).

    Raises UserError if the log contradicts itself or the file cannot be written.
    """
    write_atomic(path, table(recording).encode("utf-8-sig"))


def table(recording: Recording, steps: Collection[int] | None = None) -> str:
    """Return the table as text, of all steps or some.

    Turn, phase and side are those after the entry.
    """
    out = io.StringIO(newline="")
    writer = _Writer(recording, out, steps)
    visit(recording, writer)
    return out.getvalue()


class _Writer(Visitor):
    def __init__(
        self, recording: Recording, out: io.StringIO, steps: Collection[int] | None
    ) -> None:
        self.recording, self.steps = recording, steps
        self.rows = csv.writer(out)
        self.rows.writerow(COLUMNS)

    def entry(self, step: Step) -> None:
        if self.steps is not None and step.number not in self.steps:
            return
        entry = step.entry
        clock = self.recording.state(step.number).clock
        dice = " ".join(str(v) for d in step.dice for v in d.values)
        self.rows.writerow(
            [
                entry.id,
                entry.parent,
                inert(entry.at),
                clock.turn,
                inert(clock.phase),
                inert(clock.active),
                entry.action.kind,
                inert(step.sentence),
                dice,
                inert(step.annotation.comment),
            ]
        )


def inert(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, by putting an apostrophe before it."""
    text = visible(text)
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
