"""Chapters 6.1 to 6.4: replacements, the return of eliminated units, supply bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core.verdicts import Verdict
from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules.ch06_arrivals import BEACH_LIMIT, points_left
from engine.games.normandy44.rules.ch07_stacking import stacking
from engine.games.normandy44.rules.ch17_cadres import (
    REBUILT,
    cadre_of,
    rebuild,
    replaced_by,
    turn_cadre,
)
from engine.games.normandy44.rules.ch18_supply import in_supply, supplied
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    BEACHES,
    CW,
    DISRUPTED,
    GERMAN,
    IN_BRITAIN,
    ISOLATED,
    OUT_OF_SUPPLY,
    REPLACED,
    REPLACEMENT_PHASE,
    RESERVE,
    SCATTERED,
    US,
    cadres,
    eliminated,
    verdict,
)
from engine.rules.base.decisions import Args, Choice, Handler

REPLACEMENT_LIMIT = 9
"""6.1b: the limit of replacements of a kind."""
DIVISION_RANGE = 5
"""6.2.2b: hexes to the unit's division."""
SUPPLY_PRICE = 3
"""5.3b: reinforcement points for a supply point."""
NEVER = frozenset({"ranger", "commando", "flak88", "ost", "strongpoint"})
"""6.3a, 6.3b, 17.1, 17.7a: kinds that take no replacements."""
AIRBORNE = frozenset({"airborne", "glider"})
ARMOUR = tracks.REPLACEMENTS + "german/armour"
CHERBOURG_ARMOUR = "cherbourg-armour"
"""26.2.3a: the turn in which the Germans received their armour of the Cherbourg game."""
NOT_DIVISIONS = ("Bde", "Regt", "Army", "Special Service", "Cherbourg", "Corps", "Rangers")


def unit_behind(position: Position, unit: Unit) -> Unit:
    """17.9.4: return the three-step unit that a cadre replaces, else the unit itself."""
    name = replaced_by(position, unit.id)
    return (position.any_unit(name) or unit) if name else unit


def kind_of(unit: Unit) -> str:
    """6.2.6, 17.2l, 17.3i: return the type of replacement a unit takes."""
    if unit.type.kind in AIRBORNE and unit.side == ALLIED:
        return "airborne"
    if unit.type.armoured or unit.type.silhouette or unit.type.kind == "werfer":
        return "armour"
    return "infantry"


def is_heavy(unit: Unit) -> bool:
    """6.4a, 6.4b: return whether a unit is a Tiger or Panther.

    It is a silhouette with a grey armour value of 4 or 5.
    """
    return unit.side == GERMAN and unit.type.silhouette and (unit.grey or 0) >= 4


def pool_for(position: Position, unit: Unit) -> str | None:
    """6.2.3d, 6.4a, 6.4c, 6.4d: return the track that pays for a unit, or None if all are empty.

    British armour serves Canadians; poorer German infantry serves only low quality.
    """
    taker = unit_behind(position, unit)
    kind = kind_of(taker)
    if taker.side == GERMAN:
        if kind == "infantry":
            names = ["german/infantry"]
            if taker.tq in (0, -1):
                names.insert(0, "german/infantry0")
            if taker.tq == -1:
                names.insert(0, "german/infantry-1")
        else:
            names = ["german/panther"] if is_heavy(taker) else ["german/armour", "german/panther"]
    elif taker.type.army == US:
        names = [f"us/{kind}"]
    elif kind == "infantry" and taker.type.nationality.lower() == "canadian":
        names = ["canadian/infantry"]
    else:
        names = [f"cw/{kind}"]
    return next((n for n in names if position.track(tracks.REPLACEMENTS + n) > 0), None)


def replacement_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """6.2.1, 6.2.3a, 6.2.3b, 6.2.3c, 6.2.3e, 6.3a, 6.3b, 13.6e, 17.7a, 18.4c: yield objections."""
    taker = unit_behind(position, unit)
    if position.phase != REPLACEMENT_PHASE or position.turn == 1:
        rule = "6.2.3a" if position.turn == 1 else "6.1a"
        yield verdict(rule, "phase", units=[unit.id])
    if unit.side != position.active:
        yield verdict("6.1a", "other_side", units=[unit.id])
    if taker.type.kind in NEVER:
        yield verdict("6.3b" if unit.side == GERMAN else "6.3a", "never", units=[unit.id])
    if REPLACED in unit.status:
        yield verdict("6.2.3c", "again", units=[unit.id])
    if unit.bears(DISRUPTED, SCATTERED, OUT_OF_SUPPLY, ISOLATED):
        yield verdict("6.2.3b", "state", units=[unit.id])
    if pool_for(position, unit) is None:
        yield verdict("6.2.6", "none_left", units=[unit.id])
    division = tracks.AIRBORNE + taker.type.formation
    if kind_of(taker) == "airborne" and division in position.state.tracks:
        yield verdict("6.2.3e", "one_a_turn", units=[unit.id])


def on_map_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """6.2.1, 6.2.3b, 6.2.3c, 7.2a, 17.9.3: yield objections to a replacement for a unit on the map.

    A unit that it makes too large for its hex takes none: only units that move may overstack.
    """
    yield from replacement_verdicts(position, unit)
    if is_whole(position, unit):
        yield verdict("6.2.1", "whole", units=[unit.id])
    if unit.id in position.units:
        if not in_supply(position, unit):
            yield verdict("6.2.3b", "no_line", units=[unit.id])
        yield from stacking(position, (restored(position, unit),), unit.place)
    elif position.number(unit.place) != IN_BRITAIN:
        yield verdict("6.2.1", "not_there", units=[unit.id])


def is_whole(position: Position, unit: Unit) -> bool:
    """6.2.1, 17.9.3: return whether a unit has all its steps, and is no cadre of another."""
    return unit.steps >= unit.type.steps and not replaced_by(position, unit.id)


def restored(position: Position, unit: Unit) -> Unit:
    """6.2.1, 17.9.3: return a unit with one step more, or in place of a cadre its unit."""
    piece = position.state.pieces[unit_behind(position, unit).id]
    more = min(unit.steps + 1, unit.type.steps)
    steps = REBUILT if replaced_by(position, unit.id) else more
    return position.setting.unit_of(unit.id, replace(piece, place=unit.place, steps=steps))


def places_of_return(position: Position, unit: Unit) -> list[int]:
    """6.2.2a, 6.2.2b, 17.2a, 17.2l, 21.1.4a: return the places where an eliminated unit may return.

    They are headquarters of its army, and friendly villages and cities, in supply, within five
    hexes of its division. Headquarters return in cities and on beaches; beach engineers, which
    cannot move, in Britain, from where they land again.
    """
    if unit.type.kind == "beach_engineer":
        return [position.places.index(IN_BRITAIN)]
    ground, side = position.ground, unit.side
    lines = supplied(position, side)
    taker = unit_behind(position, unit)
    hexes = {i for i in ground.cities | ground.towns if position.control(i) == side}
    if taker.type.kind == "hq":
        hexes = {i for i in ground.cities if position.control(i) == side}
        if side == ALLIED:
            beaches = ground.hexes(n for numbers in BEACHES.values() for n in numbers)
            hexes |= {i for i in beaches if position.control(i) == side}
    else:
        hexes |= {
            u.place
            for u in position.own(side)
            if u.type.kind == "hq" and u.type.army == taker.type.army
        }
    formation = taker.type.formation
    if formation and not any(word in formation for word in NOT_DIVISIONS):
        mates = [
            u.place
            for u in position.own(side)
            if unit_behind(position, u).type.formation == formation
        ]
        hexes = {i for i in hexes if any(ground.distance(i, j) <= DIVISION_RANGE for j in mates)}
    return sorted(i for i in hexes if lines.supplies(i))


def return_verdicts(
    position: Position, units: Sequence[Unit], path: Sequence[int]
) -> Iterator[Verdict]:
    """6.2.2a, 6.2.2b, 6.2.5a, 17.9.4: yield objections to a unit's return in a hex."""
    unit, hex_, there = units[0], path[-1], position.number(path[-1])
    if len(units) > 1 or len(path) != 2:
        yield verdict("6.2.1", "one", units=[u.id for u in units])
    yield from comeback_verdicts(position, unit)
    if hex_ not in places_of_return(position, unit):
        yield verdict("6.2.2a", "no_place", units=[unit.id], hexes=[there], hex=there)
    if position.places.is_hex(hex_):
        yield from stacking(position, units, hex_)


def comeback_verdicts(position: Position, unit: Unit) -> Iterator[Verdict]:
    """6.2.2a, 17.9.1b, 17.9.4: yield objections to a unit's return, whatever the hex."""
    box = position.number(unit.place)
    if box not in (eliminated(unit.side), cadres(unit.side)):
        yield verdict("6.2.1", "not_there", units=[unit.id])
    in_cadres = box == cadres(unit.side)
    if in_cadres and not replaced_by(position, unit.id):
        key = "cadre_first" if cadre_of(position, unit.id) else "not_there"
        yield verdict("17.9.4", key, units=[unit.id])
    if f"withdrawn/{unit.id}" in position.state.tracks:
        yield verdict("17.9.1b", "gone", units=[unit.id])
    yield from replacement_verdicts(position, unit)


def hexes_of_return(position: Position, unit: Unit) -> list[int]:
    """6.2.2a, 7.1a: Return the hexes where an eliminated unit may return now."""
    if position.phase != REPLACEMENT_PHASE or any(comeback_verdicts(position, unit)):
        return []
    is_hex = position.places.is_hex
    hexes = [i for i in places_of_return(position, unit) if is_hex(i)]
    return [i for i in hexes if not any(stacking(position, (unit,), i))]


def _pay(work: Resolution, unit: Unit) -> None:
    taker = unit_behind(work.position, unit)
    pool = pool_for(work.position, unit)
    if pool is not None:
        work.add(tracks.REPLACEMENTS + pool, -1)
    if kind_of(taker) == "airborne":
        work.track(tracks.AIRBORNE + taker.type.formation, 1)


def take(work: Resolution, unit: Unit) -> None:
    """6.2.1, 6.2.3c, 6.2.4, 15.4, 17.9.3: give a unit a step; a cadre is replaced by its unit.

    It leaves reserve. A unit in Britain is marked too, so that it takes no second replacement in
    the turn.
    """
    _pay(work, unit)
    name = unit.id
    if replaced_by(work.position, name):
        name = rebuild(work, name)
    else:
        work.steps(name, unit.steps + 1)
    work.status(name, add=[REPLACED], remove=[RESERVE])


def return_to_play(work: Resolution, unit: Unit, hex_: int) -> None:
    """6.2.1, 6.2.2a, 6.2.4, 17.9.4: return a unit on its last step."""
    _pay(work, unit)
    work.put(unit.id, work.position.number(hex_))
    work.steps(unit.id, 1)
    work.status(unit.id, add=[REPLACED])
    if work.setting.places.is_hex(hex_):
        turn_cadre(work, unit.id)


# -- buying supply --------------------------------------------------------------------------------


def can_buy(position: Position, army: str) -> int:
    """5.3b, 5.3c, 6.5.2e: return the supply points an army may land through its Mulberry now."""
    due = position.state.tracks.get(tracks.MULBERRY_DUE + army)
    cherbourg = position.scenario == "cherbourg" and army == US and position.turn >= 7
    complete = isinstance(due, int) and 0 < due <= position.turn
    if not complete and not cherbourg:
        return 0
    beach = "omaha" if army == US else "gold"
    capacity = BEACH_LIMIT - position.track(tracks.LANDED + beach)
    if cherbourg:
        capacity = SUPPLY_PRICE
    return max(0, min(points_left(position, army), capacity) // SUPPLY_PRICE)


class BuySupply(Handler[Position, Resolution]):
    """5.3b, 5.3c: supply points for reinforcement points, in the replacement phase."""

    kind = "buy_supply"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return each number from none to the limit."""
        army = str(args["army"])
        return [Choice(f"{army} {n}", word="buy") for n in range(can_buy(position, army) + 1)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Buy the supply points."""
        army, _, count = choice.id.partition(" ")
        buy(work, army, int(count))


def buy(work: Resolution, army: str, count: int) -> None:
    """5.3b, 5.1d: buy supply points over the Mulberry's beach, for three points each."""
    if not count:
        return
    work.add(tracks.RP + army, SUPPLY_PRICE * count)
    work.add(tracks.LANDED + ("omaha" if army == US else "gold"), SUPPLY_PRICE * count)
    work.add(tracks.POINTS + army, count, highest=19)


class Commonwealth(Handler[Position, Resolution]):
    """6.2.7: the Allied player makes a Commonwealth replacement British or Canadian."""

    kind = "commonwealth"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return British and Canadian."""
        return [Choice("british", word="british"), Choice("canadian", word="canadian")]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Add the replacement."""
        army = CW if choice.id == "british" else "canadian"
        work.add(f"{tracks.REPLACEMENTS}{army}/infantry", 1, highest=REPLACEMENT_LIMIT)


def ask_to_buy(work: Resolution) -> None:
    """5.3c: ask the questions of the Allied replacement phase."""
    for army in reversed(ARMIES):
        if can_buy(work.position, army):
            work.ask(BuySupply.kind, ALLIED, army=army)


def expire(work: Resolution) -> None:
    """6.4a, 6.4c, 6.4d, 6.1b, 26.2.3a: unused poor infantry is lost; Panthers become armour.

    In the Cherbourg game unused armour waits for the next storm.
    """
    if work.position.scenario == "cherbourg" and work.position.track(ARMOUR):
        work.track(ARMOUR, None)
        work.track(CHERBOURG_ARMOUR, None)
    for name in ("german/infantry0", "german/infantry-1"):
        work.track(tracks.REPLACEMENTS + name, None)
    heavy = work.position.track(tracks.REPLACEMENTS + "german/panther")
    if heavy:
        work.track(tracks.REPLACEMENTS + "german/panther", None)
        work.add(tracks.REPLACEMENTS + "german/armour", heavy, highest=REPLACEMENT_LIMIT)
