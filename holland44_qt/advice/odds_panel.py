"""Itemised odds of a combat: strengths with reasons, shifts, column, probabilities."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import decimal, t
from engine.rules.odds import column_number
from engine.rules.registry import is_legal
from holland44_qt.advice.advice_words import heading, paragraph, verdicts_html
from holland44_qt.advice.attack_choices import Choices
from holland44_qt.advice.chance_bars import Chances
from holland44_qt.fonts import font
from holland44_qt.look import ACCENT, EDGE, SOFT, TEXT
from holland44_qt.rule_links import linked, rule_of

if TYPE_CHECKING:
    from engine.rules.answers import ChoiceLine, Factor, Odds, Prospect, Share
    from engine.rules.ports import Answers

FACTORS = {0.5: "half", 2.0: "double", 0.0: "zero", 1.0: "one"}


class OddsPanel(QWidget):
    """Panel for a combat.

    ``changed`` is emitted when the attacker changes a choice, ``declared`` for an attack, ``left``
    on cancel.
    """

    changed = Signal()
    declared = Signal()
    left = Signal()
    rule_wanted = Signal(str)

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position: Answers | None = None
        self._hint = t("advice.odds.hint", keys=keys)
        self.heading = QLabel(self)
        self.heading.setFont(font("Barlow", TEXT + 5, QFont.Weight.DemiBold))
        self.heading.setStyleSheet(f"color: {ACCENT};")
        self.method, self.lead, self.likely, self.items = (QLabel(self) for _ in range(4))
        self.lead.setTextFormat(Qt.TextFormat.PlainText)
        self.head = QLabel(self)
        self.head.setFont(font("Barlow", TEXT + 1, QFont.Weight.DemiBold))
        self.against = QLabel(self)  # what forbids the attack, beside the button that is closed
        for rich in (self.items, self.against):
            rich.setTextFormat(Qt.TextFormat.RichText)
            rich.linkActivated.connect(lambda target: self.rule_wanted.emit(rule_of(target) or ""))
        self.items.setAlignment(Qt.AlignmentFlag.AlignTop)
        labels = (
            self.heading,
            self.method,
            self.lead,
            self.likely,
            self.head,
            self.items,
            self.against,
        )
        for label in labels:
            label.setWordWrap(True)
        self.keys = QLabel(t("advice.odds.keys"), self)
        self.keys.setStyleSheet(f"color: {SOFT};")
        self.keys.setWordWrap(True)
        self.kinds = QTabBar(self)
        self.kinds.setDrawBase(False)
        self.kinds.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the board its keys
        self.kinds.setAccessibleName(t("advice.odds.kinds"))
        self.kinds.currentChanged.connect(self._change_kind)
        self.chances, self.replies, self.endings = Chances(self), Chances(self), Chances(self)
        self.replied = QLabel(t("advice.odds.replies"), self)
        self.fired = QLabel(t("advice.odds.fired"), self)
        self.ended = QLabel(t("advice.odds.endings"), self)
        self.hatched = QLabel(t("advice.odds.hatched"), self)
        self.hatched.setStyleSheet(f"color: {SOFT};")
        self.hatched.setWordWrap(True)
        self.choices = Choices(self)
        self.choices.changed.connect(self.changed)
        self.attack = QPushButton(t("advice.odds.declare"), self)
        self.attack.clicked.connect(self.declared)
        self.leave = QPushButton(t("advice.odds.leave"), self)
        self.leave.setToolTip(t("advice.odds.leave.tip"))
        self.leave.clicked.connect(self.left)
        result = QHBoxLayout()  # in sight at once, however low the dock is
        result.addWidget(self.attack)
        result.addWidget(self.leave)
        result.addStretch()
        body = QVBoxLayout(self)
        body.setContentsMargins(10, 8, 10, 8)
        body.setSpacing(5)
        self._above = QWidget(self)
        above = QVBoxLayout(self._above)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(5)
        above.addWidget(self.kinds)
        above.addWidget(self.head)
        above.addWidget(self.heading)  # beside the buttons a narrow inspector would cut one off
        above.addLayout(result)
        words = (self.keys, self.against, self.method)
        bars = (self.ended, self.endings, self.fired, self.chances, self.replied, self.replies)
        for part in (*words, *bars, self.hatched, self.likely, self.lead):
            above.addWidget(part)
        above.addStretch()
        body.addWidget(self._above)
        body.addWidget(self.choices)
        body.addWidget(self.items)
        body.addStretch()
        self._fighting = (
            self.head,
            self.heading,
            self.keys,
            self.against,
            self.method,
            self.kinds,
            self.fired,
            self.chances,
            self.replied,
            self.replies,
            self.ended,
            self.endings,
            self.hatched,
            self.likely,
            self.lead,
            self.attack,
            self.leave,
            self.choices,
        )
        self.show_message(self._hint)

    @property
    def air(self) -> QSpinBox:
        """Return the supporting air units."""
        return self.choices.air

    @property
    def guns(self) -> dict[str, QCheckBox]:
        """Return the ids of artillery units that may support."""
        return self.choices.artillery.boxes

    @property
    def artillery(self) -> tuple[str, ...]:
        """Return the supporting artillery."""
        return self.choices.artillery.ticked

    @property
    def kind(self) -> str:
        """Return the kind of combat of the front tab; empty if none was chosen."""
        return str(self.kinds.tabData(self.kinds.currentIndex()) or "")

    def forget(self) -> None:
        """Reset all choices for another combat."""
        self.choices.forget()
        self._above.setMinimumHeight(0)
        self._show_kinds(None)

    def leave_game(self) -> None:
        """Discard the position of the previous game."""
        self._position = None
        self.show_message()

    def _change_kind(self) -> None:
        """Report another kind of combat, without air units that only the last one demanded."""
        if self.air.minimum():
            self.choices.forget_air()
        self.changed.emit()

    def _show_kinds(self, line: ChoiceLine | None) -> None:
        """Show a tab for each kind of combat where a game has several."""
        self.kinds.blockSignals(True)
        options = () if line is None else line.options
        if [self.kinds.tabData(k) for k in range(self.kinds.count())] != [o for o, _ in options]:
            while self.kinds.count():
                self.kinds.removeTab(0)
            for kind, words in options:
                self.kinds.setTabData(self.kinds.addTab(words), kind)
        chosen = [kind for kind, _ in options]
        if line is not None and line.chosen in chosen:
            self.kinds.setCurrentIndex(chosen.index(line.chosen))
        self.kinds.blockSignals(False)

    def show_message(self, sentence: str = "") -> None:
        """Show a message instead of a combat."""
        for part in self._fighting:
            part.hide()
        self._above.setMinimumHeight(0)
        self.items.setText(paragraph(sentence or self._hint))

    def show_odds(
        self,
        position: Answers,
        odds: Odds,
        candidates: Iterable[str] = (),
        declare: str = "",
    ) -> None:
        """Show the odds of a combat; ``declare`` is the button's text, empty without a button."""
        self._position = position
        if self.choices.isVisible():  # they stay under the mouse if the results become shorter
            self._above.setMinimumHeight(self._above.height())
        first = next((u for u in map(position.unit, odds.attackers) if u is not None), None)
        active = position.state.clock.active or ""
        side = position.ruleset.module.side_name(first.side if first is not None else active)
        self.head.setText(t("advice.odds.title", side=side, hex=position.where(odds.plan.target)))
        automatic = odds.kind == "automatic" and is_legal(odds.verdicts)
        column = t("advice.odds.column", column=odds.column) if odds.column else ""
        self.heading.setText(t("advice.odds.automatic") if automatic else column)
        shifted = sum(shift.by for shift in odds.shifts)
        self._show_kinds(next((c for c in odds.choices if c.name == "combat"), None))
        if odds.method:
            self.method.setText(odds.method)
        elif odds.attack:
            self.method.setText(_ratio_words(odds, shifted))
        else:
            self.method.setText(t("advice.odds.no_attack"))
        likely = odds.prospect
        self.chances.show_results(odds.chances, likely.holds if likely is not None else 0.0)
        self.replies.show_results(odds.replies)
        unstated = any(one.basis for one in (*odds.chances, *odds.replies))
        self.endings.show_results(odds.endings)
        hatched = bool(self.chances.compared)
        self.likely.setText(likely_words(position, likely, hatched) if likely is not None else "")
        self.lead.setText(lead_words(position, odds))
        self.choices.show_fight(position, odds, candidates)
        for part in self._fighting:
            part.show()
        self.heading.setVisible(bool(self.heading.text()))
        self.kinds.setVisible(self.kinds.count() > 1)
        for part in (self.replies, self.replied, self.fired):
            part.setVisible(bool(odds.replies))
        for part in (self.ended, self.endings):
            part.setVisible(bool(odds.endings))
        self.hatched.setVisible(unstated)
        legal = is_legal(odds.verdicts)
        self.against.setText(
            "" if legal else verdicts_html(position, odds.verdicts, odds.attackers)
        )
        self.against.setVisible(not legal)
        self.chances.setVisible(not automatic)
        self.likely.setVisible(not automatic and not odds.endings)  # they say it in full
        self.attack.setText(declare)
        self.attack.setVisible(bool(declare))
        self.keys.setVisible(bool(declare))
        self.items.setText(items_html(position, odds))

    def show_roll(self, odds: Odds, die: int) -> None:
        """Show a result until losses, retreats and advances are resolved."""
        if self._position is not None:
            self.show_odds(self._position, odds)
        done = (self.leave, self.keys, self.against, self.likely, self.lead, self.choices)
        for part in (*done, self.kinds, self.ended, self.endings):
            part.hide()
        self._above.setMinimumHeight(0)
        result = odds.result(die)
        code = result.code if result is not None else ""
        column = odds.column or t("page.combat")
        self.heading.setText(t("advice.odds.rolled", column=column, die=die, result=code))
        self.heading.show()
        self.chances.show_roll(die)


def likely_words(position: Answers, likely: Prospect, hatched: bool) -> str:
    """Format the chance that the hex is taken and the average losses; ``hatched``: a bar is
    hatched.
    """
    falls = round(100 * likely.falls)
    losses = decimal(likely.attacker, ".1f"), decimal(likely.defender, ".1f")
    if likely.holder is None:
        # Nobody could hold the hex: a game without determined defence, or a hex without a leader.
        return t("advice.odds.plain", falls=falls, attacker=losses[0], defender=losses[1])
    words = t(
        "advice.odds.likely",
        falls=falls,
        taken=round(100 * likely.taken),
        attacker=losses[0],
        defender=losses[1],
    )
    if not hatched:
        return words
    name = position.name(likely.holder)
    holds = t("advice.odds.holds", unit=name, percent=round(100 * likely.holds))
    return f"{words} {holds}"


def _ratio_words(odds: Odds, shifted: int) -> str:
    """Format the strengths, their ratio and shift; note when the ratio is off the chart."""
    words = t(
        "advice.odds.way",
        attack=number(odds.attack),
        defense=number(odds.defense),
        ratio=odds.ratio,
        shift=f"{shifted:+d}" if shifted else "±0",
    )
    try:
        beyond = column_number(odds.ratio) + shifted != column_number(odds.column)
    except ValueError:  # a chart by differences, or an attack without a column
        return words
    return t("advice.odds.edge", way=words, column=odds.column) if beyond else words


def items_html(position: Answers, odds: Odds) -> str:
    """Format the strength of every unit with its reasons, the shifts, and the verdicts."""
    mine, theirs = odds.sides
    text = heading(t("advice.odds.attackers")) + _shares(position, mine)
    if theirs or not odds.defenders:
        undefended = paragraph(t("advice.odds.undefended"))
        text += heading(t("advice.odds.defenders"))
        text += _shares(position, theirs) if theirs else undefended
    text += heading(t("advice.odds.shifts"))
    for shift in odds.shifts:
        why = t("advice.odds.why", why=shift.why, rule=shift.rule)
        text += f"<p style='margin:2px 0'>{linked(f'{shift.by:+d}  {why}', shift.rule)}</p>"
    if not odds.shifts:
        text += paragraph(t("advice.odds.no_shifts"))
    if not is_legal(odds.verdicts):  # that stands beside the button
        return text
    text += heading(t("advice.odds.verdicts")) + paragraph(t("advice.odds.legal"))
    return text + verdicts_html(position, odds.verdicts, odds.attackers)


def lead_words(position: Answers, odds: Odds) -> str:
    """Format the best lead formation, the units attached to it, and the game's notes."""
    chosen = {line.name: line for line in odds.choices}
    lead = chosen.get("lead")
    if lead is None:
        return "\n".join(odds.notes) if odds.method else " ".join(odds.notes)
    words = dict(lead.options).get(lead.chosen or "")
    if words is None:
        return t("advice.odds.any")
    attached = chosen["attached"].chosen if "attached" in chosen else None
    if attached:
        line = t("advice.odds.attached", lead=words, unit=position.name(attached))
    else:
        line = t("advice.odds.lead", lead=words)
    return " ".join((line, *odds.notes))


def _shares(position: Answers, shares: Iterable[Share]) -> str:
    rows = []
    for share in shares:
        value = t("advice.odds.used", printed=number(share.printed), used=number(share.used))
        why = "".join(
            f"<br><small>{linked(_reason(position, factor), factor.rule)}</small>"
            for factor in share.why
        )
        rows.append(
            f"<tr><td width='100%'>{escape(position.name(share.unit))}{why}</td>"
            f"<td align='right' style='white-space: pre'><b>{escape(value)}</b></td></tr>"
        )
    edge = f"border-top: 1px solid {EDGE}"
    return f"<table width='100%' cellpadding='1' style='{edge}'>{''.join(rows)}</table>"


def _reason(position: Answers, factor: Factor) -> str:
    """Describe a change of strength, in the words of the chart or with the rule's title."""
    words = factor.why or position.ruleset.titles.get(factor.rule, "")
    why = t("advice.odds.why", why=words, rule=factor.rule) if words else factor.rule
    named = FACTORS.get(float(factor.factor))
    if named is None:
        return t("advice.odds.factor", factor=number(factor.factor), why=why)
    return t(f"advice.odds.{named}", why=why)


def number(value: int | float | Fraction) -> str:
    """Format a strength as players write it."""
    return decimal(float(value), "g")
