"""The dialog of shared games: host a new one, or join one with an invitation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QStyle,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import UserError
from engine.core.modes import MODES, Mode
from engine.games import DEFAULT
from engine.i18n import t
from engine.log.entry import DiceKind
from engine.modules.module import builtin, load_module
from engine.play.observed import may_hide
from engine.together.host_folder import PORT, own_address
from engine.together.joining import NOBODY, player_name
from engine.together.referee_service import RefereeName
from holland44_qt.file_dialogs import ask_for_file
from holland44_qt.game_files import free_path, games_folder
from holland44_qt.look import ACCENT

ELSEWHERE = "elsewhere"
"""The choice of a referee on a third person's machine."""


@dataclass(frozen=True)
class HostSettings:
    """The settings of a game to host."""

    path: Path
    game: str
    scenario: str
    side: str
    name: str
    title: str
    mode: Mode
    public: str
    port: int
    dice: DiceKind
    referee: str
    """The line of a referee on another machine; else empty."""
    in_the_open: bool
    pace: str | None
    """The time for a turn; None without a limit."""
    server: str = ""
    """The address of a server elsewhere, where all members have accounts; else empty."""
    credentials: str = ""
    """The path of the credentials file for it; empty if they are known."""


@dataclass(frozen=True)
class JoinSettings:
    """The invitation to use, with the file and name to play under."""

    invitation: str
    path: Path
    name: str
    credentials: str = ""
    """The path of the credentials file of an account elsewhere; empty without one."""


class TogetherDialog(QDialog):
    """Dialog to host or join a game; it stays open until that has succeeded."""

    host_wanted = Signal(object)
    join_wanted = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("together.dialog.title"))
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.windowTitle())
        self.tabs.addTab(self._host_page(), t("together.dialog.host"))
        self.tabs.addTab(self._join_page(), t("together.dialog.join"))
        self.problem = QLabel()
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet(f"color: {ACCENT};")
        self.problem.hide()
        self.invitations = QVBoxLayout()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)  # Enter starts what the front page is for
        self.tabs.currentChanged.connect(self._choose_default)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.tabs)
        column.addWidget(self.problem)
        column.addLayout(self.invitations)
        column.addWidget(buttons)
        self.setMinimumWidth(560)
        self._show_scenarios()
        self._choose_default()

    def _choose_default(self) -> None:
        """Let Enter press the button of the front page."""
        (self.begin, self.join)[self.tabs.currentIndex()].setDefault(True)

    # -- host

    def _host_page(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.game, self.scenario, self.side = QComboBox(), QComboBox(), QComboBox()
        for name in (DEFAULT, *(name for name in builtin() if name != DEFAULT)):
            self.game.addItem(load_module(name).title, name)
        self.rules = QComboBox()
        for mode in MODES:
            self.rules.addItem(t(f"shell.new.rules.{mode}"), mode)
        self.dice = QComboBox()
        for kind in ("referee", "both", "own", "hand"):
            self.dice.addItem(t(f"together.dice.{kind}"), kind)
        self.dice.addItem(t("together.dice.elsewhere"), ELSEWHERE)
        self.referee = QLineEdit()
        self.referee.setPlaceholderText("h44referee:…")
        self.pace = QComboBox()
        for days in (None, "live", "1d", "3d", "7d"):
            self.pace.addItem(t(f"together.pace.{days or 'none'}"), days)
        self.host_name = QLineEdit(_own_name())
        self.public = QLineEdit(own_address())
        self.port = QSpinBox()
        self.port.setRange(1024, 65533)
        self.port.setValue(PORT)
        self.server = QLineEdit()
        self.server.setPlaceholderText("tls://connect.example.net:4222")
        self.credentials = _FileField()
        self.begin = QPushButton(t("together.dialog.begin"))
        self.begin.clicked.connect(self._begin)
        fields = {
            "game": self.game,
            "scenario": self.scenario,
            "side": self.side,
            "rules": self.rules,
            "dice": self.dice,
            "referee": self.referee,
            "pace": self.pace,
            "name": self.host_name,
            "public": self.public,
            "port": self.port,
            "server": self.server,
            "credentials": self.credentials,
        }
        _fill(form, fields)
        self.in_the_open = QCheckBox(t("together.dialog.open"))
        form.addRow("", self.in_the_open)
        hint = QLabel(t("together.dialog.public_hint"))
        hint.setWordWrap(True)
        form.addRow("", hint)
        form.addRow("", self.begin)
        self.game.currentIndexChanged.connect(self._show_scenarios)

        def show_referee() -> None:
            form.setRowVisible(self.referee, self.dice.currentData() == ELSEWHERE)

        def show_server(address: str) -> None:
            is_own = not address.strip()
            for field in (self.public, self.port, hint):
                form.setRowVisible(field, is_own)
            form.setRowVisible(self.credentials, not is_own)

        self.dice.currentIndexChanged.connect(show_referee)
        self.server.textChanged.connect(show_server)
        show_referee()
        show_server("")
        return page

    def _show_scenarios(self) -> None:
        module = load_module(str(self.game.currentData()))
        self.scenario.clear()
        self.side.clear()
        for name in module.meta.scenarios:
            self.scenario.addItem(module.scenario_name(name), name)
        for side in module.meta.sides:
            self.side.addItem(module.side_name(side.id), side.id)
        self.side.addItem(t("together.dialog.nobody"), NOBODY)
        self.in_the_open.setChecked(False)
        self.in_the_open.setVisible(may_hide(module))

    def _begin(self) -> None:
        title = t(
            "shell.new.suggested",
            game=self.game.currentText(),
            scenario=self.scenario.currentText(),
        )
        self.problem.hide()
        hides = not self.in_the_open.isHidden() and not self.in_the_open.isChecked()
        if hides and self.dice.currentData() not in ("referee", ELSEWHERE):
            self.complain(t("together.dialog.need_open", game=self.game.currentText()))
            return
        try:
            if self.dice.currentData() == ELSEWHERE:
                RefereeName.parse(self.referee.text())
            name = player_name(self.host_name.text())
        except UserError as error:
            self.complain(str(error))
            return
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        is_elsewhere = self.dice.currentData() == ELSEWHERE
        wish = HostSettings(
            free_path(folder, title),
            str(self.game.currentData()),
            str(self.scenario.currentData()),
            str(self.side.currentData()),
            name,
            title,
            self.rules.currentData(),
            self.public.text().strip(),
            self.port.value(),
            "referee" if is_elsewhere else self.dice.currentData(),
            self.referee.text().strip() if is_elsewhere else "",
            self.in_the_open.isChecked(),
            self.pace.currentData(),
            self.server.text().strip(),
            self.credentials.text().strip(),
        )
        self.host_wanted.emit(wish)

    def show_invitations(self, texts: dict[str, str], referee: str = "") -> None:
        """Show the invitation of each side, and the address for a referee elsewhere, each with a
        button that copies it.
        """
        self.tabs.hide()
        rows = {}
        for side, text in texts.items():
            name = self.side.itemText(max(self.side.findData(side), 0))
            rows[t("together.dialog.invitation", side=name)] = text
        if referee:
            rows[t("cli.host.judge")] = referee
        for sentence, text in rows.items():
            label = QLabel(sentence)
            label.setWordWrap(True)
            line = QLineEdit(text)
            line.setReadOnly(True)
            line.setCursorPosition(0)
            line.setAccessibleName(label.text())
            copy = QPushButton(t("together.dialog.copy"))
            copy.clicked.connect(lambda _, copied=text: QGuiApplication.clipboard().setText(copied))
            row = QHBoxLayout()
            row.addWidget(line, 1)
            row.addWidget(copy)
            label.setMinimumHeight(label.heightForWidth(self.minimumWidth()))
            self.invitations.addWidget(label)
            self.invitations.addLayout(row)
        self.adjustSize()

    # -- join

    def _join_page(self) -> QWidget:
        page, form = QWidget(), QFormLayout()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        column.addStretch()
        form.setContentsMargins(9, 9, 9, 9)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.invitation = QPlainTextEdit()
        self.invitation.setPlaceholderText("holland44://…")
        self.invitation.setMaximumHeight(90)
        self.invitation.setTabChangesFocus(True)
        self.join_name = QLineEdit(_own_name())
        self.join = QPushButton(t("together.dialog.join_now"))
        self.join.clicked.connect(self._join)
        self.account = _FileField()
        fields = {"paste": self.invitation, "name": self.join_name, "credentials": self.account}
        _fill(form, fields)
        form.addRow("", self.join)

        def show_account() -> None:
            has_account = "account=" in self.invitation.toPlainText()
            form.setRowVisible(self.account, has_account)

        self.invitation.textChanged.connect(show_account)
        show_account()
        return page

    def _join(self) -> None:
        self.problem.hide()
        try:
            name = player_name(self.join_name.text())
        except UserError as error:
            self.complain(str(error))
            return
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self.join.setEnabled(False)
        path = free_path(folder, t("together.dialog.file"))
        account = self.account.text().strip()
        self.join_wanted.emit(JoinSettings(self.invitation.toPlainText(), path, name, account))

    def complain(self, sentence: str) -> None:
        """Show why hosting or joining failed."""
        self.join.setEnabled(True)
        self.problem.setText(sentence)
        self.problem.show()


class _FileField(QLineEdit):
    """A line for the path of a file, with an icon that opens a dialog to choose it."""

    def __init__(self) -> None:
        super().__init__()
        icon = self.style().standardIcon(QStyle.StandardPixmap.SP_DirOpenIcon)
        action = self.addAction(icon, QLineEdit.ActionPosition.TrailingPosition)
        action.setToolTip(t("together.dialog.choose_file"))
        action.triggered.connect(self._choose)

    def _choose(self) -> None:
        title = t("together.dialog.choose_file")
        path = ask_for_file(self, title, Path.home(), "*.creds *.nk (*.creds *.nk);;* (*)")
        if path is not None:
            self.setText(str(path))


def _fill(form: QFormLayout, fields: dict[str, QWidget]) -> None:
    for key, field in fields.items():
        form.addRow(t(f"together.dialog.{key}"), field)
        field.setAccessibleName(t(f"together.dialog.{key}").replace("&", ""))


def _own_name() -> str:
    try:
        return player_name()
    except UserError:
        return ""
