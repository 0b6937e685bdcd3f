"""What defenders do with a result: determined defence and retreat (chapters 12 and 13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from engine.core.verdicts import Verdict
from engine.games.holland44.attack import ready_guns, silences
from engine.games.holland44.battle import engage, fight_of
from engine.games.holland44.deciding import (
    Args,
    Handler,
    Option,
    places_in,
    units_in,
)
from engine.games.holland44.losses import eliminate, lose_step
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.retreating import Retreat
from engine.games.holland44.stacks import has_too_many_steps
from engine.games.holland44.units import MOVED, Unit
from engine.games.holland44.work import Work, present
from engine.rules.registry import say
from engine.rules.tables import Chart, lookup
from engine.search.retreat import Candidate, allowed

OVERSTACK = 6
"""13.1.3: the number of the guideline against overstacking."""


def defenders(position: Position, args: Args) -> list[Unit]:
    """The units of a battle that still stand in the hex."""
    target = position.places.index(args["battle"]["target"])
    return [u for u in present(position, args["battle"]["defenders"]) if u.place == target]


class DeterminedDefense(Handler):
    """12.1: a lead unit tries to hold the hex; 12.4: again and again where all would be lost.

    Once ``desperate`` it stays so; a roll without result then costs a step.
    """

    kind = "determined"

    def options(self, position: Position, args: Args) -> list[Option]:
        """To decline, or a lead unit, alone or with one artillery unit (17.6.3)."""
        leads = [u for u in defenders(position, args) if not any(_unfit(u, args))]
        if not leads:
            return []
        found = [Option("decline")]
        guns = _guns(position, args)
        for unit in leads:
            found.append(Option(unit.id, (unit.id,)))
            found += [Option(f"{unit.id} {gun.id}", (unit.id, gun.id)) for gun in guns]
        return found

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Roll, and let the result happen (12.2, 12.3)."""
        if not option.units:
            return
        lead = work.units(option.units[:1])[0]
        chart = Chart.model_validate(work.setting.module.chart("determined_defense"))
        names = ["elite"] if lead.p.quality == "elite" else []
        names += ["low"] if lead.p.quality == "low" else []
        for gun in option.units[1:]:
            work.status(gun, add=["fired"])
            names.append("artillery")
        die = work.throw(f"determined_defense:{args['battle']['target']}")
        column = column_of(work.position, lead)
        result = lookup(chart, die, column, [chart.modifier(n) for n in names]).result
        self._happen(work, args, lead, result, chart)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """What keeps a unit from leading, and artillery from helping it."""
        there = defenders(position, args)
        target = position.places.index(args["battle"]["target"])
        named = units_in(position, words)
        guns = named[1:]
        for lead in named[:1]:
            unfit = _unfit(lead, args) if lead in there else ["other"]
            for why in unfit:
                yield say("12.1.2", why, units=[lead.id], unit=position.name(lead.id))
        if len(guns) > 1:
            yield say("17.6.3", "one", units=[u.id for u in guns])
        fight = fight_of(position, args["battle"])
        if guns and fight.breakthrough:
            yield say("16.3.5", "artillery", units=[u.id for u in guns])
        elif guns and args["battle"]["overrun"]:
            yield say("25.3.1", "artillery", units=[u.id for u in guns])
        for gun in guns:
            if gun.p.side == fight.side:
                yield say("17.6.3", "enemy", units=[gun.id], unit=position.name(gun.id))
            if gun.p.artillery:
                yield from silences(position, gun, target)
            else:
                name = position.name(gun.id)
                yield say("17.6.3", "no_artillery", units=[gun.id], unit=name)

    def _happen(self, work: Work, args: Args, lead: Unit, result: str, chart: Chart) -> None:
        meaning = chart.results[result]
        side, failed = lead.p.side, not meaning["holds"]
        desperate = failed and (args.get("desperate") or is_doomed(work.position, args))
        if not failed:
            _call_off(work, args["battle"]["target"])
            engage(work, [u.id for u in defenders(work.position, args)])
        if meaning["defender_loss"] or desperate:
            lose_step(work, lead.id)
        if desperate or (failed and is_doomed(work.position, args)):
            work.ask("determined", side, **{**args, "desperate": True})
        if meaning["attacker_loss"]:
            chosen = meaning["attacker_loss_chosen_by"] == "defender"
            picker = side if chosen else work.position.enemy(side).side
            # 12.3: only the lead formation itself pays, if any of it is left; 11.2c has no say.
            battle = {**args["battle"], "elite": False, "attached": None}
            work.ask("loss", picker, of="attackers", battle=battle, again=args["again"])


def _unfit(unit: Unit, args: Args) -> Iterator[str]:
    """12.1.2: what keeps a unit from leading a determined defence, in a word each."""
    if not unit.p.good_order:
        yield "disorder"
    if unit.p.artillery:
        yield "artillery"
    if unit.p.head:
        yield "head"
    if unit.id in args["again"]:
        yield "again"


def _call_off(work: Work, target: str) -> None:
    """12.1.1b: the retreat and the advance of this battle, which lie beneath, are off."""
    while work.state.pending:
        asked = work.state.pending[-1]
        if (asked.kind, asked.args.get("battle")) != ("retreat", target) and (
            (asked.kind, asked.args.get("vacated")) != ("advance", target)
        ):
            return
        work.answered()


def column_of(position: Position, lead: Unit) -> str:
    """12.1.3: the column of the defender's hex; vehicles in a marsh use the first."""
    terrain = position.ground.terrain[lead.place]
    if terrain == "marsh" and lead.p.vehicle:
        return "clear/polder"
    if terrain != "city" and position.board.settlement[lead.place] == "town":
        return "other"
    return position.ground.rows[terrain].determined_defense or "other"


def _guns(position: Position, args: Args) -> list[Unit]:
    """17.6.3: ready artillery of the defender in range, outside the hex (17.6.1, 17.7).

    None in breakthrough combat (16.3.5), nor where an unknown unit is run over (25.3.1).
    """
    fight = fight_of(position, args["battle"])
    if not fight.attackers or fight.breakthrough or args["battle"]["overrun"]:
        return []
    return ready_guns(position, position.enemy(fight.side).side, fight.target)


def is_doomed(position: Position, args: Args) -> bool:
    """12.4a: would the whole stack be eliminated, or break the limit of 9 steps, by retreating?"""
    units = defenders(position, args)
    battle = position.places.index(args["battle"]["target"])
    fresh = [u for u in units if u.id not in args["again"]]
    if not fresh:
        return bool(units)
    if fresh == units and _ways_out(position, units, battle):
        return False
    ways = {u: found for u in fresh if (found := _ways_out(position, [u], battle))}
    spread = product(*ways.values()) if ways else ()
    return not any(_is_room(position, dict(zip(ways, ends, strict=True))) for ends in spread)


def _ways_out(position: Position, units: Sequence[Unit], battle: int) -> list[int]:
    """Where units can retreat to together without overstacking; a stop must leave them a step."""
    steps = sum(u.p.steps for u in units)
    return [
        c.path[-1]
        for c in legal_retreats(position, tuple(units), battle, (2,), False)
        if not c.eliminated and c.extra_loss < steps and OVERSTACK not in c.broken
    ]


def _is_room(position: Position, ends: Mapping[Unit, int]) -> bool:
    """Do units that retreat to these hexes, each its own way, keep within the limit there?"""
    return not any(
        position.places.is_hex(end)
        and has_too_many_steps([*position.stack(end), *(u for u, i in ends.items() if i == end)])
        for end in set(ends.values())
    )


def legal_retreats(
    position: Position,
    units: tuple[Unit, ...],
    battle: int,
    hexes: Sequence[int],
    shattered: bool,
) -> list[Candidate]:
    """The ways to retreat that the guidelines allow, of all lengths together (13.1.3).

    One for each hex it may end in; an early stop (13.3) is free to be chosen.
    """
    chosen = _all_legal(position, units, battle, hexes, shattered)
    # The shortest way to each hex comes first in its length and is kept.
    ends = {(c.path[-1], c.extra_loss, c.eliminated): c for c in reversed(chosen)}
    return list(reversed(ends.values()))


def _all_legal(
    position: Position,
    units: tuple[Unit, ...],
    battle: int,
    hexes: Sequence[int],
    shattered: bool,
) -> list[Candidate]:
    """Every way to retreat that the guidelines allow, and the early stops (13.1.3, 13.3)."""
    full: list[Candidate] = []
    early: list[Candidate] = []
    for length in hexes:
        candidates = Retreat(position, units, battle, length, shattered).candidates
        full += [c for c in candidates if not c.extra_loss]
        early = early or [c for c in candidates if c.extra_loss and not c.eliminated]
    return [full[n] for n in allowed(full)] + early


class Retreating(Handler):
    """13.1: the owner retreats a stack together or unit by unit."""

    kind = "retreat"

    def options(self, position: Position, args: Args) -> list[Option]:
        """The ways of retreat, and to split the stack; the end of units that have none."""
        battle = position.places.index(args["battle"])
        units = [u for u in present(position, args["units"]) if u.place == battle]
        if not units:
            return []
        twice = [u.id for u in units if u.id in args["again"]]
        if twice:
            return [Option("eliminated", tuple(twice))]
        found = legal_retreats(position, tuple(units), battle, args["hexes"], args["shattered"])
        alive = [c for c in found if not c.eliminated]
        ids = tuple(u.id for u in units)
        options = []
        for c in alive:
            words = [*ids, *(position.places.name(i) for i in c.path)]
            options.append(Option(" ".join(words), ids, c.path, bool(c.extra_loss)))
        if len(units) > 1:
            return [*options, Option("apart", ids)]
        return options or [Option("eliminated", ids)]

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Move the units, and put them in the disorder that the retreat means (14.1)."""
        left = [n for n in args["units"] if n not in option.units]
        units = work.units(option.units)
        side = units[0].p.side
        if option.id == "apart":
            for unit in reversed(units):
                work.ask("retreat", side, **{**args, "units": [unit.id]})
            return
        if left:
            work.ask("retreat", side, **{**args, "units": left})
        if not option.path:
            for unit in units:
                eliminate(work, unit.id)
            return
        hexes = max(args["hexes"])
        ends = {
            u.id: Retreat(work.position, (u,), option.path[0], hexes, args["shattered"]).end_status(
                option.path
            )
            for u in units
        }
        work.walk([u.id for u in units], option.path)
        worse = {u.id for u in present(work.position, args.get("worse", ()))}
        for unit in units:
            status = "full_retreat" if unit.id in worse else ends[unit.id]  # 16.4
            disorder = [] if status == "good" else [status]
            off = ["disrupted", "engaged", *MOVED] if disorder else list(MOVED)
            work.status(unit.id, add=disorder, remove=off)
            if unit.p.counter.kind != "unknown" and work.state.clock.phase == "combat":
                attacked = work.state.tracks.get(FOUGHT + unit.id) in ("defended", "retreated")
                work.track(FOUGHT + unit.id, "retreated" if attacked else "driven")
        if option.loss:
            work.ask("loss", side, of="units", units=[u.id for u in units], again=[])

    def other(self, position: Position, args: Args, words: Sequence[str]) -> Option | None:
        """Another way to a hex, which the guidelines allow as well as the one that is listed."""
        named, way = units_in(position, words), tuple(places_in(position, words))
        battle = position.places.index(args["battle"])
        units = tuple(u for u in present(position, args["units"]) if u.place == battle)
        ids = tuple(u.id for u in units)
        told = [*ids, *(position.places.name(i) for i in way)]
        if not way or tuple(named) != units or list(words) != told or {*ids} & {*args["again"]}:
            return None
        found = _all_legal(position, units, battle, args["hexes"], args["shattered"])
        for c in found:
            if c.path == way and not c.eliminated:
                return Option(" ".join(words), ids, way, bool(c.extra_loss))
        return None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """What kills on a way, and which guidelines it breaks while another keeps more."""
        battle = position.places.index(args["battle"])
        units = [u for u in present(position, args["units"]) if u.place == battle]
        named, way = units_in(position, words), places_in(position, words)
        for unit in named:
            if unit not in units:
                yield say("13.1.2", "other", units=[unit.id], unit=position.name(unit.id))
        if words == ["eliminated"]:
            yield say("13.1", "must")
        if named and set(units) - set(named):
            left = [u.id for u in units if u not in named]
            yield say("13.1.2", "apart", units=left)
        group = [u for u in units if u in named]
        if way and group and len(named) + len(way) == len(words):
            path = tuple(way if way[0] == battle else [battle, *way])
            yield from _wrong_way(position, group, path, args)


def _wrong_way(
    position: Position, units: Sequence[Unit], path: tuple[int, ...], args: Args
) -> Iterator[Verdict]:
    """13.1 to 13.3: all that is against a way of retreat."""
    length, asked = len(path) - 1, list(args["hexes"])
    retreat = Retreat(position, tuple(units), path[0], length, args["shattered"])
    ids, hexes = [u.id for u in units], [position.number(i) for i in path]
    for i, j in pairwise(path):
        if j not in retreat.neighbours(i):
            there = position.where(j)
            yield say("13.1", "gap", units=ids, hexes=hexes, start=position.where(i), hex=there)
            return
    hex_ = position.where(path[-1])
    short = length == 1 and length not in asked
    left = position.area_of(path[-1]) is not None and length < max(asked)
    if short and not left:
        if not retreat.may_stop(path):
            yield say("13.3", "stop", units=ids, hexes=hexes, hex=hex_)
    elif length not in asked and not left:
        yield say(
            "13.1.1",
            "length",
            units=ids,
            hexes=hexes,
            wanted="–".join(map(str, asked)),
            used=length,
        )
    if len(set(path)) < len(path):
        yield say("13.1", "twice", units=ids, hexes=hexes)
    doom = retreat.doom(path)
    if doom is not None:
        at = position.where(doom.place)
        yield say(doom.rule, doom.why, units=ids, hexes=hexes, hex=at)
    broken = tuple(retreat.broken(path, short))
    open_ = legal_retreats(position, tuple(units), path[0], asked, args["shattered"])
    if any(c.broken == broken for c in open_ if not c.extra_loss):
        return  # as good a way as those that are asked about
    for guideline in broken:
        yield say(f"13.1.3.{guideline}", "broken", units=ids, hexes=hexes, hex=hex_)
