"""Hot seat: the board is hidden when the turn passes to the other player."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engine.i18n import t
from engine.log.private_file import private_path
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.fonts import font
from holland44_qt.look import GROUND, INK, TEXT
from holland44_qt.models.clock import phase_text, turn_text
from holland44_qt.shell.cover import Cover


class Screen(Cover):
    """Cover of the whole window; ``taken`` is emitted when the player is ready."""

    taken = Signal()

    def __init__(self, side: str, color: str, when: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._color, self._side, self._when = QColor(color), side, when
        self.button = QPushButton(t("shell.hand_over.ready", side=side))
        self.button.setFont(font("Barlow", TEXT + 4, QFont.Weight.DemiBold))
        self.button.setMinimumSize(280, 52)
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self.taken)
        column = QVBoxLayout(self)
        column.addStretch(5)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.setAccessibleName(t("shell.hand_over.title", side=side))
        self.place()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep the focus on the only button."""
        self.button.setFocus()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept Enter as the button."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the side's colour and the name of the active side."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(GROUND))
            high = min(220, self.height() // 3)
            top = self.height() // 2 - high
            painter.fillRect(0, top, self.width(), high, self._color)
            painter.setPen(QColor("#ffffff"))
            painter.setFont(font("Barlow Condensed", high * 0.36, QFont.Weight.Bold))
            centre = Qt.AlignmentFlag.AlignCenter
            painter.drawText(
                0, top, self.width(), int(high * 0.62), centre,
                t("shell.hand_over.title", side=self._side),
            )  # fmt: skip
            painter.setFont(font("Barlow", TEXT + 6, QFont.Weight.Medium))
            below = top + int(high * 0.56)
            painter.drawText(0, below, self.width(), int(high * 0.3), centre, self._when)
            painter.setPen(QColor(INK))
            painter.setFont(font("Barlow", TEXT + 2))
            painter.drawText(
                0, top + high + 8, self.width(), 40, centre, t("shell.hand_over.hidden")
            )


class HandOver(Feature):
    """Hand-over feature, off by default; the choice is saved."""

    COMMANDS = (Command("hand_over", "game", "switch", checkable=True, separator=True),)

    def ready(self) -> None:
        """Follow the active side."""
        self.screen: Screen | None = None
        self._active = ""
        self.commands.tick("hand_over", self.window.preferences.now.hand_over)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)

    def switch(self, on: bool) -> None:
        """Hide the board when the active side changes, or never."""
        self.window.preferences.change(hand_over=on)
        self._active = self.session.state.clock.active
        if not on:
            self._take()

    def _opened(self) -> None:
        self._take()
        self._active = ""

    def _stepped(self, step: int) -> None:
        """Ask for the hand-over after new entries only, not after looking at earlier steps."""
        session = self.session
        if step != session.length or not session.can_play:
            return
        if session.veiled:
            if session.acting != session.viewpoint and self._both_here:
                self._hide(session.acting)
            return
        before, self._active = self._active, session.state.clock.active
        wanted = self.window.preferences.now.hand_over and not session.computers
        if wanted and before and before != self._active:
            self._hide(self._active)

    @property
    def _both_here(self) -> bool:
        """Return whether both sides play at this screen: False if exactly one private
        file is here, or the computer plays a side.
        """
        path, sides = self.session.path, self.session.module.meta.sides
        if path is None or self.session.computers:
            return False
        return sum(private_path(path, side.id).exists() for side in sides) != 1

    def _hide(self, acting: str) -> None:
        """Hide the board; in a game with hidden information, switch to the next side's view."""
        self._take()
        module, clock = self.session.module, self.session.state.clock
        side = next((s for s in module.meta.sides if s.id == acting), None)
        if side is None:
            return
        when = f"{turn_text(module, clock.turn)} · {phase_text(module, clock)}"
        self.screen = Screen(module.side_name(side.id), side.color, when, self.window)
        self.screen.taken.connect(self._take)
        self.screen.show()
        self.screen.raise_()
        self.screen.button.setFocus()
        if self.session.veiled:
            self.session.look_as(acting)

    def _take(self) -> None:
        if self.screen is not None:
            self.screen.lift()
            self.screen = None
            self.view.setFocus()
