"""Chapter 2.2: the values printed on a counter."""

from __future__ import annotations

from engine.core.counters import Counter
from engine.games.marketgarden.units import UnitType
from engine.games.marketgarden.vocabulary import FIRST_TURN


def type_of(counter: Counter) -> UnitType:
    """2.2.1a, 2.2.1c, 2.2.1f, 2.2.1g: Parse a counter of the module."""
    front, back = counter.front, counter.back or counter.front
    arrival = counter.arrival
    how = str(arrival.how)
    where = arrival.area or (arrival.hexes[0] if how == "fixed" else "")
    return UnitType(
        id=counter.id,
        side=str(counter.side),
        kind=str(counter.kind),
        attack=front.attack,
        defense=front.defense,
        movement=front.movement,
        reverse_attack=back.attack,
        reverse_defense=back.defense,
        motorised=counter.mechanized,
        nationality=counter.nationality,
        formation=counter.formation,
        range=front.range or 0,
        division=counter.division or "",
        xxx_corps=counter.corps == CORPS,
        airborne=counter.airborne,
        steps=counter.steps,
        arrives=arrival.turn or FIRST_TURN,
        how="" if how == "set_up" else how,
        where=where or "",
    )


CORPS = "XXX"
"""The module's name of XXX Corps."""
