"""17.8: fired artillery becomes ready again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch18_supply import Supply, supply_of
from engine.games.holland44.rules.ch22_drop_zones import ground_at, open_drops
from engine.games.holland44.units import Unit
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import units_in
from engine.search.supply import spread

RESUPPLIED = 2
"""17.8.1, 17.8.3: artillery units made ready in a phase."""
READY_AREAS = frozenset("N")
"""17.8.1: the source of the Allies' artillery ammunition."""
DROPS_OF_HEADS = 6
"""17.8.2c: from this turn on a supply head is a drop hex."""


def resupply_phase(work: Resolution, side: str) -> None:
    """17.8, 20.1: make artillery ready; at night all of the Germans'."""
    position = work.position
    if side == "german":
        ready = len(position.units) if position.time == "night" else RESUPPLIED
        work.ask("resupply", side, left=ready, airborne=0)
        return
    chart = work.setting.table("weather")
    airborne = chart.results[position.weather]["airborne_artillery"]
    work.ask("resupply", side, left=RESUPPLIED, airborne=airborne)


class Resupply(Handler[Position, Resolution]):
    """17.8, 17.8.2, 17.8.3, 17.8.4: the artillery units to make ready; all if the limit permits."""

    kind = "resupply"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the units that may be made ready, and done."""
        side = position.state.clock.active
        ground, air = _empty_guns(position, side)
        ground = ground if args["left"] else []
        air = air if args["airborne"] else []
        if len(ground) <= args["left"] and len(air) <= args["airborne"]:
            every = tuple(u.id for u in [*ground, *air])
            return [Choice("all", every)] if every else []
        return [Choice("done"), *(Choice(u.id, (u.id,)) for u in [*ground, *air])]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Turn units to their ready side."""
        left, airborne = args["left"], args["airborne"]
        for unit in work.units(choice.units):
            work.status(unit.id, remove=["fired"])
            if unit.profile.airborne:
                airborne -= 1
            else:
                left -= 1
        if choice.units and choice.id != "all":
            left, airborne = max(0, left), max(0, airborne)
            work.ask("resupply", work.state.clock.active, left=left, airborne=airborne)

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any artillery unit of the side that has fired."""
        side = position.state.clock.active
        guns = [u for u in units_in(position, words) if u.profile.artillery]
        fired = [u.id for u in guns if u.profile.side == side and "fired" in u.profile.status]
        return Choice(words[0], tuple(words)) if len(words) == 1 and fired == list(words) else None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against making a unit ready."""
        side = position.state.clock.active
        search = supply_of(position, side)
        for unit in units_in(position, words):
            who = position.name(unit.id)
            if unit.profile.side != side or not unit.profile.artillery:
                yield verdict("17.8", "no_artillery", units=[unit.id], unit=who)
            else:
                for rule, key in _faults(position, search, unit):
                    yield verdict(rule, key, units=[unit.id], unit=who)
                if not args["airborne" if unit.profile.airborne else "left"]:
                    yield verdict("17.8", "enough", units=[unit.id], unit=who)


def _empty_guns(position: Position, side: str) -> tuple[list[Unit], list[Unit]]:
    """Return fired artillery that may be made ready: ground units, airborne units."""
    search = supply_of(position, side)
    guns = [u for u in position.own(side) if u.profile.artillery]
    able = [u for u in guns if next(_faults(position, search, u), None) is None]
    return [u for u in able if not u.profile.airborne], [u for u in able if u.profile.airborne]


def _faults(position: Position, search: Supply, unit: Unit) -> Iterator[tuple[str, str]]:
    """18.4: yield the rules against making artillery ready, each with a word for the reason."""
    if "fired" not in unit.profile.status:
        yield "17.8", "ready"
        return
    if not unit.profile.good_order:
        yield "17.8", "disorder"
    if unit.profile.airborne:
        if not _near_its_head(position, search, unit):
            yield "17.8.2", "path"
    elif "out_of_supply" in unit.profile.status or not _supplied(search, unit):
        yield ("17.8.3" if unit.profile.side == "german" else "17.8.1"), "supply"


def _supplied(search: Supply, unit: Unit) -> bool:
    """17.8.1, 17.8.3: return whether artillery has the supply path needed to be made ready."""
    if unit.profile.side == "german":
        return search.supplies(unit, unit.place)
    return search.reaches(unit.place, READY_AREAS)


def _near_its_head(position: Position, search: Supply, unit: Unit) -> bool:
    """17.8.2b: four hexes to the division's supply head, four from there to a drop hex."""
    near = spread(unit.place, search.wet)
    heads = [
        u.place
        for place in near.keys() & position.stacks["allied"].keys()
        for u in position.stacks["allied"][place]
        if u.profile.head and u.profile.division == unit.profile.division
    ]
    mine = position.fronts["allied"].hexes
    zone = position.enemy("allied").zone
    for head in heads:
        drops = {i for drop in open_drops(position, unit.profile.division) for i in drop.hexes}
        if position.turn >= DROPS_OF_HEADS:
            drops |= {head, *position.ground.ring[head]}
        good = {
            i
            for i in drops
            if (i in mine or i not in zone) and ground_at(position, i) in ("clear", "polder")
        }
        if good & spread(head, search.wet).keys():
            return True
    return False
