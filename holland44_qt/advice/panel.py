"""Advice dock: choice of views, their explanation, and the odds of a combat."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLabel,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.advice.advice_pens import SWATCH, swatch
from holland44_qt.advice.advice_words import paragraph
from holland44_qt.advice.odds_panel import OddsPanel
from holland44_qt.commands import Commands
from holland44_qt.frame.scrolled_panel import scrolled
from holland44_qt.look import ACCENT
from holland44_qt.rule_links import rule_of
from holland44_qt.theme import Theme

SIDES = ("first", "second")
"""Indices of the two sides in module order; command ids contain them."""

OF_A_SIDE = ("zones", "supply", "threats")
OTHERS = {"map": ("bridges", "arrivals"), "unit": ("reach", "retreats"), "later": ("trace",)}
"""Views that can be shown: for each side, for the map, for the selected unit."""
LEAST = 20
"""Minimum pixels of the explanation in a low dock."""


class AdvicePanel(QWidget):
    """Two tabs: views with their explanation, and the odds of a combat.

    ``rule_wanted`` emits the number of a clicked rule.
    """

    rule_wanted = Signal(str)

    def __init__(self, odds_keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.note = QLabel(t("advice.note"), self)
        self.note.setWordWrap(True)
        self.note.setStyleSheet(f"color: {ACCENT}; font-weight: 600;")
        self.toggles: dict[str, QCheckBox] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        # What a row is about stands over it: beside it boxes would be cut off in a narrow window.
        for row, name in enumerate(OF_A_SIDE):
            self._grid.addWidget(QLabel(t(f"advice.row.{name}"), self), 2 * row, 0, 1, 2)
            for column, side in enumerate(SIDES):
                self._add(f"advice_{name}_{side}", "", 2 * row + 1, column)
        for row, (of, names) in enumerate(OTHERS.items(), len(OF_A_SIDE)):
            if of != "later":
                self._grid.addWidget(QLabel(t(f"advice.row.{of}"), self), 2 * row, 0, 1, 2)
            for column, name in enumerate(names):
                self._add(f"advice_{name}", t(f"advice.toggle.{name}"), 2 * row + 1, column)
        self._grid.setColumnStretch(2, 1)
        self.explained = QLabel(self)
        self.explained.setTextFormat(Qt.TextFormat.RichText)
        self.explained.setWordWrap(True)
        self.explained.setAccessibleName(t("advice.explained"))
        self.explained.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.explained.setContentsMargins(10, 6, 10, 6)
        self.explained.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
        )
        self.explained.linkActivated.connect(
            lambda target: self.rule_wanted.emit(rule_of(target) or "")
        )
        self.odds = OddsPanel(odds_keys)
        self.odds.rule_wanted.connect(self.rule_wanted)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(t("app.dock.advice"))
        page = QWidget(self)
        below = QVBoxLayout(page)
        below.setContentsMargins(6, 2, 0, 0)
        below.addLayout(self._grid)
        words = scrolled(self.explained, t("advice.tab.position"))
        words.setMinimumHeight(LEAST)
        for ground in (words.viewport(), self.explained):
            ground.setAutoFillBackground(False)  # the page's is enough
        below.addWidget(words, 1)
        self.tabs.addTab(page, t("advice.tab.position"))
        odds = t("advice.tab.odds")
        self.odds_area = scrolled(self.odds, odds)
        self.tabs.addTab(self.odds_area, odds)
        body = QVBoxLayout(self)
        body.setContentsMargins(6, 2, 6, 2)
        body.setSpacing(6)
        body.addWidget(self.note)
        body.addWidget(self.tabs, 1)
        self.setMinimumWidth(228)  # the inspector of a narrow window has no more
        # Tab bars that Qt keeps for docks lie behind: they must not shine through.
        self.setAutoFillBackground(True)

    def _add(self, name: str, text: str, row: int, column: int) -> None:
        box = QCheckBox(text, self)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggles[name] = box
        self._grid.addWidget(box, row, column, 1, 2 if name == "advice_trace" else 1)

    def connect_actions(self, actions: Commands) -> None:
        """Connect every check box to the command of the same name."""
        for name, box in self.toggles.items():
            action = actions[name]
            box.clicked.connect(action.trigger)
            action.toggled.connect(box.setChecked)
            box.setToolTip(action.toolTip())
            box.setAccessibleName(action.text())
        for side in SIDES:
            box = self.toggles[f"advice_zones_{side}"]
            box.setToolTip(t(f"advice.key.{side}", tip=box.toolTip()))

    def show_module(self, module: Module, theme: Theme) -> None:
        """Name the sides of a game, with a sample of their patterns."""
        for order, side in zip(SIDES, module.meta.sides, strict=False):
            for name in OF_A_SIDE:
                self.toggles[f"advice_{name}_{order}"].setText(module.side_name(side.id))
            zones = self.toggles[f"advice_zones_{order}"]
            zones.setIconSize(QSize(*SWATCH))
            zones.setIcon(swatch(theme, side.id))

    def allow(self, allowed: bool, why: str = "", *, off: bool = True) -> None:
        """Enable all controls, or show why there is no advice; ``off``: rules are off."""
        for box in self.toggles.values():
            box.setEnabled(allowed)
        self.note.setText(t("advice.note") if allowed else why)
        self.note.setVisible(off or not allowed)
        if not allowed:
            self.explain("")
            self.odds.show_message()

    def explain(self, html: str) -> None:
        """Show an explanation; an empty one is replaced by usage hints."""
        self.explained.setText(html or paragraph(t("advice.hint")))
