"""Players' actions on pieces, decks and dice of a VASSAL table, as ordinary recorded actions.

No rules are applied: players flip layers, rotate, mask, copy and delete pieces freely. Every order
is a ``manual_edit`` of the engine's own effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.errors import UserError
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.resolve import move_together
from engine.core.state import Piece, State
from engine.i18n import t
from engine.vassal import traits as tr
from engine.vassal.command_questions import free_id
from engine.vassal.drawing import Drawing
from engine.vassal.hidden import Hidden
from engine.vassal.kinds import SOMEBODY, Kind, Part, Setting, Value
from engine.vassal.map_drawing import MapDrawing
from engine.vassal.markup import simple
from engine.vassal.spots import Spot
from engine.vassal.table_records import Deck, PaletteItem

BESIDE = 12
"""The gap between a deck and a card drawn from it, in pixels of the map."""
FREE_TURN = 30
"""The rotation step of a piece without fixed facings, in degrees."""


@dataclass(frozen=True, slots=True)
class Order:
    """An action available for a piece; with ``asks`` it needs a text, currently ``now``."""

    id: str
    text: str
    asks: bool = False
    now: str = ""


class Play(NamedTuple):
    """An action with its effects and dice, to pass to :meth:`engine.play.game.Game.record`."""

    action: act.Action
    effects: tuple[fx.Effect, ...]
    dice: tuple[Dice, ...] = ()


def orders(drawing: Drawing, piece: Piece, unit: str = "") -> list[Order]:
    """Return the orders for a piece, in the order of its parts, then copy and delete."""
    kind = drawing.kind(piece.counter)
    available: list[Order] = []
    if drawing.hidden.knows(unit, piece.counter):
        available.append(Order("reveal", t("vassal.order.unmask")))
    if kind is not None:
        setting = kind.words.setting(sorted(piece.status))
        for i, (part, value) in enumerate(zip(kind.parts, setting, strict=True)):
            available += _orders(i, part, value)
    available.append(Order("clone", t("vassal.order.clone")))
    available.append(Order("delete", t("vassal.order.delete")))
    return available


def _orders(number: int, part: Part, value: Value) -> Iterator[Order]:
    """Yield the orders of one part with its current value."""
    match part.trait:
        case tr.Layer() as layer if not layer.fixed and not layer.follow:
            yield from _layer_orders(number, layer, int(value))
        case tr.Rotate(facings=facings, name=name):
            step = 360 / facings if facings > 1 else FREE_TURN
            for sign, key in ((1, "right"), (-1, "left")):
                text = t(f"vassal.order.turn_{key}", name=name, angle=f"{step:g}").strip()
                yield Order(f"turn:{number}:{sign * step:g}", text)
        case tr.Label(editable=True, property=name):
            text = t("vassal.order.text", name="" if name == "TextLabel" else name).strip()
            yield Order(f"text:{number}", text, asks=True, now=str(value))
        case tr.Mask():
            key = "unmask" if value else "mask"
            yield Order(f"{key}:{number}", t(f"vassal.order.{key}"))
        case tr.Invisible():
            key = "show" if value else "hide"
            yield Order(f"{key}:{number}", t(f"vassal.order.{key}"))
        case tr.Moved():
            key = "not_moved" if value else "moved"
            yield Order(f"toggle:{number}", t(f"vassal.order.{key}"))
        case tr.Area(always=False, name=name):
            key = "area_off" if value else "area_on"
            yield Order(f"toggle:{number}", t(f"vassal.order.{key}", name=name).strip())


def _layer_orders(number: int, layer: tr.Layer, level: int) -> Iterator[Order]:
    count, name = len(layer.images), layer.name or t("vassal.order.layer")
    if not layer.always:
        key = "off" if level else "on"
        yield Order(f"layer:{number}:{key}", t(f"vassal.order.layer_{key}", name=name))
    if count == 2 and level:
        yield Order(f"layer:{number}:+1", t("vassal.order.flip", name=name))
    elif count > 1 and level:
        yield Order(f"layer:{number}:+1", t("vassal.order.layer_up", name=name))
        yield Order(f"layer:{number}:-1", t("vassal.order.layer_down", name=name))


# -- pieces ---------------------------------------------------------------------------------------


def perform(
    order: str,
    drawing: Drawing,
    state: State,
    places: Places,
    units: Sequence[str],
    *,
    side: str = "",
    text: str = "",
) -> Play:
    """Carry out an order on every piece of a stack that supports it.

    ``side`` is the owner of new covers, ``text`` the new text of a label. Raises UserError for
    pieces that are not in the game, or if none of them supports the order.
    """
    effects: list[fx.Effect] = []
    for unit in units:
        piece = _piece(state, unit)
        if order == "clone":
            candidates: Sequence[fx.Effect | None] = [_clone(state, places, unit, piece)]
        elif order == "delete":
            candidates = [_delete(state, places, unit, piece)]
        elif order == "reveal":
            candidates = list(drawing.hidden.turned_up(state, unit))
        else:
            candidates = [_changed(order, drawing, unit, piece, side, text)]
        made = [effect for effect in candidates if effect is not None]
        effects += made
        state = apply(state, made, places)
    if not effects:
        raise UserError(t("vassal.error.order", order=order))
    return _edit("", effects)


def _changed(
    order: str, drawing: Drawing, unit: str, piece: Piece, side: str, text: str
) -> fx.Effect | None:
    """Return the effect of an order on the statuses of a piece; None if it has no such part."""
    kind = drawing.kind(piece.counter)
    what, _, rest = order.partition(":")
    number, _, how = rest.partition(":")
    if kind is None or not number.isdigit() or int(number) >= len(kind.parts):
        return None
    setting = kind.words.setting(sorted(piece.status))
    i = int(number)
    value = _new_value(what, how, kind.parts[i].trait, setting[i], side, text)
    if value is None or value == setting[i]:
        return None
    after = restated(kind, piece.status, (*setting[:i], value, *setting[i + 1 :]))
    return fx.SetStatus(unit=unit, before=tuple(sorted(piece.status)), after=after)


def restated(kind: Kind, statuses: Iterable[str], setting: Setting) -> tuple[str, ...]:
    """Return the statuses of a piece in a new setting; unknown ones are preserved."""
    before = set(statuses)
    known = set(kind.words.statuses(kind.words.setting(sorted(before))))
    return tuple(sorted((before - known) | set(kind.words.statuses(setting))))


def _new_value(
    what: str, how: str, trait: tr.Trait, value: Value, side: str, text: str
) -> Value | None:
    """Return the new value of a part after an order; None if the order does not fit."""
    match what, trait:
        case "layer", tr.Layer() as layer:
            return _new_level(how, layer, int(value))
        case "turn", tr.Rotate():
            try:
                return (float(value) + float(how)) % 360
            except ValueError:
                return None
        case "text", tr.Label():
            return simple(text)
        case ("mask", tr.Mask()) | ("hide", tr.Invisible()):
            return side or SOMEBODY
        case ("unmask", tr.Mask()) | ("show", tr.Invisible()):
            return ""
        case "toggle", tr.Moved() | tr.Area():
            return not value
    return None


def _new_level(how: str, layer: tr.Layer, level: int) -> int | None:
    count = len(layer.images)
    if how in ("on", "off"):
        return 0 if how == "off" else 1
    if how not in ("+1", "-1") or not level or not count:
        return None
    return (level - 1 + int(how)) % count + 1


def _clone(state: State, places: Places, unit: str, piece: Piece) -> fx.Effect:
    stack = state.stack(piece.place)
    return fx.Place(
        unit=free_id(state, unit.partition("~")[0]),
        counter=piece.counter,
        side=piece.side,
        at=places.name(piece.place),
        index=stack.index(unit) + 1,
        steps=piece.steps,
        status=tuple(sorted(piece.status)),
    )


def _delete(state: State, places: Places, unit: str, piece: Piece) -> fx.Effect:
    return fx.Remove(
        unit=unit,
        counter=piece.counter,
        side=piece.side,
        at=places.name(piece.place),
        index=state.stack(piece.place).index(unit),
        steps=piece.steps,
        status=tuple(sorted(piece.status)),
    )


def bring(state: State, places: Places, item: PaletteItem, place: str) -> Play:
    """Place a counter of the palette on top of a place."""
    effect = fx.Place(
        unit=free_id(state, item.id),
        counter=item.kind,
        side=item.side,
        at=place,
        index=len(state.stack(places.index(place))),
        steps=1,
        status=item.status,
    )
    return _edit("", [effect])


# -- decks ----------------------------------------------------------------------------------------


def shuffle(deck: Deck, state: State, places: Places, dice: DiceSource) -> Play:
    """Shuffle a deck with recorded dice, so that every order is equally likely."""
    stack = list(state.stack(places.index(deck.id)))
    effects: list[fx.Effect] = []
    thrown: list[Dice] = []
    for height in range(len(stack) - 1):
        throw = dice.throw(len(stack) - height, 1, f"shuffle:{deck.name}")
        thrown.append(throw)
        picked = height + throw.values[0] - 1
        if picked != height:
            unit = stack.pop(picked)
            stack.insert(height, unit)
            effects.append(fx.Move(unit=unit, path=(deck.id,), from_index=picked, to_index=height))
    return _edit(t("vassal.say.shuffle", deck=deck.name), effects, thrown)


def beside(deck: Deck, board: MapDrawing) -> Spot:
    """Return the spot for a card drawn from a deck: right of it, or where the map has room."""
    across, down = deck.width + BESIDE, deck.height + BESIDE
    tries = ((across, 0), (-across, 0), (0, down), (0, -down))
    spots = [Spot(deck.map, deck.x + x, deck.y + y) for x, y in tries]
    half_x, half_y = deck.width / 2, deck.height / 2
    fitting = (
        spot for spot in spots
        if half_x <= spot.x <= board.width - half_x and half_y <= spot.y <= board.height - half_y
    )  # fmt: skip
    return next(fitting, spots[0])


def draw(
    deck: Deck,
    state: State,
    places: Places,
    to: str,
    dice: DiceSource,
    count: int = 1,
    name: Callable[[str], str] = str,
    hidden: Hidden | None = None,
) -> Play:
    """Draw cards from the top of a deck (at random if it is always shuffled) to a place.

    Cards that an imported game stores as ``hidden`` are revealed. ``name`` returns the name of a
    place. Raises UserError if the deck has too few cards.
    """
    stack = list(state.stack(places.index(deck.id)))
    if count < 1 or count > len(stack):
        raise UserError(t("vassal.error.deck", deck=deck.name, left=len(stack), count=count))
    effects: list[fx.Effect] = hidden.ordered(state, places, deck.id) if hidden else []
    if effects:
        state = apply(state, effects, places)
        stack = list(state.stack(places.index(deck.id)))
    thrown: list[Dice] = []
    for _ in range(count):
        unit = stack[-1]
        if deck.shuffle and len(stack) > 1:
            thrown.append(dice.throw(len(stack), 1, f"draw:{deck.name}"))
            unit = stack[thrown[-1].values[0] - 1]
        stack.remove(unit)
        moves: list[fx.Effect] = list(move_together(state, places, (unit,), (deck.id, to)))
        moves += hidden.turned_up(state, unit) if hidden else ()
        effects += moves
        state = apply(state, moves, places)
    text = t("vassal.say.draw", count=count, deck=deck.name, place=name(to))
    return _edit(text, effects, thrown)


def return_to_deck(deck: Deck, state: State, places: Places, units: Sequence[str]) -> Play:
    """Put pieces on top of a deck, in the given order."""
    effects: list[fx.Effect] = []
    for unit in units:
        here = places.name(_piece(state, unit).place)
        if here == deck.id:
            continue
        moves = move_together(state, places, (unit,), (here, deck.id))
        effects += moves
        state = apply(state, moves, places)
    return _edit(t("vassal.say.give_back", count=len(effects), deck=deck.name), effects)


# -- dice -----------------------------------------------------------------------------------------


def roll(drawing: Drawing, button: str) -> act.Roll:
    """Roll the dice of a button. Raises UserError if the module has no such button."""
    for info in drawing.table.dice:
        if info.name == button:
            reason = f"{info.name} {info.plus:+d}" if info.plus else info.name
            return act.Roll(
                sides=max(1, info.sides), count=min(100, max(1, info.count)), reason=reason
            )
    raise UserError(t("vassal.error.button", button=button))


def roll_symbols(drawing: Drawing, button: str, dice: DiceSource) -> Play:
    """Roll all dice of a button with pictures or words on their faces.

    Raises UserError if the module has no such button.
    """
    symbol_dice = [die for die in drawing.table.symbols if die.name == button]
    if not symbol_dice:
        raise UserError(t("vassal.error.button", button=button))
    thrown = [dice.throw(len(die.faces), 1, button) for die in symbol_dice]
    pairs = zip(symbol_dice, thrown, strict=True)
    faces = ", ".join(die.faces[throw.values[0] - 1] for die, throw in pairs)
    return _edit(t("vassal.say.symbols", button=button, faces=faces), [], thrown)


def _edit(text: str, effects: Sequence[fx.Effect], dice: Sequence[Dice] = ()) -> Play:
    made = tuple(effects)
    return Play(act.ManualEdit(text=text, effects=made), made, tuple(dice))


def _piece(state: State, unit: str) -> Piece:
    piece = state.pieces.get(unit)
    if piece is None:
        raise UserError(t("core.error.unit", unit=unit))
    return piece
