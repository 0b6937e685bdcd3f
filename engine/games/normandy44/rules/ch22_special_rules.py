"""Chapter 22: Allied co-operation, the army boundary, withdrawal of airborne divisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.verdicts import Verdict
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_cadres import free_cadre, replaced_by
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    IN_BRITAIN,
    ISOLATED,
    OUT_OF_SUPPLY,
    eliminated,
    verdict,
)

BEYOND_LINE = 1
"""22.1.2a: hexes that units may operate beyond the army boundary."""

AIRBORNE_DIVISIONS = ("101 AB Div", "82 AB Div", "6 AB Div")


def too_far_over(position: Position, unit: Unit, hex_: int, *, moving: bool = True) -> str:
    """22.1.2a, 22.1.2b, 22.1.2c: return the rule that keeps a unit out of a hex, or "".

    Moving units that are far beyond the army boundary may come back towards their own side; south
    of the line's end there is no limit.
    """
    bounds = out_of_bounds(position, unit, hex_) if position.scenario == CHERBOURG else ""
    if bounds or unit.side != ALLIED:
        return bounds
    depth = position.ground.foreign[unit.type.army]
    there, here = depth.get(hex_, 0), depth.get(unit.place, 0)
    return "22.1.2a" if there > BEYOND_LINE and (there >= here or not moving) else ""


CHERBOURG = "cherbourg"
LAST_COLUMN = 15
"""26.1b: the column of hexes that is closed in the Cherbourg game."""


class Leash(NamedTuple):
    """The hexes near which an airborne division stays."""

    rule: str
    posts: tuple[str, ...]
    hexes: int


LEASHES = {
    "101 AB Div": Leash("26.3.2a", ("2512",), 4),
    "82 AB Div": Leash("26.3.3", ("2710", "2810", "2811"), 3),
}
LEASHED_FROM = 3


def out_of_bounds(position: Position, unit: Unit, hex_: int) -> str:
    """26.1b, 26.3.2a, 26.3.3: return the rule that closes a hex in the Cherbourg game, or "".

    Column 15 is closed, and the Allies do not cross the line of 27 June. The airborne divisions
    stay near Carentan and their drop hexes, or go towards them.
    """
    if hex_ not in closed_hexes(position, unit):
        return ""
    past_column = int(position.number(hex_)[2:]) >= LAST_COLUMN
    if past_column or "behind_27_june" not in position.ground.marks[hex_]:
        return "26.1b"
    leash = leash_of(position, unit)
    if leash is None:
        return ""
    far, on_map = beyond(position, leash, hex_), position.places.is_hex(unit.place)
    coming = on_map and far < beyond(position, leash, unit.place)
    return "" if coming else leash.rule


def closed_hexes(position: Position, unit: Unit) -> frozenset[int]:
    """26.1b, 26.3.2a, 26.3.3: return the hexes of the Cherbourg game that may be closed to a
    unit; those beyond its leash are open on the way back.
    """
    ground, leash = position.ground, leash_of(position, unit)

    def search() -> frozenset[int]:
        return frozenset(
            i
            for i, number in enumerate(ground.numbers)
            if int(number[2:]) >= LAST_COLUMN
            or (unit.side == ALLIED and "behind_27_june" not in ground.marks[i])
            or (leash is not None and beyond(position, leash, i) > 0)
        )

    closed: frozenset[int] = position.setting.latest(("closed", unit.side, leash), (), search)
    return closed


def leash_of(position: Position, unit: Unit) -> Leash | None:
    """26.3.2a, 26.3.3: return the limit of an airborne unit, or its cadre, from turn 3 on."""
    if position.scenario != CHERBOURG or position.turn < LEASHED_FROM:
        return None
    return LEASHES.get(_division_of(position, unit))


def bounds_of(position: Position, unit: Unit) -> tuple[str, Leash | None, int, int]:
    """22.1.2a, 26.3.2a, 26.3.3: return all of a unit on which its boundaries depend.

    Its army and leash, and how far it is beyond them.
    """
    army, leash, place = unit.type.army, leash_of(position, unit), unit.place
    depth = position.ground.foreign[army].get(place, 0) if unit.side == ALLIED else 0
    return army, leash, depth, 0 if leash is None else beyond(position, leash, place)


def beyond(position: Position, leash: Leash, hex_: int) -> int:
    """26.3.2a, 26.3.3: return how many hexes too far from its posts a hex is."""
    posts = position.ground.hexes(leash.posts)
    away = min((position.ground.distance(hex_, i) for i in posts), default=0)
    return max(0, away - leash.hexes)


def has_strayed(position: Position, unit: Unit) -> str:
    """26.3.2a, 26.3.3: return the rule by which a unit is outside its range, or "".

    It does not attack, and has to move back.
    """
    leash = leash_of(position, unit)
    return leash.rule if leash is not None and beyond(position, leash, unit.place) > 0 else ""


def to_bring_back(position: Position, unit: Unit) -> str:
    """22.1.2b, 26.3.2a, 26.3.3: return the rule by which an Allied unit has to move back, or ""."""
    far = position.ground.foreign[unit.type.army].get(unit.place, 0) > BEYOND_LINE
    return has_strayed(position, unit) or ("22.1.2b" if far else "")


def co_operation(units: Sequence[Unit]) -> Iterator[Verdict]:
    """22.1.1: units of both Allied armies never take part in one combat."""
    armies = {u.type.army for u in units if u.side == ALLIED}
    if len(armies) > 1:
        yield verdict("22.1.1", "both_armies", units=[u.id for u in units])


def may_withdraw(position: Position, division: str) -> bool:
    """22.2a: return whether all units of a division are in supply and away from the enemy."""
    units = _of_division(position, division)
    return bool(units) and not any(
        position.adjacent_enemy(u) or u.bears(OUT_OF_SUPPLY, ISOLATED) for u in units
    )


def _of_division(position: Position, division: str) -> list[Unit]:
    return [u for u in position.own(ALLIED) if _division_of(position, u) == division]


def _division_of(position: Position, unit: Unit) -> str:
    """17.9.1a: return the formation of a unit; a cadre has that of the unit it replaces."""
    behind = replaced_by(position, unit.id)
    return position.setting.roster.type_of(behind).formation if behind else unit.type.formation


def _in_britain(position: Position, division: str) -> list[Unit]:
    """21.2a, 22.2a: return the units of a division that were evacuated."""
    boxed = position.box(IN_BRITAIN)
    return [u for u in boxed if _division_of(position, u) == division]


def withdraw(work: Resolution, division: str) -> None:
    """22.2a, 22.2b: remove all surviving units of a division permanently, those in Britain too.

    A cadre returns to the display with the unit it replaced, and does not count any more.
    """
    position = work.position
    for unit in [*_of_division(position, division), *_in_britain(position, division)]:
        if unit.type.cadre:
            behind = free_cadre(work, unit.id)
            work.put(
                behind, "withdrawn" if "withdrawn" in work.setting.places else eliminated(ALLIED)
            )
            work.track(f"withdrawn/{behind}", work.state.clock.turn)
        else:
            work.put(unit.id, eliminated(ALLIED))
            work.track(f"withdrawn/{unit.id}", work.state.clock.turn)
