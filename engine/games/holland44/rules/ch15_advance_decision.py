"""15: the victors advance, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

from engine.core.verdicts import Verdict
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.constants import say
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch05_demolition import (
    spare_grave,
    trigger,
    wired_at,
    wired_between,
)
from engine.games.holland44.rules.ch14_full_retreat import run, runners
from engine.games.holland44.rules.ch15_advance_hexes import HEXES, Advance, Kind
from engine.games.holland44.rules.ch16_breakthrough import (
    Column,
    join,
    press,
    thwarted,
    ways_through,
)
from engine.games.holland44.tracks import ADVANCED, FOUGHT, ROAD_BONUS
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import Objection
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import can_be_walked, places_in, units_in

THROUGH = 1
"""16.3.1: the hexes of advance that breakthrough combat costs."""
NOWHERE = -1
"""A hex that was vacated and taken again by an enemy who retreated: it may not be entered."""


def advances(position: Position, args: Args) -> Iterator[tuple[str, Unit, Advance]]:
    """The units that may still advance: the name in the the unit, its advance."""
    vacated = position.places.index(args["vacated"])
    victors = present(position, [*args.get("fought", ()), *args["units"]])
    alone = frozenset(u.id for u in victors if ROAD_BONUS + u.id in position.state.tracks)
    if args.get("open") and vacated in position.occupied:
        stack = position.stack(vacated)
        vacated = vacated if stack[0].profile.side == position.state.clock.active else NOWHERE
    for name in args["units"]:
        for unit in present(position, [name]):
            numbers = args.get("paths", {}).get(name, ())
            walked = tuple(position.places.index(n) for n in numbers)
            if walked and walked[-1] != unit.place:
                continue
            spent = args.get("spent", {}).get(name, 0)
            advance = Advance(
                position,
                (unit,),
                vacated,
                cast(Kind, args["advance"]),
                walked,
                spent,
                bool(args.get("prize")),
                assault=position.places.name(unit.place) in args.get("assault", ()),
                bound=name in args.get("bound", ()),
                alone=alone,
            )
            yield name, unit, advance


class Advancing(Handler[Position, Resolution]):
    """11.1, 13.4, 15.1, 15.2: the victors advance, one unit after the other, or stay."""

    kind = "advance"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """To have done, each unit's hexes, breakthroughs; nothing while the enemy is there."""
        found = list(advances(position, args))
        if not found:
            return []
        vacated = position.places.index(args["vacated"])
        if not args.get("open") and vacated in position.enemy(found[0][1].profile.side).hexes:
            return []
        options = [Choice("done")]
        for _, unit, advance in found:
            come = len(advance.path) - 1
            for path in advance.hexes().values():
                onward = path[come:]
                words = " ".join([unit.id, *(position.places.name(i) for i in onward)])
                options.append(Choice(words, (unit.id,), onward))
        if args.get("through"):
            columns = [Column(name, unit, advance) for name, unit, advance in found]
            options += ways_through(position, columns, args["fought"])
        return options

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Advance up to what stops it, or break through; the others are asked again."""
        words = choice.id.split()
        names = {unit.id: name for name, unit, _ in advances(work.position, args)}
        course = {**args, "open": True}
        if words[0] == "breakthrough":
            _break_through(work, args, CombatRecord(attackers=choice.units, target=words[1]))
        elif words[0] == "join":
            group = [names[unit] for unit in choice.units]
            _note_bonus(work, course, group, THROUGH)
            join(work, course, words[1], group)
        elif choice.units:
            _go(work, course, names[choice.units[0]], choice)

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Another way of a unit than the one that is listed for a hex."""
        way = tuple(places_in(position, words[1:]))
        for _, unit, advance in advances(position, args):
            told = [unit.id, *(position.places.name(i) for i in way)]
            if list(words) != told or len(way) < 2 or way[0] != advance.path[-1]:
                continue
            if next(advance.against((*advance.path, *way[1:])), None) is None:
                return Choice(" ".join(words), (unit.id,), way)
        return None

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Another way of one of the victors, hex by hex."""
        for _, unit, advance in advances(position, args):
            way = places_in(position, words[1:])
            onward = way if way[:1] == [advance.path[-1]] else [advance.path[-1], *way]
            fits = words[:1] == [unit.id] and way and len(way) == len(words) - 1
            if fits and can_be_walked(position, onward):
                return Choice(" ".join(words), (unit.id,), tuple(onward))
        return None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """What keeps a unit from a way, or a group from a breakthrough."""
        found = list(advances(position, args))
        able = {unit.id: advance for _, unit, advance in found}
        for unit in units_in(position, words):
            if unit.id not in able:
                key = "artillery" if unit.profile.artillery else "no_victor"
                yield say("15.1", key, units=[unit.id], unit=position.name(unit.id))
        if words[:1] in (["breakthrough"], ["join"]):
            yield from thwarted(position, [Column(*one) for one in found], args, words)
        elif words and words[0] in able:
            advance = able[words[0]]
            way = places_in(position, words[1:])
            onward = way[1:] if way[:1] == [advance.path[-1]] else way
            if onward:
                path = (*advance.path, *onward)
                yield from (_verdict(advance, path, found) for found in advance.against(path))


def breaking_through(position: Position, attackers: Sequence[str]) -> Args | None:
    """The advance in which units may declare a breakthrough as an attack (16.1, 10.2)."""
    pending = position.state.pending
    if not pending or pending[-1].kind != "advance" or not pending[-1].args.get("through"):
        return None
    args: Args = pending[-1].args
    able = {unit.id for _, unit, _ in advances(position, args)}
    return args if attackers and able.issuperset(attackers) else None


def breach_verdicts(position: Position, args: Args, attack: CombatRecord) -> Iterator[Verdict]:
    """What the rules say of a breakthrough that is declared as an attack."""
    columns = [Column(*one) for one in advances(position, args)]
    words = ["breakthrough", attack.target, *attack.attackers]
    yield from thwarted(position, columns, args, words, attack)


def break_through(work: Resolution, args: Args, attack: CombatRecord) -> None:
    """Fight a breakthrough that is declared as an attack, led as its owner wishes (10.2)."""
    work.answered()
    _break_through(work, args, attack)


def _break_through(work: Resolution, args: Args, attack: CombatRecord) -> None:
    names = {unit.id: name for name, unit, _ in advances(work.position, args)}
    course, group = {**args, "open": True}, [names[unit] for unit in attack.attackers]
    _note_bonus(work, course, group, THROUGH)
    press(work, course, attack, group)


def _verdict(advance: Advance, path: tuple[int, ...], objection: Objection) -> Verdict:
    """What forbids an advance, as the rules say it."""
    position, enemy = advance.position, advance.mover.enemy
    units = [u.id for u in advance.units]
    if objection.why == "zones":
        holding = {u.id for u in enemy.exerts(objection.start)}
        units += [u.id for u in enemy.exerts(objection.place) if u.id in holding]
    vacated = max(advance.vacated, 0)
    return say(
        objection.rule,
        objection.why,
        units=units,
        hexes=[position.number(i) for i in (objection.start, objection.place)],
        unit=position.name(units[0]),
        hex=position.where(objection.place),
        start=position.where(objection.start),
        vacated=position.where(vacated),
        hexes_allowed=HEXES[advance.kind],
        used=advance.used(path),
    )


def _go(work: Resolution, args: dict[str, Any], name: str, choice: Choice) -> None:
    """Walk to the end or the first thing that stops it: a wired bridge, an enemy that runs."""
    path, unit = choice.path, work.position.units[choice.units[0]]
    side = unit.profile.side
    for n, (i, j) in enumerate(pairwise(path), 1):
        ahead = wired_between(work.position, i, j) if side == "allied" else []
        if ahead:
            _walk(work, args, name, choice.units, path[:n])
            trigger(work, ahead, crossing=True)
            return
        near = wired_at(work.position, j) if side == "allied" else []
        fleeing = runners(work.position, side, j)
        if near or fleeing:
            _walk(work, args, name, choice.units, path[: n + 1])
            trigger(work, near)
            for hex_ in fleeing:
                run(work, hex_)
            return
    _walk(work, args, name, choice.units, path)


def _walk(
    work: Resolution, args: dict[str, Any], name: str, units: tuple[str, ...], path: Sequence[int]
) -> None:
    """Walk a stretch, remember it, and ask for what is left of the advance."""
    side = work.position.units[units[0]].profile.side
    if len(path) > 1:
        before = args.get("paths", {}).get(name) or [work.setting.places.name(path[0])]
        gone = [*before, *(work.setting.places.name(i) for i in path[1:])]
        work.walk(units, path)
        spare_grave(work)
        for unit in units:
            work.track(FOUGHT + unit, "attacked")  # 6.4.2: who was too many to attack does not now
            work.track(ADVANCED + unit, 1)
        args = {**args, "paths": {**args.get("paths", {}), name: gone}}
        _note_bonus(work, args, [name])
    work.ask("advance", side, **args)


def _note_bonus(work: Resolution, args: Args, names: Sequence[str], more: int = 0) -> None:
    """15.3: remember those units that with so many hexes more use the road bonus."""
    for name, unit, advance in advances(work.position, args):
        if name in names and advance.used(advance.path) + more > HEXES[advance.kind]:
            work.track(ROAD_BONUS + unit.id, 1)
