"""Text editor of a passage: grows with its text, shows the generated draft until edited."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QMouseEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from engine.report.references import Reference, References
from holland44_qt.look import ACCENT

PAUSE = 500
"""Milliseconds after the last keystroke before text is saved."""
LINES = 2
"""Minimum number of visible lines."""
WRITERS = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
)
"""Focus reasons by which the user starts to write."""


class PassageEdit(QPlainTextEdit):
    """Editor for the user's text or the program's draft.

    ``written`` emits the text; ``pointed`` and ``named`` emit kind and target of a reference under
    the mouse and of one clicked with Ctrl; ``entered`` is emitted when editing starts.
    """

    written = Signal(str)
    pointed = Signal(str, str)
    named = Signal(str, str)
    became_own = Signal()
    entered = Signal()

    def __init__(self, references: References | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._references = references
        self._marker = _Marker(self.document(), references)
        self._stored_text = ""
        self.generated = False
        """Whether the text is generated and not yet edited."""
        self._loading = False
        self._lit: tuple[str, str] = ("", "")
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.flush)
        self.textChanged.connect(self._changed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())

    def show_text(self, own: str, draft: str) -> None:
        """Show the user's text, or else a draft; a text being edited is not replaced."""
        if self._pause.isActive() or (
            own == self._stored_text and (own or self.toPlainText() == draft)
        ):
            return
        self._loading = True
        self._stored_text, self.generated = own, not own.strip()
        self.setPlainText(draft if self.generated else own)
        self._loading = False
        self._dress()

    def adopt(self) -> None:
        """Make the draft the user's own text."""
        if self.generated:
            self.generated = False
            self._dress()
            self.became_own.emit()
            self._pause.start()

    def flush(self) -> None:
        """Emit the text if it has changed since the last time."""
        self._pause.stop()
        text = self.toPlainText()
        if not self.generated and text != self._stored_text:
            self._stored_text = text
            self.written.emit(text)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start editing, unless only the window was activated."""
        super().focusInEvent(event)
        if event.reason() in WRITERS:
            self.entered.emit()

    def focusOutEvent(self, event: object) -> None:
        """Save the text."""
        self.flush()
        super().focusOutEvent(event)  # type: ignore[arg-type]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the height to that of the text."""
        super().resizeEvent(event)
        self._grow()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the reference under the mouse on the board."""
        super().mouseMoveEvent(event)
        ref = self._reference_at(event.position().toPoint())
        self._light((ref.kind, ref.target) if ref is not None else ("", ""))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a reference clicked with Ctrl."""
        super().mouseReleaseEvent(event)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            ref = self._reference_at(event.position().toPoint())
            if ref is not None:
                self.named.emit(ref.kind, ref.target)

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the highlight."""
        self._light(("", ""))
        super().leaveEvent(event)

    def _light(self, named: tuple[str, str]) -> None:
        if named != self._lit:
            self._lit = named
            self.pointed.emit(*named)

    def _reference_at(self, pos: QPoint) -> Reference | None:
        if self._references is None:
            return None
        cursor = self.cursorForPosition(pos)
        at, text = cursor.positionInBlock(), cursor.block().text()
        return next((r for r in self._references.in_text(text) if r.start <= at <= r.end), None)

    def _changed(self) -> None:
        if self._loading:
            return
        if self.generated:
            self.generated = False
            self._dress()
            self.became_own.emit()
        self._pause.start()

    def _dress(self) -> None:
        """Show a draft in italics with a broken line."""
        self.setProperty("generated", self.generated)
        font = self.font()
        font.setItalic(self.generated)
        self.setFont(font)
        edge = f"2px dashed {ACCENT}" if self.generated else "2px solid transparent"
        self.setStyleSheet(f"PassageEdit {{ border: none; border-left: {edge}; }}")
        self._grow()

    def _grow(self) -> None:
        lines = max(LINES, round(self.document().size().height()))
        margins = self.contentsMargins()
        room = 2 * self.document().documentMargin() + margins.top() + margins.bottom() + 4
        high = round(lines * self.fontMetrics().lineSpacing() + room)
        if self.height() != high:
            self.setFixedHeight(high)


class _Marker(QSyntaxHighlighter):
    """Highlighter that underlines the references in a text."""

    def __init__(self, document: QTextDocument, references: References | None) -> None:
        super().__init__(document)
        self._references = references
        self._alive = QTextCharFormat()
        self._alive.setForeground(QColor(ACCENT))
        self._alive.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)

    def highlightBlock(self, text: str) -> None:
        """Underline the references of a line."""
        for ref in self._references.in_text(text) if self._references is not None else ():
            self.setFormat(ref.start, ref.end - ref.start, self._alive)
