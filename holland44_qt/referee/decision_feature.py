"""Decisions in the window: a list in the inspector, highlights on the map, answers by click,
list or key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QPolygonF
from PySide6.QtWidgets import QScrollArea

from engine.core import actions as act
from engine.core import effects as fx
from engine.i18n import t
from engine.log.narrate import victory
from holland44_qt.advice.advice_layers import OverAdvice
from holland44_qt.advice.advice_marks import DrawnPath, Sight
from holland44_qt.advice.advice_words import paragraph
from holland44_qt.advice.why_card import WhyCard
from holland44_qt.board.entry_areas import area_at, entry_areas
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.frame.panels import Panel
from holland44_qt.models.clock import phase_text
from holland44_qt.referee.answer_keys import AnswerKeys
from holland44_qt.referee.answer_pointer import AnswerPointer
from holland44_qt.referee.duty_path import WAITS, DutyCursor, Stop, able, duties, stops
from holland44_qt.referee.entry_hex import entry_hex
from holland44_qt.referee.panel import DecidePanel
from holland44_qt.referee.spare_markers import Spares
from holland44_qt.when_visible import WhenVisible

if TYPE_CHECKING:
    from engine.rules.answers import Barred, CheckItem, Option, Question
    from holland44_qt.ports import Window

OVER = 5.4
"""Z value of the highlights: above the counters, below the advice."""
MENU = "rules"


SPECKS = 26.0
"""Pixels per hex width below which counters are illegible."""
SOON = 60
"""Milliseconds after a step before duties are marked, so that scrubbing is not delayed."""


def means(option: Option, place: int) -> bool:
    """Return whether an answer belongs to a clicked hex."""
    return place == option.place or (option.hexside is not None and place in option.hexside)


class Deciding(Feature):
    """Feature for the pending decisions of the rules; new kinds of decision need no code here."""

    COMMANDS = (
        Command("decide", "table", "show", ("Ctrl+Shift+T",), submenu=MENU, separator=True),
        Command("decide_skip", "table", "skip", submenu=MENU),
        Command("next_waiting", "table", "next_waiting", ("Tab",), separator=True),
        Command("previous_waiting", "table", "previous_waiting", ("Shift+Tab",)),
    )

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.tool = AnswerPointer(self, lambda: self.window.mouse)
        self.question: Question | None = None
        self.answers: tuple[Option, ...] = ()
        self.barred: Mapping[int, Barred] = {}
        self._hot: Option | None = None
        self._duties, self._marked = Sight(), self.session.module
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._show_duties)
        self._path = DutyCursor()
        self._went = False
        self._came: list[str] = []
        self._ways_in: frozenset[int] = frozenset()

    def panels(self) -> Iterable[Panel]:
        """Return the decision panel."""
        self.panel = DecidePanel()
        yield Panel("decide", self.panel, card=True)

    def ready(self) -> None:
        """Follow the game's decisions."""
        view = self.view
        self._beside = -1
        self.card = WhyCard(view)
        self.over = OverAdvice(self.session.module.board, view.map_bounds, lambda: view.theme)
        view.add_layer(self.over, OVER)
        view.use(self.tool)
        self.spares = Spares(self.window)
        view.use(self.spares)
        self.panel.checks.picture = self.spares.picture
        view.hovered.connect(self._hovered)
        self.panel.answered.connect(self.answer)
        self.panel.looked_at.connect(self._navigate)
        self.panel.widened.connect(self.widen)
        self.panel.skipped.connect(self.skip)
        self.panel.picked.connect(self._pick)
        self.panel.advanced.connect(self.commands["advance"].trigger)
        self.commands["advance"].enabledChanged.connect(self.panel.next.setEnabled)
        view.selection.changed.connect(self._show_entry_hexes)
        view.selection.changed.connect(self._narrow)
        self.later = WhenVisible(self.window, self.panel, self._check)
        self.hand = self.window.hand
        self.hand.shows_no_card_where(self._speaks_of)
        self.hand.enter_may_mean(self._enter)
        self.hand.cursor_moved.connect(self._cursor_moved)
        self.keys = AnswerKeys(view, self.panel.list)
        self.session.leaving.connect(self._leaving)
        self.session.opened.connect(self._opened)
        self.session.stepped.connect(self._stepped)
        self.session.stance_changed.connect(self._stepped)
        self.commands["moved"].toggled.connect(self._soon.start)
        self._opened()

    def release(self) -> None:
        """Stop all queries."""
        self._soon.stop()
        self.view.put_away(self.tool)
        self.view.put_away(self.spares)

    # -- commands ---------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the decision in front, with the keyboard focus."""
        self.window.panels.show("decide")
        self.panel.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next_waiting(self) -> None:
        """Go to the next pending item: a decision, an attack, a unit that may still act."""
        self._step_through(1)

    def previous_waiting(self) -> None:
        """Go to the previous pending item."""
        self._step_through(-1)

    def skip(self) -> None:
        """Skip the decision; the players then carry it out by hand."""
        asked = self.session.asked
        if self.question is not None and asked is not None and self.can_skip:
            effect = fx.PopDecision(decision=asked)
            text = t("ruling.skipped", decision=self.question.title)
            self.session.play(act.ManualEdit(effects=(effect,), text=text))

    @property
    def can_skip(self) -> bool:
        """Return whether the decision may be skipped: not under enforced rules."""
        return self.session.can_play and self.session.mode != "enforced"

    @property
    def can_break(self) -> bool:
        """Return whether an answer may break a rule, which the referee notes in advisory play."""
        return self.session.can_play and self.session.mode != "enforced"

    def _step_through(self, step: int) -> None:
        """Go through the pending items; without any, through the stack at the cursor."""
        if self.question is not None and self.session.can_play:
            self.window.panels.show("decide")
            self._bring_into_sight(self.question.places)
            return
        position = self.session.position if self.session.can_play else None
        if position is None or self.session.mode == "off":
            self.commands["next_counter"].trigger()
            return
        items = position.checklist()
        stop = self._path.go(stops(items), self.view.selection.units, step)
        if stop is None:
            left = next((item.text for item in items if item.weight in WAITS), None)
            self.window.messages.add(left or t("ruling.check.nothing"), passing=True)
        else:
            self._go_to(stop)

    def _go_to(self, stop: Stop) -> None:
        """Show a pending item with the cursor on it, so that Enter opens it."""
        hexes = self.session.module.places.hex_count
        item = stop.item
        self.panel.checks.show_current(item)
        if item.attack is not None:
            self.hand.point_at(item.attack)
            self._go_near(item.attack)
            self.window.attack_wanted.emit(item.attack)
        elif stop.unit is not None:
            self.view.selection.set((stop.unit,))
            place = self.session.state.pieces[stop.unit].place
            at = place if place < hexes else entry_hex(self.session, stop.unit)
            if at is not None:
                self.hand.point_at(at)
                self._go_near(at)
                self.view.flash([at])
            if place >= hexes:
                self.window.boxes.show_box(self.session.module.places.name(place))
                listed = self.window.arrivals.show_unit(stop.unit)
                if not listed and place not in self.over.strips:
                    self.window.panels.show("boxes")
        else:
            on_map = [place for place in item.places if place < hexes]
            if on_map:
                self.hand.point_at(on_map[0])
                self.view.flash(on_map)

    def _go_near(self, place: int) -> None:
        """Zoom to a hex and its surroundings if its counters are illegible."""
        if self.view.scale_now < SPECKS and self.commands["follow"].isChecked():
            self.view.frame([place])

    def _enter(self, place: int) -> bool:
        """Handle Enter: choose the answer selected by arrows, or the hex under the cursor."""
        if self.question is None or not self.session.can_play:
            return False
        if self.panel.list.take_current():
            return True
        if self._went and place >= 0 and self.may_choose(place):
            self.choose_at(place)
            return True
        if self._went and place >= 0 and (movers := self.movers_at(place)):
            self.view.selection.set(movers)
            return True
        return self.session.mode == "enforced"  # nothing can be picked up before it is answered

    def _cursor_moved(self) -> None:
        """Let Enter apply to the hex that the cursor has reached, not to an answer in the list."""
        self._went = True
        self.panel.list.leave()

    # -- answering --------------------------------------------------------------------------------

    def answer(self, option: str) -> None:
        """Give an answer; not while the computer decides for its side."""
        if self.question is None or not self.session.can_play:
            return
        self.session.play(act.Choose(decision=self.question.kind, option=option))

    def answers_at(self, place: int) -> list[Option]:
        """Return the answers for a clicked hex; empty where nothing can be played."""
        if place < 0 or not self.session.can_play:
            return []
        return [answer for answer in self.answers if means(answer, place)]

    def may_choose(self, place: int) -> bool:
        """Return whether a hex is an answer, or may be chosen although it breaks a rule."""
        why = self.barred.get(place)
        breaks = why is not None and why.answer is not None and self.can_break
        return breaks or bool(self.answers_at(place) and not self.movers_at(place))

    def movers_at(self, place: int) -> tuple[str, ...]:
        """Return the units of a hex with paths of their own, if only unselected units can enter it.

        A click there selects them. It is no order to another unit.
        """
        answers, chosen = self.answers_at(place), set(self.view.selection.units)
        if not answers or not all(o.path and chosen.isdisjoint(o.units) for o in answers):
            return ()
        able = {u for o in self.answers if o.path for u in o.units}
        return tuple(u for u in self.session.state.stack(place) if u in able)

    def place_at(self, pos: QPoint) -> int:
        """Return the hex at a point of the view, or the entry area beside the map, or -1."""
        hex_ = self.view.hex_at(pos)
        return hex_ if hex_ >= 0 else area_at(self.over.strips, self.view.mapToScene(pos))

    def point_beside(self, pos: QPoint) -> None:
        """Highlight the answer of the entry area at the mouse position."""
        beside = self.place_at(pos) if self.view.hex_at(pos) < 0 else -1
        if beside != self._beside and self.question is not None:
            self._beside = beside
            self._hovered(beside)

    def choose_at(self, place: int) -> None:
        """Choose the answer of a hex; if there are several, list only those.

        Where breaches are allowed (:attr:`can_break`), a hex that is no answer is listed too;
        choosing it there records the breach.
        """
        answers = self.answers_at(place)
        why = self.barred.get(place)
        if not answers and why is not None and why.answer is not None and self.can_break:
            self.answers = (why.answer,)
            self._ask()
            self.window.panels.show("decide")
            self.panel.show_text(t("ruling.all_the_same", why=why.why))
        elif len(answers) == 1:
            self.answer(answers[0].id)
        elif answers and self.question is not None:
            self.answers = tuple(answers)
            self._ask()
            self.window.panels.show("decide")

    def widen(self) -> None:
        """List all answers again."""
        if self.question is not None:
            self.answers = self.question.options
            self._ask()

    def _narrow(self) -> None:
        """List only the paths of the selected units, if there are any, and what is no path."""
        if self.question is None or not self.session.can_play:
            return
        options, chosen = self.question.options, set(self.view.selection.units)
        if any(o.path and chosen.intersection(o.units) for o in options):
            options = tuple(o for o in options if not o.path or chosen.intersection(o.units))
        if options != self.answers:
            self.answers = options
            self._ask()

    # -- following --------------------------------------------------------------------------------

    def _leaving(self) -> None:
        """Discard the decision and the pending items, whose hexes and units belong to this game."""
        self._soon.stop()
        self.question, self.answers, self.barred, self._hot = None, (), {}, None
        self._path, self._duties = DutyCursor(), Sight()
        self.card.suppress_marks()
        self._light()

    def _opened(self) -> None:
        """Show the pending decision or the checklist of a game that is played by the rules."""
        self.over.strips = entry_areas(self.session.module)
        if self.session.can_play and self.session.mode != "off":
            self.window.panels.show("decide")
        self._stepped()

    def _speaks_of(self, place: int) -> bool:
        """Return whether a hex is an answer or a forbidden choice with a reason."""
        return place in self.barred or bool(self.answers_at(place))

    def _show_duties(self) -> None:
        """Mark the units that may still act and the pending attack duties; not for spectators."""
        session, sight = self.session, Sight()
        position = session.position if session.can_play and session.mode != "off" else None
        coming: list[str] = []
        if self.question is None and position is not None:
            if session.acting not in session.computers:
                coming = self._coming(position.checklist())
            items, hexes = position.checklist(), session.module.places.hex_count
            marked = able(items, session.state) if self.commands["moved"].isChecked() else ()
            sight = Sight(
                duties=duties(items, session.state, session.module.board),
                able=frozenset(place for place in marked if place < hexes),
            )
        self._marked = session.module
        self.window.arrivals.show_units(session.module, session.state, coming)
        if coming and coming != self._came:
            place = session.state.pieces[coming[0]].place
            self.window.boxes.show_box(session.module.places.name(place))
        self._came = coming
        self._show_entry_hexes()
        if sight != self._duties:
            self._duties = sight
            self._light()

    def _coming(self, items: Iterable[CheckItem]) -> list[str]:
        """Return the units that may enter now and wait in boxes without a strip on the map."""
        session = self.session
        result = {
            unit: None
            for item in items
            if item.weight in WAITS and item.attack is None
            for unit in item.units
            if session.state.pieces[unit].place >= session.module.places.hex_count
        }
        return [u for u in result if session.state.pieces[u].place not in self.over.strips]

    def _show_entry_hexes(self) -> None:
        """Mark the hexes where the selected arrivals can enter now."""
        session = self.session
        chosen = tuple(u for u in self.view.selection.units if u in session.state.pieces)
        position, places = session.position if session.can_play else None, frozenset[int]()
        if chosen and position is not None and set(chosen) <= set(self.window.arrivals.units):
            start = session.state.pieces[chosen[0]].place
            if all(session.state.pieces[u].place == start for u in chosen):
                hexes = session.module.places.hex_count
                places = frozenset(i for i in position.reach(chosen).hexes if i < hexes)
        if places != self._ways_in:
            self._ways_in = places
            self._light()

    def _check(self) -> None:
        """Show the phase's duties and possible orders."""
        position = self.session.position
        if self.question is not None:
            return
        if position is None:
            self.panel.show_nothing()
            return
        module, state = self.session.module, self.session.state
        if position.ruleset.over(state) is not None:
            self.panel.show_nothing(victory(module.meta.id, state.tracks, module))
            return
        after = position.ruleset.following(state)
        following = phase_text(module, after) if after is not None else ""
        self.panel.show_checklist(
            phase_text(module, state.clock),
            position.checklist(),
            following if self.session.can_play else "",
        )

    def _pick(self, item: CheckItem) -> None:
        """Show the place of a checklist line; prepare its attack, or select its next unit.

        If there is nothing to choose, carry it out.
        """
        if item.action is not None and self.session.can_play:
            self.session.play(item.action)
            return
        if item.spare is not None and self.session.can_play:
            self.window.messages.add(t("ruling.check.drag"), passing=True)
        hexes = self.session.module.places.hex_count
        path = [stop for stop in stops([item]) if stop.unit is not None or stop.item.attack]
        target = self._path.go(path, self.view.selection.units, 1)
        if target is not None:
            self._go_to(target)
            return
        on_map = [place for place in item.places if place < hexes]
        if on_map:
            self.view.look_at(on_map)
            self.view.flash(on_map)

    def _stepped(self) -> None:
        pending = self.session.asked is not None
        position = self.session.position if pending else None
        self.question = None if position is None else position.question()
        clock = self.session.state.clock
        phase = clock.turn, clock.phase, clock.active
        self._path.enter(phase, self.view.selection.units)
        self._hot = None
        self._went = False  # where the cursor stood before is no answer that anybody has chosen
        # Those who may still act are marked until it is known who may now: nothing flickers.
        same = self.session.can_play and self._marked is self.session.module
        self._duties = Sight(able=self._duties.able if same else frozenset())
        self._soon.start()
        self.card.suppress_marks()
        self.barred = {}
        self.commands.enable("decide_skip", self.question is not None and self.can_skip)
        if self.question is None:
            self.answers = ()
            self.panel.list.show_answers(())
            self._keep_keys()
            self.later.call()
            self._light()
            return
        self.answers = self.question.options
        if position is not None and self.session.can_play:
            self.barred = position.barred()
        self._ask()
        if self.session.can_play and self.session.step == self.session.length:
            self.window.panels.show("decide")
            self._bring_into_sight(self.question.places)
            self._keep_keys()

    def _bring_into_sight(self, scene: Sequence[int]) -> None:
        """Show hexes; if they do not all fit into the view, show one."""
        if not scene:
            return
        visible = self.view.visible_part
        middles = [self.view.stacks.centre(place) for place in scene]
        room = QPolygonF(middles).boundingRect().size()
        if room.width() < visible.width() - 3 and room.height() < visible.height() - 3:
            self.view.look_at(scene)
        elif not any(visible.contains(point) for point in middles):
            self.view.look_at(scene[:1])

    def _keep_keys(self) -> None:
        """Return the focus to the board, which also handles the answer keys, so that the user can
        look around.
        """
        if self._has_keys():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_keys(self) -> bool:
        """Return whether the decision or the checklist has the keyboard focus."""
        focus = self.window.focusWidget()
        if focus is None or self.panel.isAncestorOf(focus):
            return True
        # A card that was put behind another has handed its keys on to the frame of the cards.
        return isinstance(focus, QScrollArea) and self.window.panels.inspector.isAncestorOf(focus)

    def _ask(self) -> None:
        assert self.question is not None
        self._hot = None
        self.panel.show_question(
            self.question,
            self.answers,
            self.session.step,
            playable=self.session.can_play,
            skippable=self.can_skip,
        )
        self._light()

    def _navigate(self, option: str) -> None:
        self._hot = next((a for a in self.answers if a.id == option), None)
        if self._hot is not None:
            hexes = self.session.module.places.hex_count
            places = self._hot.hexside or (self._hot.place,)
            self._bring_into_sight([i for i in places if i is not None and i < hexes])
        self._light()

    def _hovered(self, place: int) -> None:
        if self.question is None:
            return
        if place < 0:
            place = self._beside
        here = self.answers_at(place)
        hot = here[0] if here else None
        why = self.barred.get(place)
        closed = why is not None and not here
        self.panel.show_text(why.why if why is not None and closed else "")
        if why is not None and closed:
            self.card.show_text(place, paragraph(why.why))
        else:
            self.card.suppress_marks()
        if hot != self._hot:
            self._hot = hot
            self._light()

    def _light(self) -> None:
        self.over.show_sight(self.sight())

    def sight(self) -> Sight:
        """Return the marks of the decision: hexes to choose from, forbidden ones, the path of
        the answer. In review only the answer under the mouse in the list is marked.
        """
        if self.question is None:
            return replace(self._duties, choices=dict.fromkeys(self._ways_in, ""))
        if not self.session.can_play and self._hot is None:
            return Sight()
        hexes = self.session.module.places.hex_count
        hot, battle = self._hot, self.question.battle
        choices: dict[int, str] = {}
        for answer in self.answers if self.session.can_play else ():
            place = answer.place
            if place is not None and (place < hexes or place in self.over.strips):
                choices[place] = choices.get(place) or answer.tag
        path = tuple(i for i in hot.path if i < hexes) if hot is not None else ()
        return Sight(
            choices=choices,
            gates=self.question.hexsides,
            refused={i: b.tag for i, b in self.barred.items() if i not in choices},
            hot=hot.place if hot is not None else None,
            hot_gate=hot.hexside if hot is not None else None,
            target=battle if battle is not None and battle < hexes else None,
            paths=(DrawnPath(path, "move"),) if len(path) > 1 else (),
        )
