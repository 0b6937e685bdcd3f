"""The program under a real X server: it reports positions of widgets and receives real input.

It reads one command per line from standard input and answers each with a line of JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QSocketNotifier
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMenu,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from engine.core import actions as act
from engine.core.dice import Dice
from holland44_qt.advice.feature import Advice
from holland44_qt.app import application
from holland44_qt.board.layer import to_scene
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.referee.panel import OPTION
from holland44_qt.shell.hand_over import HandOver
from holland44_qt.table.stack_card import UNIT
from holland44_qt.together.feature import Together
from holland44_qt.window.table_window import TableWindow
from tests.qt.window_texts import texts


class Scripted:
    """Dice with predefined values, then always 2."""

    def __init__(self) -> None:
        self.left: list[int] = []

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        values = tuple(self.left.pop(0) if self.left else 2 for _ in range(count))
        return Dice(sides=sides, count=count, values=values, source="scripted", reason=reason)


class Driver:
    """The handler of the test's commands."""

    def __init__(self, window: TableWindow) -> None:
        self.window, self.view, self.session = window, window.view, window.session
        self.dice = Scripted()

    def new(self, path: str, game: str = "holland44", scenario: str = "campaign") -> Any:
        assert self.session.new(Path(path), game, scenario, mode="enforced")
        assert self.session.game is not None
        self.session.game.dice = self.dice
        return True

    def play_from(self, path: str, step: str) -> Any:
        """Continue a recorded game from one of its steps."""
        assert self.window.open_path(Path(path), play=True)
        self.session.go(int(step))
        assert self.session.play_on("by mouse")
        assert self.session.game is not None
        self.session.game.dice = self.dice
        return self.session.step

    def open(self, *words: str) -> Any:
        """Open a game to play in it, with its own dice."""
        return self.window.open_path(Path(" ".join(words)), play=True)

    def path(self) -> Any:
        """Return the path of the open game, if any."""
        return str(self.session.path) if self.session.path is not None else None

    def rest(self) -> Any:
        """Show the whole map."""
        self.view.fit()
        return True

    def together(self) -> Any:
        """Return the connection of a shared game, who is here, and the line in the toolbar."""
        status = self.window.feature(Together).status
        return [status.standing, sorted(status.here), self.window.feature(Together).label.text()]

    def menu(self) -> Any:
        """Return the button of the menu."""
        button = next(
            b for b in self.window.findChildren(QToolButton) if b.menu() is self.window.menu
        )
        return self._on_screen(button, button.rect().center())

    def choice(self, name: str) -> Any:
        """Return a submenu or command of the open menus."""
        menus = self.window.menus
        wanted = menus[name].menuAction() if name in menus else self.window.commands[name]
        for menu in self.window.findChildren(QMenu):
            if menu.isVisible() and wanted in menu.actions():
                return self._on_screen(menu, menu.actionGeometry(wanted).center())
        return None

    def field(self, *words: str) -> Any:
        """Return a field, button or tab of a dialog, by its name."""
        dialog, name = QApplication.activeWindow(), " ".join(words)
        if dialog is None:
            return None
        for bar in dialog.findChildren(QTabBar):
            for k in range(bar.count()):
                if bar.tabText(k).replace("&", "") == name:
                    return self._on_screen(bar, bar.tabRect(k).center())
        for found in dialog.findChildren(QWidget):
            text = found.text() if isinstance(found, QAbstractButton) else found.accessibleName()
            if found.isVisible() and text.replace("&", "").strip(" :") == name:
                return self._on_screen(found, found.rect().center())
        return None

    def throw(self, *values: str) -> Any:
        self.dice.left = [int(v) for v in values]
        return True

    def look(self, number: str, scale: str) -> Any:
        board = self.session.module.board
        self.view.zoom_to([board.hex(number)])
        self.view._set_scale(float(scale))
        self.view.centerOn(to_scene(board.centres[board.hex(number)]))
        return True

    def show(self) -> Any:
        """Show the To do tab."""
        self.window.feature(Deciding).show()
        return True

    def aim(self, number: str) -> Any:
        """Set up the attack of all neighbours on a hex."""
        self.window.feature(Advice).show_attack(self.session.module.board.hex(number))
        return True

    def hex(self, number: str) -> Any:
        board = self.session.module.board
        point = self.view.mapFromScene(to_scene(board.centres[board.hex(number)]))
        return self._on_screen(self.view.viewport(), point)

    def row(self, text: str) -> Any:
        """Return the answer whose text contains a string (with underscores for blanks)."""
        answers = self.window.feature(Deciding).panel.list
        for k in range(answers.count()):
            item = answers.item(k)
            if text.replace("_", " ") in item.text():
                answers.scrollToItem(item)
                middle = answers.visualItemRect(item).center()
                return self._on_screen(answers.viewport(), QPoint(60, middle.y()))
        return None

    def option(self, *words: str) -> Any:
        """Return the answer with an id."""
        answers = self.window.feature(Deciding).panel.list
        for k in range(answers.count()):
            item = answers.item(k)
            if item.data(OPTION) == " ".join(words):
                answers.scrollToItem(item)
                middle = answers.visualItemRect(item).center()
                return self._on_screen(answers.viewport(), QPoint(60, middle.y()))
        return None

    def card(self, unit: str) -> Any:
        """Return the line of a unit in the stack card under the pointer."""
        card = self.window.hand.card
        items = [card.list.item(k) for k in range(card.list.count() if card.isVisible() else 0)]
        for item in items:
            if item.data(UNIT) == unit:
                middle = card.list.visualItemRect(item).center()
                return self._on_screen(card.list.viewport(), middle)
        return None

    def chosen(self) -> Any:
        """Return the selected units."""
        return list(self.view.selection.units)

    def due(self, text: str) -> Any:
        """Return the line of the checklist that contains a text."""
        lines = self.window.feature(Deciding).panel.checks
        for k in range(lines.count()):
            if text.replace("_", " ") in lines.item(k).text():
                lines.scrollToItem(lines.item(k))
                return self._on_screen(
                    lines.viewport(), lines.visualItemRect(lines.item(k)).center()
                )
        return None

    def attackers(self) -> Any:
        """Return the attackers ticked in the attack."""
        boxes = self.window.feature(Advice).panel.odds.choices.attackers.boxes
        return [name for name, box in boxes.items() if box.isChecked()]

    def tick(self, unit: str) -> Any:
        """Return the check box of an attacker."""
        choices = self.window.feature(Advice).panel.odds.choices
        box = choices.attackers.boxes[unit]
        _reach(box)
        return self._on_screen(box, QPoint(8, box.height() // 2))

    def gun(self, unit: str) -> Any:
        """Return the check box of available artillery, if any."""
        box = self.window.feature(Advice).panel.odds.guns.get(unit)
        if box is None:
            return None
        _reach(box)
        return self._on_screen(box, QPoint(8, box.height() // 2))

    def tab(self, number: str) -> Any:
        """Return the tab of a kind of combat."""
        kinds = self.window.feature(Advice).panel.odds.kinds
        _reach(kinds)
        return self._on_screen(kinds, kinds.tabRect(int(number)).center())

    def more_air(self) -> Any:
        """Return the arrow that adds an air point."""
        air = self.window.feature(Advice).panel.odds.choices.air
        _reach(air)
        return self._on_screen(air, QPoint(air.width() - 8, air.height() // 4))

    def air(self) -> Any:
        """Return the number of assigned air points."""
        return self.window.feature(Advice).panel.odds.choices.air.value()

    def button(self, name: str) -> Any:
        found = {
            "next": self.window.phase.end,
            "attack": self.window.feature(Advice).panel.odds.attack,
        }[name]
        _reach(found)
        return self._on_screen(found, found.rect().center())

    def curtain(self) -> Any:
        """Return the button that lifts the curtain between players, if it is down."""
        screen = self.window.feature(HandOver).screen
        if screen is None:
            return None
        return self._on_screen(screen.button, screen.button.rect().center())

    def texts(self) -> Any:
        """Return every text of the window, as a screen reader would."""
        return sorted(set(texts(self.window)))

    def eyes(self) -> Any:
        """Return the side whose view the window shows, and the pieces drawn."""
        return [self.session.viewpoint, sorted(self.session.state.pieces), self.session.acting]

    def set_up(self, place: str, *units: str) -> Any:
        """Place units from the only box on a hex, as their owner may."""
        for unit in units:
            start = self.session.module.places.name(self.session.state.pieces[unit].place)
            move = act.MoveUnits(units=(unit,), path=(start, place), mode="setup")
            assert self.session.play(move) is not None
        return True

    def state(self) -> Any:
        asked, clock = self.session.asked, self.session.state.clock
        pieces, places = self.session.state.pieces, self.session.module.places
        return {
            "entries": self.session.length,
            "step": self.session.step,
            "phase": clock.phase,
            "asked": asked.kind if asked is not None else None,
            "rows": [
                self.window.feature(Deciding).panel.list.item(k).text()
                for k in range(self.window.feature(Deciding).panel.list.count())
            ],
            "at": {name: places.name(piece.place) for name, piece in pieces.items()},
            "status": {name: sorted(piece.status) for name, piece in pieces.items()},
            "steps": {name: piece.steps for name, piece in pieces.items()},
            "bridges": dict(self.session.state.hexsides),
            "said": self.window.messages.lines,
            "kind": self.window.feature(Advice).panel.odds.kind,
            "told": self.session.game.step(self.session.length).sentence,
        }

    def ends(self) -> Any:
        """Return the highlighted destination hexes."""
        lit = self.window.feature(Deciding).over.sight.choices
        return [self.session.module.board.numbers[i] for i in lit]

    def shot(self, path: str) -> Any:
        return self.window.grab().save(path)

    @staticmethod
    def _on_screen(widget: QWidget, point: QPoint) -> Any:
        found = widget.mapToGlobal(point)
        return [found.x(), found.y()]


def _reach(widget: QWidget) -> None:
    """Scroll the ancestors of a widget so that it is visible."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def main() -> None:
    """Open the window and answer until standard input ends."""
    app = application()
    window = TableWindow()
    window.setGeometry(0, 0, 1600, 900)
    window.show()
    driver = Driver(window)

    def read() -> None:
        line = sys.stdin.readline()
        if not line:
            window.close()
            app.quit()
            return
        name, *words = line.split()
        try:
            print(json.dumps(getattr(driver, name)(*words)), flush=True)
        except Exception:
            app.exit(1)  # who asked reads the end, and waits for nothing
            raise

    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(read)
    sys.exit(app.exec())


if __name__ == "__main__":
    main()
