"""Shortcuts to the landing phase of a turn."""

from __future__ import annotations

EMPTY = {"clear_board": True, "active": "allied", "phase": "bridge"}
HEAD = {"id": "BR-1AB-supply", "hex": "6317"}


def due(name, turn, **fields):
    """An airborne unit that waits for its turn."""
    return {"id": name, "hex": f"turn-{turn}", **fields}


def sky(table, turn, *units, weather="clear", **fields):
    """Return a position at the start of the landing phase of a turn, with these units."""
    position = {**EMPTY, "turn": turn, "weather": weather, "units": list(units), **fields}
    return table(position).next()
