"""22.2: the hexes where a unit may land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.board.board import Drop
from engine.core.counters import Counter
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import DIVISION_OF, verdict
from engine.games.holland44.position import Position
from engine.games.holland44.units import Unit

POLISH = "P"
"""22.5.2: the letter of the drop hexes that only the Poles may use."""
PLANNED, PLANNED_FROM = "A1", 6
"""22.2.4: a drop hex, and the first turn on which it may be used."""
FIRST = 1
OWN_HEX = 4
OWN_DIVISION = 7
"""22.2.1: last turns of the limit to the drop hex, to hexes next to it, to the division's."""
STEPS = 9
"""22.2.3: steps that may land in a hex in a turn."""


def division_of(drop: Drop) -> str:
    """Return the division of a drop hex, as counters name it; the Poles' hexes are the 1st's."""
    return drop.division.split()[0]


def open_drops(position: Position, division: str | None) -> Iterator[Drop]:
    """22.2.4, 22.5.2: yield a division's (or all) drop hexes usable now, without the Poles'."""
    for drop in position.board.drops.values():
        if drop.letter == POLISH or (drop.letter == PLANNED and position.turn < PLANNED_FROM):
            continue
        if division in (None, division_of(drop)):
            yield drop


def ground_at(position: Position, hex_: int) -> str:
    """Return the terrain of a hex for landings: "city", "town" or its terrain."""
    town = position.board.settlement[hex_] == "town"
    terrain = position.ground.terrain[hex_]
    return "town" if town and terrain != "city" else terrain


def landing_hexes(position: Position, name: str, landed: Mapping[int, int]) -> list[int]:
    """22.2.3: return the hexes where a unit may land now (22.2).

    ``landed`` has the steps that have landed in each hex this turn.
    """
    piece = position.state.pieces[name]
    counter = position.setting.roster.counter(piece.counter)
    return sorted(
        i
        for i in _leeway(position, counter)
        if _suits(position, counter, i) and landed.get(i, 0) + piece.steps <= STEPS
    )


def landing_faults(
    position: Position, name: str, hex_: int, landed: Mapping[int, int]
) -> Iterator[Verdict]:
    """22.2.3: yield every reason against landing a unit in a hex (22.2.1 to 22.2.4)."""
    piece = position.state.pieces[name]
    counter = position.setting.roster.counter(piece.counter)
    facts = {"unit": position.name(name), "hex": position.where(hex_)}
    units, hexes = [name], [position.number(hex_)]
    if hex_ not in _leeway(position, counter):
        over = hex_ in _leeway(position, counter, over_water=True)
        rule, key = ("22.2.3", "water") if over else ("22.2.1", "leeway")
        yield verdict(rule, key, facts, units=units, hexes=hexes)
    if not _suits(position, counter, hex_):
        yield verdict("22.2.3", "terrain", facts, units=units, hexes=hexes)
    if landed.get(hex_, 0) + piece.steps > STEPS:
        yield verdict("22.2.3", "steps", facts, units=units, hexes=hexes)


def _leeway(position: Position, counter: Counter, *, over_water: bool = False) -> set[int]:
    """22.2.1, 22.2.2: return the hexes near its drop hex where a unit may land, by turn."""
    own = position.board.drops.get(counter.arrival.drop or "")
    mine = [] if own is None else list(own.hexes)
    if position.turn <= FIRST:
        return set(mine)
    centres = set(mine)
    if position.turn > OWN_HEX:
        division = DIVISION_OF.get(counter.division or "", counter.division)
        wanted = division if position.turn <= OWN_DIVISION else None
        for drop in open_drops(position, wanted):
            centres.update(drop.hexes)
        centres.update(head.place for head in _heads(position, wanted))
    return {
        j
        for i in centres
        for j in (i, *position.ground.ring[i])
        if over_water or _same_bank(position, i, j)
    }


def _heads(position: Position, division: str | None) -> Iterator[Unit]:
    for stack in position.stacks["allied"].values():
        yield from (u for u in stack if u.profile.head and division in (None, u.profile.division))


def _same_bank(position: Position, i: int, j: int) -> bool:
    """22.2.3: no unit is placed across the river or canal beside a drop hex."""
    return position.ground.water.get((i, j)) is None


def _suits(position: Position, counter: Counter, hex_: int) -> bool:
    """22.2.3: parachutists land in clear, woods, town, polder; gliders and guns in the clear."""
    row = position.ground.rows.get(ground_at(position, hex_))
    return row is not None and row.landing.get(
        "parachute" if counter.kind == "parachute" else "glider", False
    )
