"""Evaluate the loss of units of which a number decides the game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.opponent.outlook import Figure, Outlook
from engine.rules.answers import Peril


def ruin(outlook: Outlook, perils: Iterable[Peril]) -> float:
    """Return the worth of the enemy's nearness to a limit of lost units, less that of the side's
    own.
    """
    value = outlook.weights.value
    shares = ((p.side, min(1.0, p.count / p.limit)) for p in perils)
    return sum(
        value.peril * math.pow(share, value.steep) * (-1 if side == outlook.side else 1)
        for side, share in shares
    )


def breaking(outlook: Outlook, figures: Sequence[Figure], lost: float) -> float:
    """Return the cost of lost steps among units of which a number decides the game."""
    total = 0.0
    for peril in outlook.perils:
        for figure in figures:
            if figure.id not in peril.units:
                continue
            after = replace(peril, count=peril.count + peril.units[figure.id])
            cost = abs(ruin(outlook, [after]) - ruin(outlook, [peril]))
            if after.count >= peril.limit:
                cost = outlook.weights.value.win
            total += cost / len(figures) * min(1.0, lost)
    return total
