"""The sample game, which has every position that the advice tests need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.core.effects import Clock
from engine.games.holland44.answers.position import Answers
from engine.games.holland44.position import Position
from holland44_qt.advice.feature import Advice
from holland44_qt.board.layer import to_scene
from holland44_qt.window.table_window import TableWindow


class Adviser:
    """A user of the advice at the window."""

    def __init__(self, window: TableWindow) -> None:
        self.window, self.view, self.session = window, window.view, window.session
        self.advice = window.feature(Advice)
        self.panel = self.advice.panel

    def toggle(self, name: str) -> None:
        self.window.commands[f"advice_{name}"].trigger()

    @property
    def position(self) -> Position:
        """The position behind the answers, for comparison with the window."""
        found = self.advice.position
        assert isinstance(found, Answers)
        return found.position

    def hex(self, number: str) -> int:
        return self.session.module.board.index[number]

    def unit(self, label: str) -> str:
        """Return a piece in play by the name on its counter."""
        position = self.position
        return next(u for u in position.units if position.name(u) == label)

    def point_at(self, number: str) -> None:
        """Rest the pointer on a hex."""
        self.view.hovered.emit(self.hex(number))
        self.advice.refresh()

    def look_at(self, number: str, scale: float = 70.0) -> None:
        """Centre the view on a hex."""
        board = self.session.module.board
        self.view.zoom_to([self.hex(number)])
        self.view._set_scale(scale)
        self.view.centerOn(to_scene(board.centres[self.hex(number)]))
        QApplication.processEvents()

    def go_to(self, wanted: Callable[[Clock, str], bool]) -> None:
        """Go to the first step whose clock and sentence satisfy a predicate."""
        recording = self.session.recording
        assert recording is not None
        for step in range(1, len(recording) + 1):
            if wanted(recording.state(step).clock, recording.step(step).sentence):
                self.session.go(step)
                return
        raise AssertionError("the sample game has no such step")


def sample() -> Path:
    return Path(str(files("logs"))) / "market-garden-turn-1.h44log"


@pytest.fixture
def adviser(window: TableWindow) -> Iterator[Adviser]:
    """The sample game at its set-up."""
    assert window.open_path(sample(), play=False)
    window.panels.inspector.pin.setChecked(True)
    window.panels.show("advice")
    QApplication.processEvents()
    yield Adviser(window)
    assert not window.messages.lines
