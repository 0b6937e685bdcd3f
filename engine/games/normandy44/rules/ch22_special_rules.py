"""Chapter 22: Allied co-operation, the army boundary, withdrawal of airborne divisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import free_cadre, replaced_by
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    DISRUPTED,
    ISOLATED,
    OUT_OF_SUPPLY,
    eliminated,
    verdict,
)

BEYOND_LINE = 1
"""22.1.2a: hexes that units may operate beyond the army boundary."""

AIRBORNE_DIVISIONS = ("101 AB Div", "82 AB Div", "6 AB Div")


def too_far_over(position: Position, unit: Unit, hex_: int) -> bool:
    """22.1.2a, 22.1.2b, 22.1.2c: return whether a hex is two or more beyond the army boundary.

    Units beyond it may move towards their own side; south of the line's end there is no limit.
    """
    if position.scenario == "cherbourg" and out_of_bounds(position, unit, hex_):
        return True
    if unit.side != ALLIED:
        return False
    depth = position.ground.foreign[unit.type.army]
    there = depth.get(hex_, 0)
    return there > BEYOND_LINE and there >= depth.get(unit.place, 0)


LAST_COLUMN = 15
"""26.1b: the column of hexes that is closed in the Cherbourg game."""
LEASHES = {"101 AB Div": (("2512",), 4), "82 AB Div": (("2710", "2810", "2811"), 3)}
"""26.3.2a, 26.3.3: from turn 3 the airborne divisions stay near these hexes."""
LEASHED_FROM = 3


def out_of_bounds(position: Position, unit: Unit, hex_: int) -> bool:
    """26.1b, 26.3.2a, 26.3.3: return whether a hex is out of bounds in the Cherbourg game.

    Column 15 is closed, and the Allies do not cross the line of 27 June. The airborne divisions
    stay near Carentan and their drop hexes, or go towards them.
    """
    if int(position.number(hex_)[2:]) >= LAST_COLUMN:
        return True
    if unit.side != ALLIED:
        return False
    if "behind_27_june" not in position.ground.marks[hex_]:
        return True
    far = beyond_leash(position, unit, hex_)
    on_map = position.places.is_hex(unit.place)
    return far > 0 and (not on_map or far >= beyond_leash(position, unit, unit.place))


def beyond_leash(position: Position, unit: Unit, hex_: int) -> int:
    """26.3.2a, 26.3.3: return how many hexes too far an airborne unit, or its cadre, would be."""
    behind = replaced_by(position, unit.id)
    formation = position.setting.roster.type_of(behind).formation if behind else unit.type.formation
    leash = LEASHES.get(formation)
    if leash is None or position.turn < LEASHED_FROM:
        return 0
    posts = position.ground.hexes(leash[0])
    away = min((position.ground.distance(hex_, i) for i in posts), default=0)
    return max(0, away - leash[1])


def has_strayed(position: Position, unit: Unit) -> bool:
    """26.3.2a, 26.3.3: in the Cherbourg game an airborne unit outside its range does not attack."""
    return position.scenario == "cherbourg" and beyond_leash(position, unit, unit.place) > 0


def co_operation(units: Sequence[Unit]) -> Iterator[Verdict]:
    """22.1.1: units of both Allied armies never take part in one combat."""
    armies = {u.type.army for u in units if u.side == ALLIED}
    if len(armies) > 1:
        yield verdict("22.1.1", "both_armies", units=[u.id for u in units])


def may_withdraw(position: Position, division: str) -> bool:
    """22.2a: return whether all units of a division are in supply and away from the enemy."""
    units = _of_division(position, division)
    return bool(units) and not any(
        position.adjacent_enemy(u) or u.bears(OUT_OF_SUPPLY, ISOLATED, DISRUPTED) for u in units
    )


def _of_division(position: Position, division: str) -> list[Unit]:
    own = position.own(ALLIED)
    units = [u for u in own if u.type.formation == division]
    for unit in own:
        behind = replaced_by(position, unit.id)
        if behind and position.setting.roster.type_of(behind).formation == division:
            units.append(unit)
    return units


def withdraw(work: Resolution, division: str) -> None:
    """22.2a, 22.2b: remove all surviving units of a division permanently.

    A cadre returns to the display with the unit it replaced, and does not count any more.
    """
    for unit in _of_division(work.position, division):
        if unit.type.cadre:
            behind = free_cadre(work, unit.id)
            work.put(
                behind, "withdrawn" if "withdrawn" in work.setting.places else eliminated(ALLIED)
            )
            work.track(f"withdrawn/{behind}", work.state.clock.turn)
        else:
            work.put(unit.id, eliminated(ALLIED))
            work.track(f"withdrawn/{unit.id}", work.state.clock.turn)
