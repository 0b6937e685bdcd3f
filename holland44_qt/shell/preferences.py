"""Settings dialog: every choice applies at once and is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import languages, t
from holland44_qt.commands import Command
from holland44_qt.daylight import is_dark
from holland44_qt.feature import Feature
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, TEXT
from holland44_qt.settings import AUTO, MOTIONS, SCALES, SIZES, Choices, Preferences
from holland44_qt.shell.byline_fields import BylineFields
from holland44_qt.shell.curtain import Curtain, curtain_over
from holland44_qt.shell.restart import AGAIN
from holland44_qt.theme import NAMES as THEMES

RESTART = frozenset({"ui_scale", "language"})
"""Settings that need a new window."""
ON_MAP = ("grid", "numbers", "names")
"""Layers that can also be set here; the view menu has all of them."""


class PreferencesDialog(QDialog):
    """Dialog that shows and changes the settings. It needs no Cancel, because every change is
    visible.
    """

    def __init__(self, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("app.command.preferences").replace("&", "").rstrip("…"))
        self._preferences = preferences
        self._before = preferences.now
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(9)
        self._grid.setColumnStretch(1, 1)
        self._fields: dict[str, QWidget] = {}
        now = preferences.now
        self._heading("map")
        self._choice("theme", [(n, t(f"shell.theme.{n}")) for n in (AUTO, *THEMES)], now.theme)
        for layer in ON_MAP:
            self._layer(layer)
        self._heading("table")
        self._slide("counter_size", now.counter_size)
        self._slide("stack_spread", now.stack_spread)
        self._check("edge_scroll", now.edge_scroll)
        self._choice("motion", [(m, t(f"shell.motion.{m}")) for m in MOTIONS], now.motion)
        self._check("sounds", now.sounds)
        self._heading("window")
        sizes = [(s, t("shell.percent", value=s)) for s in SCALES]
        self._choice("ui_scale", sizes, now.ui_scale)
        spoken = [(x, t(f"shell.language.{x}")) for x in languages()]
        self._choice("language", spoken, now.language)
        again = QLabel(t("shell.preferences.again"))
        again.setWordWrap(True)
        self._grid.addWidget(again, self._grid.rowCount(), 0, 1, 2)
        self._heading("you")
        self.byline = BylineFields(self)
        self._grid.addWidget(self.byline, self._grid.rowCount(), 0, 1, 2)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        buttons.rejected.connect(self.close)
        defaults = buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        defaults.setText(t("shell.preferences.defaults"))
        defaults.setAutoDefault(False)
        defaults.clicked.connect(self._restore)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 12, 22, 16)
        column.setSpacing(14)
        column.addLayout(self._grid)
        column.addWidget(buttons)
        # A minimum width of the dialog would overrule that of its texts.
        column.addStrut(416)
        self.field("theme").setFocus()

    def field(self, name: str) -> QWidget:
        """Return the widget of a setting."""
        return self._fields[name]

    @property
    def needs_new_window(self) -> bool:
        """Return whether a setting needs a new window."""
        now = self._preferences.now
        if is_dark(now.theme) != is_dark(self._before.theme):
            return True
        return any(getattr(now, name) != getattr(self._before, name) for name in RESTART)

    def _heading(self, name: str) -> None:
        label = QLabel(t(f"shell.preferences.{name}"))
        label.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        label.setStyleSheet(f"color: {ACCENT}; padding-top: 6px;")
        self._grid.addWidget(label, self._grid.rowCount(), 0, 1, 2)

    def _add(self, name: str, field: QWidget) -> None:
        text = t(f"shell.preference.{name}")
        label = QLabel(text)
        label.setBuddy(field)
        field.setAccessibleName(text.replace("&", ""))
        field.setToolTip(t(f"shell.preference.{name}.tip"))
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(field, row, 1)
        self._fields[name] = field

    def _choice(self, name: str, options: Sequence[tuple[object, str]], now: object) -> None:
        box = QComboBox()
        for value, text in options:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(now)))
        box.currentIndexChanged.connect(lambda _: self._choose(name, box.currentData()))
        self._add(name, box)

    def _slide(self, name: str, now: int) -> None:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(*SIZES)
        slider.setPageStep(10)
        slider.setValue(now)
        slider.valueChanged.connect(lambda value: self._choose(name, value))
        self._add(name, slider)

    def _check(self, name: str, now: bool) -> None:
        box = QCheckBox(t(f"shell.preference.{name}"))
        box.setToolTip(t(f"shell.preference.{name}.tip"))
        box.setChecked(now)
        box.toggled.connect(lambda on: self._choose(name, on))
        self._grid.addWidget(box, self._grid.rowCount(), 1)
        self._fields[name] = box

    def _layer(self, layer: str) -> None:
        box = QCheckBox(t(f"app.command.layer_{layer}").replace("&", ""))
        box.setToolTip(t(f"app.command.layer_{layer}.help"))
        box.setChecked(layer not in self._preferences.now.hidden)
        box.toggled.connect(lambda on: self._show_layer(layer, on))
        self._grid.addWidget(box, self._grid.rowCount(), 1)
        self._fields[layer] = box

    def _show_layer(self, layer: str, on: bool) -> None:
        hidden = [name for name in self._preferences.now.hidden if name != layer]
        self._preferences.change(hidden=tuple(hidden if on else (*hidden, layer)))

    def _choose(self, name: str, value: object) -> None:
        self._preferences.change(**{name: value})

    def _restore(self) -> None:
        default = Choices()
        setters: dict[type, Callable[[QWidget, object], None]] = {
            QComboBox: lambda w, v: w.setCurrentIndex(w.findData(v)),  # type: ignore[attr-defined]
            QSlider: lambda w, v: w.setValue(v),  # type: ignore[attr-defined]
            QCheckBox: lambda w, v: w.setChecked(v),  # type: ignore[attr-defined]
        }
        for name, field in self._fields.items():
            value = True if name in ON_MAP else getattr(default, name)
            setters[type(field)](field, value)


class PreferencesFeature(Feature):
    """Feature that opens the dialog, and restarts the window if necessary."""

    COMMANDS = (Command("preferences", "edit", "ask", ("Ctrl+,",), separator=True),)
    curtain: Curtain | None = None
    """The last picture of the window, shown while the program restarts."""

    def ask(self) -> None:
        """Show the settings."""
        dialog = PreferencesDialog(self.window.preferences, self.window)
        dialog.byline.written.connect(self.session.write_as)
        dialog.finished.connect(lambda _: self._done(dialog))
        dialog.open()

    def _done(self, dialog: PreferencesDialog) -> None:
        again = dialog.needs_new_window
        dialog.deleteLater()
        if again:
            # The last window closing would end the loop with the wrong exit code.
            QApplication.setQuitOnLastWindowClosed(False)
            self.curtain = curtain_over(self.window)
            if self.window.close():
                QApplication.exit(AGAIN)
                return
            QApplication.setQuitOnLastWindowClosed(True)
            if self.curtain is not None:
                self.curtain.lift()
