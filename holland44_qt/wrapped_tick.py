"""A box to be ticked whose words take as many lines as a narrow panel gives them."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QStyle, QStyleOptionButton, QWidget

LEAST = 120
"""Pixels of width below which nothing is wrapped any further."""


class WrappedTick(QCheckBox):
    """Qt draws the lines of a box's text, but breaks none."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words.replace("  ", "\u00a0 ")  # a sign stands off from what follows it
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """It may be narrow."""
        return QSize(LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the words anew."""
        super().resizeEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxContents
        room = self.style().subElementRect(part, option, self).width()
        lines = self._broken(max(room, LEAST // 2)).replace("&", "&&")
        if lines != self.text():
            self.setText(lines)

    def _broken(self, room: int) -> str:
        metrics, lines = self.fontMetrics(), [""]
        for word in self._words.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if metrics.horizontalAdvance(longer) <= room or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return "\n".join(lines)
