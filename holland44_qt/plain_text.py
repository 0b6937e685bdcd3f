"""Safe display of foreign text: Qt guesses the format and would load pictures named in rich
text.
"""

from __future__ import annotations

import re
from html import escape

from PySide6.QtGui import QColor, QImage, Qt

_LONG = re.compile(r"\S{30}(?=\S)")
"""Part of a word that is wider than a narrow panel allows."""


def breakable(text: str) -> str:
    """Return a text in which long words may be broken.

    A label is at least as wide as its longest word, and widens its window for it.
    """
    return _LONG.sub("\\g<0>\u200b", text)


def tip(text: str) -> str:
    """Return a text for widgets that guess whether it is rich (tooltips, labels of dialogs).

    Text that resembles markup is escaped; all other text is unchanged.
    """
    if not Qt.mightBeRichText(text):
        return text
    return "<p>" + escape(text).replace("\n", "<br>") + "</p>"


def no_picture() -> QImage:
    """Return the placeholder for a picture named in foreign text.

    An empty answer would make Qt read the named file itself, even an endless pipe
    (QTextImageHandler).
    """
    picture = QImage(1, 1, QImage.Format.Format_ARGB32)
    picture.fill(QColor(0, 0, 0, 0))
    return picture
