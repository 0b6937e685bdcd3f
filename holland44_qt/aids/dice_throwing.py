"""Dice rolls: by the program, or with real dice whose values are typed in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from engine.core.dice import Dice
from engine.i18n import t
from engine.play.game import DiceLater
from holland44_qt.aids.enter_key import EnterKeeper
from holland44_qt.look import by_night
from holland44_qt.session import Session


def throw(
    session: Session, count: int, sides: int, reason: str, values: tuple[int, ...] | None = None
) -> Dice | None:
    """Return a roll, made by the game's dice or entered by hand.

    Returns None, after a message of the session, where nothing can be recorded.
    """
    if session.game is None:
        session.say_why_not()
        return None
    if values is None:
        try:
            return session.game.dice.throw(sides, count, reason)
        except DiceLater as later:
            session.objected.emit(str(later))
            return None
    return Dice(sides=sides, count=count, values=values, source="entered", reason=reason)


def values_of(
    text: str, count: int, sides: int, faces: Sequence[int] = ()
) -> tuple[int, ...] | None:
    """Return the values typed ("3 5", "3,5", for six-sided dice "35"); None if they do not fit.

    A face of a special die is returned as the first side that shows it.

    >>> values_of("35", 2, 6)
    (3, 5)
    >>> values_of("35", 2, 6, (2, 3, 3, 4, 4, 5))
    (2, 6)
    """
    words = text.replace(",", " ").replace("+", " ").split()
    if len(words) == 1 and count > 1 and sides <= 9:
        words = list(words[0])
    # Not isdigit alone: it takes digits that are no numbers.
    if len(words) != count or not all(w.isascii() and w.isdigit() for w in words):
        return None
    values = tuple(map(int, words))
    if len(faces) == sides:
        return tuple(faces.index(v) + 1 for v in values) if {*values} <= {*faces} else None
    return values if all(1 <= v <= sides for v in values) else None


class ThrowRow(QWidget):
    """Row with a roll button and a field for values of real dice.

    ``thrown`` emits None for a roll by the program, or the entered values.
    """

    thrown = Signal(object)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count, self._sides = 1, 6
        self.faces: Sequence[int] = ()
        """The faces of the game's special die."""
        self.roll = QPushButton(text, self)
        self.roll.setDefault(False)
        self.by_hand = QLineEdit(self)
        self.by_hand.setAccessibleName(t("aids.dice.by_hand"))
        self.by_hand.setMaximumWidth(96)
        EnterKeeper(self.by_hand)
        label = QLabel(t("aids.dice.or"), self)
        label.setBuddy(self.by_hand)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.roll, 1)
        row.addWidget(label)
        row.addWidget(self.by_hand)
        self.roll.clicked.connect(lambda: self.thrown.emit(None))
        self.by_hand.returnPressed.connect(self._entered)
        self.expect(1, 6)

    def expect(self, count: int, sides: int) -> None:
        """Prepare for another kind or number of dice."""
        self._count, self._sides = count, sides
        example = " ".join(str(min(sides, 3 + 2 * k)) for k in range(min(count, 3)))
        self.by_hand.setPlaceholderText(t("aids.dice.example", values=example))
        self.by_hand.setToolTip(t("aids.dice.by_hand.tip", count=count, sides=sides))

    def _entered(self) -> None:
        values = values_of(self.by_hand.text(), self._count, self._sides, self.faces)
        if values is None:
            self.by_hand.selectAll()
            self.by_hand.setStyleSheet(f"background: {by_night('#f6d3cc', '#54241f')};")
            return
        self.by_hand.setStyleSheet("")
        self.by_hand.clear()
        self.thrown.emit(values)
