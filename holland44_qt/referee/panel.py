"""Decision panel: the side to decide, and the answers to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QDrag, QFocusEvent, QFont, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from holland44_qt.advice.signs import SIDE, key_sign, weight_sign
from holland44_qt.board.drag_data import spare_mime
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, BAD, GOOD, INK, SOFT, TEXT
from holland44_qt.plain_text import tip
from holland44_qt.wrapped_buttons import WrappedButton
from holland44_qt.wrapped_delegate import WrappedDelegate

if TYPE_CHECKING:
    from engine.rules.answers import CheckItem, Option, Question

OPTION = Qt.ItemDataRole.UserRole
NUMBERED = 9
"""Maximum number of answers with a digit as shortcut."""
SPARE = 40
"""Edge of a dragged marker in pixels."""
IN_SIGHT = 6
"""Number of list lines shown without scrolling, even in a low inspector."""
INKS = {"owed": BAD, "warning": BAD, "possible": INK, "done": GOOD, "told": INK}
"""Colours of the checklist's lines."""


class _Lines(QListWidget):
    """List of wrapped lines, each with an icon; a minimum number is always visible."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setItemDelegate(WrappedDelegate(self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(2)
        self.setIconSize(QSize(SIDE, SIDE))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the board

    def fit(self) -> None:
        """Set the height to that of the first lines."""
        room = sum(self.sizeHintForRow(k) + 4 for k in range(min(self.count(), IN_SIGHT)))
        self.setMinimumHeight(room + 2 * self.frameWidth())


class Answers(_Lines):
    """List of answers, chosen by arrows and Enter, a digit, or a click."""

    taken = Signal(str)
    looked_at = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(t("ruling.answers"), parent)
        self._shown: tuple[object, ...] = ()
        self.setMouseTracking(True)
        self.itemClicked.connect(lambda item: self.taken.emit(item.data(OPTION)))
        self.itemEntered.connect(lambda item: self.looked_at.emit(item.data(OPTION)))
        self.currentItemChanged.connect(self._current)

    def show_answers(self, answers: Sequence[Option], step: int = 0) -> None:
        """Show the answers to the question of a step.

        Shown again, they keep their lines, so that a click is not lost. The next question gets new
        lines even for the same answers: the second of two quick clicks is no double click.
        """
        shown = (step, *answers, self.palette().cacheKey())
        if shown == self._shown:
            self.leave()
            return
        self._shown = shown
        self.blockSignals(True)
        self.clear()
        for number, answer in enumerate(answers, 1):
            digit = str(number) if number <= NUMBERED else ""
            item = QListWidgetItem(key_sign(digit), answer.text)
            item.setData(OPTION, answer.id)
            self.addItem(item)
        self.blockSignals(False)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose an answer by a digit, or the current one by Enter."""
        digit = event.text()
        if digit.isdigit():
            self.take(int(digit))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take_current()
        elif event.text().isprintable() and event.text():
            event.ignore()  # a list would go to the line that begins with the letter
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Accept the focus without selecting a line."""
        row = self.currentRow()
        super().focusInEvent(event)
        if row < 0:  # the first line is no answer that anybody has chosen
            self.leave()

    def take(self, digit: int) -> bool:
        """Choose the answer with a digit shortcut; return whether there is one."""
        if not 0 < digit <= min(self.count(), NUMBERED):
            return False
        self.taken.emit(self.item(digit - 1).data(OPTION))
        return True

    def take_current(self) -> bool:
        """Choose the answer selected by arrows; return whether there is one.

        Nothing is selected by default.
        """
        item = self.currentItem()
        if item is None or not item.isSelected():
            return False
        self.taken.emit(item.data(OPTION))
        return True

    def select_next(self, step: int) -> None:
        """Select the next or previous answer; without a selection, the first or last."""
        now, last = self.currentRow(), self.count() - 1
        row = (0 if step > 0 else last) if now < 0 else max(0, min(now + step, last))
        self.setCurrentRow(row)
        self.looked_at.emit(self.item(row).data(OPTION))

    def leave(self) -> None:
        """Clear the selection."""
        self.blockSignals(True)
        self.setCurrentRow(-1)
        self.clearSelection()
        self.blockSignals(False)

    def _current(self, item: QListWidgetItem | None) -> None:
        if item is not None and self.hasFocus():
            self.looked_at.emit(item.data(OPTION))


class DecidePanel(QWidget):
    """Panel of the pending decision; without one, the phase's pending duties and legal actions.

    ``answered`` emits the chosen option and ``looked_at`` the option under the mouse. ``widened``
    requests all answers again, ``skipped`` skips the decision, ``picked`` emits a line of the
    checklist, and ``advanced`` requests the next phase.
    """

    answered = Signal(str)
    looked_at = Signal(str)
    widened = Signal()
    skipped = Signal()
    picked = Signal(object)
    advanced = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.sentence, self.hint, self.why = (QLabel(self) for _ in range(4))
        self.title.setFont(font("Barlow", TEXT + 4, QFont.Weight.DemiBold))
        self.title.setStyleSheet(f"color: {ACCENT};")
        self.sentence.setFont(font("Barlow", TEXT + 1, QFont.Weight.Medium))
        self.hint.setStyleSheet(f"color: {SOFT};")
        for label in (self.title, self.sentence, self.hint, self.why):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.keys = QLabel(t("ruling.keys"), self)
        self.keys.setStyleSheet(f"color: {SOFT};")
        self.keys.setWordWrap(True)
        self.list = Answers(self)
        self.list.taken.connect(self.answered)
        self.list.looked_at.connect(self.looked_at)
        self.checks = Checks(self)
        self.checks.picked.connect(self.picked)
        self.all = QPushButton(t("ruling.all"), self)
        self.all.clicked.connect(self.widened)
        self.skip = QPushButton(t("ruling.skip"), self)
        self.skip.setToolTip(t("ruling.skip.tip"))
        self.skip.clicked.connect(self.skipped)
        self.next = WrappedButton(t("app.command.advance"), self)
        self.next.clicked.connect(self.advanced)
        row = QHBoxLayout()
        row.addWidget(self.all)
        row.addStretch()
        row.addWidget(self.skip)
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 8, 10, 8)
        body.setSpacing(6)
        for part in (self.title, self.sentence, self.hint):
            body.addWidget(part)
        body.addWidget(self.list, 1)
        body.addWidget(self.checks, 1)
        body.addWidget(self.why)
        body.addWidget(self.keys)
        body.addLayout(row)
        body.addWidget(self.next)
        # Tab bars that Qt keeps for docks lie behind: they must not shine through.
        self.setAutoFillBackground(True)
        self.show_nothing()

    def show_nothing(self, ended: str = "") -> None:
        """Clear the panel: no game with rules is shown, or one that has ended with a victory."""
        self._show(self.title)
        self.title.setText(ended or t("ruling.nothing"))

    def show_checklist(self, title: str, items: Sequence[CheckItem], following: str) -> None:
        """List duties and possible orders; ``following`` is the name of the next phase, if any."""
        self._show(self.title, self.checks, *([self.next] if following else []))
        self.title.setText(title)
        if all(item.weight == "told" for item in items):
            from engine.rules.answers import CheckItem  # whoever has duties has the rules loaded

            items = (CheckItem("done", t("ruling.check.nothing")), *items)
        self.checks.show_items(items)
        against = [item for item in items if item.weight in ("owed", "warning")]
        self.next.set_words(
            t("ruling.next.warned", phase=following, count=len(against))
            if against
            else t("ruling.next", phase=following)
        )
        self.next.setToolTip(tip("\n".join(item.text for item in against)))

    def show_question(
        self,
        question: Question,
        answers: Sequence[Option],
        step: int,
        *,
        playable: bool,
        skippable: bool,
    ) -> None:
        """Show the decision of a step; ``answers`` may be a subset of its answers."""
        shown: list[QWidget] = [self.title, self.sentence, self.list]
        shown += [self.keys] if playable else []
        shown += [self.hint] if question.hint else []
        shown += [self.all] if len(answers) < len(question.options) else []
        shown += [self.skip] if skippable else []
        self._show(*shown)
        self.title.setText(question.title)
        self.sentence.setText(question.text)
        self.hint.setText(question.hint)
        self.list.show_answers(answers, step)
        self.list.setEnabled(playable)
        self.show_text()

    def show_text(self, why: str = "") -> None:
        """Show why a hex cannot be chosen."""
        self.why.setText(why)
        self.why.setVisible(bool(why))

    def _show(self, *shown: QWidget) -> None:
        for part in (
            self.title,
            self.sentence,
            self.hint,
            self.list,
            self.checks,
            self.why,
            self.keys,
            self.all,
            self.skip,
            self.next,
        ):
            part.setVisible(part in shown)


class Checks(_Lines):
    """Checklist; ``picked`` emits the clicked line.

    A line with an available marker can be dragged onto the map; ``picture`` draws the marker.
    """

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(t("ruling.checklist"), parent)
        self._shown: tuple[object, ...] = ()
        self.picture: Callable[[str], QPixmap | None] = lambda _: None
        self.setDragEnabled(True)
        self.itemActivated.connect(self._picked)
        self.itemClicked.connect(self._picked)

    def show_items(self, items: Sequence[CheckItem]) -> None:
        """Show other lines. The same items keep their lines, so that a click is not lost."""
        shown = (*items, self.palette().cacheKey())
        if shown == self._shown:
            self.clearSelection()
            return
        self._shown = shown
        self.clear()
        for item in items:
            row = QListWidgetItem(weight_sign(item.weight), item.text)
            row.setForeground(QColor(INKS[item.weight]))
            row.setData(OPTION, item)
            if item.spare is None:
                row.setFlags(row.flags() & ~Qt.ItemFlag.ItemIsDragEnabled)
            else:
                row.setToolTip(tip(t("ruling.check.drag")))
                picture = self.picture(item.spare.marker)
                row.setIcon(QIcon(picture) if picture is not None else row.icon())
            self.addItem(row)
        self.fit()

    def show_current(self, item: CheckItem) -> None:
        """Highlight the line that was reached by Tab."""
        for row in range(self.count()):
            if self.item(row).data(OPTION) == item:
                self.setCurrentRow(row)
                return

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drag the marker of the line under the mouse."""
        row = self.currentItem()
        spare = row.data(OPTION).spare if row is not None else None
        if spare is None:
            return
        drag = QDrag(self)
        drag.setMimeData(spare_mime(spare))
        picture = self.picture(spare.marker)
        if picture is not None:
            drag.setPixmap(picture)
            drag.setHotSpot(QPoint(SPARE // 2, SPARE // 2))
        drag.exec(Qt.DropAction.CopyAction)

    def _picked(self, row: QListWidgetItem) -> None:
        self.picked.emit(row.data(OPTION))
