"""15: the victors advance, unit by unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

from engine.core.verdicts import Verdict
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.constants import verdict
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
    breakthrough_objections,
    breakthroughs,
    join,
    press,
)
from engine.games.holland44.tracks import ADVANCED, FOUGHT, ROAD_BONUS
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import Objection
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import can_be_walked, places_in, units_in

THROUGH = 1
"""16.3.1: the hexes of advance that breakthrough combat costs."""
NOWHERE = -1
"""The vacated hex, after a retreating enemy took it again: it may not be entered."""


def advances(position: Position, args: Args) -> Iterator[tuple[str, Unit, Advance]]:
    """Yield the units that may still advance: the name in the decision, the unit, its advance."""
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
            if not walked or walked[-1] == unit.place:
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
        """Return done, each unit's hexes, and breakthroughs; none while the enemy is in the hex."""
        advancing = list(advances(position, args))
        if not advancing:
            return []
        vacated = position.places.index(args["vacated"])
        if not args.get("open") and vacated in position.enemy(advancing[0][1].profile.side).hexes:
            return []
        options = [Choice("done")]
        for _, unit, advance in advancing:
            used = len(advance.path) - 1
            for path in advance.hexes().values():
                rest = path[used:]
                words = " ".join([unit.id, *(position.places.name(i) for i in rest)])
                options.append(Choice(words, (unit.id,), rest))
        if args.get("through"):
            columns = [Column(name, unit, advance) for name, unit, advance in advancing]
            options += breakthroughs(position, columns, args["fought"])
        return options

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Advance until something stops the unit, or break through; then ask the others again."""
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
            _advance(work, course, names[choice.units[0]], choice)

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return another path of a unit to a listed hex."""
        path = tuple(places_in(position, words[1:]))
        for _, unit, advance in advances(position, args):
            expected = [unit.id, *(position.places.name(i) for i in path)]
            if list(words) != expected or len(path) < 2 or path[0] != advance.path[-1]:
                continue
            if next(advance.against((*advance.path, *path[1:])), None) is None:
                return Choice(" ".join(words), (unit.id,), path)
        return None

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any path of one of the victors, hex by hex."""
        for _, unit, advance in advances(position, args):
            hexes = places_in(position, words[1:])
            path = hexes if hexes[:1] == [advance.path[-1]] else [advance.path[-1], *hexes]
            fits = words[:1] == [unit.id] and hexes and len(hexes) == len(words) - 1
            if fits and can_be_walked(position, path):
                return Choice(" ".join(words), (unit.id,), tuple(path))
        return None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a unit's path, or against a group's breakthrough."""
        advancing = list(advances(position, args))
        able = {unit.id: advance for _, unit, advance in advancing}
        for unit in units_in(position, words):
            if unit.id not in able:
                key = "artillery" if unit.profile.artillery else "no_victor"
                yield verdict("15.1", key, units=[unit.id], unit=position.name(unit.id))
        if words[:1] in (["breakthrough"], ["join"]):
            yield from breakthrough_objections(
                position, [Column(*one) for one in advancing], args, words
            )
        elif words and words[0] in able:
            advance = able[words[0]]
            hexes = places_in(position, words[1:])
            rest = hexes[1:] if hexes[:1] == [advance.path[-1]] else hexes
            if rest:
                path = (*advance.path, *rest)
                yield from (
                    _verdict(advance, path, objection) for objection in advance.against(path)
                )


def breaking_through(position: Position, attackers: Sequence[str]) -> Args | None:
    """Return the advance in which units may declare a breakthrough as an attack (16.1, 10.2)."""
    pending = position.state.pending
    if not pending or pending[-1].kind != "advance" or not pending[-1].args.get("through"):
        return None
    args: Args = pending[-1].args
    able = {unit.id for _, unit, _ in advances(position, args)}
    return args if attackers and able.issuperset(attackers) else None


def breach_verdicts(position: Position, args: Args, attack: CombatRecord) -> Iterator[Verdict]:
    """Yield the verdicts on a breakthrough declared as an attack."""
    columns = [Column(*one) for one in advances(position, args)]
    words = ["breakthrough", attack.target, *attack.attackers]
    yield from breakthrough_objections(position, columns, args, words, attack)


def break_through(work: Resolution, args: Args, attack: CombatRecord) -> None:
    """Fight a breakthrough declared as an attack, led as its owner chooses (10.2)."""
    work.answered()
    _break_through(work, args, attack)


def _break_through(work: Resolution, args: Args, attack: CombatRecord) -> None:
    names = {unit.id: name for name, unit, _ in advances(work.position, args)}
    course, group = {**args, "open": True}, [names[unit] for unit in attack.attackers]
    _note_bonus(work, course, group, THROUGH)
    press(work, course, attack, group)


def _verdict(advance: Advance, path: tuple[int, ...], objection: Objection) -> Verdict:
    """Return the verdict on an objection to an advance."""
    position, enemy = advance.position, advance.mover.enemy
    units = [u.id for u in advance.units]
    if objection.why == "zones":
        holding = {u.id for u in enemy.exerts(objection.start)}
        units += [u.id for u in enemy.exerts(objection.place) if u.id in holding]
    vacated = max(advance.vacated, 0)
    return verdict(
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


def _advance(work: Resolution, args: dict[str, Any], name: str, choice: Choice) -> None:
    """Advance to the end of the path or the first stop: a wired bridge, an enemy that runs."""
    path, unit = choice.path, work.position.units[choice.units[0]]
    side = unit.profile.side
    for n, (i, j) in enumerate(pairwise(path), 1):
        ahead = wired_between(work.position, i, j) if side == "allied" else []
        if ahead:
            _advance_along(work, args, name, choice.units, path[:n])
            trigger(work, ahead, crossing=True)
            return
        near = wired_at(work.position, j) if side == "allied" else []
        fleeing = runners(work.position, side, j)
        if near or fleeing:
            _advance_along(work, args, name, choice.units, path[: n + 1])
            trigger(work, near)
            for hex_ in fleeing:
                run(work, hex_)
            return
    _advance_along(work, args, name, choice.units, path)


def _advance_along(
    work: Resolution, args: dict[str, Any], name: str, units: tuple[str, ...], path: Sequence[int]
) -> None:
    """Move along part of the path, record it, and ask for the rest of the advance."""
    side = work.position.units[units[0]].profile.side
    if len(path) > 1:
        before = args.get("paths", {}).get(name) or [work.setting.places.name(path[0])]
        gone = [*before, *(work.setting.places.name(i) for i in path[1:])]
        work.move_along(units, path)
        spare_grave(work)
        for unit in units:
            work.track(
                FOUGHT + unit, "attacked"
            )  # 6.4.2: units in excess that could not attack cannot attack now
            work.track(ADVANCED + unit, 1)
        args = {**args, "paths": {**args.get("paths", {}), name: gone}}
        _note_bonus(work, args, [name])
    work.ask("advance", side, **args)


def _note_bonus(work: Resolution, args: Args, names: Sequence[str], more: int = 0) -> None:
    """15.3: record the units that use the road bonus after this many more hexes."""
    for name, unit, advance in advances(work.position, args):
        if name in names and advance.used(advance.path) + more > HEXES[advance.kind]:
            work.track(ROAD_BONUS + unit.id, 1)
