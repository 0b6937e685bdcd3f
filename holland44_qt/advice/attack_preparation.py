"""Preparation of attacks: the combat shown in the Advice tab until it is resolved."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.core import actions as act
from engine.i18n import t
from engine.rules.registry import is_legal, text
from holland44_qt.advice.attack_declaration import declaration, declare, fresh, judged, rolled
from holland44_qt.feature import Feature

if TYPE_CHECKING:
    from engine.rules.answers import Odds, UnitView
    from engine.rules.ports import Answers
    from holland44_qt.advice.answer_marks import SightBuilder
    from holland44_qt.advice.panel import AdvicePanel
    from holland44_qt.ports import Window

AIR = "air"
"""Type of support that is counted instead of named."""


@dataclass(frozen=True)
class _Moment:
    """Entry and phase of a step, in which a prepared attack stays valid."""

    step: int = 0
    entry: int = 0
    phase: tuple[object, ...] = ()


class Attacking(Feature):
    """Advice about one combat: its target, attackers and odds."""

    panel: AdvicePanel

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.target: int | None = None
        self.hovered = -1
        self._attackers: tuple[str, ...] = ()
        self._ticked: tuple[str, ...] = ()
        self._odds: Odds | None = None
        self._moment = _Moment()
        self._thrown = _Moment()

    @property
    def position(self) -> Answers | None:
        """Return the current position for the rules, or None where there is no advice."""
        return self.session.position

    @property
    @abstractmethod
    def hands_are_free(self) -> bool:
        """Return whether nothing is being dragged over the map."""

    @abstractmethod
    def show_dock(self) -> None:
        """Show the Advice tab in front."""

    @abstractmethod
    def refresh(self) -> None:
        """Query the rules again and show the result."""

    def ask_odds(self) -> None:
        """Compute an attack on the hex under the mouse, or on the enemy next to the selection."""
        position = self.position
        if position is None:
            return
        target = self._target_meant(position)
        if target is None:
            self.target = None
            self.panel.odds.show_message(t("advice.odds.no_target"))
        else:
            ready = position.attackers(target)
            side = position.units_at(target)[0].side
            chosen = position_units(position, self.view.selection.units)
            mine = [u.id for u in chosen if u.side != side]
            self.attack(target, mine if any(u in ready for u in mine) else fresh(position, target))
        self.show_dock()
        self.panel.tabs.setCurrentIndex(1)
        self.refresh()

    def attack(self, target: int, attackers: Iterable[str]) -> None:
        """Set the combat that the next refresh shows."""
        self.window.attack_thought_of.emit()
        self.window.messages.pass_on()
        if target != self.target:
            self.panel.odds.forget()
            self.panel.odds_area.verticalScrollBar().setValue(0)
        self.target, self._attackers, self._ticked = target, tuple(attackers), ()
        self._moment = self._now()

    def show_attack(self, target: int) -> None:
        """Prepare an attack by all neighbours of a hex."""
        position = self.position
        if position is not None:
            self.attack(target, fresh(position, target))
            self.show_dock()
            self.panel.tabs.setCurrentIndex(1)
            self.refresh()
            self._fire_selected_guns()

    def _fire_selected_guns(self) -> None:
        """Tick the selected guns, in a phase in which guns alone attack."""
        guns = self.panel.odds.guns if self.fires_only else {}
        for name in self.view.selection.units:
            if name in guns:
                guns[name].setChecked(True)

    def _now(self) -> _Moment:
        clock, current = self.session.state.clock, self.session.current
        return _Moment(
            self.session.step,
            current.entry.id if current is not None else 0,
            (clock.turn, clock.phase, clock.active),
        )

    def _is_past(self, moment: _Moment) -> bool:
        """Return whether a moment is on the current line, at or before the current step."""
        recording, step = self.session.recording, moment.step
        if recording is None or self.session.step < step:
            return False
        return not step or recording.timeline.entries[step - 1].id == moment.entry

    def drop_outdated_attack(self) -> None:
        """Discard a prepared attack of another phase, or a combat result that was undone."""
        aimed = self.target is not None
        if aimed and not (self._is_past(self._moment) and self._moment.phase == self._now().phase):
            self.target = self._odds = None
            self.panel.odds.show_message()
        if self._thrown.step and not self._is_past(self._thrown):
            self._thrown = _Moment()
            self.panel.odds.show_message()

    @property
    def aims(self) -> bool:
        """Return whether clicks on the map choose target and attackers, as also for an automatic DS
        (8.7).
        """
        if not self.session.can_play:
            return False
        position, phase = self.position, self.session.state.clock.phase
        fights = () if position is None else position.ruleset.attack_phases
        return phase == "movement" or phase in fights

    @property
    def fires_only(self) -> bool:
        """Return whether the phase allows only ranged attacks, without adjacent attackers."""
        position, phase = self.position, self.session.state.clock.phase
        return position is not None and position.ruleset.attack_phases.get(phase) == "fire"

    def may_fire_at(self, place: int) -> bool:
        """Return whether a hex may be fired at without adjacent attackers."""
        position, phase = self.position, self.session.state.clock.phase
        if position is None or position.ruleset.attack_phases.get(phase) not in ("fire", "both"):
            return False
        return position.fires_at(place)

    def may_aim_at(self, place: int) -> bool:
        """Return whether hovering over an enemy hex in a combat phase previews an attack."""
        session, position = self.session, self.position
        clock = session.state.clock
        if position is None or session.mode == "off" or session.asked:
            return False
        if clock.phase not in position.ruleset.attack_phases:
            return False
        stack = position.units_at(place)
        if stack and stack[0].side == clock.active:
            return False
        return bool(stack and self.may_fire_at(place)) or bool(position.attackers(place))

    def may_take_part(self, unit: str) -> bool:
        """Return whether a unit is adjacent to the target and could attack it."""
        position, target = self.position, self.target
        if position is None or target is None:
            return False
        if self._odds is not None and not self._odds.attackers:
            return False  # the hex is fired at
        return unit in position.attackers(target)

    def guns_at(self, place: int) -> list[str]:
        """Return the artillery units in a hex that may support the attack."""
        position, offered = self.position, self.panel.odds.guns
        if position is None or self._odds is None:
            return []
        return [u.id for u in position.units_at(place) if u.id in offered]

    def toggle_guns(self, place: int) -> None:
        """Toggle the artillery in a hex as support; remove all of it if all supports already."""
        boxes = [self.panel.odds.guns[name] for name in self.guns_at(place)]
        fire = not all(box.isChecked() for box in boxes)
        for box in boxes:
            box.setChecked(fire)

    def toggle_attacker(self, unit: str) -> None:
        """Add a unit next to the target to the attackers, or remove it."""
        here = unit in self._attackers
        others = tuple(u for u in self._attackers if u != unit)
        self._attackers = others if here else (*others, unit)
        self._thought_again()

    def declare(self) -> None:
        """Carry out the prepared attack."""
        odds, recording, position = self._odds, self.session.recording, self.position
        if odds is None or recording is None or position is None:
            return
        focused = self.panel.window().focusWidget()
        if declare(self.session, self._declaration(position, odds), odds):
            self.put_away()
            self.window.hand.put_card_away()  # it lies over the combat's card
            if focused is not None and self.panel.odds.isAncestorOf(focused):
                self.view.setFocus()  # the keys of the board work again
            die = rolled(recording.timeline.entries[-1], odds)
            if die is not None:
                self.panel.odds.show_roll(odds, die)
                self._thrown = self._now()

    @property
    def prepares(self) -> bool:
        """Return whether a prepared attack can be declared now."""
        return self.target is not None and self.aims and self.session.asked is None

    def attack_now(self) -> None:
        """Declare the prepared attack, or report why it cannot be declared."""
        if not self.prepares or self._odds is None:
            self.session.objected.emit(t("advice.attack.none"))
        elif not self.panel.odds.attack.isEnabled():
            self.panel.odds_area.verticalScrollBar().setValue(0)  # the reasons are at its top
            self.session.objected.emit(t("advice.attack.against"))
        else:
            self.declare()

    def support(self, target: int, name: str) -> None:
        """Add one ``air`` unit or artillery unit as support for an attack on a hex, or report why
        none is available.
        """
        is_new = target != self.target
        if is_new:
            self.show_attack(target)
        odds, controls = self._odds, self.panel.odds
        if odds is None or self.target != target:
            return
        box = next((b for n, b in controls.guns.items() if n == name and not b.isChecked()), None)
        if name == AIR and is_new and controls.air.value():
            return  # the new attack demands it, and has it already
        if name == AIR and controls.air.value() < controls.air.maximum():
            controls.air.stepUp()
        elif box is not None:
            box.click()
        else:
            self.session.objected.emit(self._why_no_support(odds, name))

    def _why_no_support(self, odds: Odds, name: str) -> str:
        """Return objections to an attack with one more supporting unit."""
        position = self.position
        action = declaration(position, odds, None, None) if position is not None else None
        if not isinstance(action, act.DeclareAttack):
            return t("advice.support.none")
        more = {"air": action.air + 1} if name == AIR else {"artillery": (*action.artillery, name)}
        known = judged(self.session, action, odds)
        reason = judged(self.session, action.model_copy(update=more), odds)
        new = [text(v) for v in reason if v not in known and not is_legal([v])]
        return " ".join(new) or t("advice.support.none")

    def more_air(self) -> None:
        """Add one air unit to the prepared attack."""
        self.panel.odds.air.stepUp()

    def less_air(self) -> None:
        """Remove one air unit from the prepared attack."""
        self.panel.odds.air.stepDown()

    def enter(self, place: int) -> bool:
        """Handle Enter at the cursor: target the enemy there or toggle own units; return whether it
        applied.
        """
        position = self.position
        if position is None or place < 0 or not self.aims or self.session.asked is not None:
            return False
        stack = position.units_at(place)
        if not stack or stack[0].side != self.session.state.clock.active:
            if not (self.may_aim_at(place) or (self.target and position.attackers(place))):
                return False
            self.show_attack(place)
            return True
        able = [u.id for u in stack if self.may_take_part(u.id)]
        if self.target is not None and not able and self.guns_at(place):
            self.toggle_guns(place)
            return True
        if self.target is None or not able:
            return False
        inside = [u for u in able if u in self._attackers]
        others = tuple(u for u in self._attackers if u not in able)
        self._attackers = others if inside else (*others, *able)
        self._thought_again()
        return True

    def put_away(self) -> None:
        """Cancel the prepared attack."""
        self.target = self._odds = None
        self.panel.odds.show_message()
        self._thought_again()

    def _thought_again(self) -> None:
        """Clear verdicts that concerned the attack before it was changed."""
        self.window.messages.pass_on()
        self.refresh()

    def _declaration(self, position: Answers, odds: Odds) -> act.Action:
        choices = self.panel.odds.choices
        return declaration(
            position, odds, choices.lead.currentData(), choices.attached.currentData()
        )

    def choose(self) -> None:
        """Apply a choice that the attacker made in the Advice tab."""
        ticks = self.panel.odds.choices.attackers
        if ticks.boxes:  # while the hex is bombarded nobody is ticked, and nobody forgotten
            self._attackers = self._ticked = ticks.ticked
        self._thought_again()

    def show_fight(self, position: Answers, builder: SightBuilder) -> None:
        """Show the odds of the combat and mark its hexes."""
        self._odds = None
        if self.target is None:
            return
        defenders = position.units_at(self.target)
        able = position.attackers(self.target)
        if self.fires_only:
            self._attackers = ()
        wanted = () if self.fires_only else self._attackers or able[:1]
        # An attacker that the combat has eliminated is in a box, and has no odds.
        on_map = {unit.id: unit for unit in position.units()} if wanted else {}
        known = [on_map[name] for name in wanted if name in on_map]
        lacking = not known and not self.may_fire_at(self.target)
        friendly = known and defenders and known[0].side == defenders[0].side
        if not (defenders or known) or lacking or friendly:
            where = position.where(self.target)
            key = "advice.odds.nobody" if defenders else "advice.odds.no_target"
            self.panel.odds.show_message(t(key, hex=where))
            self.target = None
            return
        self._attackers = tuple(u.id for u in known)
        panel = self.panel.odds
        # Artillery supports from its own list unless the user ticks it as an attacker.
        fight = [u.id for u in known if "artillery" not in u.traits or u.id in self._ticked]
        choices = {"air": panel.air.value(), "lead": panel.choices.lead.currentData()}
        attached = panel.choices.attached.currentData()
        if attached is not None:  # else the best; the plan of an attack has None for no unit
            choices["attached"] = attached or None
        choices["combat"] = panel.kind
        from engine.rules.answers import AttackPlan

        plan = AttackPlan(tuple(fight) or self._attackers, self.target, panel.artillery, choices)
        prepared = position.prepared(plan)
        verdicts = judged(self.session, self._declaration(position, prepared), prepared)
        self._odds = replace(prepared, verdicts=verdicts)
        beside = able if prepared.attackers or not known else ()
        panel.show_odds(position, self._odds, beside, self._declare_words())
        panel.attack.setEnabled(self.session.mode != "enforced" or is_legal(verdicts))
        builder.attack(prepared)

    def _declare_words(self) -> str:
        """Return the text of the attack button; empty where no attack can be carried out."""
        if not self.session.can_play or self._odds is None:
            return ""
        legal = is_legal(self._odds.verdicts) or self.session.mode == "enforced"
        by_rules = legal and self.session.mode != "off"
        return t("advice.odds.declare" if by_rules else "advice.odds.by_hand")

    def _target_meant(self, position: Answers) -> int | None:
        """Return the target hex: the hex under the mouse, else the selected one.

        Friendly units there, or selected ones, select the only enemy next to them.
        """
        here = position.units_at(self.hovered) if self.hovered >= 0 else ()
        chosen = position_units(position, self.view.selection.units)
        if here and not self._attacks(here[0], chosen):
            return self.hovered
        for units in (here, chosen):
            near = position.targets([u.id for u in units]) if units else ()
            if len(near) == 1:
                return near[0]
        return None

    def _attacks(self, unit: UnitView, chosen: Sequence[UnitView]) -> bool:
        """Return whether a unit belongs to the attacking side."""
        active = self.session.state.clock.active
        if self.aims and active:
            return unit.side == active
        near = {u.place for u in chosen if u.side == unit.side}
        return unit.place in near  # an enemy stack left selected elsewhere does not count


def position_units(position: Answers, units: Iterable[str]) -> list[UnitView]:
    """Return those units that are in play."""
    return [u for u in map(position.unit, units) if u is not None]
