"""A label with markup as a small text document."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QFont, QTextDocument

from engine.vassal.kinds import Text
from engine.vassal.markup import MARK
from engine.vassal.traits import hex_color
from holland44_qt.fonts import load_fonts
from holland44_qt.plain_text import no_picture

MARGIN = 1.0
"""Margin around the text in pixels."""


class LabelPage(QTextDocument):
    """A label's centred lines; the width is that of the longest line."""

    def __init__(self, text: Text) -> None:
        """Create the document; ``text`` must come from ``engine.vassal.markup``."""
        super().__init__()
        self.setDocumentMargin(MARGIN)
        self.setDefaultFont(label_font(text))
        color = hex_color(text.label.color) or "#000000"
        body = text.text.removeprefix(MARK)
        self.setHtml(f'<div align="center"><font color="{color}">{body}</font></div>')
        self.setTextWidth(self.idealWidth())

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return no picture: labels never load resources."""
        return no_picture()


def label_font(text: Text) -> QFont:
    """Return the font of a label."""
    load_fonts()
    font = QFont("Barlow Semi Condensed")
    font.setPixelSize(max(4, text.label.size))
    font.setBold(bool(text.label.style & 1))
    font.setItalic(bool(text.label.style & 2))
    return font
