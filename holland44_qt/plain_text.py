"""Text of others stays plain: Qt guesses, and would read pictures named in it from the disk."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QColor, QImage, Qt


def tip(text: str) -> str:
    """A text for a place where Qt guesses whether it is rich (tooltips, labels of dialogs).

    What looks like markup is shown as it is written; all else stays as it was.
    """
    if not Qt.mightBeRichText(text):
        return text
    return "<p>" + escape(text).replace("\n", "<br>") + "</p>"


def no_picture() -> QImage:
    """Resource given to a document for a picture that a foreign text names.

    Nothing at all will not do: Qt then reads the file of that name by itself, were it a pipe that
    never ends (QTextImageHandler).
    """
    picture = QImage(1, 1, QImage.Format.Format_ARGB32)
    picture.fill(QColor(0, 0, 0, 0))
    return picture
