"""The victors advance, one after the other, and may break through on the way (15, 16, 8.7e).

The decision ``advance`` carries: ``units`` that may still advance, the ``vacated`` hex, the
``advance`` (limited, normal, bonus), who ``fought``, the ``paths`` gone so far, the hexes
``spent`` on other things, and whether there may be a breakthrough (``through``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

from engine.games.holland44.advancing import Advance, Kind
from engine.games.holland44.breakthrough import Column, join, press, ways_through
from engine.games.holland44.deciding import Args, Handler, Option, decision
from engine.games.holland44.demolition import trigger, wired_at, wired_between
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.running import run, runners
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work, present

NOWHERE = -1
"""A hex that was vacated and taken again by an enemy who retreated: it may not be entered."""


def advances(position: Position, args: Args) -> Iterator[tuple[str, Unit, Advance]]:
    """The units that may still advance: the name in the decision, the unit, its advance."""
    vacated = position.places.index(args["vacated"])
    if args.get("open") and vacated in position.occupied:
        stack = position.stack(vacated)
        vacated = vacated if stack[0].p.side == position.state.clock.active else NOWHERE
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
            )
            yield name, unit, advance


@decision("advance")
class Advancing(Handler):
    """15.1: the victors advance, one unit after the other, or stay."""

    def options(self, position: Position, args: Args) -> list[Option]:
        """To have done, each unit's hexes, breakthroughs; nothing while the enemy is there."""
        found = list(advances(position, args))
        if not found:
            return []
        vacated = position.places.index(args["vacated"])
        if not args.get("open") and vacated in position.enemy(found[0][1].p.side).hexes:
            return []
        options = [Option("done")]
        for _, unit, advance in found:
            come = len(advance.path) - 1
            for path in advance.hexes().values():
                onward = path[come:]
                words = " ".join([unit.id, *(position.places.name(i) for i in onward)])
                options.append(Option(words, (unit.id,), onward))
        if args.get("through"):
            columns = [Column(name, unit, advance) for name, unit, advance in found]
            options += ways_through(position, columns, args["fought"])
        return options

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Advance up to what stops it, or break through; the others are asked again."""
        words = option.id.split()
        names = {unit.id: name for name, unit, _ in advances(work.position, args)}
        course = {**args, "open": True}
        if words[0] in ("breakthrough", "join"):
            group = [names[unit] for unit in option.units]
            (press if words[0] == "breakthrough" else join)(work, course, words[1], group)
        elif option.units:
            _go(work, course, names[option.units[0]], option)


def _go(work: Work, args: dict[str, Any], name: str, option: Option) -> None:
    """Walk to the end or the first thing that stops it: a wired bridge, an enemy that runs."""
    path, unit = option.path, work.position.units[option.units[0]]
    side = unit.p.side
    for n, (i, j) in enumerate(pairwise(path), 1):
        ahead = wired_between(work.position, i, j) if side == "allied" else []
        if ahead:
            _walk(work, args, name, option.units, path[:n])
            trigger(work, ahead, crossing=True)
            return
        near = wired_at(work.position, j) if side == "allied" else []
        fleeing = runners(work.position, side, j)
        if near or fleeing:
            _walk(work, args, name, option.units, path[: n + 1])
            trigger(work, near)
            for hex_ in fleeing:
                run(work, hex_)
            return
    _walk(work, args, name, option.units, path)


def _walk(
    work: Work, args: dict[str, Any], name: str, units: tuple[str, ...], path: Sequence[int]
) -> None:
    """Walk a stretch, remember it, and ask for what is left of the advance."""
    side = work.position.units[units[0]].p.side
    if len(path) > 1:
        before = args.get("paths", {}).get(name) or [work.setting.places.name(path[0])]
        gone = [*before, *(work.setting.places.name(i) for i in path[1:])]
        work.walk(units, path)
        for unit in units:
            work.track(FOUGHT + unit, "attacked")  # 6.4.2: who was too many to attack does not now
        args = {**args, "paths": {**args.get("paths", {}), name: gone}}
    work.ask("advance", side, **args)
