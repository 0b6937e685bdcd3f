"""Create the table at the start of a module: its at-start stacks and decks, filled with pieces."""

from __future__ import annotations

from collections.abc import Iterator

from engine.vassal import commands as cmd
from engine.vassal import grids
from engine.vassal.buildfile import ModuleInfo, Slot, StackInfo
from engine.vassal.codec import join
from engine.vassal.layout import Layout
from engine.vassal.pieces import Piece, expand
from engine.vassal.players import Ids
from engine.vassal.replay import Table

_DECK_NAME = 13
"""The index of the field with a deck's name in its type."""


def start(info: ModuleInfo) -> Table:
    """Start a new game of a module: every at-start stack and deck with its expanded pieces.

    Ids count from 1, so the same module always yields the same table. Raises VassalError for pieces
    that cannot be made (prototypes that contain themselves).
    """
    table = Table(Ids(info.name.encode()), info)
    table.set_up(_commands(info, table))
    return table


def _commands(info: ModuleInfo, table: Table) -> Iterator[cmd.Command]:
    number = 0
    for stack in info.stacks:
        layout = table.layout(stack.map)
        x, y = _corner(stack, layout)
        contents: list[str] = []
        for slot in stack.slots:
            piece = slot_piece(slot, info)
            if piece is not None:
                number += 1
                piece.id = f"start-{number}"
                piece.place(stack.map, x, y)
                contents.append(piece.id)
                yield cmd.Add(piece.id, piece.type, tuple(piece.state))
        number += 1
        yield _holder(f"start-{number}", stack, x, y, contents)


def slot_piece(slot: Slot, info: ModuleInfo) -> Piece | None:
    """Return a new piece of a slot with its prototypes expanded, or None if the slot is empty."""
    if slot.piece is None:
        return None
    kind, state = expand(slot.piece.type, slot.piece.state, info.prototypes)
    return Piece.make("", kind, state)


def _holder(name: str, stack: StackInfo, x: int, y: int, contents: list[str]) -> cmd.Add:
    if not stack.deck:
        state = join([stack.map, str(x), str(y), *contents], ";")
        return cmd.Add(name, ("stack",), (state,))
    fields = ["deck", *[""] * (_DECK_NAME - 1), stack.name]
    down = "true" if stack.face_down else "false"
    cards = [join(contents, ",")] if contents else []
    state = join([stack.map, str(x), str(y), down, *cards], ";")
    return cmd.Add(name, (join(fields, ";"),), (state,))


def _corner(stack: StackInfo, layout: Layout | None) -> tuple[int, int]:
    """Return the spot of a stack on its map, from the name of a hex or from pixels on its board."""
    boards = layout.boards if layout is not None else ()
    for placed in boards:
        if not stack.board or placed.info.name == stack.board:
            x, y = _named(stack.location, placed.info.grid) or (stack.x, stack.y)
            return placed.x + x, placed.y + y
    return stack.x, stack.y


def _named(location: str, grid: grids.Grid | None) -> grids.Point | None:
    """Return the centre of the hex with this name, or None if the grid has no such hex."""
    if not location or not isinstance(grid, grids.HexGrid):
        return None
    return next((grid.centre(c) for c in grid.cells() if grid.name(c) == location), None)
