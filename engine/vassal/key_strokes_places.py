"""Handle key strokes of the traits that move, copy, place, replace and delete pieces."""

from __future__ import annotations

import cmath
import math
from typing import TYPE_CHECKING

from engine.core import effects as fx
from engine.i18n import t
from engine.vassal import mats
from engine.vassal import traits as tr
from engine.vassal.codec import field, join, parse_bool, split, whole
from engine.vassal.command_questions import Question, free_id
from engine.vassal.key_strokes_shared import Handler, bound, number, state_of
from engine.vassal.keys import Key, read_key
from engine.vassal.menus import Fields
from engine.vassal.spots import Spot

if TYPE_CHECKING:
    from engine.vassal.command_port import Act


def _send_to(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key and key == read_key(field(f, 7)):
        back = split(state_of(act, unit, index), ";")
        target = _at(act, field(back, 0), whole(field(back, 1)), whole(field(back, 2)))
        if target is not None:
            act.set_link(unit, index, "null;0;0")
            act.move(unit, target)
        return True
    if key != read_key(field(f, 1)):
        return False
    target = _destination(act, unit, f)
    here = act.spot(unit)
    if target is None:
        act.report(t("vassal.act.nowhere", piece=act.value(unit, "BasicName") or unit))
    elif here is not None:
        if field(f, 7):
            board = act.drawing.maps[here.map].name
            act.set_link(unit, index, join([board, str(here.x), str(here.y)], ";"))
        act.move(unit, target)
    return True


def _destination(act: Act, unit: str, f: Fields) -> str | None:
    """Return the place that a piece is sent to."""
    texts = [act.text(field(f, at), unit) for at in range(18)]
    map_name = texts[2] or act.value(unit, "CurrentMap") or ""
    drawn = next((m for m in act.drawing.maps if m.name == map_name), None)
    if drawn is None:
        return None
    drawn = act.drawing.map_at(drawn.index, act.state.tracks)
    match field(f, 13)[:1] or "L":
        case "Z":
            for name, path in drawn.zones:
                if name == texts[14] and path:
                    xs, ys = zip(*path, strict=True)
                    x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
                    return act.drawing.place(drawn.index, x, y)
            return None
        case "R":
            for name, x, y in drawn.regions:
                if name == texts[15]:
                    return act.drawing.place(drawn.index, x, y, snap=False)
            return None
        case "G":
            cells = drawn.cells(0, 0, drawn.width, drawn.height)
            cell = next((c for c in cells if c.name == texts[17]), None)
            return act.drawing.place(drawn.index, cell.x, cell.y) if cell is not None else None
        case "A":
            condition = bound(act, unit, field(f, 16))
            for other in list(act.on_map()):
                if other != unit and act.live(other) and act.holds(condition, other):
                    return act.places.name(act.state.pieces[other].place)
            return None
    board = next((b for b in drawn.boards if b.name == texts[3]), None)
    x = (whole(texts[4]) or 0) + (whole(texts[8]) or 0) * (whole(texts[10]) or 0)
    y = (whole(texts[5]) or 0) + (whole(texts[9]) or 0) * (whole(texts[11]) or 0)
    if board is not None:
        x, y = board.x + x, board.y + y
    return act.drawing.place(drawn.index, x, y, snap=False)


def _at(act: Act, map_name: str, x: int | None, y: int | None) -> str | None:
    drawn = next((m for m in act.drawing.maps if m.name == map_name), None)
    if drawn is None or x is None or y is None:
        return None
    return act.drawing.place(drawn.index, x, y, snap=False)


def _return(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 1)):
        return False
    name = act.text(field(f, 7), unit) if field(f, 7) and not field(f, 2) else field(f, 2)
    deck = act.deck(name) if name else None
    if deck is None:
        decks = tuple(d.name for d in act.drawing.table.decks)
        answer = act.ask(Question(field(f, 3), "", decks)) if decks else None
        deck = act.deck(answer) if answer else None
    if deck is None:
        act.report(t("vassal.error.no_deck", deck=name or "–"))
    else:
        act.move(unit, deck.id)
    return True


def _translate(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 1)):
        return False
    spot = act.spot(unit)
    if spot is not None:
        across, up = (whole(act.text(field(f, at), unit)) or 0 for at in (2, 3))
        units: tuple[str, ...] = (unit,)
        if parse_bool(field(f, 4)):
            units = tuple(act.state.stack(act.state.pieces[unit].place))
        target = act.drawing.place(spot.map, spot.x + across, spot.y - up)
        for each in units:
            act.move(each, target)
    return True


def _pivot(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Rotate the piece about a point of its own, which also moves its middle."""
    keys = [read_key(field(f, at)) for at in (1, 8) if field(f, at)]
    piece = act.live(unit)
    if key not in keys or piece is None:
        return False
    rotation = _inside(piece.type, index)
    if rotation is None:
        return False
    at, rotate = rotation
    was = tr.angle_of(rotate, piece.state[at])
    by = number(field(f, 5, "90") if key == keys[0] else field(f, 9, "-90"))
    if not parse_bool(field(f, 4, "true")):
        answer = act.ask(Question(t("vassal.act.degrees"), f"{was % 360:g}"))
        if answer is None:
            return True
        by = number(answer) - was
    state = tr.turned_to(rotate, was + by)
    now = tr.angle_of(rotate, state)
    act.set_link(unit, at, state)
    spot = act.spot(unit)
    if spot is not None:
        arm = complex(whole(field(f, 2)) or 0, whole(field(f, 3)) or 0)
        before, after = (cmath.rect(1, math.radians(angle)) for angle in (was, now))
        shift = arm * before - arm * after
        x, y = spot.x + round(shift.real), spot.y + round(shift.imag)
        act.move(unit, act.drawing.place(spot.map, x, y, snap=not _off_grid(piece.type)))
        mats.turn(act, unit, now - was)
    return True


def _inside(chain: tuple[str, ...], index: int) -> tuple[int, tr.Rotate] | None:
    """Return the nearest trait inside a link that can rotate the piece."""
    for at in range(index + 1, len(chain)):
        trait = tr.read_trait(chain[at])
        if isinstance(trait, tr.Rotate):
            return at, trait
    return None


def _off_grid(chain: tuple[str, ...]) -> bool:
    """Return whether a piece ignores the grid."""
    traits = (tr.read_trait(link) for link in chain if link.startswith("immob;"))
    return any(isinstance(trait, tr.NoStack) and "g" in trait.select for trait in traits)


def _clone(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 1)):
        return False
    piece = act.state.pieces[unit]
    act.put(
        [
            fx.Place(
                unit=free_id(act.state, unit.partition("~")[0]),
                counter=piece.counter,
                side=piece.side,
                at=act.places.name(piece.place),
                index=act.state.stack(piece.place).index(unit) + 1,
                steps=piece.steps,
                status=tuple(sorted(piece.status)),
            )
        ]
    )
    return True


def _delete(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 1)):
        return False
    _remove(act, unit)
    return True


def _remove(act: Act, unit: str) -> None:
    piece = act.state.pieces[unit]
    act.put(
        [
            fx.Remove(
                unit=unit,
                counter=piece.counter,
                side=piece.side,
                at=act.places.name(piece.place),
                index=act.state.stack(piece.place).index(unit),
                steps=piece.steps,
                status=tuple(sorted(piece.status)),
            )
        ]
    )


def _place(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Place a marker with the piece."""
    if key != read_key(field(f, 1)):
        return False
    _marker(act, unit, index, f, whole(field(f, 10)) or 0)
    return True


def _replace(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Replace the piece with another."""
    if key != read_key(field(f, 1)):
        return False
    old = act.live(unit)
    made = _marker(act, unit, index, f, 2)
    new = act.live(made) if made else None
    if made and old is not None and new is not None and parse_bool(field(f, 6)):
        known = dict(zip(old.type, old.state, strict=True))
        for at, link in enumerate(new.type[:-1]):
            if link in known and not link.startswith(("obs;", "hide;")):
                new.state[at] = known[link]
        act.fold(made)
    if made and unit in act.state.pieces:
        _remove(act, unit)
    return True


def _marker(act: Act, unit: str, index: int, f: Fields, how: int) -> str:
    """Place a new piece at this one's place (1 at the bottom, 2 above it, 3 below, else on top)."""
    piece = act.live(unit)
    item = act.drawing.marker(piece.type[index]) if piece is not None else None
    if item is None:
        act.report(t("vassal.act.no_marker", piece=act.value(unit, "BasicName") or unit))
        return ""
    here = act.state.pieces[unit]
    place, spot = act.places.name(here.place), act.spot(unit)
    stack = act.state.stack(here.place)
    x, y = whole(field(f, 4)) or 0, whole(field(f, 5)) or 0
    if spot is not None and (x or y):
        place = Spot(spot.map, spot.x + x, spot.y - y).name
        height = len(act.state.stack(act.places.index(place)))
    else:
        height = {1: 0, 2: stack.index(unit) + 1, 3: stack.index(unit)}.get(how, len(stack))
    name = free_id(act.state, item.id)
    side = item.side or here.side
    act.put(
        [
            fx.Place(
                unit=name,
                counter=item.kind,
                side=side,
                at=place,
                index=height,
                steps=1,
                status=item.status,
            )
        ]
    )
    after = read_key(field(f, 7))
    if after:
        act.send(name, after)
    return name


HANDLERS: dict[str, Handler] = {
    "sendto": _send_to,
    "return": _return,
    "translate": _translate,
    "pivot": _pivot,
    "clone": _clone,
    "delete": _delete,
    "placemark": _place,
    "replace": _replace,
}
"""Handlers by trait."""
