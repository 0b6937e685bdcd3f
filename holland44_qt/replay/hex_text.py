"""Description of a hex for the status bar: number, place, terrain with its source, units."""

from __future__ import annotations

from engine.board.brushes import HIDDEN
from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module


def hex_text(module: Module, state: State, place: int) -> str:
    """Describe a hex in one line."""
    if module.board.loose:
        return "  ·  ".join((module.board.where(place), *_units(module, state, place)))
    board = module.board
    names = ", ".join(board.names[place])
    parts = [f"{board.numbers[place]} {names}".strip()]
    basis = t(f"app.basis.{board.terrain_basis[place]}")
    parts.append(
        t("app.hex.terrain", terrain=module.terrain_name(board.terrain[place]), basis=basis)
    )
    parts += ground_parts(module, state, place)
    return "  ·  ".join((*parts, *_units(module, state, place)))


def ground_parts(module: Module, state: State, place: int) -> list[str]:
    """Return the features of a hex besides its terrain: settlement, road, points.

    A settlement with the name of the terrain, such as a city, is not named twice.
    """
    board, parts = module.board, list[str]()
    settlement, road = board.settlement[place], board.road_hexes.get(place)
    terrain = module.terrain_name(board.terrain[place])
    if settlement is not None and (name := module.settlement_name(settlement)) != terrain:
        parts.append(name)
    if road is not None:
        parts.append(module.road_name(road))
    if board.victory[place]:
        parts.append(t("app.hex.victory"))
    hidden = {word.id for word in module.vocabulary.marks if word.brush == HIDDEN}
    marks = [mark for mark in (board.marks[place] if board.marks else ()) if mark not in hidden]
    parts += [module.named("marks", mark) for mark in marks]
    parts += [t("app.hex.drop", letter=letter) for letter in board.drop_letters[place]]
    holder = state.control.get(place)
    if holder is not None:
        parts.append(t("app.hex.control", side=module.side_name(holder)))
    return parts


def _units(module: Module, state: State, place: int) -> list[str]:
    """Return the pieces in a hex, top first, as one part of the line; none without pieces."""
    units = [module.unit_name(state.pieces[u].counter) for u in reversed(state.stack(place))]
    return [", ".join(units)] if units else []
