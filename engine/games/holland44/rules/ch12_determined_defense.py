"""12: determined defence.

Elsewhere: 12.1.1 ``ch11_results:stages_of``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.core.verdicts import Verdict
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch11_engaged import engage
from engine.games.holland44.rules.ch11_steps import lose_step
from engine.games.holland44.rules.ch13_retreat_paths import is_room, retreat_ends
from engine.games.holland44.rules.ch17_artillery import ready_guns, support_objections
from engine.games.holland44.units import Unit
from engine.modules.tables import Chart, lookup
from engine.rules.base.combat import DEFENDER, Throw, modifiers
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import units_in


def defenders(position: Position, args: Args) -> list[Unit]:
    """Return the defenders of a battle that are still in its hex."""
    record = CombatRecord.of(args)
    target = position.places.index(record.target)
    return [u for u in present(position, record.defenders) if u.place == target]


class DeterminedDefense(Handler[Position, Resolution]):
    """12.1, 12.1.1, 12.1.2, 12.1.3, 12.2, 12.3, 12.4, 14.2: a lead unit tries to hold the hex.

    12.4: if a retreat would lose all units, the attempts continue. They are then ``desperate``, and
    a roll without result costs a step.
    """

    kind = "determined"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return decline, and each lead unit alone or with one artillery unit (17.6.3)."""
        leads = [u for u in defenders(position, args) if not any(_unfit(u, args))]
        if not leads:
            return []
        options = [Choice("decline")]
        guns = _guns(position, args)
        for unit in leads:
            options.append(Choice(unit.id, (unit.id,)))
            options += [Choice(f"{unit.id} {gun.id}", (unit.id, gun.id)) for gun in guns]
        return options

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Roll, and apply the result (12.2, 12.3)."""
        if not choice.units:
            return
        lead = work.units(choice.units[:1])[0]
        chart = work.setting.table("determined_defense")
        names = ["elite"] if lead.profile.quality == "elite" else []
        names += ["low"] if lead.profile.quality == "low" else []
        for gun in choice.units[1:]:
            work.status(gun, add=["fired"])
            names.append("artillery")
        die = work.throw(f"determined_defense:{CombatRecord.of(args).target}")
        column = column_of(work.position, lead)
        added = [chart.modifier(n) for n in names]
        result = lookup(chart, die, column, added).result
        throw = Throw(
            table="determined_defense",
            by=DEFENDER,
            column=column,
            dice=(die,),
            result=result,
            drms=modifiers((m.rule, m.value, m.id) for m in added),
        )
        record = CombatRecord.of(args)
        known = work.combat if work.combat and work.combat.target == record.target else record
        work.combat = known.with_throw(throw)
        self._happen(work, args, lead, result, chart)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a lead unit and its artillery."""
        there, record = defenders(position, args), CombatRecord.of(args)
        target = position.places.index(record.target)
        named = units_in(position, words)
        guns = named[1:]
        for lead in named[:1]:
            unfit = _unfit(lead, args) if lead in there else ["other"]
            for why in unfit:
                yield verdict("12.1.2", why, units=[lead.id], unit=position.name(lead.id))
        if len(guns) > 1:
            yield verdict("17.6.3", "one", units=[u.id for u in guns])
        if guns and record.breakthrough:
            yield verdict("16.3.5", "artillery", units=[u.id for u in guns])
        elif guns and record.overrun:
            yield verdict("25.3.1", "artillery", units=[u.id for u in guns])
        for gun in guns:
            if any(gun.profile.side != u.profile.side for u in there):
                yield verdict("17.6.3", "enemy", units=[gun.id], unit=position.name(gun.id))
            if gun.profile.artillery:
                yield from support_objections(position, gun, target)
            else:
                name = position.name(gun.id)
                yield verdict("17.6.3", "no_artillery", units=[gun.id], unit=name)

    def _happen(self, work: Resolution, args: Args, lead: Unit, result: str, chart: Chart) -> None:
        meaning, record = chart.results[result], CombatRecord.of(args)
        side, failed = lead.profile.side, not meaning["holds"]
        desperate = failed and (args.get("desperate") or would_be_lost(work.position, args))
        if not failed:
            _cancel_retreat(work, record.target)
            engage(work, [u.id for u in defenders(work.position, args)])
        if meaning["defender_loss"] or desperate:
            lose_step(work, lead.id)
        if desperate or (failed and would_be_lost(work.position, args)):
            work.ask("determined", side, **{**args, "desperate": True})
        if meaning["attacker_loss"]:
            chosen = meaning["attacker_loss_chosen_by"] == "defender"
            picker = side if chosen else work.position.enemy(side).side
            # 12.3: only the lead formation itself pays, if any of it is left; 11.2c does not apply.
            paid = record.after(elite=False, attached=None).as_args()
            work.ask("loss", picker, of="attackers", battle=paid, again=args["again"])


def _unfit(unit: Unit, args: Args) -> Iterator[str]:
    """12.1.2: yield the reasons against a lead unit, in a word each."""
    if not unit.profile.good_order:
        yield "disorder"
    if unit.profile.artillery:
        yield "artillery"
    if unit.profile.head:
        yield "head"
    if unit.id in args["again"]:
        yield "again"


def _cancel_retreat(work: Resolution, target: str) -> None:
    """12.1.1b, 12.3: cancel the pending retreat and advance of this battle."""
    while work.state.pending:
        asked = work.state.pending[-1]
        if (asked.kind, asked.args.get("battle")) != ("retreat", target) and (
            (asked.kind, asked.args.get("vacated")) != ("advance", target)
        ):
            return
        work.answered()


def column_of(position: Position, lead: Unit) -> str:
    """12.1.3: return the column of the defender's hex; vehicles in a marsh use the first."""
    terrain = position.ground.terrain[lead.place]
    if terrain == "marsh" and lead.profile.vehicle:
        return "clear/polder"
    if terrain != "city" and position.board.settlement[lead.place] == "town":
        return "other"
    return position.ground.rows[terrain].determined_defense or "other"


def _guns(position: Position, args: Args) -> list[Unit]:
    """12.2, 17.1, 17.6.1, 17.6.3: return the defender's ready artillery in range (17.6.1, 17.7).

    Artillery in the hex is excluded. There is none in breakthrough combat (16.3.5) or when an
    unknown unit is overrun (25.3.1).
    """
    there, record = defenders(position, args), CombatRecord.of(args)
    if not there or record.breakthrough or record.overrun:
        return []
    return ready_guns(position, there[0].profile.side, position.places.index(record.target))


def would_be_lost(position: Position, args: Args) -> bool:
    """12.4a: return whether a retreat would eliminate the stack or exceed 9 steps in a hex."""
    units = defenders(position, args)
    battle = position.places.index(CombatRecord.of(args).target)
    fresh = [u for u in units if u.id not in args["again"]]
    if not fresh:
        return bool(units)
    if fresh == units and retreat_ends(position, units, battle):
        return False
    by_unit = {u: ends for u in fresh if (ends := retreat_ends(position, [u], battle))}
    spread = product(*by_unit.values()) if by_unit else ()
    return not any(is_room(position, dict(zip(by_unit, ends, strict=True))) for ends in spread)
