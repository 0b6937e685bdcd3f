"""Print recorded games to the terminal with Rich."""

from __future__ import annotations

import time

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from engine.controls import visible
from engine.i18n import t
from engine.log.visit import Step, Visitor, visit
from engine.play.game import Recording
from engine.play.scrutiny import Scrutiny

FACES = " ⚀⚁⚂⚃⚄⚅"


def print_replay(
    console: Console,
    recording: Recording,
    *,
    first: int,
    last: int,
    delay: float = 0,
    comments: bool = True,
) -> None:
    """Print the sentences of steps ``first`` to ``last`` by chapter, with dice and comments.

    Entries that a viewpoint sees only in part are not checked against the rules.
    """
    notes = recording.annotations
    title = notes.title or recording.log.header.title
    console.print(Rule(Text(title, style="bold"), style="blue", characters="━"))
    if comments and notes.intro and first <= 1:
        console.print(Padding(_markdown(notes.intro), (1, 4)))
    printer = _Printer(console, recording, first, last, delay, comments)
    visit(recording, printer)
    if printer.scrutiny is None:
        console.print(Text(t("cli.replay.unchecked"), style="dim"))
        return
    for stretch in printer.scrutiny.stretches:
        console.print(Text(f"⚠ {stretch}", style="red"))


class _Printer(Visitor):
    def __init__(
        self,
        console: Console,
        recording: Recording,
        first: int,
        last: int,
        delay: float,
        comments: bool,
    ) -> None:
        self.console = console
        self.recording = recording
        self.first = first
        self.last = last
        self.delay = delay
        self.comments = comments
        self.scrutiny = Scrutiny(recording) if recording.numbers is None else None
        self.styles = {s.id: f"bold {s.color}" for s in recording.module.meta.sides}

    def chapter(self, title: str, step: Step) -> None:
        if self.first <= step.number <= self.last:
            self.console.print()
            self.console.print(Rule(Text(title, style="bold"), align="left", style="dim"))

    def entry(self, step: Step) -> None:
        before = self.recording.state(step.number - 1)
        if not self.first <= step.number <= self.last:
            if self.scrutiny is not None:
                self.scrutiny.follow(before, step.entry)
            return
        side = step.entry.by
        glyph = f"{step.annotation.glyph} " if step.annotation.glyph else ""
        row = Table.grid(padding=(0, 1))
        row.add_column(width=5, justify="right", style="dim")
        row.add_column(width=7, style=self.styles.get(side, "bold"))
        row.add_column()
        row.add_row(
            str(step.entry.id),
            self.recording.module.side_name(side),
            Text.assemble((glyph, "bold yellow"), step.sentence, (dice_text(step), "bold")),
        )
        self.console.print(row)
        for fault in self.scrutiny.check(before, step.entry) if self.scrutiny else ():
            is_breach = fault.level == "forbid"
            line = Text(f"{'⚠' if is_breach else '·'} {fault.text}", "red" if is_breach else "dim")
            self.console.print(Padding(line, (0, 8, 0, 14)))
        if self.comments and step.annotation.comment:
            self.console.print(Padding(_markdown(step.annotation.comment), (0, 8, 1, 14)))
        if self.delay:
            time.sleep(self.delay)


def _markdown(written: str) -> Markdown:
    """Return a comment as Markdown with visible link addresses."""
    return Markdown(visible(written), hyperlinks=False)


def dice_text(step: Step) -> str:
    """Return the six-sided dice of a step as die faces."""
    faces = [FACES[value] if dice.sides == 6 else "" for dice in step.dice for value in dice.values]
    shown = " ".join(face for face in faces if face)
    return f"  {shown}" if shown else ""
