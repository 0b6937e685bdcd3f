"""The look of the window: fonts, colours and spacing that go with the printed map."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from holland44_qt.fonts import font, load_fonts

TEXT = 14
"""Pixel size of ordinary text."""
GROUND, PAGE, INK, FAINT = "#ece5d2", "#fbf8ef", "#2b2722", "#9a917e"
EDGE, ACCENT, PHASE = "#c9bda0", "#8a1f14", "#e3d9bf"

_ROLES = {
    QPalette.ColorRole.Window: GROUND,
    QPalette.ColorRole.WindowText: INK,
    QPalette.ColorRole.Base: PAGE,
    QPalette.ColorRole.AlternateBase: "#f4eedd",
    QPalette.ColorRole.Text: INK,
    QPalette.ColorRole.PlaceholderText: FAINT,
    QPalette.ColorRole.Button: "#f3eddc",
    QPalette.ColorRole.ButtonText: INK,
    QPalette.ColorRole.ToolTipBase: "#fffdf6",
    QPalette.ColorRole.ToolTipText: INK,
    QPalette.ColorRole.Highlight: ACCENT,
    QPalette.ColorRole.HighlightedText: "#ffffff",
    QPalette.ColorRole.Link: "#1f5684",
    QPalette.ColorRole.LinkVisited: "#1f5684",
}
_FAINT_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)
_SHEET = f"""
QToolBar {{ border: none; spacing: 2px; padding: 1px 6px; }}
#bar-rail {{ padding: 6px 2px; spacing: 4px; }}
#drawer {{ background: {GROUND}; border-right: 1px solid {EDGE}; }}
#panel-title, #phase {{ font-weight: 600; }}
#hints {{ background: transparent; border: none; }}
#hints QLabel {{ background: {PAGE}; border-radius: 3px; padding: 1px 6px; }}
QToolBar QToolButton {{ padding: 4px; border-radius: 4px; }}
#bar-rail QToolButton {{ padding: 6px; }}
QToolButton[popupMode="2"] {{ padding: 3px 18px 3px 6px; }}
QToolButton[popupMode="2"]::menu-indicator {{
    subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }}
QToolBar QToolButton:hover {{ background: {PHASE}; }}
QToolBar QToolButton:checked {{ background: {EDGE}; }}
QDockWidget::title {{ background: {GROUND}; padding: 5px 8px; font-weight: 600; }}
QMainWindow::separator {{ background: {EDGE}; width: 3px; height: 3px; }}
QStatusBar {{ border-top: 1px solid {EDGE}; }}
QStatusBar::item {{ border: none; }}
QToolTip {{ border: 1px solid {EDGE}; padding: 3px; }}
"""


def dress(app: QApplication) -> None:
    """Give an application the program's fonts and colours."""
    load_fonts()
    app.setStyle("Fusion")
    app.setFont(font("Barlow", TEXT))
    palette = QPalette()
    for role, color in _ROLES.items():
        palette.setColor(role, QColor(color))
    for role in _FAINT_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(FAINT))
    app.setPalette(palette)
    app.setStyleSheet(_SHEET)
