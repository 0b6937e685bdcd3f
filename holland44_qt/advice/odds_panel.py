"""The odds of a fight, itemised: who brings what and why, shifts, column, chances."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.games.holland44.asking import titles
from engine.games.holland44.fighting import ANY, Share
from engine.games.holland44.position import Position
from engine.i18n import t
from engine.rules.registry import is_legal
from holland44_qt.advice.chances import Chances
from holland44_qt.advice.kernel import Odds
from holland44_qt.advice.words import heading, paragraph, verdicts_html
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, TEXT

FACTORS = {0.5: "half", 2.0: "double", 0.0: "zero", 1.0: "one"}


class OddsPanel(QWidget):
    """Shows a fight; ``changed`` comes when air or artillery is given or taken."""

    changed = Signal()

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = t("advice.odds.hint", keys=keys)
        self.told = QLabel(self)
        self.told.setFont(font("Barlow", TEXT + 5, QFont.Weight.DemiBold))
        self.told.setStyleSheet(f"color: {ACCENT};")
        self.way = QLabel(self)
        self.lead = QLabel(self)
        self.lead.setTextFormat(Qt.TextFormat.PlainText)
        self.head = QLabel(self)
        self.head.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        self.items = QLabel(self)
        self.items.setTextFormat(Qt.TextFormat.RichText)
        self.items.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self.told, self.way, self.lead, self.head, self.items):
            label.setWordWrap(True)
        self.air = QSpinBox(self)
        self.air.setRange(0, 2)
        self.air.setToolTip(t("advice.odds.air.tip"))
        self.air.setAccessibleName(t("advice.odds.air"))
        self.air.valueChanged.connect(self.changed)
        self.guns: dict[str, QCheckBox] = {}
        self._no_guns = QLabel(t("advice.odds.no_artillery"), self)
        support = QHBoxLayout()
        support.addWidget(QLabel(t("advice.odds.air"), self))
        support.addWidget(self.air)
        support.addSpacing(16)
        support.addWidget(QLabel(t("advice.odds.artillery"), self))
        support.addWidget(self._no_guns)
        support.addStretch()
        self._support = QWidget(self)
        self._guns = QVBoxLayout(self._support)
        self._guns.setContentsMargins(0, 0, 0, 0)
        self._guns.setSpacing(2)
        self._guns.addLayout(support)
        self.chances = Chances(self)
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 8, 10, 8)
        body.setSpacing(5)
        for part in (self.head, self.told, self.way, self.lead, self.chances):
            body.addWidget(part)
        body.addWidget(self._support)
        body.addWidget(self.items)
        body.addStretch()
        self.say(self._hint)

    @property
    def artillery(self) -> tuple[str, ...]:
        """The artillery that supports."""
        return tuple(unit for unit, box in self.guns.items() if box.isChecked())

    def say(self, sentence: str = "") -> None:
        """Show a sentence instead of a fight."""
        for label in (self.told, self.way, self.lead, self.head):
            label.hide()
        self.chances.hide()
        self._support.hide()
        self.items.setText(paragraph(sentence or self._hint))

    def show_odds(self, position: Position, odds: Odds) -> None:
        """Show a fight worked out."""
        fight, found = odds.fight, odds.found
        side = position.setting.module.side_name(fight.side)
        self.head.setText(t("advice.odds.title", side=side, hex=position.where(fight.target)))
        self.told.setText(t("advice.odds.column", column=found.odds.column))
        shifted = sum(shift.by for shift in found.shifts)
        if found.odds.attack:
            self.way.setText(
                t(
                    "advice.odds.way",
                    attack=found.odds.attack,
                    defense=found.odds.defense,
                    ratio=found.odds.ratio,
                    shift=f"{shifted:+d}" if shifted else "±0",
                )
            )
        else:
            self.way.setText(t("advice.odds.no_attack"))
        effects = position.setting.crt.results
        self.chances.show_results(found.results, effects)
        self.lead.setText(lead_words(position, odds))
        for part in (self.head, self.told, self.way, self.lead, self.chances, self._support):
            part.show()
        self._show_guns(position, odds)
        self.items.setText(items_html(position, odds))

    def _show_guns(self, position: Position, odds: Odds) -> None:
        if set(self.guns) != {u.id for u in odds.guns}:
            for box in self.guns.values():
                box.hide()
                box.deleteLater()
            self.guns = {}
            for unit in odds.guns:
                box = QCheckBox(position.name(unit.id).replace("&", "&&"), self._support)
                box.toggled.connect(self.changed)
                self._guns.addWidget(box)
                self.guns[unit.id] = box
        self._no_guns.setVisible(not self.guns)


def items_html(position: Position, odds: Odds) -> str:
    """Every unit's strength with its reasons, the shifts, and what the rules say."""
    fight, found = odds.fight, odds.found
    attackers = {u.id for u in fight.attackers}
    mine = [s for s in found.shares if s.unit in attackers]
    theirs = [s for s in found.shares if s.unit not in attackers]
    text = heading(t("advice.odds.attackers")) + _shares(position, mine, "attack")
    text += heading(t("advice.odds.defenders")) + _shares(position, theirs, "defense")
    text += heading(t("advice.odds.shifts"))
    for shift in found.shifts:
        why = t("advice.odds.why", why=t(f"change.{shift.why}"), rule=shift.rule)
        text += paragraph(f"{shift.by:+d}  {why}")
    if not found.shifts:
        text += paragraph(t("advice.odds.no_shifts"))
    text += heading(t("advice.odds.verdicts"))
    if is_legal(odds.verdicts):
        text += paragraph(t("advice.odds.legal"))
    return text + verdicts_html(odds.verdicts)


def lead_words(position: Position, odds: Odds) -> str:
    """Which formation leads best, and who is attached to it."""
    found = odds.found
    if found.lead is None or found.lead == ANY:
        return t("advice.odds.any")
    if found.attached is None:
        return t("advice.odds.lead", lead=found.lead)
    return t("advice.odds.attached", lead=found.lead, unit=position.name(found.attached))


def _shares(position: Position, shares: list[Share], role: str) -> str:
    rows = []
    for share in shares:
        value = t("advice.odds.used", printed=share.printed, used=share.used)
        why = "".join(
            f"<br><small>{escape(_reason(position, rule, factor, role))}</small>"
            for rule, factor in share.why
        )
        rows.append(
            f"<tr><td width='100%'>{escape(position.name(share.unit))}{why}</td>"
            f"<td align='right' style='white-space: pre'><b>{escape(value)}</b></td></tr>"
        )
    edge = f"border-top: 1px solid {EDGE}"
    return f"<table width='100%' cellpadding='1' style='{edge}'>{''.join(rows)}</table>"


def _reason(position: Position, rule: str, factor: float, role: str) -> str:
    """What changes a strength: the modifiers of that rule, in the words of the chart."""
    named = dict.fromkeys(
        t(change.key)
        for change in position.setting.changes.changes
        if change.rule == rule and change.kind == role
    )
    words = " / ".join(named) or titles().get(rule, "")
    why = t("advice.odds.why", why=words, rule=rule) if words else rule
    return t(f"advice.odds.{FACTORS[factor]}", why=why)
