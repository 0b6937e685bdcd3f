"""Splash screen with the program's name, shown while the window is created."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import QLabel

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, GROUND

SIZE = (420, 150)
"""Size of the splash screen in pixels."""


def opening() -> QLabel:
    """Return a splash screen with the program's name, to be closed once the window is shown.

    It is no QSplashScreen, which waits a second whenever it is shown.
    """
    screen = QGuiApplication.primaryScreen()
    ratio = screen.devicePixelRatio() if screen is not None else 1.0
    sheet = QPixmap(round(SIZE[0] * ratio), round(SIZE[1] * ratio))
    sheet.setDevicePixelRatio(ratio)
    sheet.fill(QColor(GROUND))
    room = QRect(0, 0, *SIZE)
    with QPainter(sheet) as painter:
        painter.setPen(QColor(EDGE))
        painter.drawRect(room.adjusted(0, 0, -1, -1))
        painter.setPen(QColor(ACCENT))
        painter.setFont(font("Barlow Condensed", 44, QFont.Weight.Bold))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, t("app.title"))
    shown = QLabel(None, Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
    shown.setPixmap(sheet)
    shown.setFixedSize(*SIZE)
    if screen is not None:
        shown.move(screen.geometry().center() - room.center())
    shown.setAccessibleName(t("app.title"))
    return shown
