"""Chapter 8: artillery: range, support, bombardment (T.BOM, T.VUL)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.marketgarden import tracks
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rules.ch04_zone_duties import columns_of_terrain, owing
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import verdict


def in_range(position: Position, unit: Unit, target: int) -> bool:
    """8.0b, 8.0h: Return whether a hex is within an artillery unit's range."""
    if not unit.type.artillery:
        return False
    return target in position.ground.within(unit.place, unit.type.range)


def has_fired(position: Position, unit: Unit) -> bool:
    """8.0g: Return whether a unit has fired or fought in the phase."""
    state = position.state.tracks
    return tracks.FIRED + unit.id in state or tracks.FOUGHT + unit.id in state


def able_to_fire(position: Position, side: str, target: int) -> list[Unit]:
    """8.0b, 8.0g, 8.0h: Return a side's artillery that can support a combat at a hex.

    Leaves out units in the hex or adjacent as attackers (8.0c), and those that must attack
    (4.1.2g).
    """
    owed = {u.id for u in owing(position)}
    near = {target, *position.ground.ring[target]} if side == position.active else {target}
    return [
        u
        for u in position.own(side)
        if in_range(position, u, target)
        and not has_fired(position, u)
        and u.id not in owed
        and u.place not in near
    ]


def fire_verdicts(
    position: Position, firers: Sequence[Unit], target: int, side: str
) -> Iterator[Verdict]:
    """8.0b, 8.0c, 8.0g, 8.0h: Yield the verdicts against supporting artillery."""
    owed = {u.id for u in owing(position)}
    there = position.number(target)
    for unit in firers:
        if unit.side != side:
            yield verdict("8.0h", "other_side", units=[unit.id])
        elif not unit.type.artillery:
            yield verdict("8.0b", "no_artillery", units=[unit.id])
        elif not in_range(position, unit, target):
            yield verdict("8.0h", "range", units=[unit.id], hexes=[there], range=unit.type.range)
        if has_fired(position, unit):
            yield verdict("8.0g", "fired", units=[unit.id])
        if unit.id in owed:
            yield verdict("4.1.2g", "owes", units=[unit.id])


def beside(position: Position, firers: Sequence[Unit], target: int) -> Iterator[Verdict]:
    """8.0c: Yield verdicts against artillery next to the target, which must attack normally."""
    near = position.ground.ring[target]
    for unit in firers:
        if unit.place in near:
            yield verdict("8.0c", "engaged", units=[unit.id], hexes=[position.number(target)])


def bombardment_value(position: Position, firers: Iterable[Unit], target: int) -> int:
    """8.0d, 8.0f: Return attack factors times the total vulnerability of the units in a hex."""
    index = position.charts.vulnerability.index
    attack = sum(u.attack for u in firers)
    return attack * sum(index(u.type.kind, "artillery") for u in position.stack(target))


def bombardment_column(position: Position, value: int, target: int) -> int:
    """6.2b, 8.0e, T.BOM: Return the column of a value, shifted left by terrain, without rivers."""
    chart = position.charts.bombardment
    return chart.clamped(chart.of_value(value) - columns_of_terrain(position, target))


def bombardment_shift(position: Position, target: int, *, by_air: bool) -> tuple[str, int, str]:
    """6.2b, 8.0e: Return rule, columns and key of the terrain shift of a bombardment, 0 or less."""
    return "6.2b" if by_air else "8.0e", -columns_of_terrain(position, target), "terrain"


def bombardment_result(position: Position, total: int, column: int) -> str:
    """T.BOM: Return DI or DB by the sum of two dice."""
    return position.charts.bombardment.result(total, column)


def support_strength(position: Position, unit: Unit, *, attacking: bool) -> int:
    """8.0h: Return the strength of supporting artillery; reading ``artillery_in_defence``."""
    if attacking or position.reading("artillery_in_defence") == "attack":
        return unit.attack
    return unit.defense
