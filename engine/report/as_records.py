"""The facts of a game as records: every entry, every combat with odds and result, every die."""

from __future__ import annotations

from typing import Any

from engine.controls import json_text
from engine.export.csv_table import table
from engine.files import write_atomic
from engine.report.as_json import as_json
from engine.report.job import Job
from engine.report.moments import moments


def export_csv(job: Job) -> None:
    """Write the entries as CSV (UTF-8 with a byte order mark, which spreadsheets look for).

    Combats, dice and units are tables of ``holland44 stats --csv``.
    """
    write_atomic(job.target, table(job.recording).encode("utf-8-sig"))


def export_json(job: Job) -> None:
    """Write entries, combats, dice and statistics as JSON."""
    recording = job.recording
    stats = job.document.stats
    data = as_json(stats, recording, moments(recording, stats, facts=job.scenes.facts))
    header = recording.log.header
    data |= {
        "game": header.game,
        "scenario": header.scenario,
        "title": job.document.title,
        "record": [_entry(job, number) for number in range(1, len(recording) + 1)],
    }
    write_atomic(job.target, json_text(data).encode("utf-8"))


def _entry(job: Job, number: int) -> dict[str, Any]:
    recording = job.recording
    step, clock = recording.step(number), recording.state(number).clock
    entry = step.entry
    found: dict[str, Any] = {
        "entry": entry.id,
        "step": number,
        "parent": entry.parent,
        "at": entry.at,
        "by": entry.by,
        "turn": clock.turn,
        "phase": clock.phase,
        "active": clock.active,
        "kind": entry.action.kind,
        "sentence": step.sentence,
        "dice": [d.model_dump(mode="json", exclude_none=True) for d in entry.dice],
    }
    if step.annotation.says_something:
        found["title"] = step.annotation.title
        found["comment"] = step.annotation.comment
        found["glyph"] = step.annotation.glyph
        found["chapter"] = step.annotation.chapter
    return found
