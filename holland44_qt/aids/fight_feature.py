"""Combat as an event on the map: a card beside it, in play and in review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from engine.core.actions import Choose, Combat, Consult, ManualEdit, MoveUnits
from engine.core.errors import UserError
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.session.shown import BEGINNINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.actions import Action
    from engine.core.effects import Effect
    from engine.log.entry import Entry
    from engine.modules.module import Module
    from engine.report.card import Card
    from engine.rules.facts import Facts, Fight
    from holland44_qt.aids.fight_card import FightCard

LATER = 60
"""Milliseconds a step must stay before its card appears; scrubbing shows no cards."""
FAR = 24
"""Maximum number of answers after a combat during which its card stays."""
BY_HAND = Consult | ManualEdit | MoveUnits
"""Kinds of action that apply a result without rules: table rolls, losses, retreats."""


class FightFeature(Feature):
    """Feature that shows the card of the current combat until its consequences are resolved."""

    COMMANDS = (Command("fight_card", "view", "show_cards", ("Shift+J",), checkable=True),)

    def ready(self) -> None:
        """Follow the game."""
        self.panel: FightCard | None = None
        self._shown = True
        self._waits = False
        self._facts: tuple[Module, str, Facts] | None = None
        """Facts of a scenario, never of a game, which would stay in memory after it is closed."""
        self._later = QTimer(self, singleShot=True, interval=LATER)
        self._later.timeout.connect(self.tell)
        self.commands.tick("fight_card", True)
        self.window.attack_thought_of.connect(self._put_away)
        self.window.results_wait.connect(self._wait)
        self.session.leaving.connect(self._put_away)
        self.session.opened.connect(self._stepped)
        self.session.stepped.connect(self._stepped)

    def release(self) -> None:
        """Stop the timers."""
        self._later.stop()
        if self.panel is not None:
            self.panel.stop()

    def show_cards(self, on: bool) -> None:
        """Turn the cards of combats on the board on or off."""
        self._shown = on
        self._stepped()

    def _stepped(self) -> None:
        if self.panel is not None and not self._fights():
            self.panel.show_card(None, ())
        if not self._waits:
            self._later.start()

    def _wait(self, waits: bool) -> None:
        """Delay the card until the captions have shown the events before the combat."""
        waited, self._waits = self._waits, waits
        if waits:
            self._put_away()
        elif waited:
            self._later.start()

    def _put_away(self) -> None:
        """Hide the card when the user prepares another attack."""
        self._later.stop()
        if self.panel is not None:
            self.panel.show_card(None, ())

    def tell(self) -> None:
        """Show the card of the current step."""
        cards = (self._card(number) for number in self._fights())
        card, hexes = next((fight for fight in cards if fight[0] is not None), (None, ()))
        if self.panel is None:
            if card is None:
                return
            from holland44_qt.aids.fight_card import FightCard

            self.panel = FightCard(self.view, self.window.pictures)
        self.panel.show_card(card, hexes + self._answers() if card is not None else ())

    def _answers(self) -> tuple[int, ...]:
        """Return the hexes to choose from in the pending decision; the card must not cover them."""
        session = self.session
        position = session.position if session.can_play and session.asked is not None else None
        question = position.question() if position is not None else None
        if question is None:
            return ()
        hexes = session.module.places.hex_count
        result = (p for o in question.options for p in o.hexside or (o.place,))
        return tuple(p for p in result if p is not None and p < hexes)

    def _fights(self) -> list[int]:
        """Yield the steps that may be the combat of the current step: the step itself and those
        that it answers or applies. An answer can decide a combat too.
        """
        recording, step = self.session.recording, self.session.step
        result: list[int] = []
        if recording is None or not self._shown:
            return result
        for number in range(step, max(0, step - FAR), -1):
            action = recording.timeline.entries[number - 1].action
            if action.kind in BEGINNINGS:  # no game's rules are loaded to know that
                return result
            result.append(number)
            if not isinstance(action, Choose | BY_HAND):
                return result
        return []

    def _card(self, number: int) -> tuple[Card | None, tuple[int, ...]]:
        """Return the card of a step's combat, if there was one, and the hexes it must not cover."""
        from engine.report.card import card_of_all
        from engine.report.game_facts import facts_of
        from engine.report.scene import hexes_of

        recording = self.session.recording
        assert recording is not None, "there is no step without one"
        module, entry = recording.module, recording.timeline.entries[number - 1]
        if isinstance(entry.action, BY_HAND):
            return None, ()
        scenario = recording.log.header.scenario
        if self._facts is None or self._facts[:2] != (module, scenario):
            self._facts = module, scenario, facts_of(module, scenario)
        facts = self._facts[2]
        try:
            before = recording.state(number - 1)
        except UserError:
            return None, ()
        fights = facts.fights(entry, before)
        since = recording.timeline.entries[number : self.session.step]
        if not fights or not all(follows(later.action, entry, fights) for later in since):
            return None, ()
        now = self.session.state  # somebody may have retreated or advanced since
        fought = [unit for fight in fights for unit in (*fight.attackers, *fight.defenders)]
        pieces = [state.pieces.get(unit) for state in (before, now) for unit in fought]
        hexes = {p.place for p in pieces if p is not None and module.places.is_hex(p.place)}
        hexes |= {module.places.index(f.target) for f in fights if f.target in module.places}
        if number == self.session.step:  # what follows at once is seen beside it too
            current = self.session.current
            shapes = current.annotation.shapes if current is not None else ()
            named = {name for shape in shapes for name in hexes_of(shape)}
            hexes |= {module.places.index(name) for name in named if name in module.places}
            hexes |= set(self.window.highlight.hexes)
        return card_of_all(fights, before, module, facts), tuple(sorted(hexes))


def follows(action: Action, fought_in: Entry, fights: Sequence[Fight]) -> bool:
    """Return whether an action is a consequence of an entry's combats: an answer, or a result
    applied by hand.
    """
    if not isinstance(fought_in.action, Combat):
        return isinstance(action, Choose)
    fight = fights[0]  # an entry of this kind records one combat
    fought = {*fight.attackers, *fight.defenders}
    match action:
        case MoveUnits(units=units):
            return fought.issuperset(units)
        case Consult(units=units, at=at):
            beside = at is not None and fight.target in at.split("/")
            return beside if at is not None or not units else fought.issuperset(units)
        case ManualEdit(effects=effects):
            return bool(effects) and all(_concerns(effect, fought, fight) for effect in effects)
        case _:
            return False


def _concerns(effect: Effect, fought: set[str], fight: Fight) -> bool:
    unit, hexside = getattr(effect, "unit", None), getattr(effect, "hexside", None)
    return unit in fought or (hexside is not None and fight.target in hexside.split("/"))
