"""Rules mode: choice, indicator, and display of refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton

from engine.core import actions as act
from engine.core.modes import MODES, HouseLevel, Mode, house_rules
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.rules.registry import fix_text, texts_with_names
from holland44_qt.advice.advice_layers import OverAdvice
from holland44_qt.advice.advice_marks import Sight
from holland44_qt.advice.verdict_places import blamed
from holland44_qt.commands import Command
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from engine.rules.alternatives import Alternative

MENU = "rules"
OVER = 5.6
"""Z value of the marks: above the advice."""
COLORS = {"off": "#5c6570", "advisory": "#8a5a00", "enforced": "#2f6b2f"}
"""Background colours of the indicator."""


class Modes(Feature):
    """Feature to switch the rules off, to advisory or to enforced at any time."""

    COMMANDS = (
        Command("rules_off", "table", "off", checkable=True, submenu=MENU, separator=True),
        Command("rules_advisory", "table", "advisory", checkable=True, submenu=MENU),
        Command("rules_enforced", "table", "enforced", checkable=True, submenu=MENU),
        Command("house_rules", "table", "ask_house", submenu=MENU, separator=True),
    )

    def ready(self) -> None:
        """Show the indicator, and mark refused actions."""
        view = self.view
        self.over = OverAdvice(self.session.module.board, view.map_bounds, lambda: view.theme)
        view.add_layer(self.over, OVER)
        self.group = QActionGroup(self)
        menu = QMenu(self.window)
        for mode in MODES:
            action = self.commands[f"rules_{mode}"]
            self.group.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.commands["house_rules"])
        self.chip = QToolButton()
        self.chip.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.chip.setMenu(menu)
        self.chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.chip.setToolTip(t("ruling.chip.tip"))
        self.window.add_to_bar(self.chip)
        self._refused = False
        self._shown: tuple[object, ...] = ()
        self.session.refused.connect(self._refuse)
        self.window.messages.cleared.connect(self._silent)
        self.session.recorded.connect(lambda _: self._forget())
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)
        self._stepped()

    # -- commands ---------------------------------------------------------------------------------

    def off(self, _: bool = True) -> None:
        """Play without rules."""
        self.choose("off")

    def advisory(self, _: bool = True) -> None:
        """Switch to advisory rules: everything is possible, and breaches are flagged."""
        self.choose("advisory")

    def enforced(self, _: bool = True) -> None:
        """Switch to enforced rules."""
        self.choose("enforced")

    def choose(self, mode: Mode) -> None:
        """Switch to a mode, unless it is the current one."""
        if mode != self.session.mode:
            self.session.set_rules(mode)
        self._shown = ()  # a click has ticked the command already, whatever came of it
        self._show()

    def ask_house(self) -> None:
        """Open the dialog for optional house rules."""
        rules = self.session.rules
        if rules is not None:
            from holland44_qt.referee.house_dialog import HouseRules

            dialog = HouseRules(rules.titles, house_rules(self.session.state), self.window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.accepted.connect(lambda: self.agree(dialog.changes))
            dialog.open()

    def agree(self, changes: dict[str, HouseLevel | None]) -> None:
        """Apply changed house rules."""
        if changes:
            self.session.set_rules(house=changes)

    # -- following --------------------------------------------------------------------------------

    def _opened(self) -> None:
        self._forget()
        self._show()

    def _stepped(self) -> None:
        self._forget()
        self._show()
        self._blame()

    def _blame(self) -> None:
        """Mark the hexes and units named by the verdicts of an entry that broke a rule."""
        current = self.session.current
        broken = [v for v in current.entry.verdicts if v.level == "forbid"] if current else []
        position = self.session.position if broken else None
        if current is not None and position is not None:
            own = getattr(current.entry.action, "units", ())
            self.over.show_sight(blamed(position, broken, own))

    def _show(self) -> None:
        # On the empty board before the set-up nothing is agreed on yet.
        mode, ruled = self.session.mode, self.session.has_rules and self.session.step > 0
        house = len(house_rules(self.session.state))
        shown = mode, ruled, self.session.can_play, house
        if shown == self._shown:  # dressing the sign costs more than a step of the replay
            return
        self._shown = shown
        for name in MODES:
            action = self.commands[f"rules_{name}"]
            action.setEnabled(ruled and self.session.can_play)
            action.setChecked(name == mode)
        self.commands.enable("house_rules", ruled and self.session.can_play)
        self.chip.setVisible(ruled)
        key = "ruling.chip.house" if house else "ruling.chip"
        words = t(key, mode=t(f"ruling.mode.{mode}"), count=house)
        self.chip.setText(words)
        self.chip.setAccessibleName(words)
        self.chip.setStyleSheet(
            f"QToolButton {{ background: {COLORS[mode]}; color: white; border-radius: 4px;"
            " padding: 1px 8px; font-weight: 600; }"
            "QToolButton::menu-indicator { image: none; }"
        )

    # -- refusals ---------------------------------------------------------------------------------

    def _refuse(self, verdicts: tuple[Verdict, ...]) -> None:
        """Report all reasons for a refusal, and mark the hexes and units they name."""
        self.window.messages.pass_on()
        ways = self._legal_alternatives()
        position, tried = self.session.position, self.session.tried
        named = getattr(tried, "attackers", getattr(tried, "units", ()))
        name = str if position is None else position.name
        reasons = texts_with_names(verdicts, named, name)
        details = refusal(reasons, fixes=True)
        if ways:
            lines = (t("ruling.way", way=alternative.sentence) for alternative in ways)
            details = "\n".join([details, t("ruling.instead"), *lines])
        rules = [v.rule for v in verdicts if v.level == "forbid" and v.rule[:1].isalnum()]
        self.window.messages.add(
            refusal(reasons), "error", details, self._remedy(ways), rules, passing=True
        )
        self._refused = True
        own = self.view.selection.units
        self.over.show_sight(Sight() if position is None else blamed(position, verdicts, own))

    def _legal_alternatives(self) -> tuple[Alternative, ...]:
        """Return legal alternatives to the refused action."""
        rules, tried = self.session.rules, self.session.tried
        if rules is None or tried is None:
            return ()
        from engine.rules.alternatives import instead_of

        return instead_of(rules, self.session.state, tried)

    def _remedy(self, ways: tuple[Alternative, ...]) -> tuple[str, Callable[[], None]] | None:
        """Return a button that plays the nearest move or attack; none for answers and duties."""
        if not ways or not isinstance(ways[0].action, act.MoveUnits | act.DeclareAttack):
            return None
        nearest = ways[0]

        def play() -> None:
            self.session.play(nearest.action)

        return t("ruling.instead.do", way=nearest.sentence), play

    def _silent(self) -> None:
        """Remove the marks once the user has dismissed the reasons."""
        if self._refused:
            self._refused = False
            self.over.show_sight(Sight())

    def _forget(self) -> None:
        self.over.show_sight(Sight())
        if self._refused:
            self._refused = False
            self.window.messages.pass_on()


def refusal(reasons: Iterable[tuple[Verdict, str]], *, fixes: bool = False) -> str:
    """Format all reasons against an order, one line each with its rule number, and the
    alternatives.
    """
    lines = [t("ruling.refused")]
    for verdict, sentence in reasons:
        if verdict.level != "forbid":
            continue
        lines.append(t("ruling.reason", rule=verdict.rule, text=sentence))
        fix = fix_text(verdict) if fixes else None
        if fix:
            lines.append(t("ruling.fix", fix=fix))
    return "\n".join(dict.fromkeys(lines))
