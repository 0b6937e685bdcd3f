"""14.3.2: units in full retreat run when an enemy comes next to them."""

from __future__ import annotations

from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution


def runners(position: Position, side: str, hex_: int) -> list[int]:
    """14.3.2: return hexes next to a hex whose enemy units, all in full retreat, must run.

    Not across a major river without a bridge.
    """
    if not position.places.is_hex(hex_):
        return []
    stacks = position.enemy(side).stacks
    return [
        j
        for j in position.ground.ring[hex_]
        if (stack := stacks.get(j))
        and all(u.profile.full_retreat for u in stack)
        and (hex_, j) not in position.crossings.blocked
    ]


def run(work: Resolution, hex_: int) -> None:
    """Make the units of a hex run; their owner chooses the hexes."""
    stack = work.position.stack(hex_)
    work.ask(
        "retreat",
        stack[0].profile.side,
        units=[u.id for u in stack],
        hexes=[RUN],
        battle=work.setting.places.name(hex_),
        shattered=True,
        again=[],
    )


RUN = 2
"""14.3.2c: the number of hexes of a full retreat."""
