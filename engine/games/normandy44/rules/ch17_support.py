"""Chapters 17.2 to 17.4, 11.6, 12.4.3: headquarters, Werfers, Caen: artillery and its supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch17_special_units import COTENTIN_HQ
from engine.games.normandy44.rules.ch18_supply import traces_to_cherbourg, traces_to_edge
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    DISRUPTED,
    FIRED,
    GERMAN,
    ISOLATED,
    MOVED,
    OUT_OF_SUPPLY,
    STORM,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler

HQ_RANGE = 5
WERFER_RANGE = 3
CAEN_RANGE = 3
CAEN = "caen"
SEVENTH, FORTRESS = "german7", "cherbourg"
"""5.2a: the German supply tracks."""
SUPPLIES = (*ARMIES, SEVENTH, FORTRESS)
"""5.1, 5.2a: all supply tracks."""
ALLIED_SHIFTS = 2
SHIFTS = 2
"""17.2d, 17.3b, 17.2n, 11.6.1b, 11.6.2: hexes of range, shifts of one headquarters and in all."""


def most_shifts(position: Position) -> int:
    """11.6.1b, 4.3f: return the limit of artillery shifts: two, in a storm one."""
    return 1 if position.weather == STORM else SHIFTS


def caen_fires(position: Position, target: int) -> bool:
    """17.2n: return whether the guns of Caen reach a hex: three from a German-held city hex."""
    return any(
        position.control(i) == GERMAN and position.ground.distance(i, target) <= CAEN_RANGE
        for i in position.ground.caen
    )


def purses(position: Position, name: str, among: Collection[str] = SUPPLIES) -> list[str]:
    """17.2m, 17.4a, 17.4b, 5.2a, 5.3d: return the supply tracks that a headquarters may use.

    Lines to German sources are traced only for the tracks in ``among``.
    """
    if name == CAEN:
        return [SEVENTH]
    unit = position.units[name]
    if unit.side == ALLIED:
        return [unit.type.army]
    names = []
    if SEVENTH in among and name != COTENTIN_HQ and traces_to_edge(position, unit.place):
        names.append(SEVENTH)
    if FORTRESS in among and traces_to_cherbourg(position, unit.place):
        names.append(FORTRESS)
    return names


def payers(position: Position, guns: Sequence[str]) -> list[str]:
    """17.2m: return guns in the order in which they pay: those with a single source first."""
    known = [name for name in guns if name == CAEN or name in position.units]
    few = {name: len(purses(position, name)) for name in known}
    return sorted(guns, key=lambda name: few.get(name, 0))


def purse_for(position: Position, name: str, spent: Counter[str]) -> str | None:
    """Return the first of these tracks with a point left, or None."""
    for purse in SUPPLIES:
        left = position.track(tracks.POINTS + purse) - spent[purse]
        if left > 0 and purse in purses(position, name, (purse,)):
            return purse
    return None


def is_ready(unit: Unit) -> bool:
    """11.6.1a, 13.6d, 17.2h, 17.3c, 18.3: return whether a unit is ready, in order and supplied.

    Supply is the marker of the last supply phase, whatever line could be traced now.
    """
    if unit.bears(DISRUPTED, MOVED, FIRED):
        return False
    return unit.type.kind == "werfer" or not unit.bears(OUT_OF_SUPPLY, ISOLATED)


def in_range(position: Position, unit: Unit, target: int) -> bool:
    """17.2d, 17.3b: return whether a hex is in range: five for headquarters, three for Werfers."""
    reach = WERFER_RANGE if unit.type.kind == "werfer" else HQ_RANGE
    return position.ground.distance(unit.place, target) <= reach


@memoized
def _ready(position: Position, side: str) -> list[Unit]:
    """11.6.1a: return a side's headquarters and Werfers that are ready, by id."""
    guns = (u for u in position.own(side) if u.type.kind in ("hq", "werfer"))
    return [u for u in guns if is_ready(u)]


def able_to_fire(position: Position, side: str, target: int, army: str) -> list[str]:
    """11.6.1a, 17.2f, 17.2g: return the units that could support an attack or defence of a hex."""
    names = []
    for unit in _ready(position, side):
        if not in_range(position, unit, target):
            continue
        if side == ALLIED and unit.type.army != army:
            continue
        if unit.type.kind == "hq" and purse_for(position, unit.id, Counter()) is None:
            continue
        names.append(unit.id)
    paid = position.track(tracks.POINTS + SEVENTH) > 0
    if side == GERMAN and paid and caen_fires(position, target):
        names.append(CAEN)
    return names


def gun_verdicts(
    position: Position, side: str, army: str, guns: Sequence[str], target: int
) -> Iterator[Verdict]:
    """11.6.1b, 11.6.2, 17.2d, 17.3a, 17.4b, 5.1a: yield verdicts on artillery shifts."""
    there = position.number(target)
    if len(guns) > most_shifts(position):
        rule = "4.3f" if position.weather == STORM else "11.6.1b"
        yield verdict(rule, "too_many", hexes=[there], most=most_shifts(position))
    able = able_to_fire(position, side, target, army)
    spent: Counter[str] = Counter()
    for name, count in Counter(payers(position, guns)).items():
        if name not in able:
            yield verdict("11.6.1a", "cannot", hexes=[there], units=[name])
            continue
        kind = "" if name == CAEN else position.units[name].type.kind
        limit = ALLIED_SHIFTS if side == ALLIED or name == CAEN else 1
        if count > limit:
            yield verdict("11.6.2", "too_many", units=[name], most=limit)
        for _ in range(count if kind != "werfer" else 0):
            purse = purse_for(position, name, spent)
            if purse is None:
                yield verdict("5.1a", "no_points", units=[name])
                break
            spent[purse] += 1


def spend(work: Resolution, guns: Sequence[str]) -> None:
    """11.6.2, 12.4.3, 17.2f, 17.3c: spend a supply point for each headquarters shift.

    Werfers fire once; headquarters fire again while they have points.
    """
    for name in payers(work.position, guns):
        position = work.position
        if name != CAEN and position.units[name].type.kind == "werfer":
            work.status(name, add=[FIRED])
            continue
        purse = purse_for(position, name, Counter())
        if purse is not None:
            work.add(tracks.POINTS + purse, -1)
        if purse == SEVENTH and len(Purse().choices(work.position, {"unit": name})) > 1:
            work.ask(Purse.kind, GERMAN, unit=name)


class Purse(Handler[Position, Resolution]):
    """17.2m: the supply that pays for a German headquarters with lines to both sources.

    The 7th Army has paid when the question is asked; Fortress Cherbourg can pay instead.
    """

    kind = "purse"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the 7th Army, and the fortress if the headquarters can use a point of it."""
        name = args["unit"]
        lines = purses(position, name) if name in position.units else []
        open_ = FORTRESS in lines and position.track(tracks.POINTS + FORTRESS) > 0
        return [Choice(SEVENTH, word=SEVENTH), *([Choice(FORTRESS, word="fortress")] * open_)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Let the fortress pay instead."""
        if choice.id == FORTRESS:
            work.add(tracks.POINTS + SEVENTH, 1)
            work.add(tracks.POINTS + FORTRESS, -1)


def make_ready(work: Resolution) -> None:
    """3.A, 9.8.3b, 17.2j, 17.3f: make headquarters and Werfers in supply ready again."""
    from engine.games.normandy44.rules.ch18_supply import in_supply

    position = work.position
    for unit in position.units.values():
        if unit.type.kind in ("hq", "werfer") and in_supply(position, unit):
            work.status(unit.id, remove=[MOVED, FIRED])
