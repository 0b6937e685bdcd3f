"""Entry panel: time, sentence, dice, consequences, annotation."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRect, Qt, QUrl, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QSplitter, QTextBrowser, QVBoxLayout, QWidget

from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import has, t
from engine.log.annotations import Annotations, Photo, plain_text
from engine.log.visit import Step
from engine.modules.module import Module
from engine.report.references import References
from engine.rules.registry import text
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, TEXT
from holland44_qt.models.clock import phase_text, turn_text, weather_text
from holland44_qt.replay.comment_view import CommentView
from holland44_qt.replay.dice_drawing import DiceRow
from holland44_qt.rule_links import linked, rule_of

EDGE = 8
"""Pixels between the edge of the details and their text."""
ALL = "all"
"""Address of the link that expands the details."""
QWIDGETSIZE_MAX = (1 << 24) - 1
MOST_LINES = 20
"""Maximum lines of details shown without scrolling."""


class EntryPanel(QWidget):
    """Panel of a step; ``rule_wanted`` emits the number of a clicked rule."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = self._label(font("Barlow", TEXT - 1, QFont.Weight.DemiBold))
        self._clock.setStyleSheet(f"color: {ACCENT};")
        self.sentence = self._label(font("Barlow", TEXT + 4, QFont.Weight.Medium))
        self.sentence.setText(t("app.entry.before"))
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.dice = DiceRow(self)
        self.stakes = self._label(font("Barlow", TEXT - 1))
        self.stakes.setAccessibleName(t("app.entry.stakes"))
        self.stakes.hide()
        self._details = QTextBrowser(self)
        self._details.setOpenLinks(False)
        self._details.anchorClicked.connect(self._follow)
        self._details.setFrameShape(QTextBrowser.Shape.NoFrame)
        self._details.setTabChangesFocus(True)
        self._details.setAccessibleName(t("app.entry.details"))
        self.comment = CommentView(self)
        self._lines: list[str] = []
        self._commented: tuple[str, Photo | None] | None = None
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.comment)
        parts.addWidget(self._details)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(8)
        for widget in (self._clock, self.sentence, self.dice, self.stakes):
            column.addWidget(widget)
        column.addWidget(parts, 1)
        column.addStretch()

    def show_step(
        self,
        module: Module,
        state: State,
        step: Step | None,
        references: References | None = None,
        photo: Photo | None = None,
        beside: Sequence[Annotations] = (),
        written_by: Sequence[str] = (),
    ) -> None:
        """Show a step, or a notice before the first.

        ``beside`` are other writers' annotations, ``written_by`` names the entry's author.
        """
        lines: list[str] = []
        if step is None:
            self._clock.clear()
            self.sentence.setText(t("app.entry.before"))
            self.dice.show_dice(())
            self._details.clear()
            self._show_comment("", references)
        else:
            now = [phase_text(module, state.clock), weather_text(state)]
            turn = turn_text(module, state.clock.turn)
            self._clock.setText(f"{turn}\n{'  ·  '.join(filter(None, now))}")
            self.sentence.setText(step.sentence)
            # A draw is described by the drawn unit; its number means nothing to a reader.
            self.dice.show_dice(tuple(d for d in step.dice if not d.reason.startswith("draw:")))
            further = [detail for detail in step.details if detail != step.sentence]
            verdicts = [(_verdict(verdict), verdict.rule) for verdict in step.entry.verdicts]
            lines += [*(sentence for sentence, _ in verdicts), *further]
            lines += written_by
            plain = lines[len(verdicts) :]
            self._lines = [*(linked(*verdict) for verdict in verdicts), *map(escape, plain)]
            self._write_details(lines)
            self._show_comment(_comment(step, beside), references, photo)
        self._details.setVisible(bool(lines))

    def _write_details(self, details: Sequence[str]) -> None:
        """List the first details; a link lists the others where there are many."""
        shown, count = self._lines, len(self._lines)
        if count > 2 * MOST_LINES:
            more = escape(t("app.entry.all", count=count))
            shown = [*shown[:MOST_LINES], f"<a href='{ALL}' style='color: {ACCENT}'>{more}</a>"]
        self._set_details(shown)
        self._details.setMaximumHeight(self._height([*details[:MOST_LINES], ""]))

    def _set_details(self, lines: Sequence[str]) -> None:
        written = "<br>".join(lines)
        self._details.setHtml(f"<div style='white-space: pre-wrap'>{written}</div>")

    def show_stakes(self, lines: Sequence[str]) -> None:
        """Show the effect of each face of the dice, one line each; nothing for an empty list."""
        self.stakes.setText("\n".join(lines))
        self.stakes.setVisible(bool(lines))

    def _follow(self, target: QUrl) -> None:
        if target.toString() == ALL:
            self._set_details(self._lines)
            self._details.setMaximumHeight(QWIDGETSIZE_MAX)
            return
        rule = rule_of(target.toString())
        if rule is not None:
            self.rule_wanted.emit(rule)

    def _height(self, lines: list[str]) -> int:
        """Return the height in pixels of some lines; long ones are wrapped."""
        metrics = self._details.fontMetrics()
        room = QRect(0, 0, max(1, self._details.viewport().width() - 2 * EDGE), 0)
        wrapped = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, "\n".join(lines))
        # A line to spare: a scroll bar that was needed before makes one more.
        return wrapped.height() + 2 * EDGE + metrics.lineSpacing()

    def _show_comment(
        self, written: str, references: References | None, photo: Photo | None = None
    ) -> None:
        if (written, photo) != self._commented:
            self._commented = written, photo
            self.comment.show_markdown(written, references, photo)
        self.comment.setVisible(bool(written) or photo is not None)

    def _label(self, shown_in: QFont) -> QLabel:
        made = QLabel(self)
        # Sentences may hold a stranger's words.
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.setWordWrap(True)
        made.setFont(shown_in)
        # What it needs depends on its width; Qt would reckon with a very narrow one.
        made.setMinimumSize(1, 1)
        return made


def _verdict(verdict: Verdict) -> str:
    """Return the verdict of a rule on the entry; an unknown rule is named by its key."""
    sentence = text(verdict) if has(verdict.key) else verdict.key
    return t(f"history.verdict.{verdict.level}", rule=verdict.rule, text=sentence)


def _comment(step: Step, beside: Sequence[Annotations]) -> str:
    """Return chapter, glyph and comment as one Markdown text, followed by other writers'
    comments.
    """
    note = step.annotation
    parts = [f"## {note.chapter}"] if note.chapter else []
    if note.glyph:
        parts.append(f"**{note.glyph}** {note.comment}")
    elif note.comment:
        parts.append(note.comment)
    for other in beside:
        annotation = other.entries.get(step.entry.id)
        if annotation is not None and (annotation.comment.strip() or annotation.glyph):
            author = plain_text(other.author)
            who = f"{author} ({other.language})" if author else other.language
            parts += [
                f"### {who}",
                f"**{annotation.glyph}** {annotation.comment}"
                if annotation.glyph
                else annotation.comment,
            ]
    return "\n\n".join(parts)
