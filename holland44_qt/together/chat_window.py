"""The window of the chat: what was written, and a line to write."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from engine.i18n import t
from engine.together.chat import MOST_TEXT, ChatLine


class ChatWindow(QDialog):
    """A window beside the board; ``send`` returns whether a message is on its way."""

    def __init__(
        self, parent: QWidget, lines: Sequence[ChatLine], send: Callable[[str], bool]
    ) -> None:
        super().__init__(parent)
        self._send_text = send
        self.setWindowTitle(t("together.chat.title"))
        self.history = QPlainTextEdit()
        self.history.setReadOnly(True)
        self.history.setAccessibleName(t("together.chat.title"))
        self.line = QLineEdit()
        self.line.setMaxLength(MOST_TEXT)
        self.line.setPlaceholderText(t("together.chat.hint"))
        self.line.setAccessibleName(t("together.chat.hint"))
        self.line.returnPressed.connect(self._send)
        column = QVBoxLayout(self)
        column.addWidget(self.history)
        column.addWidget(self.line)
        self.resize(420, 320)
        self.add(lines)
        self.line.setFocus()

    def add(self, lines: Sequence[ChatLine]) -> None:
        """Show new messages."""
        for line in lines:
            self.history.appendPlainText(
                t("together.chat.line", name=line.name, text=" ".join(line.text.split()))
            )

    def _send(self) -> None:
        text = self.line.text().strip()
        if text and self._send_text(text):
            self.line.clear()
