"""Advice feature: queries the rules about the current position and marks the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QCursor, QKeyEvent

from engine.core import actions as act
from engine.i18n import t
from holland44_qt.advice import board_questions
from holland44_qt.advice.advice_layers import GroundAdvice, OverAdvice
from holland44_qt.advice.advice_marks import Sight
from holland44_qt.advice.answer_marks import SightBuilder
from holland44_qt.advice.attack_keys import AttackKeys
from holland44_qt.advice.attack_preparation import Attacking
from holland44_qt.advice.attack_tool import Aim
from holland44_qt.advice.panel import SIDES, AdvicePanel
from holland44_qt.advice.whole_board_views import arrivals, bridges, retreats, threats
from holland44_qt.advice.why_card import WhyCard
from holland44_qt.commands import Command
from holland44_qt.frame.panels import Panel
from holland44_qt.rule_links import unlinked

if TYPE_CHECKING:
    from engine.log.entry import Entry
    from engine.rules.answers import UnitView
    from engine.rules.ports import Answers
    from holland44_qt.ports import Window

GROUND, OVER = 0.5, 5.5
"""Z values of the layers: between map and counters, and above all counters."""
PAUSE = 40
"""Milliseconds the mouse must rest on a hex before the rules are queried; longer for hexes out of
reach, whose reasons are slow to compute.
"""
ROOM = 52
"""Height of the dock when first shown, in per cent of the window."""
PEEK = Qt.Key.Key_Q
MENU = "advice"


def _toggle(name: str, *keys: str, separator: bool = False) -> Command:
    return Command(
        f"advice_{name}", "table", name, keys, checkable=True, separator=separator, submenu=MENU
    )


class Advice(Attacking):
    """Feature for zones and bonds, supply, reach with all reasons, and odds."""

    COMMANDS = (
        Command("advice", "table", "show_dock", ("F4",), separator=True),
        _toggle("zones_first", "F5", separator=True),
        _toggle("zones_second", "Shift+F5"),
        _toggle("supply_first", "F6", separator=True),
        _toggle("supply_second", "Shift+F6"),
        _toggle("threats_first", "Ctrl+F6", separator=True),
        _toggle("threats_second", "Ctrl+Shift+F6"),
        _toggle("bridges", "Ctrl+F5", separator=True),
        _toggle("arrivals", "Ctrl+Shift+F5"),
        _toggle("trace", "P", separator=True),
        _toggle("retreats", "Shift+P"),
        _toggle("reach", "V"),
        _toggle("peek", "Q"),
        Command("attack", "table", "attack_now", ("Shift+Return", "Shift+Enter"), separator=True),
        Command("attack_air_more", "table", "more_air", ("Alt+Up",), submenu=MENU),
        Command("attack_air_less", "table", "less_air", ("Alt+Down",), submenu=MENU),
        Command("advice_odds", "table", "ask_odds", ("Shift+K",), submenu=MENU, separator=True),
    )

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.aim = Aim(self)
        self.shown = {c.handler: False for c in self.COMMANDS if c.checkable}
        self._carried: tuple[str, ...] = ()
        self._peeked: tuple[str, ...] = ()
        self._rest = QTimer(self, singleShot=True, interval=PAUSE)
        self._rest.timeout.connect(self._rested)
        self._pointed = QCursor.pos()
        self._opened_at = -1

    def panels(self) -> Iterable[Panel]:
        """Return the Advice dock."""
        self.panel = AdvicePanel(self.COMMANDS[-1].shortcuts[0])
        self.panel.rule_wanted.connect(self.window.rule_wanted)
        yield Panel("advice", self.panel, card=True)

    def ready(self) -> None:
        """Add the layers to the board and follow the game."""
        board, bounds, view = self.session.module.board, self.view.map_bounds, self.view
        self.ground = GroundAdvice(board, bounds, lambda: view.theme)
        self.over = OverAdvice(board, bounds, lambda: view.theme)
        view.add_layer(self.ground, GROUND)
        view.add_layer(self.over, OVER)
        self.card = WhyCard(view)
        self.panel.connect_actions(self.commands)
        self.panel.odds.changed.connect(self.choose)
        self.panel.odds.declared.connect(self.declare)
        self.panel.odds.left.connect(self.put_away)
        view.use(self.aim)
        self.window.attack_wanted.connect(self.show_attack)
        self.window.support_wanted.connect(self.support)
        self.session.leaving.connect(self._leaving)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)
        self.session.rules_came.connect(self.refresh)
        self.session.recorded.connect(self._recorded)
        view.selection.changed.connect(self._selected)
        view.hovered.connect(self._moved)
        hand = self.window.hand
        hand.enter_may_mean(self.enter)
        self.keys = AttackKeys(self)
        self._carrying = hand.carrying
        self._carrying.changed.connect(self._in_hand)
        self.window.boxes.picked_up.connect(self._from_box)
        view.installEventFilter(self)
        self._opened()

    def release(self) -> None:
        """Stop all queries."""
        self._rest.stop()
        self.view.put_away(self.aim)
        self.view.removeEventFilter(self)

    # -- commands ---------------------------------------------------------------------------------

    def show_dock(self) -> None:
        """Show the Advice dock in front: the odds of a prepared attack, or the position."""
        self.window.panels.show("advice")
        if self.target is None and not self._thrown.step:
            self.panel.tabs.setCurrentIndex(0)

    def zones_first(self, on: bool) -> None:
        """Show the first side's zones and bonds."""
        self._show("zones_first", on)

    def zones_second(self, on: bool) -> None:
        """Show the second side's zones and bonds."""
        self._show("zones_second", on)

    def supply_first(self, on: bool) -> None:
        """Mark the supply of the first side's units."""
        self._show("supply_first", on)

    def supply_second(self, on: bool) -> None:
        """Mark the supply of the second side's units."""
        self._show("supply_second", on)

    def threats_first(self, on: bool) -> None:
        """Show the odds that the second side has against the first one's hexes."""
        self._show("threats_first", on)

    def threats_second(self, on: bool) -> None:
        """Show the odds that the first side has against the second one's hexes."""
        self._show("threats_second", on)

    def bridges(self, on: bool) -> None:
        """Mark every bridge with its state."""
        self._show("bridges", on)

    def arrivals(self, on: bool) -> None:
        """Show where reinforcements come onto the map, and when."""
        self._show("arrivals", on)

    def retreats(self, on: bool) -> None:
        """Show where the units of a hex could retreat to."""
        self._show("retreats", on, explain=True)

    def trace(self, on: bool) -> None:
        """Show the supply path of a unit."""
        self._show("trace", on, explain=True)

    def reach(self, on: bool) -> None:
        """Show where a unit may move, and the reasons against other hexes."""
        self._show("reach", on, explain=True)

    def peek(self, on: bool) -> None:
        """Show the reach of the units under the mouse until turned off or the key is released."""
        self._peeked = self._under_mouse() if on else ()
        self._show("peek", on, explain=True)

    def _show(self, name: str, on: bool, *, explain: bool = False) -> None:
        self.shown[name] = on
        if on and explain:
            self.show_dock()
            self.panel.tabs.setCurrentIndex(0)
        self.refresh()

    # -- what is asked ----------------------------------------------------------------------------

    def movers(self, position: Answers) -> list[UnitView]:
        """Return the units whose reach is shown: dragged, under the mouse, or selected, with those
        that the rules move together with them.
        """
        return board_questions.together(position, position.moved_together(self._asked_about()))

    def _asked_about(self) -> tuple[str, ...]:
        if self._carried:
            return self._carried
        return self._peeked if self.shown["peek"] else self.view.selection.units

    @property
    def _reaches(self) -> bool:
        """Return whether the reach of units is shown."""
        return bool(self._carried) or self.shown["reach"] or self.shown["peek"]

    def traced(self, position: Answers) -> str | None:
        """Return the unit whose supply is shown: selected, or on top under the mouse."""
        for unit in (*self.view.selection.units[:1], *reversed(self._under_mouse())):
            if position.unit(unit) is not None:
                return unit
        return None

    def refresh(self) -> None:
        """Query the rules again and show the result."""
        self._rest.stop()
        if self._may_wait:
            self._report_allowed("", allowed=True)  # unless the rules say otherwise when they come
            self._light(Sight())
            return
        position = self.position
        self._allow(position)
        if position is None:
            self._light(Sight())
            return
        builder = self._sight_of(position)
        self._light(builder.sight)
        self.panel.explain(builder.html)
        if self._carried:
            self.window.hints.showMessage(builder.reasons)
        if self._carried and builder.refusal:
            self.card.show_text(self.hovered, unlinked(builder.refusal))
        else:
            self.card.suppress_marks()

    def _sight_of(self, position: Answers) -> SightBuilder:
        """Query the rules for everything that is shown now."""
        builder = SightBuilder(position)
        if self.session.mode != "off":
            builder.plans()
        both = list(zip(SIDES, board_questions.sides(position), strict=False))
        ask: tuple[tuple[str, Callable[[str], None]], ...] = (
            ("zones", builder.zones),
            ("supply", builder.supply),
            ("threats", lambda side: builder.add(threats(position, side))),
        )
        for name, of_side in ask:
            for order, side in both:
                if self.shown[f"{name}_{order}"]:
                    of_side(side)
        if self.shown["bridges"]:
            builder.add(bridges(position))
        if self.shown["arrivals"]:
            builder.add(arrivals(position))
        if self.shown["trace"]:
            builder.trace(self.traced(position))
        if self.shown["retreats"]:
            builder.add(retreats(position, self.movers(position), self.hovered))
        if self._reaches:
            chosen = len(self._asked_about())
            load = self._carrying.load
            led = load is not None and load.trail is not None
            builder.reach(self.movers(position), self.hovered, chosen, dragged=led)
        self.show_fight(position, builder)
        return builder

    @property
    def _may_wait(self) -> bool:
        """Return whether loading the rules can wait: a game was just opened for review and no query
        needs them.
        """
        session = self.session
        at_once = any(self.shown.values()) or self._carried or self.target is not None
        return session.waits_for_rules and session.step == self._opened_at and not at_once

    def _light(self, sight: Sight) -> None:
        self.ground.show_sight(sight)
        self.over.show_sight(sight)

    def _allow(self, position: Answers | None) -> None:
        module = self.session.module
        if position is not None:
            why = ""
        elif self.session.recording is None:
            why = t("advice.no_game")
        elif self.session.rules is None:
            why = t("advice.other_game", game=module.title)
        else:
            why = t("advice.strange")
        self._report_allowed(why, allowed=position is not None)

    def _report_allowed(self, why: str, *, allowed: bool) -> None:
        for command in self.COMMANDS[1:]:
            self.commands.enable(command.id, allowed)
        self.panel.allow(allowed, why, off=self.session.mode == "off")

    # -- what changes -----------------------------------------------------------------------------

    def _leaving(self) -> None:
        """Discard the prepared attack and the views; they belong to this game."""
        self._rest.stop()
        self.target, self._odds, self._attackers, self._peeked = None, None, (), ()
        for command in self.COMMANDS:
            if command.checkable:
                self.shown[command.handler] = False
                self.commands.tick(command.id, False)
        self._light(Sight())
        self.panel.odds.leave_game()

    def _opened(self) -> None:
        self.panel.show_module(self.session.module, self.view.theme)
        self._name_sides()
        self._opened_at = self.session.step
        self.refresh()

    def _name_sides(self) -> None:
        """Name each side in the commands that concern it."""
        module = self.session.module
        for order, side in zip(SIDES, module.meta.sides, strict=False):
            for what in ("zones", "supply", "threats"):
                command = f"advice_{what}_{order}"
                action = self.commands[command]
                action.setText(t(f"app.command.{command}.named", side=module.side_name(side.id)))

    def _stepped(self) -> None:
        self.drop_outdated_attack()
        lit = self.target is not None or any(self.shown.values())
        if lit or not self.window.scrubber.isSliderDown():
            self._follow_step()  # what lies over the board must be right at every step
        else:
            self._rest.start()

    def _follow_step(self) -> None:
        if self.target is None and not self.aims:
            self.panel.odds.show_message()  # the fight whose die was shown is over
        self.refresh()

    def _recorded(self, entry: Entry) -> None:
        """Clear the displayed result when breakthrough combat starts, because it is another combat
        (16).
        """
        action = entry.action
        if isinstance(action, act.Choose) and action.option.startswith("breakthrough "):
            self.panel.odds.show_message()

    @property
    def hands_are_free(self) -> bool:
        """Return whether nothing is being dragged over the map."""
        return self._carrying.load is None

    def _selected(self) -> None:
        if self.shown["trace"] or self.shown["reach"] or self.shown["retreats"]:
            self.refresh()

    def _moved(self, place: int) -> None:
        """Start the timer for the hex that is now under the mouse."""
        self.hovered = place
        if self.shown["trace"] or self.shown["retreats"] or self._reaches:
            self.card.suppress_marks()
            self._pointed = QCursor.pos()
            self._rest.start()

    def _rested(self) -> None:
        """Query the rules, unless that would delay a mouse that is still moving."""
        pointed, self._pointed = self._pointed, QCursor.pos()
        if pointed != self._pointed and self._is_slow():
            self._rest.start()
        else:
            self._follow_step()

    def _is_slow(self) -> bool:
        """Return whether the reach is shown and the mouse is outside it."""
        position = self.position if self._reaches and self.hovered >= 0 else None
        movers = self.movers(position) if position is not None else []
        if position is None or not movers:
            return False
        return self.hovered not in position.reach(board_questions.ids(movers)).hexes

    def _in_hand(self) -> None:
        """Show the reach of dragged counters in a movement phase under enforced rules.

        The status bar shows the reasons against the hex under the mouse.
        """
        load, position = self._carrying.load, self.position
        units = load.groups[0] if load is not None and load.groups else ()
        if load is not None and load.marker is not None and position is not None:
            units = position.carried_by(load.marker)
        self._carry(units)

    def _from_box(self, units: tuple[str, ...]) -> None:
        """Show the reach of counters that are dragged out of a box beside the map."""
        self._carry(units)

    def _carry(self, units: tuple[str, ...]) -> None:
        position, phase = self.position, self.session.state.clock.phase
        moves = position is not None and phase in position.ruleset.move_phases
        ruled = self.session.mode != "off" and moves
        carried = units if ruled else ()
        if carried != self._carried:
            self._carried = carried
            if not carried:
                self.window.hints.clearMessage()
            self.refresh()

    def _under_mouse(self) -> tuple[str, ...]:
        return self.session.state.stack(self.hovered) if self.hovered >= 0 else ()

    # -- the key that is held ---------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the reach of units while Q is pressed over the board."""
        if watched is not self.view or not isinstance(event, QKeyEvent):
            return False
        if event.key() != PEEK or event.modifiers():
            return False
        action = self.commands["advice_peek"]
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride:
            event.accept()
        elif kind not in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            return False
        elif not event.isAutoRepeat() and action.isEnabled():
            on = kind == QEvent.Type.KeyPress
            if action.isChecked() != on:
                action.trigger()
        return True
