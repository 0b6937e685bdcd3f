"""Describe a hex and its units in words, for the stack card and for screen readers."""

from __future__ import annotations

from engine.board.board import BEYOND
from engine.board.grid import hexside
from engine.core.state import Piece, State
from engine.i18n import has, t
from engine.modules.module import Module
from holland44_qt.replay.hex_text import ground_parts

DIRECTIONS = {
    "pointed": ("e", "se", "sw", "w", "nw", "ne"),
    "flat": ("ne", "se", "s", "sw", "nw", "n"),
}
"""Directions of a hex's neighbours in the order of the board, by the orientation of the grid."""


def ground_words(module: Module, state: State, place: int) -> str:
    """Return terrain, settlement, road and controlling side of a hex in one line."""
    board = module.board
    if board.loose:
        return ""
    terrain = module.terrain_name(board.terrain[place])
    return " · ".join((terrain, *ground_parts(module, state, place)))


def side_words(module: Module, state: State, place: int) -> list[str]:
    """Return a line for each hexside with water, with its bridges and their states."""
    board, lines = module.board, list[str]()
    if not board.sides:
        return lines
    number = board.numbers[place]
    directions = DIRECTIONS[board.grid.orientation]
    for direction, to in zip(directions, board.neighbours[place], strict=True):
        if to == BEYOND:
            continue
        side = board.sides.get(hexside(number, board.numbers[to]))
        if side is None:
            continue
        line = t(
            "table.side",
            direction=t(f"table.direction.{direction}"),
            water=", ".join(module.side_kind_name(k) for k in (side.water, *side.marks) if k),
            name=side.river,
        )
        for bridge in side.bridges:
            how = state.hexsides.get(side.name, bridge.start)
            name = bridge.name or module.named(
                "bridges", bridge.kind, f"table.bridge.{bridge.kind}"
            )
            line += t("table.side.bridge", bridge=name, how=bridge_words(how))
        lines.append(line)
    return lines


def bridge_words(how: str) -> str:
    """Return the state of a bridge in words."""
    return t(f"bridge.{how}") if has(f"bridge.{how}") else how.replace("_", " ")


def unit_words(module: Module, piece: Piece) -> str:
    """Return a few lines about a unit: name, kind and steps, values, statuses."""
    lines = [module.unit_name(piece.counter)]
    if piece.counter in module.counters:
        counter = module.counters.of(piece.counter)
        if counter.role == "combat" and counter.formation.strip("-–"):
            formation = module.translated(counter.formation)
            lines = [t("table.unit.name", name=lines[0], formation=formation)]
        whole = max(counter.steps, piece.steps)
        kind = module.kind_name(counter.kind)
        steps = t("table.unit.kind", kind=kind, steps=piece.steps, of=whole)
        lines.append(steps if whole > 1 else kind)
        face = counter.face(counter.face_name(piece.steps, piece.status))
        if counter.role == "unknown":
            lines[-1] = t("table.unit.unknown")
        elif counter.needs_remnant(piece.steps):
            lines.append(t("table.unit.remnant"))
        elif module.vocabulary.values:
            lines.append(module.values_text(counter, counter.face_name(piece.steps, piece.status)))
        else:
            lines.append(
                t(
                    "table.unit.values",
                    attack=face.attack,
                    defense=face.defense,
                    movement=face.movement,
                )
            )
    if piece.status:
        lines.append(", ".join(module.marker_name(s).lower() for s in sorted(piece.status)))
    return "\n".join(lines)
