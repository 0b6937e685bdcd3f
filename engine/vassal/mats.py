"""Mats and their cargo: cargo moves with its mat and knows the mat it is on.

A mat's state lists its cargo, and the cargo's state names its mat; both are kept in step.
"""

from __future__ import annotations

import cmath
import math
from typing import TYPE_CHECKING

from engine.vassal import traits as tr
from engine.vassal.codec import field, join, parse_bool, split, whole
from engine.vassal.menus import fields_of
from engine.vassal.spots import Spot

if TYPE_CHECKING:
    from engine.vassal.command_port import Act

NO_MAT = "noMat"


def cargo(act: Act, mat: str) -> tuple[str, ...]:
    """Return the pieces on a mat that are in the game; empty for a piece that is not a mat."""
    index = _link(act, mat, tr.Mat)
    piece = act.live(mat)
    if index is None or piece is None:
        return ()
    named = split(piece.state[index], ";")[1:] if piece.state[index] else []
    return tuple(u for u in dict.fromkeys(named) if u in act.state.pieces)


def after(act: Act, unit: str, was: Spot | None, alone: frozenset[str] = frozenset()) -> list[str]:
    """Apply the consequences of a piece's move from a spot; return the pieces carried along.

    Cargo keeps its distance from the piece; pieces in ``alone`` move by themselves. A piece that
    can be cargo joins the mat at its new place and leaves its old one.
    """
    carried: list[str] = []
    here = act.spot(unit)
    if was is not None and _link(act, unit, tr.Mat) is not None:
        to_deck = here is None or act.places.name(act.state.pieces[unit].place) in act.drawing.decks
        for other in cargo(act, unit):
            spot = act.spot(other)
            if to_deck or here is None or spot is None or spot.map != was.map:
                _board(act, other, "")
            elif other not in alone:
                x, y = spot.x + here.x - was.x, spot.y + here.y - was.y
                act.lay(other, act.drawing.place(here.map, x, y, snap=False))
                carried.append(other)
    _board(act, unit, _mat_under(act, unit))
    return carried


def turn(act: Act, mat: str, degrees: float) -> None:
    """Rotate the cargo of a piece about it, after the piece rotated clockwise by some degrees.

    Cargo that keeps its facing towards its mat is rotated by the same angle.
    """
    middle = act.spot(mat)
    if middle is None or not degrees % 360:
        return
    by = cmath.rect(1, math.radians(degrees))
    for unit in cargo(act, mat):
        piece, spot = act.live(unit), act.spot(unit)
        index = _link(act, unit, tr.OnMat)
        if piece is None or spot is None or index is None or spot.map != middle.map:
            continue
        arm = complex(spot.x - middle.x, spot.y - middle.y) * by
        x, y = middle.x + round(arm.real), middle.y + round(arm.imag)
        act.lay(unit, act.drawing.place(middle.map, x, y, snap=False))
        if parse_bool(field(fields_of(piece.type[index])[1], 1, "true")):
            _face(act, unit, degrees)


def _face(act: Act, unit: str, degrees: float) -> None:
    """Rotate a piece by some degrees, as closely as its facings allow."""
    piece = act.live(unit)
    for index, link in enumerate(piece.type if piece is not None else ()):
        trait = tr.read_trait(link)
        if piece is not None and isinstance(trait, tr.Rotate):
            angle = tr.angle_of(trait, piece.state[index]) + degrees
            act.set_link(unit, index, tr.turned_to(trait, angle))
            return


def value_of(act: Act, unit: str, name: str) -> str | None:
    """Return a property of a piece as a mat or as cargo; None for other properties."""
    if name == "IsCargo":
        return "true" if _link(act, unit, tr.OnMat) is not None else None
    if name in ("MatName", "MatNumCargo"):
        index, piece = _link(act, unit, tr.Mat), act.live(unit)
        if index is None or piece is None:
            return None
        is_name = name == "MatName"
        return fields_of(piece.type[index])[1][0] if is_name else str(len(cargo(act, unit)))
    index, piece = _link(act, unit, tr.OnMat), act.live(unit)
    if not name.startswith("CurrentMat") or index is None or piece is None:
        return None
    mat = piece.state[index]
    spot = act.spot(mat) if mat in act.state.pieces else None
    if spot is None:
        return ""
    match name.removeprefix("CurrentMat"):
        case "":
            return value_of(act, mat, "MatName")
        case "X" | "Y":
            return str(spot.x if name[-1] == "X" else spot.y)
        case "BasicName" | "PieceName" | "Map" | "Zone" | "Board" | "LocationName" as part:
            return act.value(mat, part if part.endswith("Name") else f"Current{part}")
        case part if part.startswith("Prop"):
            return act.value(mat, name)
    return None


def _board(act: Act, unit: str, mat: str) -> None:
    """Put a piece on a mat, or on none ("")."""
    index = _link(act, unit, tr.OnMat)
    piece = act.live(unit)
    if index is None or piece is None:
        return
    before = piece.state[index] or NO_MAT
    if before == (mat or NO_MAT):
        return
    for old in (before, mat):
        at = _link(act, old, tr.Mat) if old in act.state.pieces else None
        if at is not None:
            contents = [u for u in cargo(act, old) if u != unit]
            contents += [unit] if old == mat else []
            act.set_link(old, at, join([str(len(contents)), *contents], ";"))
    act.set_link(unit, index, mat or NO_MAT)


def _mat_under(act: Act, unit: str) -> str:
    """Return the topmost mat whose counter covers a piece's spot; "" for none."""
    index, piece, spot = _link(act, unit, tr.OnMat), act.live(unit), act.spot(unit)
    if index is None or piece is None or spot is None:
        return ""
    f = fields_of(piece.type[index])[1]
    near_x, near_y = whole(field(f, 2)) or 0, whole(field(f, 3)) or 0
    tries = [(0, 0)]
    if near_x or near_y:
        tries += [(near_x * a, near_y * b) for b in (1, -1) for a in (1, -1)]
    mats = [
        (act.state.stack(act.state.pieces[u].place).index(u), u)
        for u in act.on_map(spot.map)
        if u != unit and _link(act, u, tr.Mat) is not None
    ]
    for dx, dy in tries:
        for _, mat in sorted(mats, reverse=True):
            at = act.spot(mat)
            width, height = act.drawing.size(act.state.pieces[mat].counter)
            if at is None or act.places.name(act.state.pieces[mat].place) in act.drawing.decks:
                continue
            x, y = spot.x + dx - at.x, spot.y + dy - at.y
            if abs(x) * 2 <= width and abs(y) * 2 <= height:
                return mat
    return ""


def _link(act: Act, unit: str, kind: type[tr.Trait]) -> int | None:
    """Return the index of the link that makes a piece a mat or cargo."""
    piece = act.live(unit)
    for index, link in enumerate(piece.type if piece is not None else ()):
        if link.startswith("mat") and isinstance(tr.read_trait(link), kind):
            return index
    return None
