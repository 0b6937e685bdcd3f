"""Handle key strokes of the visible traits: layers, labels, rotation, covers, marks, areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.i18n import t
from engine.vassal import mats, trails
from engine.vassal import traits as tr
from engine.vassal.codec import field, join, parse_bool, split, whole
from engine.vassal.command_questions import Question
from engine.vassal.commands import NOTHING
from engine.vassal.key_strokes_shared import Handler, number, state_of
from engine.vassal.keys import Key, read_key
from engine.vassal.menus import Fields, layer_keys

if TYPE_CHECKING:
    from engine.vassal.command_port import Act


def _layer(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    switch, up, down, reset, chance = layer_keys(f)
    piece = act.live(unit)
    trait = tr.read_trait(piece.type[index]) if piece is not None else None
    if key not in (switch, up, down, reset, chance) or not isinstance(trait, tr.Layer):
        return False
    head, *rest = state_of(act, unit, index).split(";")
    level, count = whole(head) or -1, max(1, len(trait.images))
    if key == switch and not trait.always:
        level = -level
    if key in (up, down) and not trait.follow:
        size, on = abs(level), level > 0
        size += (key == up) - (key == down)
        if parse_bool(field(f, 17)):
            size = (size - 1) % count + 1
        level = min(count, max(1, size)) * (1 if on else -1)
    if key == reset:
        value = whole(act.text(field(f, 11), unit), 1) or 1
        level = min(count, max(1, value)) * (1 if level > 0 else -1)
    if key == chance:
        level = act.throw(count, trait.name or "layer")[0] * (1 if level > 0 else -1)
    act.set_link(unit, index, ";".join([str(level), *rest]))
    return True


def _old_layer(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    keys = [read_key(field(f, at)) for at in (0, 2, 4)]
    if key not in keys:
        return False
    level, count = whole(state_of(act, unit, index)) or -1, max(1, len(f) - 8)
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
    answer = act.ask(Question(title, state_of(act, unit, index)))
    if answer is not None:
        act.set_link(unit, index, answer)
    return True


def _rotate(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Rotate the piece, and its cargo if it is a mat."""
    piece = act.live(unit)
    trait = tr.read_trait(piece.type[index]) if piece is not None else None
    if not isinstance(trait, tr.Rotate):
        return False
    before = state_of(act, unit, index)
    after = _turned(act, trait, f, key, before)
    if after is None:
        return False
    act.set_link(unit, index, after)
    mats.turn(act, unit, tr.angle_of(trait, after) - tr.angle_of(trait, before))
    return True


def _turned(act: Act, trait: tr.Rotate, f: Fields, key: Key, before: str) -> str | None:
    """Return the new state of a rotated piece; None if the key does not rotate it."""
    was = tr.angle_of(trait, before)
    if trait.facings == 1:
        if key and key == read_key(field(f, 3)):
            return str(-float(act.throw(360, "facing")[0]))
        if key != read_key(field(f, 1)):
            return None
        answer = act.ask(Question(t("vassal.act.degrees"), f"{was:g}"))
        return before if answer is None else tr.turned_to(trait, number(answer))
    keys = [read_key(field(f, at)) for at in (1, 2, 5)]
    if key not in keys:
        return None
    if key == keys[2]:
        return str(act.throw(trait.facings, "facing")[0] - 1)
    step = 360 / trait.facings
    return tr.turned_to(trait, was + (step if key == keys[0] else -step))


def _covered(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    """Toggle a mask or hiding: owned by the acting side, or removed."""
    if key != read_key(field(f, 0)):
        return False
    head, *rest = split(state_of(act, unit, index), ";") or [""]
    after = NOTHING if head not in ("", NOTHING) else act.side or "?"
    act.set_link(unit, index, join([after, *rest], ";"))
    return True


def _moved(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    toggle, on, off = (read_key(field(f, at)) for at in (4, 8, 10))
    if key not in (toggle, on, off):
        return False
    now = parse_bool(state_of(act, unit, index))
    after = not now if key == toggle else key == on
    act.set_link(unit, index, "true" if after else "false")
    if not after:
        trails.clear(act, unit)
    return True


def _area(act: Act, unit: str, index: int, f: Fields, key: Key) -> bool:
    toggle, on, off = (read_key(field(f, at)) for at in (5, 12, 14))
    if parse_bool(field(f, 3, "true")) or key not in (toggle, on, off):
        return False
    now = parse_bool(state_of(act, unit, index))
    act.set_link(unit, index, "true" if (not now if key == toggle else key == on) else "false")
    return True


HANDLERS: dict[str, Handler] = {
    "emb2": _layer,
    "emb": _old_layer,
    "label": _label,
    "rotate": _rotate,
    "obs": _covered,
    "hide": _covered,
    "markmoved": _moved,
    "AreaOfEffect": _area,
}
"""Handlers by trait."""
