"""The start page: continue the last game, a recent one or a sample, or start a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, GROUND, INK, PAGE, SOFT, TEXT
from holland44_qt.replay.message_bar import MessageBar
from holland44_qt.shell.game_card import GameCard
from holland44_qt.shell.thumbnails import GamePreview, GamePreviews
from holland44_qt.widgets.flow_layout import Flow

SIDE = 300
"""Width in pixels of the column of buttons."""
_SHEET = f"""
#side {{ background: {PAGE}; border-right: 1px solid {EDGE}; }}
QScrollArea, #games {{ background: transparent; border: none; }}
#side QPushButton {{ text-align: left; padding: 9px 14px; border: 1px solid {EDGE};
    border-radius: 6px; background: {GROUND}; font-size: {TEXT + 1}px; }}
#side QPushButton:hover {{ border-color: {ACCENT}; }}
#side QPushButton:focus {{ border: 2px solid {ACCENT}; padding: 8px 13px; }}
"""


@dataclass(frozen=True)
class Offer:
    """Content of the page; ``last`` is the game to continue and its step."""

    last: tuple[Path, int] | None
    died: bool
    recent: Sequence[Path]
    samples: Sequence[Path]
    folder: Path | None = None
    in_folder: Sequence[Path] = ()


class StartPage(QFrame):
    """Page that covers the window while no game is open.

    ``chosen`` is emitted with a game and the step to show (-1: the default one), ``asked`` with the
    id of a command, and ``left`` when the user returns to the board.
    """

    chosen = Signal(object, int)
    asked = Signal(str)
    left = Signal()

    def __init__(self, glimpses: GamePreviews, parent: QWidget) -> None:
        super().__init__(parent)
        self._glimpses = glimpses
        self._cards: list[GameCard] = []
        self.messages = MessageBar()
        self.setStyleSheet(_SHEET)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the board is not painted below
        self.setObjectName("start")
        self.setAccessibleName(t("app.command.home").replace("&", ""))
        self._body = QVBoxLayout()
        self._body.setContentsMargins(36, 24, 24, 36)
        self._body.setSpacing(10)
        games = QWidget()
        games.setObjectName("games")
        games.setLayout(self._body)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(games)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._side())
        row.addWidget(self._scroll, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.messages)
        column.addLayout(row, 1)
        glimpses.ready.connect(self._preview_ready)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the page with the window's colour."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(GROUND))

    def _side(self) -> QWidget:
        side = QFrame()
        side.setObjectName("side")
        side.setFixedWidth(SIDE)
        column = QVBoxLayout(side)
        column.setContentsMargins(28, 30, 28, 22)
        column.setSpacing(9)
        over = _label(t("map.sheet.over").upper(), "Barlow Semi Condensed", TEXT - 1, INK)
        title = _label(t("map.sheet.title"), "Barlow Condensed", 58, ACCENT, QFont.Weight.Bold)
        title.setContentsMargins(0, -6, 0, -4)
        about = _label(t("shell.home.about"), "Barlow", TEXT, SOFT)
        for label in (over, title, about):
            label.setWordWrap(label is about)
            column.addWidget(label)
        column.addSpacing(16)
        for command in ("lesson", "new_game", "open", "sample", "tour", "preferences"):
            button = QPushButton(t(f"app.command.{command}").replace("&", ""))
            button.setToolTip(t(f"app.command.{command}.help"))
            button.setObjectName(f"home-{command}")
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, c=command: self.asked.emit(c))
            column.addWidget(button)
        self._back = QPushButton(t("shell.home.back"))
        self._back.setAutoDefault(True)
        self._back.clicked.connect(self.left)
        column.addWidget(self._back)
        column.addStretch(1)
        hint = _label(t("shell.home.drop"), "Barlow", TEXT - 1, SOFT)
        hint.setWordWrap(True)
        column.addWidget(hint)
        return side

    def offer(self, offer: Offer, *, back: bool) -> None:
        """Show these games; with ``back`` the page can be closed to return to an open game."""
        self._clear()
        self._back.setVisible(back)
        first: QWidget | None = None
        if offer.last is not None:
            path, step = offer.last
            self._heading(t("shell.home.continue"))
            hint = t("shell.home.died" if offer.died else "shell.home.stood", step=step)
            card = self._card(path, step, large=True, hint=hint)
            self._body.addWidget(card)
            first = card
        if offer.folder is not None:
            self._heading(t("shell.home.folder", folder=offer.folder))
            self._row(offer.in_folder)
            first = self._cards[-len(offer.in_folder)] if offer.in_folder else first
            if not offer.in_folder:
                self._text(t("shell.home.folder_empty"))
        others = [p for p in offer.recent if offer.last is None or p != offer.last[0]]
        if others:
            self._heading(t("shell.home.recent"))
            self._row(others)
        self._heading(t("shell.home.samples"))
        self._row(offer.samples)
        self._body.addStretch(1)
        for card in self._cards:
            self._glimpses.ask(card.path, card.property("step"))
        first = first or self.findChild(QPushButton, "home-new_game") or self
        first.show()  # what is not yet to be seen cannot have the focus
        first.setFocus()

    @property
    def cards(self) -> list[GameCard]:
        """Return the games on the page from top to bottom."""
        return list(self._cards)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab on the page, because it hides the widgets below."""
        moved = self.focusWidget()
        for _ in range(500):
            if not super().focusNextPrevChild(next):
                return False
            now = self.window().focusWidget()
            if now is None or now is moved or self.isAncestorOf(now):
                return True
        return True

    def event(self, event: QEvent) -> bool:
        """Keep keys without Ctrl or Alt on the page, away from the board below."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            with_command = event.modifiers() & (
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
            )
            function = Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
            if not with_command and not function and event.text() != "?":
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the board on Escape."""
        if event.key() == Qt.Key.Key_Escape and self._back.isVisible():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _pass(self, card: GameCard, step: int) -> None:
        at = max(0, min(self._cards.index(card) + step, len(self._cards) - 1))
        self._cards[at].setFocus()
        self._scroll.ensureWidgetVisible(self._cards[at])

    def _clear(self) -> None:
        self._glimpses.stop()
        self._cards = []
        _empty(self._body)

    def _heading(self, text: str) -> None:
        label = _label(text, "Barlow Semi Condensed", TEXT + 3, INK, QFont.Weight.DemiBold)
        label.setContentsMargins(0, 10, 0, 0)
        self._body.addWidget(label)

    def _text(self, text: str) -> None:
        self._body.addWidget(_label(text, "Barlow", TEXT, SOFT))

    def _row(self, paths: Iterable[Path]) -> None:
        row = Flow()
        for path in paths:
            row.addWidget(self._card(path, None))
        self._body.addLayout(row)

    def _card(
        self, path: Path, step: int | None, *, large: bool = False, hint: str = ""
    ) -> GameCard:
        card = GameCard(path, large=large, hint=hint)
        card.setProperty("step", step)
        card.clicked.connect(lambda: self.chosen.emit(path, -1 if step is None else step))
        card.passed.connect(lambda step: self._pass(card, step))
        self._cards.append(card)
        return card

    def _preview_ready(self, path: Path, step: int | None, preview: GamePreview | str) -> None:
        for card in self._cards:
            if (card.path, card.property("step")) == (path, step):
                card.show_preview(preview)


def _label(
    text: str, family: str, size: int, color: str, weight: QFont.Weight = QFont.Weight.Medium
) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font(family, size, weight))
    label.setStyleSheet(f"color: {color};")
    return label


def _empty(layout: QLayout) -> None:
    """Remove all items of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            _empty(inner)
