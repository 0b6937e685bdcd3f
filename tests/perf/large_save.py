"""A VASSAL save of 75,000 stacks, made by our encoder."""

from __future__ import annotations

from pathlib import Path

from engine.vassal.obfuscation import RAW, disguise
from tests.unit.vassal import making

STACKS = 75_000


def write_large_save(path: Path, stacks: int = STACKS) -> Path:
    """Write the save: a piece in each stack, 300 in a row, of two sides, in six rotations."""
    setup = []
    for i in range(stacks):
        x, y = i % 300 * 60, i // 300 * 60
        side, level = ("Red", "1") if i % 2 else ("Blue", "2")
        setup.append(making.unit(f"p{i}", x, y, side=side, level=level, turn=str(i % 6)))
        setup.append(making.stack(f"s{i}", x, y, f"p{i}"))
    path.write_bytes(disguise(making.write_game(setup, []), RAW))
    return path
