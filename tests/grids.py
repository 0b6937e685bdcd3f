"""Grids for tests: that of Holland '44, and others with other orientations and numberings."""

from __future__ import annotations

from engine.board.grid import Grid, Sheet

HOLLAND = Grid.rectangle(rows=(10, 67), cols_even=(0, 26), cols_odd=(0, 25))
FLAT = Grid(
    [Sheet("", 0, 0, tuple((c, 1, 28 if c <= 12 else 16) for c in range(1, 25)))],
    numbering="CCRR",
    orientation="flat",
    shifted="even",
    rows_from="north",
)
"""Columns of flat-top hexes, numbered from the north-west, in the shape of an L."""
SHEETS = Grid(
    [
        Sheet("A/", 1, 0, tuple((c, 1, 14) for c in range(1, 32))),
        Sheet("B/", 32, 0, tuple((c, 1, 14) for c in range(1, 22))),
    ],
    numbering="CCRR",
    orientation="flat",
    shifted="even",
    rows_from="north",
)
"""Two sheets that join."""
EVEN = Grid([Sheet("", 0, 0, tuple((r, 1, 9) for r in range(1, 9)))], shifted="even")
"""Pointed tops whose even rows stand half a hex on."""
WIDE = Grid(
    [Sheet("", 0, 0, ((100, 100, 120), (101, 100, 120), (102, 105, 110)))],
    digits=3,
    rows_from="north",
)
"""Three digits each, rows from the north."""
ALL = {"holland": HOLLAND, "flat": FLAT, "sheets": SHEETS, "even": EVEN, "wide": WIDE}
