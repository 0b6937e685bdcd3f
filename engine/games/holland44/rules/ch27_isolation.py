"""27.2: attrition of isolated units, an optional rule."""

from __future__ import annotations

from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch11_steps import lose_step
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.units import Unit
from engine.modules.tables import lookup
from engine.search.region import region

OPTION = "option/isolation_attrition"


def within_reach(position: Position, unit: Unit) -> set[int]:
    """Return every hex that a cross-country path of any length joins to a unit (27.2.1)."""
    supply = supply_of(position, unit.profile.side)

    def is_open(i: int, j: int) -> bool:
        return supply.off_road(i, j) is None

    return set(region(position.ground.graph, [unit.place], is_open))


def is_isolated(position: Position, unit: Unit, near: set[int]) -> bool:
    """27.2.1: return whether no path leads to a source of supply or a supply head, spent or not."""
    areas = supply_of(position, unit.profile.side).areas
    heads = {
        u.place
        for stack in position.stacks[unit.profile.side].values()
        for u in stack
        if u.profile.head and u.profile.division == unit.profile.division
    }
    return near.isdisjoint(areas.road.keys() | areas.near.keys() | heads)


def attrition(work: Resolution, side: str) -> None:
    """20.1, 27.2.2, 27.2.3: roll for each isolated unit that was out of supply before."""
    position = work.position
    if position.time != "night" or not position.state.tracks.get(OPTION):
        return
    chart = work.setting.table("isolation")
    sufferers = []
    stacks = position.stacks[side].values()
    for unit in sorted((u for stack in stacks for u in stack), key=lambda u: u.id):
        if "out_of_supply" in unit.profile.status and not unit.profile.head:
            near = within_reach(position, unit)
            if is_isolated(position, unit, near):
                sufferers.append((unit, not near.isdisjoint(position.ground.cities)))
    for unit, city in sufferers:
        names = ["elite-or-allied"] if unit.profile.quality == "elite" or side == "allied" else []
        names += ["low"] if unit.profile.quality == "low" else []
        names += ["path-to-city"] if city else []
        die = work.throw(f"isolation:{unit.id}")
        row = lookup(chart, die, modifiers=[chart.modifier(n) for n in names])
        for _ in range(int(str(chart.results[row.result]["steps_lost"]))):
            lose_step(work, unit.id)
