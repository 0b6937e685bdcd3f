"""Notices on the desktop while the window is in the background."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

SHOWN = 8000
"""Milliseconds for which a notice is shown."""


def notify(window: QWidget, text: str) -> bool:
    """Show a notice and mark the window in the task bar; return False if the window is active."""
    if window.isActiveWindow():
        return False
    QApplication.alert(window)
    if QSystemTrayIcon.isSystemTrayAvailable():
        tray = QSystemTrayIcon(window.windowIcon(), window)
        tray.show()
        tray.showMessage(window.windowTitle(), text, window.windowIcon(), SHOWN)
        QTimer.singleShot(SHOWN, tray.deleteLater)
    return True
