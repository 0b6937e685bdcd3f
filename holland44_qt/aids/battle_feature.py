"""Second board for battles, shown over the map while a battle is fought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout

from engine.core.actions import Choose
from engine.i18n import has as has_text
from engine.i18n import t
from holland44_qt.aids.battle_scene import TINT, BattleScene
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.look import EDGE, GROUND, INK

if TYPE_CHECKING:
    from engine.rules.answers import BattleBoard, Option, Question

EDGES = 24
"""Pixels of the map that stay visible round the board."""
SHEET = f"#battle {{ background: {GROUND}; border: 1px solid {EDGE}; border-radius: 6px; }}"


def answer_at(question: Question, board: BattleBoard, place: int) -> Option | None:
    """Return the answer for a hex of the board: the hex itself or the unit in it.

    An answer with a single unit comes before one that names several.
    """
    number = board.board.numbers[place]
    here = set(board.state.stacks.get(place, ()))
    by_hex = [o for o in question.options if o.id == number]
    if by_hex or any(o.id in board.board.index for o in question.options):
        return next(iter(by_hex), None)
    meant = [o for o in question.options if here & set(o.units)]
    return min(meant, key=lambda o: len(o.units), default=None)


class BattleFeature(Feature):
    """Feature that shows a battle board over the map; drags and clicks on it give answers."""

    COMMANDS = (Command("battle_board", "view", "show_board", checkable=True),)

    def ready(self) -> None:
        """Follow the game."""
        self.scene: BattleScene | None = None
        self.data: BattleBoard | None = None
        self.question: Question | None = None
        self._wanted = True
        self.frame = frame = QFrame(self.view)
        frame.setObjectName("battle")
        frame.setStyleSheet(SHEET)
        self.title, self.notes = QLabel(frame), QLabel(frame)
        for label in (self.title, self.notes):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setStyleSheet(f"color: {INK}")
        self.title.setStyleSheet(f"color: {INK}; font-weight: bold")
        self.notes.setWordWrap(True)
        close = QToolButton(frame)
        close.setText("✕")
        close.setAutoRaise(True)
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.setAccessibleName(t("app.command.battle_board.help"))
        close.clicked.connect(self.commands["battle_board"].trigger)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(close)
        self._body = QVBoxLayout(frame)
        self._body.addLayout(head)
        self._body.addWidget(self.notes)
        frame.hide()
        self.commands.tick("battle_board", True)
        self.view.installEventFilter(self)
        self.view.uncovered.connect(self._make_way)
        session = self.session
        session.leaving.connect(self._leave)
        for changed in (session.opened, session.stepped, session.rules_came):
            changed.connect(self.show_now)
        session.stance_changed.connect(self.show_now)

    def show_board(self, on: bool) -> None:
        """Show or hide the second board."""
        self._wanted = on
        self.show_now()

    def show_now(self) -> None:
        """Show the battle of the current step, if it uses a board of its own."""
        session = self.session
        game = session.module.meta.id
        # A game with such boards has words for them: no rules are loaded to know that.
        known = session.has_rules and has_text(f"battle.{game}.title")
        position = session.position if known and not session.waits_for_rules else None
        self.data = board = None if position is None else position.battle_board()
        self.question = position.question() if position and board and session.can_play else None
        if board is None or not self._wanted:
            self.frame.hide()
            return
        if self.scene is None:
            self.scene = BattleScene(board, self.window.pictures, self.frame)
            self.scene.answered.connect(self._answer)
            self._body.insertWidget(1, self.scene, 1)
        self.scene.show_board(board, self._colors())
        question, places = self.question, range(len(board.board.numbers))
        self.scene.light([p for p in places if question and answer_at(question, board, p)])
        self.title.setText(board.title if question is None else f"{board.title}. {question.text}")
        lines = [line.text for line in board.lines] + list(board.notes)
        self.notes.setText("\n".join(lines))
        self.notes.setVisible(bool(lines))
        self.frame.setAccessibleName(board.title)
        self.frame.setAccessibleDescription("\n".join(lines))
        self._place()
        self.frame.show()
        self.frame.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the board in the middle of the map."""
        if event.type() == QEvent.Type.Resize and self.frame.isVisible():
            self._place()
        return False

    def _make_way(self) -> None:
        """Leave the part of the map that a message or a drawer covers now."""
        if self.frame.isVisible():
            self._place()

    def _colors(self) -> Mapping[str, QColor]:
        colors = {side.id: QColor(side.color) for side in self.session.module.meta.sides}
        for color in colors.values():
            color.setAlpha(TINT)
        return colors

    def _place(self) -> None:
        room = self.view.free_part.adjusted(EDGES, EDGES, -EDGES, -EDGES)
        self.frame.setGeometry(room)

    def _answer(self, place: int) -> None:
        """Give the answer for a hex; ignore a hex that is no answer."""
        if self.question is None or self.data is None or not self.session.can_play:
            return
        option = answer_at(self.question, self.data, place)
        if option is not None:
            self.session.play(Choose(decision=self.question.kind, option=option.id))

    def _leave(self) -> None:
        """Discard the battle; its pictures belong to this game."""
        self.frame.hide()
        if self.scene is not None:
            self._body.removeWidget(self.scene)
            self.scene.deleteLater()
        self.scene = self.data = self.question = None
