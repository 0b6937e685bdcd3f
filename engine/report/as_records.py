"""The facts of a game as records: every entry, every combat with odds and result, every die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.controls import json_text
from engine.files import write_atomic
from engine.i18n import t
from engine.report.as_json import as_json
from engine.report.csv_table import table
from engine.report.document import chosen_steps
from engine.report.job import Job
from engine.report.moments import moments


def export_csv(job: Job) -> None:
    """Write the entries as CSV (UTF-8 with a byte order mark, which spreadsheets look for).

    Combats, dice and units are tables of ``holland44 stats --csv``.
    """
    write_atomic(job.target, table(job.recording, asked_steps(job)).encode("utf-8-sig"))


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
        "record": [_entry(job, number) for number in asked_steps(job)],
    }
    if len(data["record"]) < len(recording):
        job.left_out.append(t("report.json.whole", count=len(recording)))
    write_atomic(job.target, json_text(data).encode("utf-8"))


def asked_steps(job: Job) -> Sequence[int]:
    """Return the steps of a table: all, or those of the entries requested by number."""
    if job.settings.entries in ("moments", "proposed", "all"):
        return range(1, len(job.recording) + 1)
    return chosen_steps(job.scenes, job.settings)


def _entry(job: Job, number: int) -> dict[str, Any]:
    recording = job.recording
    step, clock = recording.step(number), recording.state(number).clock
    entry = step.entry
    result: dict[str, Any] = {
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
        "dice": [d.model_dump(mode="json", exclude_none=True) for d in step.dice],
    }
    if step.annotation.says_something:
        result["title"] = step.annotation.title
        result["comment"] = step.annotation.comment
        result["glyph"] = step.annotation.glyph
        result["chapter"] = step.annotation.chapter
    return result
