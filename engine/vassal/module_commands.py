"""Apply commands of a VASSAL module to a position: menus, keys, buttons, consequences of moves.

Each function returns the arguments of :meth:`engine.play.game.Game.record`: one entry, however many
commands it triggers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.errors import UserError
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.vassal import areas, mats, trails
from engine.vassal import traits as tr
from engine.vassal.command_questions import Ask, StopError, nobody_asks
from engine.vassal.command_run import Act
from engine.vassal.drawing import Drawing
from engine.vassal.keys import Key, read_key
from engine.vassal.menus import Item
from engine.vassal.orders import Play
from engine.vassal.table_records import Button
from engine.vassal.toolbar_buttons import press


class _NoDice:
    """Dice for queries that are not recorded."""

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        return Dice(
            sides=sides, count=count, values=(1,) * count, source="generated", reason=reason
        )


def menu(drawing: Drawing, state: State, places: Places, unit: str, side: str = "") -> list[Item]:
    """Return the menu of a piece; empty if its chain of traits is unknown."""
    items = Act(drawing, state, places, _NoDice(), side=side).menu(unit)
    word = drawing.word
    return [replace(item, text=word(item.text), menu=word(item.menu)) for item in items]


def area_keys(
    drawing: Drawing, state: State, places: Places, unit: str, x: float, y: float, side: str = ""
) -> list[Key]:
    """Return the keys of a counter's action buttons at a point, in pixels from its middle."""
    doing = Act(drawing, state, places, _NoDice(), side=side)
    return areas.keys_at(doing, unit, x, y, side or None)


def command(
    drawing: Drawing,
    state: State,
    places: Places,
    units: Sequence[str],
    key: Key,
    dice: DiceSource,
    *,
    side: str = "",
    ask: Ask = nobody_asks,
) -> Play:
    """Send a key stroke to pieces. Raises UserError if none of them acts on it."""
    doing = Act(drawing, state, places, dice, side=side, ask=ask)
    try:
        for unit in units:
            if unit in doing.state.pieces:
                doing.send(unit, key)
    except StopError:
        doing.stopped()
    return _played(doing, "", key)


def pressed(
    drawing: Drawing,
    state: State,
    places: Places,
    button: Button,
    dice: DiceSource,
    *,
    side: str = "",
    ask: Ask = nobody_asks,
) -> Play:
    """Press a toolbar button. Raises UserError if that has no effect."""
    doing = Act(drawing, state, places, dice, side=side, ask=ask)
    try:
        press(doing, button)
    except StopError:
        doing.stopped()
    return _played(doing, t("vassal.act.button", button=button.name), button.name)


def _played(doing: Act, text: str, what: str) -> Play:
    if not (doing.effects or doing.texts or doing.thrown):
        raise UserError(t("vassal.error.order", order=what))
    return Play(*doing.play(text if not doing.texts else ""))


def startup(drawing: Drawing, state: State, places: Places, dice: DiceSource) -> Play | None:
    """Run a module's startup commands for a new game; return None if they have no effect."""
    doing = Act(drawing, state, places, dice)
    try:
        for button in drawing.table.buttons:
            if button.kind == "startup":
                press(doing, button)
    except StopError:
        doing.stopped()
    if not doing.effects:
        return None
    return Play(*doing.play(t("vassal.act.startup")))


def after_move(
    drawing: Drawing,
    before: State,
    places: Places,
    dice: DiceSource,
    effects: tuple[fx.Effect, ...],
) -> Play | None:
    """Return the consequences of a move: "moved" marks, and the map's key sent to moved pieces."""
    moves = [e for e in effects if isinstance(e, fx.Move) and e.path[0] != e.path[-1]]
    went = list(dict.fromkeys(e.unit for e in moves))
    doing = Act(drawing, apply(before, effects, places), places, dice, side=before.clock.active)
    alone = frozenset(went)
    for unit in tuple(went):
        went += mats.after(doing, unit, drawing.spot(places.name(before.pieces[unit].place)), alone)
    try:
        for unit in went:
            drawn = doing.map_of(unit)
            if drawn is None:
                continue
            was = _face_down(drawing, places, before, unit)
            if was and not _face_down(drawing, places, doing.state, unit):
                doing.put(drawing.hidden.turned_up(doing.state, unit))
            if drawn.mark_moved:
                _mark(doing, unit)
                was_at = before.pieces[unit].place if unit in before.pieces else -1
                if was_at >= 0:
                    trails.leave(doing, unit, drawing.spot(places.name(was_at)))
            if drawn.move_key:
                doing.send(unit, read_key(drawn.move_key))
    except StopError:
        doing.stopped()
    return Play(*doing.play()) if doing.effects or doing.thrown else None


def _face_down(drawing: Drawing, places: Places, state: State, unit: str) -> bool:
    """Return whether a piece is in a face-down deck."""
    deck = drawing.decks.get(places.name(state.pieces[unit].place))
    return deck is not None and deck.face_down


def _mark(doing: Act, unit: str) -> None:
    piece = doing.live(unit)
    for index, link in enumerate(piece.type if piece is not None else ()):
        if isinstance(tr.read_trait(link), tr.Moved):
            doing.set_link(unit, index, "true")
            return
