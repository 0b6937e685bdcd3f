"""Execution of moves up to the first stop, and onwards after it (chapters 5, 8, 25).

The Allies stop at wired bridges (the German may blow them), unknown units (they are revealed) and
lone units in full retreat (they run). The rest of the path waits under these decisions as one of
kind ``march``, and continues by itself if it still can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, cast

from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.house_rules import allows
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch05_demolition import (
    spare_grave,
    trigger,
    wired_at,
    wired_between,
)
from engine.games.holland44.rules.ch08_movement.clauses import spent_on
from engine.games.holland44.rules.ch08_movement.mover import Mode, Move, Mover
from engine.games.holland44.rules.ch08_movement.progress import Progress, companions
from engine.games.holland44.rules.ch08_movement.why_not import judge_move, mover_of
from engine.games.holland44.rules.ch09_combat import open_fire
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch14_disorder import disorder
from engine.games.holland44.rules.ch14_full_retreat import run, runners
from engine.games.holland44.rules.ch25_revealing import reveal
from engine.games.holland44.tracks import FERRIED, FERRIED_VEHICLES, MOVED, MOVING, SHIFTED, STRUCK
from engine.games.holland44.units import Unit
from engine.rules.base.decisions import Args, Choice, Handler


def march(work: Resolution, names: Sequence[str], mode: Mode, path: Sequence[int]) -> None:
    """5.2, 5.4, 8.7: move units along a legal path up to the first stop; the rest waits."""
    units = work.units(names)
    mover = mover_of(work.position, units)
    for unit in mover.units:
        if "dismounted" not in unit.profile.status:
            work.status(unit.id, remove=["dismounted"])  # 18.6: it mounts when it begins to move
    allied = mover.side == "allied"
    for n, (i, j) in enumerate(pairwise(path), 1):
        bridges = wired_between(work.position, i, j) if allied else []
        if bridges or j in mover.quarry:
            _go(work, mover, mode, path[:n])
            _wait(work, names, mode, path[n - 1 :])
            if bridges:
                trigger(work, bridges, crossing=True)
            else:
                _turn_over(work, names, j)
            return
        fleeing = runners(work.position, mover.side, j)
        bridges = wired_at(work.position, j) if allied else []
        if bridges or fleeing:
            _go(work, mover, mode, path[: n + 1])
            _wait(work, names, mode, path[n:])
            trigger(work, bridges)
            for hex_ in fleeing:
                run(work, hex_)
            return
    _go(work, mover, mode, path)


def _go(work: Resolution, mover: Mover, mode: Mode, path: Sequence[int]) -> None:
    """Move along part of a path, and record its cost."""
    if len(path) < 2:
        return
    move = Move(mover, mode, path)
    points, woods = spent_on(move)
    done = mover.done
    progress = Progress(mode, done.spent + points, done.hexes + len(path) - 1, done.woods + woods)
    names = sorted(mover.ids)
    for leg in move.legs:
        if work.position.ferry_off_the_map(leg.start, leg.end):
            _carry(work, mover, [min(leg.start, leg.end)], "ferry")
    for leg in move.map_legs:
        kind = mover.carrier(leg.start, leg.end)
        if kind and (leg.start, leg.end) in work.position.crossings.blocked:
            _carry(work, mover, (leg.start, leg.end), kind)
        if mode == "tactical" and leg.index and leg.start in mover.enemy.zone:
            _guides_stay(work, mover, leg.start)
    work.move_along(names, path)
    spare_grave(work)
    ended = not work.setting.places.is_hex(path[-1])
    onward = [] if ended else names
    work.track(MOVING, " ".join([*onward, *companions(work.state.tracks, names)]) or "-")
    for name in names:
        work.track(MOVED + name, progress.text())
        if ended and mover.area is not None:
            work.track(SHIFTED + name, 1)
        _disorder(work, name, mode, progress)


def _carry(
    work: Resolution, mover: Mover, ends: Sequence[int], kind: Literal["ferry", "engineer"]
) -> None:
    """8.5.6, 23.3.3: count the steps a ferry carried; an engineer unit that ferried stays."""
    steps, vehicles = mover.load(ends, kind)
    track = mover.load_track(ends, kind)
    work.track(track, steps)
    if kind == "engineer":
        if vehicles:
            work.track(track.replace(FERRIED, FERRIED_VEHICLES), vehicles)
        engineer = mover.ferryman(ends)
        if engineer is not None and engineer.id not in mover.ids:
            work.status(engineer.id, add=["ferry"])


def _guides_stay(work: Resolution, mover: Mover, hex_: int) -> None:
    """8.3.3: units of a wood or town that others infiltrate through have used their move."""
    if hex_ in work.position.ground.cities or not mover.infiltrates(hex_):
        return
    steps = 0
    for unit in sorted(mover.infiltration_guides(hex_), key=lambda u: (-u.profile.steps, u.id)):
        if steps < 2:
            steps += unit.profile.steps
            work.status(unit.id, add=["spent"])


def _disorder(work: Resolution, name: str, mode: Mode, progress: Progress) -> None:
    """11.5.1, 11.5.2, 14.1.2: apply the disorder that a move causes (11.5.2, 14.3.1, 17.3)."""
    unit = work.setting.unit(name, work.state.pieces[name])
    if mode == "full_retreat" and not unit.profile.full_retreat:
        work.status(name, add=["full_retreat"], remove=["disrupted"])
        return
    delicate = "engaged" in unit.profile.status or (
        unit.profile.artillery and not unit.profile.moved
    )
    if mode == "tactical" and progress.hexes > 1 and delicate and not unit.profile.full_retreat:
        disorder(work, unit)


def _wait(work: Resolution, names: Iterable[str], mode: Mode, path: Sequence[int]) -> None:
    """Queue the rest of a path under the decisions above it."""
    if len(path) > 1:
        numbers = [work.setting.places.name(i) for i in path]
        side = work.position.units[next(iter(names))].profile.side
        work.ask("march", side, units=list(names), mode=mode, path=numbers)


def _turn_over(work: Resolution, names: Sequence[str], hex_: int) -> None:
    """25.1, 25.3.1: reveal unknown units; those that can fight are attacked at once.

    Units in full retreat that an empty garrison leaves alone run (14.3.2).
    """
    for unit in work.position.stack(hex_):
        if unit.profile.unknown:
            reveal(work, unit.id)
    left = work.position.stack(hex_)
    if left and all(u.profile.full_retreat for u in left):
        run(work, hex_)
    elif left:
        for name in names:
            work.track(STRUCK + name, 1)
        open_fire(work, _overrun(work.position, work.units(names), hex_), overrun=True)


def _overrun(position: Position, units: Sequence[Unit], hex_: int) -> CombatRecord:
    """25.3.1: return the attack of units that enter an unknown unit's hex.

    Units without an attack factor (9.1), and those in excess of stacking (6.4.2), only go with it.
    """
    able = tuple(u for u in units if u.profile.attack)
    excess = Combat(position, able, hex_).excess()
    attackers = [u.id for u in able if u not in excess]
    company = tuple(u.id for u in units if u.id not in attackers)
    record = CombatRecord(attackers=tuple(attackers), target=position.number(hex_))
    return record.after(company=company) if company else record


class March(Handler[Position, Resolution]):
    """The rest of a move, which continues by itself if the rules still allow it."""

    kind = "march"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the choice to continue, if all units are in place and nothing forbids it."""
        path = tuple(position.places.index(name) for name in args["path"])
        units = present(position, args["units"])
        if len(units) < len(args["units"]) or any(u.place != path[0] for u in units):
            return []
        move = Move(mover_of(position, units), cast(Mode, args["mode"]), path)
        return [Choice("go_on", path=path)] if allows(position, judge_move(move)) else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Continue the move."""
        march(work, args["units"], cast(Mode, args["mode"]), choice.path)
