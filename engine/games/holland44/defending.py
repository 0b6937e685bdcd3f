"""What defenders do with a result: determined defence and retreat (chapters 12 and 13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.holland44.attack import ready_guns
from engine.games.holland44.battle import engage, fight_of
from engine.games.holland44.deciding import Args, Handler, Option, decision
from engine.games.holland44.losses import eliminate, lose_step
from engine.games.holland44.meta import FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.retreating import Retreat
from engine.games.holland44.units import MOVED, Unit
from engine.games.holland44.work import Work, present
from engine.rules.tables import Chart, lookup
from engine.search.retreat import Candidate, allowed

OVERSTACK = 6
"""13.1.3: the number of the guideline against overstacking."""


def defenders(position: Position, args: Args) -> list[Unit]:
    """The units of a battle that still stand in the hex."""
    target = position.places.index(args["battle"]["target"])
    return [u for u in present(position, args["battle"]["defenders"]) if u.place == target]


@decision("determined")
class DeterminedDefense(Handler):
    """12.1: a lead unit tries to hold the hex; 12.4: again and again where all would be lost.

    ``dash`` is the lead unit of a roll without result, which in desperate defence costs a step.
    """

    def options(self, position: Position, args: Args) -> list[Option]:
        """To decline, or a lead unit, alone or with one artillery unit (17.6.3)."""
        leads = [
            u
            for u in defenders(position, args)
            if u.p.good_order and not u.p.artillery and not u.p.head and u.id not in args["again"]
        ]
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
        if args["dash"]:
            payers = work.units([args["dash"]]) or work.units(option.units[:1])
            for unit in payers:
                lose_step(work, unit.id)
        leads = work.units(option.units[:1])
        if not leads:
            again = {**args, "dash": None}
            work.ask("determined", self._side(work, args), **again)
            return
        lead = leads[0]
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

    def _happen(self, work: Work, args: Args, lead: Unit, result: str, chart: Chart) -> None:
        meaning = chart.results[result]
        side = lead.p.side
        if meaning["holds"]:
            _call_off(work, args["battle"]["target"])
            engage(work, [u.id for u in defenders(work.position, args)])
        elif _doomed(work.position, defenders(work.position, args), args):
            dash = lead.id if result == "-" else None
            work.ask("determined", side, **{**args, "dash": dash})
        if meaning["defender_loss"]:
            lose_step(work, lead.id)
        if meaning["attacker_loss"]:
            chosen = meaning["attacker_loss_chosen_by"] == "defender"
            picker = side if chosen else work.position.enemy(side).side
            # 12.3: here only the lead formation itself pays, and 11.2c has no say.
            battle = {**args["battle"], "elite": False, "attached": None}
            work.ask("loss", picker, of="attackers", battle=battle, again=args["again"])

    def _side(self, work: Work, args: Args) -> str:
        left = work.units(args["battle"]["attackers"])
        side = left[0].p.side if left else work.state.clock.active
        return work.position.enemy(side).side


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

    None in breakthrough combat (16.3.5).
    """
    fight = fight_of(position, args["battle"])
    if not fight.attackers or fight.breakthrough:
        return []
    return ready_guns(position, position.enemy(fight.side).side, fight.target)


def _doomed(position: Position, units: Sequence[Unit], args: Args) -> bool:
    """12.4a: would the whole stack be eliminated, or break the stacking limit, by retreating?"""
    target = position.places.index(args["battle"]["target"])
    if not units:
        return False
    return all(
        u.id in args["again"]
        or all(
            c.eliminated or OVERSTACK in c.broken
            for c in legal_retreats(position, (u,), target, (2,), False)
        )
        for u in units
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
    full: list[Candidate] = []
    early: list[Candidate] = []
    for length in hexes:
        candidates = Retreat(position, units, battle, length, shattered).candidates
        full += [c for c in candidates if not c.extra_loss]
        early = early or [c for c in candidates if c.extra_loss and not c.eliminated]
    chosen = [full[n] for n in allowed(full)] + early
    # The shortest way to each hex comes first in its length and is kept.
    ends = {(c.path[-1], c.extra_loss, c.eliminated): c for c in reversed(chosen)}
    return list(reversed(ends.values()))


@decision("retreat")
class Retreating(Handler):
    """13.1: the owner retreats a stack together or unit by unit."""

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
                work.track(FOUGHT + unit.id, "retreated")
        if option.loss:
            work.ask("loss", side, of="units", units=[u.id for u in units], again=[])
