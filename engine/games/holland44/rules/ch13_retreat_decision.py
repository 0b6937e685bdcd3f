"""13.1: the owner retreats the beaten units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch02_units import MOVED
from engine.games.holland44.rules.ch11_steps import eliminate
from engine.games.holland44.rules.ch13_retreat_paths import Retreat, all_legal, legal_retreats
from engine.games.holland44.tracks import FOUGHT
from engine.games.holland44.units import Unit
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import can_be_walked, places_in, units_in


class Retreating(Handler[Position, Resolution]):
    """13.1, 13.1.1, 13.1.2: the owner retreats a stack together or unit by unit."""

    kind = "retreat"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the retreat paths and the choice to split, or elimination without a path."""
        battle = position.places.index(args["battle"])
        units = [u for u in present(position, args["units"]) if u.place == battle]
        if not units:
            return []
        twice = [u.id for u in units if u.id in args["again"]]
        if twice:
            return [Choice("eliminated", tuple(twice))]
        retreats = legal_retreats(position, tuple(units), battle, args["hexes"], args["shattered"])
        alive = [c for c in retreats if not c.eliminated]
        ids = tuple(u.id for u in units)
        options = []
        for c in alive:
            words = [*ids, *(position.places.name(i) for i in c.path)]
            options.append(Choice(" ".join(words), ids, c.path, losses=c.extra_loss))
        if len(units) > 1:
            return [*options, Choice("apart", ids)]
        return options or [Choice("eliminated", ids)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Move the units, and apply the disorder that the retreat causes (14.1)."""
        left = [n for n in args["units"] if n not in choice.units]
        units = work.units(choice.units)
        side = units[0].profile.side
        if choice.id == "apart":
            for unit in reversed(units):
                work.ask("retreat", side, **{**args, "units": [unit.id]})
            return
        if left:
            work.ask("retreat", side, **{**args, "units": left})
        if not choice.path:
            for unit in units:
                eliminate(work, unit.id)
            return
        hexes = max(args["hexes"])
        ends = {
            u.id: Retreat(work.position, (u,), choice.path[0], hexes, args["shattered"]).end_status(
                choice.path
            )
            for u in units
        }
        work.move_along([u.id for u in units], choice.path)
        worse = {u.id for u in present(work.position, args.get("worse", ()))}
        for unit in units:
            status = "full_retreat" if unit.id in worse else ends[unit.id]  # 16.4
            disorder = [] if status == "good" else [status]
            off = ["disrupted", "engaged", *MOVED] if disorder else list(MOVED)
            work.status(unit.id, add=disorder, remove=off)
            if work.state.clock.phase == "combat":
                attacked = work.state.tracks.get(FOUGHT + unit.id) in ("defended", "retreated")
                work.track(FOUGHT + unit.id, "retreated" if attacked else "driven")
        if choice.losses:
            work.ask("loss", side, of="units", units=[u.id for u in units], again=[])

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return another path to a listed hex that the guidelines also allow."""
        named, path = units_in(position, words), tuple(places_in(position, words))
        battle = position.places.index(args["battle"])
        units = tuple(u for u in present(position, args["units"]) if u.place == battle)
        ids = tuple(u.id for u in units)
        expected = [*ids, *(position.places.name(i) for i in path)]
        if (
            not path
            or tuple(named) != units
            or list(words) != expected
            or {*ids} & {*args["again"]}
        ):
            return None
        allowed_retreats = all_legal(position, units, battle, args["hexes"], args["shattered"])
        for c in allowed_retreats:
            if c.path == path and not c.eliminated:
                return Choice(" ".join(words), ids, path, losses=c.extra_loss)
        return None

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any path, hex by hex, of all the units or some; or their elimination."""
        battle = position.places.index(args["battle"])
        units = [u for u in present(position, args["units"]) if u.place == battle]
        named, hexes = units_in(position, words), places_in(position, words)
        if list(words) == ["eliminated"]:
            return Choice("eliminated", tuple(u.id for u in units))
        path = tuple(hexes if hexes[:1] == [battle] else [battle, *hexes])
        fits = named and hexes and set(named) <= set(units)
        if not fits or len(named) + len(hexes) != len(words) or not can_be_walked(position, path):
            return None
        return Choice(" ".join(words), tuple(u.id for u in units if u in named), path)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons why a path eliminates, and the guidelines it breaks avoidably."""
        battle = position.places.index(args["battle"])
        units = [u for u in present(position, args["units"]) if u.place == battle]
        named, hexes = units_in(position, words), places_in(position, words)
        for unit in named:
            if unit not in units:
                yield verdict("13.1.2", "other", units=[unit.id], unit=position.name(unit.id))
        if words == ["eliminated"]:
            yield verdict("13.1", "must")
        if named and set(units) - set(named):
            left = [u.id for u in units if u not in named]
            yield verdict("13.1.2", "apart", units=left)
        group = [u for u in units if u in named]
        if hexes and group and len(named) + len(hexes) == len(words):
            path = tuple(hexes if hexes[0] == battle else [battle, *hexes])
            yield from _path_objections(position, group, path, args)


def _path_objections(
    position: Position, units: Sequence[Unit], path: tuple[int, ...], args: Args
) -> Iterator[Verdict]:
    """13.1 to 13.3: yield every objection to a retreat path."""
    length, asked = len(path) - 1, list(args["hexes"])
    retreat = Retreat(position, tuple(units), path[0], length, args["shattered"])
    ids, hexes = [u.id for u in units], [position.number(i) for i in path]
    for i, j in pairwise(path):
        if not retreat.touch(i, j):
            there = position.where(j)
            yield verdict("13.1", "gap", units=ids, hexes=hexes, start=position.where(i), hex=there)
            return
    hex_ = position.where(path[-1])
    short = length == 1 and length not in asked
    left = position.area_of(path[-1]) is not None and length < max(asked)
    if short and not left:
        if not retreat.may_stop(path):
            yield verdict("13.3", "stop", units=ids, hexes=hexes, hex=hex_)
    elif length not in asked and not left:
        yield verdict(
            "13.1.1",
            "length",
            units=ids,
            hexes=hexes,
            wanted="–".join(map(str, asked)),
            used=length,
        )
    if len(set(path)) < len(path):
        yield verdict("13.1", "twice", units=ids, hexes=hexes)
    fatal = retreat.objection(path)
    if fatal is not None:
        area = position.area_of(fatal.place) or ""
        # A river lies before an area: the message names the hex on this side of it.
        at = path[path.index(fatal.place) - 1] if fatal.why == "river" else fatal.place
        where = position.where(at)
        yield verdict(fatal.rule, fatal.why, units=ids, hexes=hexes, hex=where, area=area)
    broken = tuple(retreat.broken(path, short))
    open_ = legal_retreats(position, tuple(units), path[0], asked, args["shattered"])
    if any(c.broken == broken for c in open_ if not c.extra_loss):
        return  # no better path is among the options
    for guideline in broken:
        yield verdict(f"13.1.3.{guideline}", "broken", units=ids, hexes=hexes, hex=hex_)
