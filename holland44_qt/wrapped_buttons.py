"""Buttons and check boxes whose text wraps to the width of a narrow panel."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

LEAST = 120
"""Pixels of width below which nothing is wrapped any further."""
CONTENTS = QStyle.SubElement.SE_CheckBoxContents
INSIDE = QStyle.SubElement.SE_PushButtonContents


def broken(words: str, metrics: QFontMetrics, room: int) -> str:
    """Return a button's text in lines of limited width in pixels."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if metrics.horizontalAdvance(longer) <= max(room, LEAST // 2) or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines).replace("&", "&&")


class WrappedTick(QCheckBox):
    """Qt draws the lines of a box's text, but breaks none."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words.replace("  ", "\u00a0 ")  # a sign stands off from what follows it
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow minimum size."""
        return QSize(LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the words again."""
        super().resizeEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(CONTENTS, option, self).width()
        lines = broken(self._words, self.fontMetrics(), room)
        if lines != self.text():
            self.setText(lines)


class WrappedButton(QPushButton):
    """A button that is never wider than its panel."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_words(words)

    def set_words(self, words: str) -> None:
        """Show another text."""
        self.words = words
        self.setAccessibleName(words)
        self._wrap()

    def minimumSizeHint(self) -> QSize:
        """Return a narrow minimum size."""
        return QSize(LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the words again."""
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(INSIDE, option, self).width()
        lines = broken(self.words, self.fontMetrics(), room - 8)
        if lines != self.text():
            self.setText(lines)
