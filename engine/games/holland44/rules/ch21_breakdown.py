"""21: steps broken down into breakdown units, and joined again.

Elsewhere: 21.1 ``ch11_steps:eliminate``; 21.2 ``ch11_steps:turned``; 21.3 ``progress:companions``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.counters import FaceName
from engine.core.errors import UserError
from engine.core.modes import OPTION_TRACK
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.progress import Progress
from engine.games.holland44.rules.ch11_steps import (
    counter_of,
    free_remnants,
    gain_step,
    inherit,
    is_reduced,
    lose_step,
    turned,
    whole,
)
from engine.games.holland44.tracks import MOVED, MOVING, PARENT, REMNANT, SPLIT
from engine.games.holland44.units import Unit
from engine.i18n import t

PASSED_ON = ("spent", "engaged", "disrupted", "full_retreat")
"""21.4b: statuses that a unit takes over from a breakdown unit that joins it."""
REGROUPED = ("scattered", *PASSED_ON)
"""21.5b: statuses that a unit takes over from one that regroups with it."""
ON_THE_MOVE = OPTION_TRACK + "recombine_on_the_move"
"""Choice (contradiction C12): a unit that takes in a breakdown unit may continue to move."""
BARRED = ("scattered", "disrupted", "full_retreat")
"""21.3d: statuses in which a unit does not break down."""


@dataclass(frozen=True, slots=True)
class Split:
    """An order to break a unit down: the piece of a step leaves its pool."""

    position: Position
    unit: Unit
    part: str

    @property
    def face(self) -> FaceName | None:
        """Return the side of the counter that fits the unit, or None for another type (21.2)."""
        piece = self.position.state.pieces[self.part]
        return _kinds(self.position, self.unit).get(
            self.position.setting.roster.counter(piece.counter).id
        )

    @property
    def is_free(self) -> bool:
        """Return whether the counter is in its pool (21.3f)."""
        return self.part in free_parts(self.position, self.unit.profile.side)

    @property
    def lacks_remnant(self) -> bool:
        """Return whether the unit would need a remnant counter and none is free (11.4)."""
        return _lacks_remnant(self.position, self.unit)


@dataclass(frozen=True, slots=True)
class Join:
    """An order to give a step to another unit: recombining or regrouping."""

    position: Position
    unit: Unit
    into: Unit

    @property
    def recombines(self) -> bool:
        """Return whether a breakdown unit joins (21.4); otherwise two others regroup (21.5)."""
        return self.unit.profile.counter.role == "breakdown"

    @property
    def lacks_remnant(self) -> bool:
        """Return whether the giver would need a remnant counter and none is free (11.4)."""
        return _lacks_remnant(self.position, self.unit)

    @property
    def parent(self) -> str | None:
        """Return the only unit that a counter may rejoin; None if the division decides."""
        parent = self.position.state.tracks.get(PARENT + self.unit.id)
        return None if parent is None else str(parent)

    @property
    def is_parent(self) -> bool:
        """Return whether the other unit is the parent of a breakdown unit, or the parent's
        remnant.
        """
        tracks = self.position.state.tracks
        return self.parent in (self.into.id, tracks.get(REMNANT + self.into.id))

    @property
    def formations(self) -> tuple[str, str]:
        """Return the formations of the two units; a remnant has that of its unit."""
        return whole(self.position, self.unit).formation, whole(self.position, self.into).formation


def split_of(position: Position, action: act.SplitUnit) -> Split:
    """Return the order of an action; raises UserError for missing pieces."""
    unit = _on_map(position, action.unit)
    if action.part not in position.state.pieces:
        raise UserError(t("probe.unit", unit=action.part))
    return Split(position, unit, action.part)


def join_of(position: Position, action: act.JoinUnits) -> Join:
    """Return the order of an action; raises UserError for missing pieces."""
    return Join(position, _on_map(position, action.unit), _on_map(position, action.into))


def split(work: Resolution, order: Split) -> None:
    """8.5.7, 21.1, 21.3: break a step off as a unit, in the same hex and state (21.3)."""
    unit, part = order.unit, order.part
    position = work.position
    if unit.profile.steps < 2 or not order.is_free:
        raise UserError(t("play.holland44.cannot_split", unit=position.name(unit.id)))
    status = unit.profile.status | turned(counter_of(work, part), order.face or "front")
    here = position.places.name(unit.place)
    lose_step(work, unit.id)
    work.put(part, here)
    work.status(part, add=status)
    inherit(work, unit.id, part)
    if work.state.clock.phase == "movement":
        for name in sorted({part, *(u.id for u in work.units([unit.id]))} - {unit.id}):
            work.track(SPLIT + name, unit.id)
    if not counter_of(work, part).airborne:
        work.track(PARENT + part, unit.id)
    _let_advance(work, unit.id, part)


def _let_advance(work: Resolution, unit: str, part: str) -> None:
    """21.3a: let a part of a unit that may still advance do so too."""
    asked = work.state.pending[-1] if work.state.pending else None
    if asked is None or asked.kind != "advance" or unit not in list_of(asked.args["units"]):
        return
    work.answered()
    args = dict(asked.args)
    for group in ("units", "fought", "bound"):
        if unit in list_of(args.get(group)):
            args[group] = [*list_of(args[group]), part]
    for record in ("paths", "spent"):
        values = args.get(record)
        if isinstance(values, dict) and unit in values:
            args[record] = {**values, part: values[unit]}
    work.ask("advance", asked.side, **args)


def list_of(value: object) -> list[str]:
    """Return the names in an argument of a decision."""
    return [str(name) for name in value] if isinstance(value, list | tuple) else []


def join(work: Resolution, order: Join) -> None:
    """21.4, 21.5: transfer a step, with the disorder of the unit that gives it."""
    unit, into = order.unit, order.into
    if unit.id == into.id or unit.place != into.place or not is_reduced(order.position, into):
        raise UserError(t("play.holland44.cannot_join", into=order.position.name(into.id)))
    taken = PASSED_ON if order.recombines else REGROUPED
    carried = unit.profile.status.intersection(taken)
    lose_step(work, unit.id)
    heir = gain_step(work, into.id)
    worse = carried | into.profile.status.intersection(taken)
    if "full_retreat" in worse:
        worse -= {"disrupted", "engaged"}
    elif "disrupted" in worse:
        worse -= {"engaged"}
    work.status(heir, add=worse, remove=frozenset(taken) - worse)
    if order.recombines and work.state.tracks.get(ON_THE_MOVE):
        work.track(MOVING, heir)
    else:
        for left in work.units((heir, unit.id)):
            _stop(work, left.id)


def _stop(work: Resolution, name: str) -> None:
    """21.4a, 21.5a: end the move of both units."""
    tracks = work.state.tracks
    if MOVED + name not in tracks:
        work.track(MOVED + name, Progress("normal").text())
    moving = [n for n in str(tracks.get(MOVING) or "").split() if n not in (name, "-")]
    work.track(MOVING, " ".join(moving) or "-")


def parts_for(position: Position, unit: Unit) -> list[str]:
    """Return free breakdown counters for a unit, one of each type (21.2)."""
    kinds = _kinds(position, unit)
    if not kinds:
        return []
    by_type: dict[str, str] = {}
    roster = position.setting.roster
    for name in free_parts(position, unit.profile.side):
        counter = roster.counter(position.state.pieces[name].counter)
        if counter.id in kinds:
            by_type.setdefault(counter.id, name)
    return list(by_type.values())


def free_parts(position: Position, side: str) -> list[str]:
    """Return the breakdown counters of a side that are not in play, by id."""
    return sorted(position.state.stack(position.places.index(f"breakdowns-{side}")))


def orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """Yield every split and join of a unit; the clauses judge which are legal."""
    for part in parts_for(position, unit):
        yield act.SplitUnit(unit=unit.id, part=part)
    for other in position.stack(unit.place):
        if other.id != unit.id and is_reduced(position, other):
            yield act.JoinUnits(unit=unit.id, into=other.id)


def _lacks_remnant(position: Position, unit: Unit) -> bool:
    counter = unit.profile.counter
    if unit.id in position.setting.inline or not counter.needs_remnant(unit.profile.steps - 1):
        return False
    return not free_remnants(position, counter)


def _kinds(position: Position, unit: Unit) -> dict[str, FaceName]:
    counters = position.setting.counters
    return {other.id: face for other, face in counters.breakdowns_for(unit.profile.counter)}


def _on_map(position: Position, name: str) -> Unit:
    if name not in position.units:
        key = "probe.off_map" if name in position.state.pieces else "probe.unit"
        raise UserError(t(key, unit=name))
    return position.units[name]
