"""A recorded game as a readable report in Markdown: chapters, turns, sentences, dice, comments."""

from __future__ import annotations

import re
from pathlib import Path

from engine.controls import visible
from engine.core.effects import Clock
from engine.core.state import State
from engine.files import write_atomic
from engine.i18n import t
from engine.log.visit import Step, Visitor, visit
from engine.play.game import Recording

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#])")
_BULLET = re.compile(r"^(\s*)([-+])(?=\s)")
_NUMBER = re.compile(r"^(\s*\d+)([.)])(?=\s)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?!https?://)")
_PICTURE = re.compile(r"!+(?=\[)")
_TO_THE_WEB = r"\s*<?(?:https?://|mailto:|#)"
_LINK = re.compile(rf"\]\((?!{_TO_THE_WEB})", re.IGNORECASE)
_DEFINITION = re.compile(rf"\]:(?!{_TO_THE_WEB})", re.IGNORECASE)
# What may stand there is listed, not what may not: there are too many ways to write a scheme.
_FACES = "⚀⚁⚂⚃⚄⚅"


def export_markdown(recording: Recording, path: Path) -> None:
    """Write a recording as an after-action report.

    Raises UserError if the log contradicts itself or the file cannot be written.
    """
    write_atomic(path, visible(report(recording)).encode("utf-8"))


def report(recording: Recording) -> str:
    """Return the report as text."""
    writer = _Writer(recording)
    visit(recording, writer)
    return "\n".join(writer.lines).rstrip() + "\n"


class _Writer(Visitor):
    """Chapters are second-level headings; below them a line for each new turn, phase and side."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.own_chapters = any(a.chapter for a in recording.annotations.entries.values())
        self._clock: Clock = State().clock
        notes, header = recording.annotations, recording.log.header
        self.lines = [f"# {plain(notes.title or header.title or recording.module.title)}", ""]
        if notes.author:
            self.lines += [t("export.md.author", author=plain(notes.author)), ""]
        if notes.intro.strip():
            self.lines += [harmless(notes.intro.strip()), ""]
        self.lines += [
            t(
                "export.md.about",
                game=plain(recording.module.title),
                scenario=plain(recording.module.scenario_name(header.scenario)),
                entries=len(recording),
                log=plain(header.id),
            ),
            "",
        ]

    def chapter(self, title: str, step: Step) -> None:
        self._gap()
        self.lines += [f"## {plain(title)}", ""]

    def entry(self, step: Step) -> None:
        clock = self.recording.state(step.number).clock
        if clock != self._clock:
            self._clock = clock
            if self.own_chapters:
                self._gap()
                self.lines += [f"**{plain(self._when(clock))}**", ""]
        if step.entry.action.kind != "set_phase":
            self._sentence(step)
        if step.annotation.comment.strip():
            self._comment(step.annotation.comment)

    def _sentence(self, step: Step) -> None:
        glyph = f"**{plain(step.annotation.glyph)}** " if step.annotation.glyph else ""
        dice = faces(step)
        self.lines.append(f"- {glyph}{plain(step.sentence)}{f' {dice}' if dice else ''}")
        # A move's details only say again that it moved.
        if step.entry.action.kind in ("combat", "consult", "manual_edit"):
            self.lines += [
                f"  - {plain(line)}" for line in step.details if line not in step.sentence
            ]

    def _comment(self, comment: str) -> None:
        self._gap()
        self.lines += [f"> {line}".rstrip() for line in harmless(comment.strip()).splitlines()]
        self.lines.append("")

    def _gap(self) -> None:
        if self.lines[-1]:
            self.lines.append("")

    def _when(self, clock: Clock) -> str:
        module = self.recording.module
        return t(
            "say.phase",
            turn=clock.turn,
            side=module.side_name(clock.active),
            phase=module.phase_name(clock.phase),
        )


def faces(step: Step) -> str:
    """Return the six-sided dice of a step as die faces; the sentence describes other throws."""
    return "".join(_FACES[v - 1] for d in step.dice if d.sides == 6 for v in d.values)


def plain(text: str) -> str:
    """Return a text on one line, with the special characters of Markdown escaped."""
    line = " ".join(text.split())
    line = _SPECIAL.sub(r"\\\1", line)
    # Of a number only the point is a sign: "\\2." would be shown with its stroke.
    return _NUMBER.sub(r"\1\\\2", _BULLET.sub(r"\1\\\2", line))


def harmless(markdown: str) -> str:
    """Return untrusted Markdown without HTML and pictures, and with links to the web only.

    A picture becomes a link to its file; any other link is shown as plain text.
    """
    markdown = _PICTURE.sub("", _TAG.sub("&lt;", markdown))
    return _DEFINITION.sub(r"]\\:", _LINK.sub(r"]\\(", markdown))
