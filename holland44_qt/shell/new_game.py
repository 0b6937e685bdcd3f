"""The dialog of a new game: which game and scenario, its name, and the folder of its log."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError, system_reason
from engine.core.modes import MODES, Mode
from engine.games import DEFAULT, rulebook
from engine.i18n import t
from engine.modules.module import Module, builtin, load_module
from engine.opponent.seats import as_players
from engine.opponent.strengths import strengths_of
from engine.rules.ports import Rulebook
from engine.rules.readings import OptionalRule
from holland44_qt.file_dialogs import ask_for_folder
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.game_files import FOLDER, free_path, games_folder
from holland44_qt.look import ACCENT
from holland44_qt.plain_text import tip
from holland44_qt.settings import settings

CHOICES = 150
"""Maximum height in pixels of the list of optional rules before it scrolls."""
SCENARIOS, CONDITIONS = 62, 78
"""Height in pixels of the list of scenarios and of the victory conditions, which scroll beyond
it. The conditions take what a short list leaves.
"""
RULES = "files/rules"
"""Setting of the rules mode that was chosen last."""
FRAME = 60
"""Height in pixels reserved for the window's frame on the screen."""
SHORTEST = 12
"""Characters of a reading that are shown in any case."""
FEWEST = 60
"""Minimum visible height in pixels of the optional rules on a small screen."""


class NewGame(QDialog):
    """Dialog for a new game; ``answer`` contains the choices once it is accepted."""

    def __init__(self, parent: QWidget, module: Path | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("shell.new.title"))
        self._named = self._ruled = False
        self.game = QComboBox()
        self.scenario = QListWidget()
        self.rules = QComboBox()
        for mode in MODES:
            self.rules.addItem(t(f"shell.new.rules.{mode}"), mode)
        self.rules.setCurrentIndex(max(0, self.rules.findData(settings().value(RULES))))
        self.victory = QLabel()
        self.victory.setTextFormat(Qt.TextFormat.PlainText)
        self.victory.setWordWrap(True)
        self.victory.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.victory.setAccessibleName(t("aids.turn.how_to_win"))
        self._won = scrolled(self.victory, t("aids.turn.how_to_win"))
        self.options: dict[str, QCheckBox | QComboBox] = {}
        self._choices = QWidget()
        self._column = QVBoxLayout(self._choices)
        self._column.setContentsMargins(0, 0, 0, 0)
        # Some games have more of them than a screen is high.
        self._few = scrolled(self._choices, t("shell.new.rules").replace("&", ""))
        self.computer = QComboBox()
        self.name = QLineEdit()
        self.folder = QLineEdit(str(games_folder()))
        self.file = QLabel()
        self.file.setTextFormat(Qt.TextFormat.PlainText)
        self.file.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet(f"color: {ACCENT};")
        choose = QPushButton(t("shell.new.choose"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        where = QHBoxLayout()
        where.addWidget(self.folder, 1)
        where.addWidget(choose)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields = {
            "game": self.game,
            "scenario": self.scenario,
            "rules": self.rules,
            "computer": self.computer,
            "name": self.name,
        }
        for key, field in fields.items():
            form.addRow(t(f"shell.new.{key}"), field)
            field.setAccessibleName(t(f"shell.new.{key}").replace("&", ""))
            if field is self.scenario:
                form.addRow("", self._won)
            if field is self.rules:
                form.addRow("", self._few)
        form.addRow(t("shell.new.folder"), where)
        label = form.labelForField(where)
        if isinstance(label, QLabel):
            label.setBuddy(self.folder)
        self.folder.setAccessibleName(t("shell.new.folder").replace("&", ""))
        form.addRow("", self.file)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = QPushButton(t("shell.new.start"))
        buttons.addButton(self.start, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        self.start.setDefault(True)  # only in its dialog does a button come before Cancel
        self.setMinimumWidth(520)
        self.game.currentIndexChanged.connect(self._show_scenarios)
        self.scenario.currentRowChanged.connect(self._suggest)
        self.scenario.currentRowChanged.connect(self._show_victory)
        self.scenario.currentRowChanged.connect(self._offer_computer)
        self.computer.currentIndexChanged.connect(self._enforce)
        self.name.textEdited.connect(self._typed)
        self.name.textChanged.connect(self._show_file)
        self.folder.textChanged.connect(self._show_file)
        self._list_games(module)

    @property
    def answer(self) -> tuple[Path, str, str, str, Mode, dict[str, int], dict[str, str]]:
        """The log's path, module, scenario, title, rules mode, optional rules, and players."""
        title = self.name.text().strip()
        item = self.scenario.currentItem()
        return (
            free_path(self._folder, title),
            str(self.game.currentData()),
            str(item.data(Qt.ItemDataRole.UserRole)) if item else "",
            title,
            self.rules.currentData(),
            {name: value for name, box in self.options.items() if (value := _chosen(box))},
            as_players(self.computer.currentData() or {}),
        )

    @property
    def _folder(self) -> Path:
        return Path(self.folder.text().strip()).expanduser()

    def _list_games(self, extra: Path | None) -> None:
        first = [str(extra)] if extra else []
        for name in (*first, DEFAULT, *(name for name in builtin() if name != DEFAULT)):
            try:
                self.game.addItem(load_module(name).title, name)
            except UserError as error:
                self.problem.setText(str(error))
        self._show_scenarios()

    def _module(self) -> Module | None:
        name = self.game.currentData()
        return load_module(str(name)) if name else None

    def _show_scenarios(self) -> None:
        self.scenario.clear()
        try:
            module = self._module()
            self._offer(rulebook(module.meta.id) if module is not None else None)
            for scenario in map(module.scenario, module.meta.scenarios) if module else ():
                key = "shell.new.turns.one" if scenario.turns == 1 else "shell.new.turns"
                title = module.scenario_name(scenario.id) if module else scenario.title
                turns = t(key, title=title, turns=scenario.turns)
                item = QListWidgetItem(turns)
                item.setData(Qt.ItemDataRole.UserRole, scenario.id)
                item.setData(Qt.ItemDataRole.UserRole + 1, title)
                lines = module.victory_lines(scenario.id) if module else ()
                item.setData(Qt.ItemDataRole.UserRole + 2, "\n".join(lines))
                self.scenario.addItem(item)
        except UserError as error:
            self.problem.setText(str(error))
        rows = self.scenario.count() * max(0, self.scenario.sizeHintForRow(0))
        high = min(SCENARIOS, rows + 2 * self.scenario.frameWidth()) if rows else SCENARIOS
        self.scenario.setFixedHeight(high)
        self._won.setFixedHeight(CONDITIONS + SCENARIOS - high)
        self.scenario.setCurrentRow(0)
        self.rules.setEnabled(self._ruled)
        self._suggest()

    def _show_victory(self) -> None:
        """Show how each side wins the scenario."""
        item = self.scenario.currentItem()
        self.victory.setText(item.data(Qt.ItemDataRole.UserRole + 2) if item is not None else "")
        self._won.setVisible(bool(self.victory.text()))

    def _offer(self, book: Rulebook | None) -> None:
        """Offer the optional rules and readings of a game; none for a game without rules."""
        self._ruled = book is not None
        for box in self.options.values():
            box.hide()
            box.deleteLater()
        self.options = {}
        for option in book.optional_rules if book is not None else ():
            box = _box_for(option)
            box.setToolTip(tip(option.text))
            self._column.addWidget(box)
            box.show()  # what is not shown yet has no height
            self.options[option.name] = box
        self._few.setVisible(bool(self.options))
        self._few.setMaximumHeight(min(self._choices.sizeHint().height(), CHOICES))

    def _offer_computer(self) -> None:
        """Offer the sides that the computer can play in the scenario, and the strengths; none for
        a game without rules. The choice is kept if it is still offered.
        """
        chosen, item = self.computer.currentText(), self.scenario.currentItem()
        self.computer.clear()
        self.computer.addItem(t("shell.new.computer.nobody"), {})
        module = self._module() if self._ruled and item is not None else None
        sides = [s.id for s in module.meta.sides] if module is not None else []
        scenario = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        for name in strengths_of(module, scenario) if module is not None else ():
            player = t(f"opponent.player.{name}")
            assert module is not None
            for side in sides:
                words = t("shell.new.computer.side", side=module.side_name(side), player=player)
                self.computer.addItem(words, {side: name})
            both = t("shell.new.computer.both", player=player)
            self.computer.addItem(both, dict.fromkeys(sides, name))
        self.computer.setCurrentIndex(max(0, self.computer.findText(chosen)))
        self.computer.setEnabled(bool(sides))

    def _enforce(self) -> None:
        """Set the rules to enforced in a game against the computer."""
        if self.computer.currentData() and self.rules.currentData() == "off":
            self.rules.setCurrentIndex(self.rules.findData("enforced"))

    def _suggest(self) -> None:
        """Suggest a name until the user types one."""
        item = self.scenario.currentItem()
        if not self._named and item is not None:
            scenario = item.data(Qt.ItemDataRole.UserRole + 1)
            game = load_module(self.game.currentData()).short_title
            title = t("shell.new.suggested", game=game, scenario=scenario)
            self.name.setText(title)
            self.name.setCursorPosition(0)
        self._show_file()

    def _typed(self) -> None:
        self._named = True

    def _show_file(self) -> None:
        ready = bool(self.name.text().strip() and self.scenario.currentItem())
        self.start.setEnabled(ready)
        path = free_path(self._folder, self.name.text())
        self.file.setText(t("shell.new.file", path=path.name) if ready else "")
        self._fit()

    def _fit(self) -> None:
        """Enlarge the dialog for a game's options and long words, up to the screen's size."""
        column = self.layout()
        if not self.isVisible() or column is None:
            return
        screen = self.screen().availableGeometry()
        room = screen.height() - FRAME
        width = min(max(self.width(), self.sizeHint().width()), screen.width())
        for least in (self._few.maximumHeight(), min(self._few.maximumHeight(), FEWEST)):
            self._few.setMinimumHeight(least)
            column.activate()
            wanted = max(column.totalHeightForWidth(width), column.totalMinimumSize().height())
            if wanted <= room:
                break
        if self.height() < wanted:
            self.resize(width, min(wanted, room))

    def showEvent(self, event: QShowEvent) -> None:
        """Enlarge the dialog for its contents when shown."""
        super().showEvent(event)
        self._fit()

    def _choose(self) -> None:
        chosen = ask_for_folder(self, t("shell.new.folder"), self.folder.text())
        if chosen:
            self.folder.setText(str(chosen))

    def _accept(self) -> None:
        """Close only if the folder can be created."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = system_reason(error)
            self.problem.setText(t("shell.new.no_folder", folder=self._folder, why=why))
            return
        settings().setValue(FOLDER, str(self._folder))
        settings().setValue(RULES, self.rules.currentData())
        self.accept()


def _box_for(option: OptionalRule) -> QCheckBox | QComboBox:
    """Return the control for an optional rule: a checkbox, or a list if a reading has several
    values.
    """
    if not option.values:
        return QCheckBox(option.title.replace("&", "&&"))
    box = QComboBox()
    for n, value in enumerate(option.said):
        box.addItem(t("shell.new.reading", title=option.title, value=value), n)
    box.setAccessibleName(option.title)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(SHORTEST)  # or else its arrow lies under the scroll bar
    return box


def _chosen(box: QCheckBox | QComboBox) -> int:
    """Return the chosen value: 1 for a checked box, the index of a value, or 0 for the default."""
    return int(box.isChecked()) if isinstance(box, QCheckBox) else int(box.currentData())
