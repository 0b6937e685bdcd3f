"""Appearance of the window: fonts, colours and spacing that match the printed map."""

from __future__ import annotations

import os

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from holland44_qt.daylight import NIGHT
from holland44_qt.fonts import font, load_fonts

TEXT = 14
"""Pixel size of ordinary text."""


def by_night(day: str, night: str) -> str:
    """Return the colour for a light or a dark window."""
    return night if dark() else day


def dark() -> bool:
    """Return whether the window is dark."""
    return bool(os.environ.get(NIGHT))


GROUND, PAGE = by_night("#ece5d2", "#1e1b17"), by_night("#fbf8ef", "#28241f")
INK, FAINT = by_night("#2b2722", "#ece5d6"), by_night("#9a917e", "#8d8474")
EDGE, PHASE = by_night("#c9bda0", "#4a443a"), by_night("#e3d9bf", "#3a352c")
ACCENT, ON_ACCENT = by_night("#8a1f14", "#e58a78"), by_night("#ffffff", "#1b1512")
PAPER, SOFT = by_night("#fffdf6", "#302b25"), by_night("#6d6555", "#b5ab98")
BAD, GOOD = by_night("#a3201a", "#ff9a8c"), by_night("#2f6b2f", "#8fd18f")
WARN, NOTE = by_night("#8a5a00", "#e8b45a"), by_night("#4a5560", "#a9b6c4")
"""Text colours of warnings and notices; with BAD and GOOD legible on GROUND and PAGE."""

_ROLES = {
    QPalette.ColorRole.Window: GROUND,
    QPalette.ColorRole.WindowText: INK,
    QPalette.ColorRole.Base: PAGE,
    QPalette.ColorRole.AlternateBase: by_night("#f4eedd", "#242019"),
    QPalette.ColorRole.Text: INK,
    QPalette.ColorRole.PlaceholderText: FAINT,
    QPalette.ColorRole.Button: by_night("#f3eddc", "#37312a"),
    QPalette.ColorRole.ButtonText: INK,
    QPalette.ColorRole.ToolTipBase: PAPER,
    QPalette.ColorRole.ToolTipText: INK,
    QPalette.ColorRole.Highlight: ACCENT,
    QPalette.ColorRole.HighlightedText: ON_ACCENT,
    QPalette.ColorRole.Link: by_night("#1f5684", "#8fbce0"),
    QPalette.ColorRole.LinkVisited: by_night("#1f5684", "#8fbce0"),
}
_FAINT_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)

# Style sheets stand on the few widgets that want one. One for the whole application would be asked
# about each of a thousand widgets, hidden or not: a third of what a window costs.
MENU_BUTTON_SHEET = """
QToolButton[popupMode="2"] { padding: 3px 18px 3px 6px; }
QToolButton[popupMode="2"]::menu-indicator {
    subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }
"""
"""Style of a button that opens a menu: the arrow is beside its text."""
BAR_SHEET = f"""
QToolBar {{ border: none; spacing: 2px; padding: 1px; }}
QToolButton {{ padding: 4px; border-radius: 4px; }}
{MENU_BUTTON_SHEET}
QToolButton:hover {{ background: {PHASE}; }}
QToolButton:checked {{ background: {EDGE}; }}
"""
"""Style of a row of buttons."""
EDGED_SHEET = f"""
QToolButton {{ border: 1px solid {EDGE}; border-radius: 4px; padding: 2px 7px; }}
QToolButton:hover {{ background: {PHASE}; }}
QToolButton:disabled {{ color: {FAINT}; }}
"""
"""Style of a text button among icon buttons."""
RAIL_SHEET = f"""{BAR_SHEET}
QToolBar {{ padding: 6px 1px; spacing: 4px; }}
QToolButton {{ padding: 5px; }}
"""
"""Style of the rail that opens drawers."""
TABS_SHEET = f"""
QTabBar::tab {{ padding: 4px 5px; margin-right: 2px; background: {PHASE};
    border: 1px solid {EDGE}; border-top-left-radius: 4px; border-top-right-radius: 4px; }}
QTabBar::tab:selected {{ background: {GROUND}; border-bottom-color: {GROUND}; }}
QTabBar::tab:hover:!selected {{ background: {EDGE}; }}
"""
"""Style of narrow tabs: four of them fit beside a small map."""
HINTS_SHEET = f"""
QStatusBar {{ background: transparent; border: none; }}
QStatusBar::item {{ border: none; }}
QLabel {{ background: {PAGE}; border-radius: 3px; padding: 1px 6px; }}
"""
"""Style of messages over the map's lower edge."""


def headline() -> QFont:
    """Return the font of a widget in bold."""
    strong = QFont()  # what is not set here stays the widget's own
    strong.setWeight(QFont.Weight.DemiBold)
    return strong


def dress(app: QApplication) -> None:
    """Set an application's fonts and colours."""
    load_fonts()
    app.setStyle("Fusion")
    app.setFont(font("Barlow", TEXT))
    palette = QPalette()
    for role, color in _ROLES.items():
        palette.setColor(role, QColor(color))
    for role in _FAINT_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(FAINT))
    app.setPalette(palette)
