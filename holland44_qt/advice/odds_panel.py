"""The odds of a fight, itemised: who brings what and why, shifts, column, chances."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.games.holland44.position import Position
from engine.games.holland44.positions import titles
from engine.games.holland44.rules.ch10_strengths import ANY, Share
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.registry import is_legal
from holland44_qt.advice.chances import Chances
from holland44_qt.advice.choices import Choices
from holland44_qt.advice.kernel import Odds
from holland44_qt.advice.prospects import Prospect, prospect
from holland44_qt.advice.words import heading, paragraph, verdicts_html
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, TEXT

FACTORS = {0.5: "half", 2.0: "double", 0.0: "zero", 1.0: "one"}


class OddsPanel(QWidget):
    """Shows a fight.

    ``changed`` comes when the attacker chooses otherwise, ``declared`` when he attacks, ``left``
    when the fight is put away.
    """

    changed = Signal()
    declared = Signal()
    left = Signal()

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = t("advice.odds.hint", keys=keys)
        self.told = QLabel(self)
        self.told.setFont(font("Barlow", TEXT + 5, QFont.Weight.DemiBold))
        self.told.setStyleSheet(f"color: {ACCENT};")
        self.way, self.lead, self.likely, self.items = (QLabel(self) for _ in range(4))
        self.lead.setTextFormat(Qt.TextFormat.PlainText)
        self.head = QLabel(self)
        self.head.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        self.against = QLabel(self)  # what forbids the attack, beside the button that is closed
        for rich in (self.items, self.against):
            rich.setTextFormat(Qt.TextFormat.RichText)
        self.items.setAlignment(Qt.AlignmentFlag.AlignTop)
        told = (self.told, self.way, self.lead, self.likely, self.head, self.items, self.against)
        for label in told:
            label.setWordWrap(True)
        self.chances = Chances(self)
        self.choices = Choices(self)
        self.choices.changed.connect(self.changed)
        self.attack = QPushButton(t("advice.odds.declare"), self)
        self.attack.clicked.connect(self.declared)
        self.leave = QPushButton(t("advice.odds.leave"), self)
        self.leave.setToolTip(t("advice.odds.leave.tip"))
        self.leave.clicked.connect(self.left)
        result = QHBoxLayout()  # in sight at once, however low the dock is
        result.addWidget(self.told, 1)
        result.addWidget(self.attack)
        result.addWidget(self.leave)
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 8, 10, 8)
        body.setSpacing(5)
        body.addWidget(self.head)
        body.addLayout(result)
        for part in (self.against, self.way, self.chances, self.likely, self.lead):
            body.addWidget(part)
        body.addWidget(self.choices)
        body.addWidget(self.items)
        body.addStretch()
        self._fighting = (
            self.head,
            self.told,
            self.against,
            self.way,
            self.chances,
            self.likely,
            self.lead,
            self.attack,
            self.leave,
            self.choices,
        )
        self.say(self._hint)

    @property
    def air(self) -> QSpinBox:
        """The air units that support."""
        return self.choices.air

    @property
    def guns(self) -> dict[str, QCheckBox]:
        """The artillery that may support, by id."""
        return self.choices.artillery.boxes

    @property
    def artillery(self) -> tuple[str, ...]:
        """The artillery that supports."""
        return self.choices.artillery.ticked

    def say(self, sentence: str = "") -> None:
        """Show a sentence instead of a fight."""
        for part in self._fighting:
            part.hide()
        self.items.setText(paragraph(sentence or self._hint))

    def show_odds(
        self,
        position: Position,
        odds: Odds,
        candidates: Iterable[Unit] = (),
        declare: str = "",
    ) -> None:
        """Show a fight worked out; ``declare`` is what the button says, if there is one."""
        fight, found = odds.fight, odds.found
        side = position.setting.module.side_name(fight.side)
        self.head.setText(t("advice.odds.title", side=side, hex=position.where(fight.target)))
        # In a movement phase there is no die: 10:1, or nothing (8.7).
        automatic = position.state.clock.phase == "movement" and is_legal(odds.verdicts)
        column = t("advice.odds.column", column=found.odds.column)
        self.told.setText(t("advice.odds.automatic") if automatic else column)
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
        likely = prospect(fight, found)
        holds = likely.defence.holds if likely.defence is not None else 0.0
        self.chances.show_results(found.results, position.setting.crt.results, holds)
        self.likely.setText(likely_words(position, likely))
        self.lead.setText(lead_words(position, odds))
        self.choices.show_fight(position, odds, candidates)
        for part in self._fighting:
            part.show()
        legal = is_legal(odds.verdicts)
        self.against.setText("" if legal else verdicts_html(odds.verdicts))
        self.against.setVisible(not legal)
        self.chances.setVisible(not automatic)
        self.likely.setVisible(not automatic)
        self.attack.setText(declare)
        self.attack.setVisible(bool(declare))
        self.items.setText(items_html(position, odds))

    def show_roll(self, odds: Odds, die: int) -> None:
        """What became of a fight, while its losses and ways are decided."""
        self.show_odds(odds.fight.position, odds)
        for part in (self.leave, self.against, self.likely, self.lead, self.choices):
            part.hide()
        result = odds.found.results[die]
        column = odds.found.odds.column
        self.told.setText(t("advice.odds.rolled", column=column, die=die, result=result))
        self.chances.show_roll(die)


def likely_words(position: Position, likely: Prospect) -> str:
    """How likely the hex falls, and what it costs on the average."""
    words = t(
        "advice.odds.likely",
        falls=round(100 * likely.falls),
        taken=round(100 * likely.taken),
        attacker=f"{likely.attacker:.1f}",
        defender=f"{likely.defender:.1f}",
    )
    if likely.defence is None:
        return words
    name = position.name(likely.defence.lead.id)
    holds = t("advice.odds.holds", unit=name, percent=round(100 * likely.defence.holds))
    return f"{words} {holds}"


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
    if not is_legal(odds.verdicts):  # that stands beside the button
        return text
    text += heading(t("advice.odds.verdicts")) + paragraph(t("advice.odds.legal"))
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
