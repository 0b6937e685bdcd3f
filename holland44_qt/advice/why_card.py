"""Card beside a hex that shows why a move there is illegal."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from holland44_qt.board.view import BoardView
from holland44_qt.fonts import font
from holland44_qt.look import INK, PAPER, TEXT

WIDTH = 340
"""Width of the card in pixels."""
CLEAR = 0.85
"""Hex widths between the middle of the hex and the card, so that dragged counters stay visible."""


class WhyCard(QLabel):
    """Card over the board that ignores the mouse."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._view = view
        self.setObjectName("why-card")
        self.setStyleSheet(
            f"#why-card {{ background: {PAPER}; color: {INK}; border: 2px solid #c81e1e;"
            " border-radius: 6px; padding: 6px 10px; }"
        )
        self.setFont(font("Barlow", TEXT))
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(WIDTH)
        self.hide()

    def show_text(self, place: int, html: str) -> None:
        """Show a text about a hex, beside the hex and within the view."""
        if self.text() != html:
            self.setText(html)
        self.resize(WIDTH, self.heightForWidth(WIDTH))
        view = self._view
        middle = view.mapFromScene(view.stacks.centre(place))
        clear = round(CLEAR * view.scale_now)
        room = view.free_part.adjusted(4, 4, -4, -4)
        x = middle.x() + clear
        if x + self.width() > room.right():
            x = middle.x() - clear - self.width()
        y = min(middle.y() - self.height() // 3, room.bottom() - self.height())
        self.move(max(room.left(), x), max(room.top(), y))
        self.show()
        self.raise_()

    def suppress_marks(self) -> None:
        """Hide the card."""
        self.hide()
