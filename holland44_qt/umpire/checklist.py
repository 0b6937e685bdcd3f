"""What a phase still owes and still allows: nothing here knows Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from engine.games.holland44.meta import AIR_UNITS, FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps, is_overstacked
from engine.games.holland44.rules.ch08_movement.progress import has_moved
from engine.games.holland44.rules.ch09_declaration import attacks_on, targets
from engine.games.holland44.rules.ch22_first_wave import still_aloft
from engine.games.holland44.units import Unit
from engine.i18n import t
from holland44_qt.umpire.question import question

Weight = Literal["owed", "warning", "possible", "done"]
"""What has to be done first, what would be lost with the phase, what may be done, what is done."""

AIR = "air-used"


@dataclass(frozen=True)
class Item:
    """A line of the checklist: what is owed or possible, and where."""

    weight: Weight
    text: str
    hexes: tuple[int, ...] = ()
    """Where it is: places of the map and entry areas."""
    units: tuple[str, ...] = ()
    target: int | None = None
    """The hex that may be attacked."""


def checklist(position: Position) -> list[Item]:
    """What the active side still owes and may do in the phase, what is owed first."""
    found = list(_owed(position))
    of_phase = PHASES.get(position.state.clock.phase)
    if of_phase is not None:
        found += of_phase(position, position.state.clock.active)
    return found or [Item("done", t("umpire.check.nothing"))]


def warnings(items: list[Item]) -> list[Item]:
    """What speaks against ending the phase now."""
    return [item for item in items if item.weight in ("owed", "warning")]


def _owed(position: Position) -> Iterator[Item]:
    asked = question(position)
    if asked is not None:
        yield Item("owed", t("umpire.check.decide", what=asked.title), asked.scene)
    side = position.state.clock.active
    for place, stack in sorted(position.stacks.get(side, {}).items()):
        where, units = position.where(place), tuple(u.id for u in stack)
        if has_too_many_steps(stack):
            yield Item("warning", t("umpire.check.too_many", hex=where), (place,), units)
        elif is_overstacked(stack):
            yield Item("possible", t("umpire.check.overstacked", hex=where), (place,), units)


def _airlanding(position: Position, side: str) -> Iterator[Item]:
    yield from _count("aloft", still_aloft(position))


def _movement(position: Position, side: str) -> Iterator[Item]:
    for target in targets(position, side):
        # Whoever could make it together comes first (8.7).
        order = next(attacks_on(position, side, target), None)
        if order is not None:
            count, where = len(order.attackers), position.where(target)
            text = t("umpire.check.automatic", hex=where, count=count)
            yield Item("possible", text, (target,), order.attackers, target)
    tracks = position.state.tracks
    idle = [
        u
        for u in position.units.values()
        if u.p.side == side and u.p.movement > 0 and not has_moved(tracks, u.id)
    ]
    waiting = [u for u in idle if position.area_of(u.place) is not None]
    standing = [u for u in idle if position.area_of(u.place) is None and not u.p.unknown]
    yield from _count("areas", waiting)
    yield from _count("unmoved", standing)


def _combat(position: Position, side: str) -> Iterator[Item]:
    tracks, ring = position.state.tracks, position.ground.ring
    fresh: dict[int, list[Unit]] = {}
    for place, stack in position.stacks[side].items():
        able = [
            u for u in stack if u.p.attack > 0 and not u.p.artillery and FOUGHT + u.id not in tracks
        ]
        if able:
            fresh[place] = able
    for target, stack in sorted(position.enemy(side).stacks.items()):
        if any(tracks.get(FOUGHT + u.id) == "defended" for u in stack):
            continue
        able = [u for i in ring[target] for u in fresh.get(i, ())]
        if able:
            text = t("umpire.check.target", hex=position.where(target), count=len(able))
            yield Item("possible", text, (target,), tuple(u.id for u in able), target)
    if side == "allied":
        left = AIR_UNITS.get(position.weather, 0) - int(tracks.get(AIR) or 0)
        if left > 0:
            yield Item("possible", t("umpire.check.air", count=left))
    yield from _count("guns", [u for u in _guns(position, side) if "fired" not in u.p.status])


def _resupply(position: Position, side: str) -> Iterator[Item]:
    yield from _count("fired", [u for u in _guns(position, side) if "fired" in u.p.status])


def _reorganization(position: Position, side: str) -> Iterator[Item]:
    disordered = [
        u
        for u in position.units.values()
        if u.p.side == side and (not u.p.good_order or "engaged" in u.p.status)
    ]
    yield from _count("disordered", disordered)


def _guns(position: Position, side: str) -> list[Unit]:
    return [u for u in position.units.values() if u.p.side == side and u.p.artillery]


def _count(what: str, units: list[Unit]) -> Iterator[Item]:
    """One line for some units, if there are any."""
    if units:
        key = f"umpire.check.{what}"
        text = t(f"{key}.one") if len(units) == 1 else t(key, count=len(units))
        places = dict.fromkeys(u.place for u in units)
        yield Item("possible", text, tuple(places), tuple(u.id for u in units))


PHASES: dict[str, Callable[[Position, str], Iterator[Item]]] = {
    "airlanding": _airlanding,
    "movement": _movement,
    "combat": _combat,
    "artillery_resupply": _resupply,
    "reorganization": _reorganization,
}
"""What may be done in a phase; the others happen by themselves or ask."""
