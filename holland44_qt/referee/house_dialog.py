"""House-rules dialog: for each rule, whether it follows the mode or is set otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.modes import HOUSE_LEVELS, HouseLevel
from engine.i18n import t
from engine.rules.base.clauses import rulebook_order
from holland44_qt.advice.wheel_passes import StillBox

NUMBER, TITLE, LEVEL = range(3)
SIZE = (640, 620)


class HouseRules(QDialog):
    """Dialog whose ``changes`` are the rules to be set differently."""

    def __init__(
        self, titles: Mapping[str, str], house: Mapping[str, HouseLevel], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("ruling.house.title"))
        self.resize(*SIZE)
        self._house = dict(house)
        intro = QLabel(t("ruling.house.told"), self)
        intro.setWordWrap(True)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(t("ruling.house.filter"))
        self.filter.setAccessibleName(t("ruling.house.filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter)
        numbers = sorted({*titles, *house}, key=rulebook_order)
        self.table = QTableWidget(len(numbers), 3, self)
        self.table.setHorizontalHeaderLabels(
            [t(f"ruling.house.{name}") for name in ("number", "name", "level")]
        )
        self.table.setAccessibleName(t("ruling.house.title"))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(LEVEL, QHeaderView.ResizeMode.ResizeToContents)
        self.levels: dict[str, QComboBox] = {}
        for row, number in enumerate(numbers):
            self._add(row, number, titles.get(number, ""))
        ok, cancel = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(ok | cancel, self)
        none = buttons.addButton(t("ruling.house.none"), QDialogButtonBox.ButtonRole.ResetRole)
        none.clicked.connect(self._none)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        for part in (intro, self.filter, self.table, buttons):
            body.addWidget(part)

    @property
    def changes(self) -> dict[str, HouseLevel | None]:
        """Return the rules whose setting changed; None: follow the mode again."""
        wanted = {number: box.currentData() for number, box in self.levels.items()}
        return {
            number: level for number, level in wanted.items() if level != self._house.get(number)
        }

    def _add(self, row: int, number: str, title: str) -> None:
        self.table.setItem(row, NUMBER, QTableWidgetItem(number))
        self.table.setItem(row, TITLE, QTableWidgetItem(title))
        box = StillBox(self.table)
        box.addItem(t("ruling.house.as_mode"), None)
        for level in HOUSE_LEVELS:
            box.addItem(t(f"ruling.house.{level}"), level)
        box.setCurrentIndex(max(0, box.findData(self._house.get(number))))
        box.setAccessibleName(t("ruling.house.of", rule=number, title=title))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.table.setCellWidget(row, LEVEL, box)
        self.levels[number] = box

    def _filter(self, text: str) -> None:
        wanted = text.strip().casefold()
        for row in range(self.table.rowCount()):
            words = [self.table.item(row, column) for column in (NUMBER, TITLE)]
            searched = " ".join(item.text() for item in words if item is not None).casefold()
            self.table.setRowHidden(row, wanted not in searched)

    def _none(self) -> None:
        for box in self.levels.values():
            box.setCurrentIndex(0)
