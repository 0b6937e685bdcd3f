"""Stance bar: review, what-if or play, with buttons to change between them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from engine.i18n import t
from holland44_qt.look import by_night
from holland44_qt.plain_text import tip
from holland44_qt.session import Stance

COLORS: dict[Stance, tuple[str, str]] = {
    "review": (by_night("#dfe8ee", "#243744"), by_night("#1f4b6b", "#a8d0ea")),
    "trial": (by_night("#e8e0f0", "#382c48"), by_night("#553a7a", "#d3bcf0")),
    "play": (by_night("#f3e0c2", "#4a3215"), by_night("#7a3f0a", "#f2bd7c")),
}
"""Background and text colour of each stance: cool for review, violet for what-if, warm for play."""

LONGEST = 32
"""Maximum letters of a line's name in the bar."""


@dataclass(frozen=True)
class StanceView:
    """Content of the bar: the stance, and whether an earlier step of a game in play is shown."""

    stance: Stance
    past: bool = False
    tried: int = 0
    """Number of what-if entries that are not saved."""
    line: str = ""
    """Name of the current line, if it is not the main one."""


class StanceBar(QWidget):
    """Bar with a word for the stance and a button for each change; the buttons have fixed
    places.
    """

    def __init__(self, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.word = QLabel(self)
        self.word.setTextFormat(Qt.TextFormat.PlainText)
        self.word.setObjectName("stance")
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        row.setSpacing(4)
        row.addWidget(self.word)
        for name, action in actions.items():
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.buttons[name] = button
            row.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_stance(self, stance: StanceView | None) -> None:
        """Show a stance; None while no game is open."""
        self.setVisible(stance is not None)
        if stance is None:
            return
        ground, ink = COLORS[stance.stance]
        key = "past" if stance.past else stance.stance
        text = t(f"stance.{key}")
        tips = [t(f"stance.{key}.tip")]
        if stance.tried:
            text = t("stance.tried", stance=text, count=stance.tried)
            tips.append(t("stance.tried.tip", count=stance.tried))
        elif stance.line:
            text = f"{text} · {stance.line[:LONGEST]}"
        self.word.setText(text)
        tips += [t("stance.line.tip", line=stance.line)] if stance.line else []
        self.word.setToolTip(tip("\n".join(tips)))
        self.word.setAccessibleName(text)
        self.word.setStyleSheet(
            f"#stance {{ background: {ground}; color: {ink}; border-radius: 4px;"
            " padding: 3px 10px; font-weight: 600; }}".replace("}}", "}")
        )
        shown = {
            "review": ("play_on", "try_out"),
            "trial": ("keep_line", "try_out"),
            "play": ("try_out",),
        }[stance.stance]
        for name, button in self.buttons.items():
            elsewhere = name == "to_main" and bool(stance.line)
            button.setVisible(name in shown or (name == "resume" and stance.past) or elsewhere)
