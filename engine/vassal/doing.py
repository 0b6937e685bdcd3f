"""What the traits of a counter do when a key stroke comes to it: one function for each trait."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.core import effects as fx
from engine.i18n import t
from engine.vassal import traits as tr
from engine.vassal.asking import Question, StopError, free_id
from engine.vassal.codec import field, join, split, truth, whole
from engine.vassal.commands import NOTHING
from engine.vassal.keys import Key, read_key, read_keys
from engine.vassal.menus import Fields, fields_of, layer_keys, property_commands
from engine.vassal.pieces import Piece
from engine.vassal.spots import Spot

if TYPE_CHECKING:
    from engine.vassal.acting import Act

MOST_ROUNDS = 500
"""Rounds of a loop."""
_OUTERMOST_LAST = "macro"
"""Triggers act after all that is inside them."""


def obey(act: Act, unit: str, piece: Piece, key: Key) -> bool:
    """The traits of a piece do what a key stroke means to them; does any?"""
    done = False
    triggers: list[int] = []
    for index, link in enumerate(piece.type):
        name, f = fields_of(link)
        if name == _OUTERMOST_LAST:
            triggers.append(index)
            continue
        if name == "hideCmd":
            if key in read_keys(field(f, 3)) and act.holds(field(f, 2), unit):
                break  # what is inside does not hear of it
            continue
        deed = _DEEDS.get(name)
        if deed is not None and deed(act, unit, index, f, key):
            done = True
        if unit not in act.state.pieces:
            return True
    for index in reversed(triggers):
        if unit in act.state.pieces:
            done = _trigger(act, unit, fields_of(piece.type[index])[1], key) or done
    return done


Deed = Callable[["Act", str, int, Fields, Key], bool]


def _state(act: Act, unit: str, index: int) -> str:
    piece = act.live(unit)
    return piece.state[index] if piece is not None else ""


# -- what shows -----------------------------------------------------------------------------------


def _layer(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    switch, up, down, reset, chance = layer_keys(f)
    piece = act.live(unit)
    trait = tr.read_trait(piece.type[index]) if piece is not None else None
    if key not in (switch, up, down, reset, chance) or not isinstance(trait, tr.Layer):
        return False
    head, *rest = _state(act, unit, index).split(";")
    level, count = whole(head) or -1, max(1, len(trait.images))
    if key == switch and not trait.always:
        level = -level
    if key in (up, down) and not trait.follow:
        size, on = abs(level), level > 0
        size += (key == up) - (key == down)
        if truth(field(f, 17)):
            size = (size - 1) % count + 1
        level = min(count, max(1, size)) * (1 if on else -1)
    if key == reset:
        told = whole(act.text(field(f, 11), unit), 1) or 1
        level = min(count, max(1, told)) * (1 if level > 0 else -1)
    if key == chance:
        level = act.throw(count, trait.name or "layer")[0] * (1 if level > 0 else -1)
    act.set_link(unit, index, ";".join([str(level), *rest]))
    return True


def _old_layer(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    keys = [read_key(field(f, at)) for at in (0, 2, 4)]
    if key not in keys:
        return False
    level, count = whole(_state(act, unit, index)) or -1, max(1, len(f) - 8)
    if key == keys[0]:
        level = -level
    else:
        size = abs(level) + (1 if key == keys[1] else -1)
        level = ((size - 1) % count + 1) * (1 if level > 0 else -1)
    act.set_link(unit, index, str(level))
    return True


def _label(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 0)):
        return False
    title = field(f, 1) or t("vassal.order.text", name="")
    told = act.ask(Question(title, _state(act, unit, index)))
    if told is not None:
        act.set_link(unit, index, told)
    return True


def _rotate(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    facings, state = whole(field(f, 0), 1) or 1, _state(act, unit, index)
    if facings == 1:
        if key and key == read_key(field(f, 3)):
            act.set_link(unit, index, str(-float(act.throw(360, "facing")[0])))
            return True
        if key != read_key(field(f, 1)):
            return False
        now = f"{(-_number(state)) % 360:g}"
        told = act.ask(Question(t("vassal.act.degrees"), now))
        if told is not None:
            act.set_link(unit, index, str(-_number(told)))
        return True
    keys = [read_key(field(f, at)) for at in (1, 2, 5)]
    if key not in keys:
        return False
    now_at = whole(state) or 0
    if key == keys[2]:
        turned = act.throw(facings, "facing")[0] - 1
    else:
        turned = (now_at + (1 if key == keys[0] else -1)) % facings
    act.set_link(unit, index, str(turned))
    return True


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def _covered(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Masks and hiding: mine, until I take it off again."""
    if key != read_key(field(f, 0)):
        return False
    head, *rest = split(_state(act, unit, index), ";") or [""]
    after = NOTHING if head not in ("", NOTHING) else act.side or "?"
    act.set_link(unit, index, join([after, *rest], ";"))
    return True


def _moved(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    toggle, on, off = (read_key(field(f, at)) for at in (4, 8, 10))
    if key not in (toggle, on, off):
        return False
    now = truth(_state(act, unit, index))
    after = not now if key == toggle else key == on
    act.set_link(unit, index, "true" if after else "false")
    return True


def _area(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    toggle, on, off = (read_key(field(f, at)) for at in (5, 12, 14))
    if truth(field(f, 3, "true")) or key not in (toggle, on, off):
        return False
    now = truth(_state(act, unit, index))
    act.set_link(unit, index, "true" if (not now if key == toggle else key == on) else "false")
    return True


# -- properties -----------------------------------------------------------------------------------


def changed_value(act: Act, unit: str, f: Fields, key: Key, now: str) -> str | None:
    """What a property becomes by a key; None where it means nothing to it."""
    limits = split(field(f, 1), ",")
    for _text, mine, (how, *rest) in property_commands(f):
        if mine != key:
            continue
        match how[:1]:
            case "I":
                step = whole(act.text(rest[0] if rest else "1", unit)) or 0
                value = str(_within((whole(now) or 0) + step, limits))
            case "R":
                asked = act.ask(Question(rest[0] if rest else "", now))
                value = now if asked is None else asked
            case "E":
                choices = tuple(act.text(c, unit) for c in split(rest[1] if rest[1:] else "", ","))
                asked = act.ask(Question(rest[0] if rest else "", now, choices))
                value = now if asked is None else asked
            case _:
                value = act.text(rest[0] if rest else "", unit)
        return value[:4000]
    return None


def _within(value: int, limits: list[str]) -> int:
    """A number kept within its limits, or going round."""
    numeric, low, high, wrap = (*limits, "", "", "", "")[:4]
    if not truth(numeric):
        return value
    least, most = whole(low) or 0, whole(high) or 0
    if truth(wrap) and most >= least:
        return (value - least) % (most - least + 1) + least
    return min(most, max(least, value)) if most >= least else value


def _property(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    value = changed_value(act, unit, f, key, _state(act, unit, index))
    if value is None:
        return False
    act.set_link(unit, index, value)
    return True


def _global_property(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    name = act.text(field(f, 0), unit)
    value = changed_value(act, unit, f, key, act.outside("")(name) or "")
    if value is None:
        return False
    act.set_property(name, value)
    return True


def _others_property(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Sets a property of other pieces that fit a condition."""
    if key not in [k for _, k, _ in property_commands(f)]:
        return False
    name, condition = act.text(field(f, 0), unit), _bound(act, unit, field(f, 5))
    for other in list(act.on_map()):
        piece = act.live(other)
        at = _named(piece, name) if piece is not None and act.holds(condition, other) else None
        if piece is not None and at is not None:
            value = changed_value(act, unit, f, key, piece.state[at])
            if value is not None:
                act.set_link(other, at, value)
    return True


def _named(piece: Piece, name: str) -> int | None:
    """The link of a piece that holds a property."""
    for index, link in enumerate(piece.type):
        trait = tr.read_trait(link)
        if isinstance(trait, tr.Dynamic) and trait.name == name:
            return index
    return None


def _sheet(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """A property sheet: each of its fields may be written anew."""
    if key != read_key(field(f, 7)):
        return False
    names = [e[1:] for e in split(field(f, 0), "~") if e]
    values = split(_state(act, unit, index), "~")
    values += [""] * (len(names) - len(values))
    for number, name in enumerate(names):
        told = act.ask(Question(name, values[number].replace("|", "\n")))
        if told is None:
            return True
        values[number] = told.replace("\n", "|")
    act.set_link(unit, index, join(values, "~"))
    return True


# -- what sets off more ---------------------------------------------------------------------------


def _trigger(act: Act, unit: str, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 2)) and key not in read_keys(field(f, 4)):
        return False
    if not act.holds(field(f, 3), unit):
        return False
    keys = read_keys(field(f, 5))
    if not truth(field(f, 6)):
        _strike(act, unit, keys)
        return True
    _strike(act, unit, (read_key(field(f, 7)),))
    for number in _rounds(act, unit, f):
        if truth(field(f, 13)) and field(f, 14):
            act.own[field(f, 14)] = str(number)
        _strike(act, unit, keys)
    act.own.pop(field(f, 14), None)
    _strike(act, unit, (read_key(field(f, 8)),))
    return True


def _rounds(act: Act, unit: str, f: Fields) -> Iterator[int]:
    """The rounds of a loop, each with its number."""
    kind = field(f, 9) or "counted"
    start = whole(act.text(field(f, 15, "1"), unit), 1) or 0
    step = whole(act.text(field(f, 16, "1"), unit), 1) or 0
    most = (whole(act.text(field(f, 12, "1"), unit)) or 0) if kind == "counted" else MOST_ROUNDS
    for turn in range(MOST_ROUNDS + 1):
        if (kind == "counted" and turn >= max(1, most)) or unit not in act.state.pieces:
            return
        if kind == "while" and not act.holds(field(f, 10), unit):
            return
        if turn == MOST_ROUNDS:
            raise StopError
        yield start + turn * step
        if kind == "until" and act.holds(field(f, 11), unit):
            return


def _strike(act: Act, unit: str, keys: tuple[Key, ...]) -> None:
    for key in keys:
        if unit in act.state.pieces:
            act.send(unit, key)


def _bound(act: Act, unit: str, condition: str) -> str:
    """A condition for others, in which ``$…$`` are properties of the piece that asks."""
    parts = condition.split("$")
    if len(parts) < 3:
        return condition
    return "".join(
        (act.value(unit, part) or "") if i % 2 and i < len(parts) - 1 else part
        for i, part in enumerate(parts)
    )


def _global_key(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """A key stroke for all pieces that fit."""
    if key != read_key(field(f, 1)):
        return False
    sent, condition = read_key(field(f, 2)), _bound(act, unit, field(f, 3))
    reach = None
    if truth(field(f, 4)):
        fixed = truth(field(f, 7, "true"))
        told = field(f, 5) if fixed else act.value(unit, field(f, 8))
        reach = whole(told or "") or 0
    to_all(act, unit, sent, condition, field(f, 11), field(f, 10, "-1"), reach)
    return True


def to_all(
    act: Act,
    unit: str,
    key: Key,
    condition: str,
    target: str = "",
    from_decks: str = "-1",
    reach: int | None = None,
    map_index: int | None = None,
) -> int:
    """Send a key stroke to all pieces that fit a condition, a target and a range; how many obey.

    ``from_decks`` is how many pieces of each deck may: -1 for all.
    """
    fits = _target(act, unit, target)
    most = whole(act.text(from_decks, unit)) if from_decks else -1
    limit = -1 if most is None else most
    taken: dict[str, int] = {}
    chosen: list[str] = []
    for place, stack in _stacks(act, map_index):
        deck = place in act.drawing.decks
        for other in reversed(stack) if deck else stack:
            if deck and 0 <= limit <= taken.get(place, 0):
                break
            near = reach is None or _near(act, unit, other, reach)
            if near and fits(other) and act.live(other) and act.holds(condition, other):
                taken[place] = taken.get(place, 0) + 1
                chosen.append(other)
    return sum(act.send(other, key) for other in chosen if other in act.state.pieces)


def _stacks(act: Act, map_index: int | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    seen: set[int] = set()
    for other in list(act.on_map(map_index)):
        place = act.state.pieces[other].place
        if place not in seen:
            seen.add(place)
            yield act.places.name(place), tuple(act.state.stack(place))


def _near(act: Act, unit: str, other: str, reach: int) -> bool:
    """Are two pieces within a range of each other, in hexes, or in pixels where there are none?"""
    a, b, drawn = act.spot(unit), act.spot(other), act.map_of(unit)
    if a is None or b is None or drawn is None or a.map != b.map:
        return False
    first, second = drawn.cell_at(a.x, a.y), drawn.cell_at(b.x, b.y)
    if first is not None and second is not None:
        apart = drawn.range(first, second)
        if apart is not None:
            return apart <= reach
    return math.dist((a.x, a.y), (b.x, b.y)) <= reach


def _target(act: Act, unit: str, text: str) -> Callable[[str], bool]:
    """Who is meant, beyond a condition: pieces of a place, or with a property's value."""
    f = split(text, "|") if text else []
    tests: list[Callable[[str], bool]] = []
    if truth(field(f, 1)):
        kind, here = field(f, 2), act.spot(unit) if unit else None
        named = {"MAP": (3, "CurrentMap"), "ZONE": (5, "CurrentZone"),
                 "LOCATION": (6, "LocationName"), "DECK": (9, "DeckName")}  # fmt: skip
        if kind in named:
            at, name = named[kind]
            wanted = act.text(field(f, at), unit)
            tests.append(lambda other: (act.value(other, name) or "") == wanted)
        elif kind in ("CURSTACK", "CURLOC", "CURDECK"):
            tests.append(lambda other: act.spot(other) == here)
        elif kind == "CURMAP":
            home = here.map if here is not None else -1
            tests.append(lambda other: (s := act.spot(other)) is not None and s.map == home)
        elif kind == "CURZONE":
            zone = act.value(unit, "CurrentZone")
            tests.append(lambda other: act.value(other, "CurrentZone") == zone)
    if truth(field(f, 10)):
        name, wanted = act.text(field(f, 11), unit), act.text(field(f, 12), unit)
        sign = field(f, 13) or "EQUALS"
        tests.append(lambda other: _compared(act.value(other, name) or "", wanted, sign))
    return lambda other: all(test(other) for test in tests)


def _compared(value: str, wanted: str, sign: str) -> bool:
    if sign in ("EQUALS", "NOT_EQUALS"):
        return (value == wanted) == (sign == "EQUALS")
    a, b = _number(value), _number(wanted)
    return {
        "GREATER": a > b, "GREATER_EQUALS": a >= b, "LESS": a < b, "LESS_EQUALS": a <= b,
    }.get(sign, value == wanted)  # fmt: skip


def _hot_key(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key != read_key(field(f, 1)):
        return False
    act.hot_key(read_key(field(f, 2)))
    return True


def _report(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key in read_keys(field(f, 0)):
        act.say(act.text(field(f, 1), unit))
    return False  # a remark is nothing done


# -- going, coming, becoming ----------------------------------------------------------------------


def _send_to(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    if key and key == read_key(field(f, 7)):
        back = split(_state(act, unit, index), ";")
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
        act.say(t("vassal.act.nowhere", piece=act.value(unit, "BasicName") or unit))
    elif here is not None:
        if field(f, 7):
            board = act.drawing.maps[here.map].name
            act.set_link(unit, index, join([board, str(here.x), str(here.y)], ";"))
        act.move(unit, target)
    return True


def _destination(act: Act, unit: str, f: Fields) -> str | None:
    """The place that a piece is sent to."""
    told = [act.text(field(f, at), unit) for at in range(18)]
    map_name = told[2] or act.value(unit, "CurrentMap") or ""
    drawn = next((m for m in act.drawing.maps if m.name == map_name), None)
    if drawn is None:
        return None
    drawn = act.drawing.map_at(drawn.index, act.state.tracks)
    match field(f, 13)[:1] or "L":
        case "Z":
            for name, path in drawn.zones:
                if name == told[14] and path:
                    xs, ys = zip(*path, strict=True)
                    x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
                    return act.drawing.place(drawn.index, x, y)
            return None
        case "R":
            for name, x, y in drawn.regions:
                if name == told[15]:
                    return act.drawing.place(drawn.index, x, y, snap=False)
            return None
        case "G":
            cells = drawn.cells(0, 0, drawn.width, drawn.height)
            cell = next((c for c in cells if c.name == told[17]), None)
            return act.drawing.place(drawn.index, cell.x, cell.y) if cell is not None else None
        case "A":
            condition = _bound(act, unit, field(f, 16))
            for other in list(act.on_map()):
                if other != unit and act.live(other) and act.holds(condition, other):
                    return act.places.name(act.state.pieces[other].place)
            return None
    board = next((b for b in drawn.boards if b.name == told[3]), None)
    x = (whole(told[4]) or 0) + (whole(told[8]) or 0) * (whole(told[10]) or 0)
    y = (whole(told[5]) or 0) + (whole(told[9]) or 0) * (whole(told[11]) or 0)
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
        told = act.ask(Question(field(f, 3), "", decks)) if decks else None
        deck = act.deck(told) if told else None
    if deck is None:
        act.say(t("vassal.error.no_deck", deck=name or "–"))
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
        if truth(field(f, 4)):
            units = tuple(act.state.stack(act.state.pieces[unit].place))
        target = act.drawing.place(spot.map, spot.x + across, spot.y - up)
        for each in units:
            act.move(each, target)
    return True


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
    """Puts a marker with the piece."""
    if key != read_key(field(f, 1)):
        return False
    _marker(act, unit, index, f, whole(field(f, 10)) or 0)
    return True


def _replace(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Puts another piece in the place of this one."""
    if key != read_key(field(f, 1)):
        return False
    old = act.live(unit)
    made = _marker(act, unit, index, f, 2)
    new = act.live(made) if made else None
    if made and old is not None and new is not None and truth(field(f, 6)):
        known = dict(zip(old.type, old.state, strict=True))
        for at, link in enumerate(new.type[:-1]):
            if link in known and not link.startswith(("obs;", "hide;")):
                new.state[at] = known[link]
        act.fold(made)
    if made and unit in act.state.pieces:
        _remove(act, unit)
    return True


def _marker(act: Act, unit: str, index: int, f: Fields, how: int) -> str:
    """A new piece where this one lies (1 at the bottom, 2 above it, 3 below, else on top)."""
    piece = act.live(unit)
    item = act.drawing.marker(piece.type[index]) if piece is not None else None
    if item is None:
        act.say(t("vassal.act.no_marker", piece=act.value(unit, "BasicName") or unit))
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


_DEEDS: dict[str, Deed] = {
    "emb2": _layer,
    "emb": _old_layer,
    "label": _label,
    "rotate": _rotate,
    "obs": _covered,
    "hide": _covered,
    "markmoved": _moved,
    "AreaOfEffect": _area,
    "PROP": _property,
    "setprop": _global_property,
    "setpieceprop": _others_property,
    "propertysheet": _sheet,
    "globalkey": _global_key,
    "globalhotkey": _hot_key,
    "report": _report,
    "sendto": _send_to,
    "return": _return,
    "translate": _translate,
    "clone": _clone,
    "delete": _delete,
    "placemark": _place,
    "replace": _replace,
}
"""What each trait does; triggers and restrictions are in :func:`obey`. Others do nothing."""

PLAYED = frozenset((*_DEEDS, "macro", "hideCmd", "submenu", "menuSeparator"))
"""The traits that are played."""
