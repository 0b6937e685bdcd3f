"""27.1: disengagement, an optional rule."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch11_steps import lose_step
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.tracks import FOUGHT, SLIPPED
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.modules.tables import lookup
from engine.rules.base.clauses import clause
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in
from engine.search.retreat import Candidate, allowed

OPTION = "option/disengagement"
TRIED = "disengaged"
"""Value of the track of units that have tried; they neither attack nor try again."""
HEXES = (1, 2)
"""27.1.1: hexes of the retreat."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that is to try to disengage."""

    position: Position
    unit: Unit


def attempt_of(position: Position, action: act.Disengage) -> Attempt:
    """Return the attempt of an action; raises UserError for a missing unit."""
    unit = position.units.get(action.unit)
    if unit is None:
        key = "probe.off_map" if action.unit in position.state.pieces else "probe.unit"
        raise UserError(t(key, unit=action.unit))
    return Attempt(position, unit)


def orders(position: Position) -> Iterator[act.Action]:
    """Yield the attempts that the active side's units might make."""
    if not position.state.tracks.get(OPTION) or position.state.clock.phase != "combat":
        return
    side = position.state.clock.active
    beside = position.enemy(side).beside
    for unit in sorted(position.units.values(), key=lambda u: u.id):
        if unit.profile.side == side and unit.place in beside:
            yield act.Disengage(unit=unit.id)


def try_to_disengage(work: Resolution, order: Attempt) -> None:
    """27.1.2: roll, and let the owner choose where the unit goes."""
    unit = order.unit
    chart = work.setting.table("disengagement")
    names: list[str] = [q for q in ("elite", "low") if unit.profile.quality == q]
    names += ["armored"] if unit.profile.tank else []
    die = work.throw(f"disengagement:{unit.id}")
    row = lookup(chart, die, modifiers=[chart.modifier(n) for n in names])
    meaning = chart.results[row.result]
    work.track(FOUGHT + unit.id, TRIED)
    if not meaning["disengages"]:
        return
    work.ask("disengage", unit.profile.side, unit=unit.id)
    for _ in range(int(str(meaning["steps_lost"]))):
        lose_step(work, unit.id)


class Disengaging(Handler[Position, Resolution]):
    """27.1.1: the retreat of a unit that disengaged, if its owner wants it."""

    kind = "disengage"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return stay, and every path of one or two hexes that the retreat rules allow."""
        options = [Choice("stay")]
        for unit in present(position, [args["unit"]]):
            for path in disengagement_paths(position, unit):
                words = [unit.id, *(position.places.name(i) for i in path)]
                options.append(Choice(" ".join(words), (unit.id,), path))
        return options

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Move the unit, which is disrupted until the next reorganization."""
        if choice.path:
            name = choice.units[0]
            work.move_along([name], choice.path)
            work.status(name, add=["disrupted"], remove=["engaged"])
            work.track(SLIPPED + name, 1)

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return another path to a listed hex that the retreat rules also allow."""
        for unit in present(position, [args["unit"]]):
            for path in _allowed_paths(position, unit):
                if list(words) == [unit.id, *(position.places.name(i) for i in path)]:
                    return Choice(" ".join(words), (unit.id,), path)
        return None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a path."""
        hexes = places_in(position, words)
        understood = hexes and [args["unit"]] == list(words[: len(words) - len(hexes)])
        for unit in present(position, [args["unit"]]) if understood else ():
            path = tuple(hexes if hexes[0] == unit.place else [unit.place, *hexes])
            yield from _path_objections(position, unit, path)


def _path_objections(position: Position, unit: Unit, path: tuple[int, ...]) -> Iterator[Verdict]:
    """27.1.1: yield every objection to a path; guidelines count if another path breaks fewer."""
    retreat, zone = Retreat(position, (unit,), unit.place, max(HEXES)), _zone(position, unit)
    units, hexes = [unit.id], [position.number(i) for i in path]
    for i, j in pairwise(path):
        if not retreat.touch(i, j):
            names = {"start": position.where(i), "hex": position.where(j)}
            yield verdict("13.1", "gap", names, units=units, hexes=hexes)
            return
    if len(path) - 1 not in HEXES:
        yield verdict("27.1.1", "far", units=units, hexes=hexes)
    fatal = retreat.objection(path)
    if fatal is not None:
        where = position.where(fatal.place)
        yield verdict(fatal.rule, fatal.why, units=units, hexes=hexes, hex=where)
    for i in path[1:]:
        if i in zone and not retreat.company(i):
            where = position.where(i)
            yield verdict("27.1.1", "zone", units=units, hexes=hexes, hex=where)
    broken, where = _broken(retreat, path), position.where(path[-1])
    if broken not in {_broken(retreat, path) for path in disengagement_paths(position, unit)}:
        for guideline in broken:
            yield verdict(f"13.1.3.{guideline}", "broken", units=units, hexes=hexes, hex=where)


def _broken(retreat: Retreat, path: Sequence[int]) -> tuple[int, ...]:
    """Return the broken guidelines that count; distance and zones do not (27.1.1)."""
    return tuple(n for n in retreat.broken(path, True) if n > 3)


def _zone(position: Position, unit: Unit) -> Collection[int]:
    return position.enemy(unit.profile.side).zone


def disengagement_paths(position: Position, unit: Unit) -> list[tuple[int, ...]]:
    """27.1.1: return a retreat of one or two hexes to each hex that the unit may reach."""
    ends = {path[-1]: path for path in reversed(_allowed_paths(position, unit))}
    return list(ends.values())


def _allowed_paths(position: Position, unit: Unit) -> list[tuple[int, ...]]:
    """27.1.1: return the retreats of one or two hexes that avoid EZOC except on friends.

    Of the guidelines of 13.1.3, distance does not count (27.1.1), the others do.
    """
    retreat = Retreat(position, (unit,), unit.place, max(HEXES))
    zone = _zone(position, unit)
    candidates = []
    for path in retreat.paths(*HEXES):
        if retreat.fatal(path) or any(i in zone and not retreat.company(i) for i in path[1:]):
            continue
        candidates.append(Candidate(path, _broken(retreat, path), False, "disrupted"))
    return [candidates[n].path for n in allowed(candidates)]


@clause("27.1.2", "disengage")
def disengagement_is_an_option(order: Attempt, _: object) -> Iterator[Verdict]:
    """27.1.2: an optional rule is played only where both sides have agreed on it."""
    if not order.position.state.tracks.get(OPTION):
        yield verdict("27.1.2", "option")


@clause("27.1.2", "disengage")
def in_the_own_combat_phase(order: Attempt, _: object) -> Iterator[Verdict]:
    """27.1.2: a side's units try it in its own combat phase."""
    clock, unit = order.position.state.clock, order.unit
    if clock.phase != "combat" or clock.active != unit.profile.side:
        yield verdict("27.1.2", "phase", units=[unit.id], unit=order.position.name(unit.id))


@clause("27.1.2", "disengage")
def able_to_disengage(order: Attempt, _: object) -> Iterator[Verdict]:
    """27.1.2: units in good order that can move, have not fought and are next to an enemy.

    8.7: those marked by an automatic DS do not move before the next movement phase, but advance.
    """
    position, unit = order.position, order.unit
    args, ids = {"unit": position.name(unit.id)}, [unit.id]
    if not unit.profile.good_order:
        yield verdict("27.1.2", "order", args, units=ids)
    if FOUGHT + unit.id in position.state.tracks:
        yield verdict("27.1.2", "fought", args, units=ids)
    if "auto_ds" in unit.profile.status:
        yield verdict("8.7", "move", args, units=ids)
    if unit.profile.unknown or not unit.profile.movement:
        yield verdict("27.1.2", "fixed", args, units=ids)
    if unit.place not in position.enemy(unit.profile.side).beside:
        yield verdict("27.1.2", "contact", args, units=ids)
