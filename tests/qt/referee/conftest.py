"""Games played by the rules: a campaign, and hand-made positions of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice, Source
from engine.core.modes import Mode
from engine.core.resolve import relocate
from engine.log.entry import Entry
from engine.play.game import Game
from holland44_qt.board.layer import to_scene
from holland44_qt.window.table_window import TableWindow

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


class Fixed:
    """Dice with predefined values, then always 1."""

    def __init__(self, values: Sequence[int] = ()) -> None:
        self.left = list(values)

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        values = tuple(self.left.pop(0) if self.left else 1 for _ in range(count))
        source: Source = "scripted"
        return Dice(sides=sides, count=count, values=values, source=source, reason=reason)


class Table:
    """A player at the window, with predefined dice."""

    def __init__(self, window: TableWindow, folder: Path) -> None:
        self.window, self.view, self.session = window, window.view, window.session
        self._folder = folder

    def start(self, mode: Mode, phase: str = "movement", active: str = "allied") -> None:
        """A fresh campaign in a phase of turn 1."""
        path = self._folder / f"{mode}.h44log"
        assert self.session.new(path, "holland44", "campaign", mode="off")
        self.begin(phase, active, mode=mode)

    def begin(self, phase: str, active: str, *, turn: int = 1, mode: Mode = "enforced") -> None:
        """Begin a phase, and set the rules unless they stay off."""
        self.session.play(act.SetClock(turn=turn, phase=phase, active=active))
        if mode != "off":
            self.session.set_rules(mode)

    def dice(self, *values: int) -> None:
        game = self.session.game
        assert game is not None
        game.dice = Fixed(values)

    def put(self, unit: str, place: str) -> None:
        """Move a piece elsewhere, ignoring the rules."""
        game = self.session.game
        assert isinstance(game, Game)
        effects: tuple[fx.Effect, ...] = relocate(
            self.session.state, self.session.module.places, unit, place
        )
        game.play(act.ManualEdit(effects=effects))
        self.session.show_line(game.head)
        assert self.session.play_on()

    def hex(self, number: str) -> int:
        return self.session.module.board.index[number]

    def stack(self, number: str) -> tuple[str, ...]:
        return self.session.state.stack(self.session.module.places.index(number))

    def place(self, unit: str) -> str:
        return self.session.module.places.name(self.session.state.pieces[unit].place)

    def look_at(self, number: str, scale: float = 70.0) -> None:
        board = self.session.module.board
        self.view.zoom_to([self.hex(number)])
        self.view._set_scale(scale)
        self.view.centerOn(to_scene(board.centres[self.hex(number)]))
        QApplication.processEvents()

    def at(self, number: str, dx: float = 0.0, dy: float = 0.0) -> QPoint:
        point = to_scene(self.session.module.board.centres[self.hex(number)]) + QPointF(dx, dy)
        return self.view.mapFromScene(point)

    def _send(
        self, kind: QEvent.Type, pos: QPoint, button: Qt.MouseButton, buttons: Qt.MouseButton
    ) -> None:
        port = self.view.viewport()
        where = QPointF(port.mapToGlobal(pos))
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(port, QMouseEvent(kind, QPointF(pos), where, button, buttons, none))

    def point_at(self, number: str) -> None:
        self._send(QEvent.Type.MouseMove, self.at(number), NONE, NONE)

    def click(self, number: str, dx: float = 0.0, dy: float = 0.0) -> None:
        self._send(QEvent.Type.MouseButtonPress, self.at(number, dx, dy), LEFT, LEFT)
        self._send(QEvent.Type.MouseButtonRelease, self.at(number, dx, dy), LEFT, NONE)

    def drag(self, *hexes: str, drop: bool = True) -> None:
        self._send(QEvent.Type.MouseButtonPress, self.at(hexes[0]), LEFT, LEFT)
        for number in hexes[1:]:
            self._send(QEvent.Type.MouseMove, self.at(number), NONE, LEFT)
        if drop:
            self.drop(hexes[-1])

    def move(self, number: str) -> None:
        """Move the selected units."""
        self._send(QEvent.Type.MouseMove, self.at(number), NONE, LEFT)

    def drop(self, number: str) -> None:
        self._send(QEvent.Type.MouseButtonRelease, self.at(number), LEFT, NONE)

    @property
    def last(self) -> Entry:
        assert self.session.recording is not None
        return self.session.recording.timeline.entries[-1]

    def trigger(self, command: str) -> None:
        self.window.commands[command].trigger()


@pytest.fixture
def table(window: TableWindow, tmp_path: Path) -> Table:
    """The window, large enough for the board and the inspector."""
    window.resize(1500, 900)
    QApplication.processEvents()
    return Table(window, tmp_path)


@pytest.fixture
def krafft(table: Table) -> Table:
    """Turn 1: British paratroops are around Krafft at 6319, in the Allied combat phase."""
    table.start("off", phase="combat")
    for unit, hex_ in (
        ("BR-2-1P", "6219"),
        ("BR-3-1P", "6219"),
        ("BR-1-1P", "6318"),
        ("BR-2SS-1A-half-A", "6318"),
    ):
        table.put(unit, hex_)
    table.session.set_rules("enforced")
    table.look_at("6319")
    return table


ATTACK = act.DeclareAttack(attackers=("BR-2-1P", "BR-3-1P", "BR-1-1P"), target="6319")
"""At 3:1: a 1 is ENG, 2 EX, 3 and 4 DR, 5 A1/D1, 6 D1."""
