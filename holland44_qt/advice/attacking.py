"""Attacks in preparation: the fight that is worked out in the dock, until it is carried out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace

from engine.core import actions as act
from engine.i18n import t
from engine.rules.answers import AttackPlan, Odds, UnitView
from engine.rules.ports import Position
from engine.rules.registry import is_legal
from holland44_qt.advice.declaring import declaration, declare, fresh, judged, rolled
from holland44_qt.advice.panel import AdvicePanel
from holland44_qt.advice.telling import Telling
from holland44_qt.feature import Feature
from holland44_qt.ports import Window


class Attacking(Feature):
    """The part of the advice that is about one fight: its target, its attackers, its odds."""

    panel: AdvicePanel

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.target: int | None = None
        self.hovered = -1
        self._attackers: tuple[str, ...] = ()
        self._odds: Odds | None = None

    @property
    def position(self) -> Position | None:
        """The position shown as the rules see it; None where there is no advice."""
        return self.session.position

    @abstractmethod
    def show_dock(self) -> None:
        """Bring the dock to the front."""

    @abstractmethod
    def refresh(self) -> None:
        """Ask the rules again, and show what they say."""

    def ask_odds(self) -> None:
        """Work out an attack on the hex under the mouse, or on the one the selection is next to."""
        position = self.position
        if position is None:
            return
        chosen = self._selected_units(position)
        target = self.hovered if self.hovered >= 0 else None
        if not self._hostile(position, target, chosen):
            near = position.targets([u.id for u in chosen]) if chosen else ()
            target = near[0] if len(near) == 1 else None
        if target is None:
            self.target = None
            self.panel.odds.say(t("advice.odds.no_target"))
        else:
            ready = position.attackers(target)
            mine = [u.id for u in chosen if u.side != position.units_at(target)[0].side]
            self.attack(target, mine if any(u in ready for u in mine) else fresh(position, target))
        self.show_dock()
        self.panel.tabs.setCurrentIndex(1)
        self.refresh()

    def attack(self, target: int, attackers: Iterable[str]) -> None:
        """Take a fight up, to be shown by the next refresh."""
        if target != self.target:
            self.panel.odds.choices.forget()
        self.target, self._attackers = target, tuple(attackers)

    def show_attack(self, target: int) -> None:
        """Prepare the attack of all neighbours on a hex."""
        position = self.position
        if position is not None:
            self.attack(target, fresh(position, target))
            self.show_dock()
            self.panel.tabs.setCurrentIndex(1)
            self.refresh()

    @property
    def aims(self) -> bool:
        """Do clicks on the map choose target and attackers? Also for an automatic DS (8.7)."""
        return self.session.can_play and self.session.state.clock.phase in ("movement", "combat")

    def may_take_part(self, unit: str) -> bool:
        """Does a unit stand next to the target, so that it could attack it?"""
        position, target = self.position, self.target
        if position is None or target is None:
            return False
        return unit in position.attackers(target)

    def toggle_attacker(self, unit: str) -> None:
        """Take a unit next to the target into the fight, or out of it."""
        here = unit in self._attackers
        others = tuple(u for u in self._attackers if u != unit)
        self._attackers = others if here else (*others, unit)
        self.refresh()

    def declare(self) -> None:
        """Carry the prepared attack out."""
        odds, recording, position = self._odds, self.session.recording, self.position
        if odds is None or recording is None or position is None:
            return
        if declare(self.session, self._declaration(position, odds), odds):
            self.put_away()
            die = rolled(recording.timeline.entries[-1], odds)
            if die is not None:
                self.panel.odds.show_roll(odds, die)

    def put_away(self) -> None:
        """Think of no attack any more."""
        self.target = self._odds = None
        self.panel.odds.say()
        self.refresh()

    def _declaration(self, position: Position, odds: Odds) -> act.DeclareAttack:
        choices = self.panel.odds.choices
        return declaration(
            position, odds, choices.lead.currentData(), choices.attached.currentData()
        )

    def choose(self) -> None:
        """The attacker chose otherwise in the dock."""
        self._attackers = self.panel.odds.choices.attackers.ticked
        self.refresh()

    def show_fight(self, position: Position, telling: Telling) -> None:
        """Show the odds of the fight, and where it is."""
        self._odds = None
        if self.target is None:
            return
        defenders = position.units_at(self.target)
        able = position.attackers(self.target)
        known = [u for u in map(position.unit, self._attackers or able[:1]) if u is not None]
        if not defenders or not known or known[0].side == defenders[0].side:
            where = position.where(self.target)
            key = "advice.odds.nobody" if defenders else "advice.odds.no_target"
            self.panel.odds.say(t(key, hex=where))
            self.target = None
            return
        self._attackers = tuple(u.id for u in known)
        panel = self.panel.odds
        fight = [u.id for u in known if "artillery" not in u.traits] or self._attackers
        choices = {"air": panel.air.value(), "lead": panel.choices.lead.currentData()}
        choices["attached"] = panel.choices.attached.currentData()
        plan = AttackPlan(tuple(fight), self.target, panel.artillery, choices)
        found = position.prepared(plan)
        verdicts = judged(self.session, self._declaration(position, found), found)
        self._odds = replace(found, verdicts=verdicts)
        panel.show_odds(position, self._odds, able, self._declare_words())
        panel.attack.setEnabled(self.session.mode != "enforced" or is_legal(verdicts))
        telling.attack(found)

    def _declare_words(self) -> str:
        """What the button of the attack says; nothing where nothing can be played."""
        if not self.session.can_play or self._odds is None:
            return ""
        legal = is_legal(self._odds.verdicts) or self.session.mode == "enforced"
        by_rules = legal and self.session.mode != "off"
        return t("advice.odds.declare" if by_rules else "advice.odds.by_hand")

    def _selected_units(self, position: Position) -> list[UnitView]:
        return [u for u in map(position.unit, self.view.selection.units) if u is not None]

    def _hostile(self, position: Position, place: int | None, units: list[UnitView]) -> bool:
        stack = position.units_at(place) if place is not None else ()
        return bool(stack) and not (units and units[0].side == stack[0].side)
