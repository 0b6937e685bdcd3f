"""Chapters 12.4 to 12.6: determined and desperate defence, attackers without steps left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import ANY_LOSS, LIMITED, CombatRecord
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT, Resolution
from engine.games.normandy44.rules import ch17_support, ch19_air_and_naval
from engine.games.normandy44.rules.ch12_results import (
    GIVES_WAY,
    fresh_defenders,
    in_force,
    loss,
    target_of,
)
from engine.games.normandy44.rules.ch13_retreat import LONG_RESULTS, survivable
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    DISRUPTED,
    IP,
    SUPPORTING,
    enemy_of,
)
from engine.modules.tables import lookup
from engine.rules.base.combat import (
    ATTACKER,
    DEFENDER,
    OTHER,
    OWNER,
    Modifier,
    Stage,
    Throw,
    modifiers,
)
from engine.rules.base.decisions import Args, Choice, Handler

DRM_LIMIT = 2
DICE = range(1, 7)
TABLE = "determined_defense"
DESPERATE_STEPS = 2
RETREAT, HOLD, IGNORE, DESPERATE = "retreat", "hold", "ignore", "desperate"
NAVAL = "naval"


def may_lead(unit: Unit) -> bool:
    """12.4.1c, 12.4.1d, 13.6c, 17.2c: return whether a unit may lead a determined defence."""
    return unit.type.kind not in SUPPORTING and DISRUPTED not in unit.status


def column_of(position: Position, hex_: int, lead: Unit) -> str:
    """12.4.1e, 12.4.1f, 16.1.1b, 16.2a: return the column of the table for a lead unit in a hex."""
    if lead.type.kind == "strongpoint" or position.ground.settlement[hex_] == "city":
        return "strongpoint/city"
    if hex_ in position.improved:
        return "improved_position"
    if position.ground.terrain[hex_] in ("clear", "flooded", "marsh") and (
        position.ground.settlement[hex_] is None
    ):
        return "flooded/clear"
    return "other"


def better_armour(lead: Unit, force: Sequence[Unit]) -> bool:
    """12.4.2, 11.4.3: return whether the lead unit has better armour than the main assault force.

    A red value helps only against armoured units.
    """
    value = lead.armour_value
    if not value:
        return False
    against = max((u.armour_value or 0 for u in force), default=0)
    if lead.grey is None and not any(u.type.armoured for u in force):
        return False
    return value > against


def drms(lead: Unit, force: Sequence[Unit], support: bool) -> tuple[Modifier, ...]:
    """12.4.1h, 12.4.2, 12.4.3: return troop quality, armour and support modifiers, at most two."""
    better = better_armour(lead, force)
    beyond = max(0, lead.tq + better + support - DRM_LIMIT)
    return modifiers(
        (
            ("12.4.1h", lead.tq, "quality"),
            ("12.4.2", int(better), "armour"),
            ("12.4.3", int(support), "support"),
            ("12.4.1h", -beyond, "most"),
        )
    )


def drm(lead: Unit, force: Sequence[Unit], support: bool) -> int:
    """12.4.1h, 12.4.3: return the sum of those modifiers."""
    return sum(m.by for m in drms(lead, force, support))


def chance_to_hold(
    position: Position, hex_: int, lead: Unit, force: Sequence[Unit], *, support: bool
) -> Fraction:
    """12.4.1b: return the chance that a lead unit holds a hex."""
    chart, column = position.charts[TABLE], column_of(position, hex_, lead)
    modifier = drm(lead, force, support)
    results = [lookup(chart, die, column, drm=modifier).result for die in DICE]
    return Fraction(sum(result.startswith(HOLD) for result in results), len(results))


def supporters(position: Position, lead: Unit) -> list[str]:
    """12.4.3, 17.2e, 19.2a: return the available support of the defence in range of its lead."""
    side, place, army = lead.side, lead.place, lead.type.army
    names = ch17_support.able_to_fire(position, side, place, army)
    if side == ALLIED and ch19_air_and_naval.naval_left(position, army, place, attacking=False):
        names.append(NAVAL)
    return names


def would_perish(position: Position, record: CombatRecord) -> bool:
    """12.5a: return whether a retreat would eliminate the whole stack."""
    units = fresh_defenders(position, record)
    return bool(units) and not any(survivable(position, u, record) for u in units)


def may_be_desperate(position: Position, record: CombatRecord) -> bool:
    """12.5a: return whether there are two steps of able lead units, and no retreat path."""
    units = [u for u in fresh_defenders(position, record) if may_lead(u)]
    steps = sum(u.steps for u in units)
    return steps >= DESPERATE_STEPS and would_perish(position, record)


class Stand(Handler[Position, Resolution]):
    """12.4.1a, 12.4.1c, 12.4.3, 12.6: the defender retreats or tries a determined defence.

    An answer is ``retreat``, ``hold <lead unit> [support]``, or ``ignore`` if the whole main
    assault force was one step, which is lost. After A1/D2 nobody holds.
    """

    kind = "stand"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return retreat, and every lead unit without support and with each available one."""
        record = FIGHT.of(position)
        if record is None:
            return []
        options = [Choice(RETREAT, word=RETREAT)]
        if not in_force(position, record):
            options.insert(0, Choice(IGNORE, word=IGNORE))
        for unit in fresh_defenders(position, record):
            if not may_lead(unit) or record.result in LONG_RESULTS:
                continue
            options.append(Choice(f"{HOLD} {unit.id}", (unit.id,), word=HOLD))
            options += [
                Choice(f"{HOLD} {unit.id} {name}", (unit.id, name), word=HOLD)
                for name in supporters(position, unit)
            ]
        return options

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """12.4.1b: roll for the defence; without success the defenders retreat."""
        record = FIGHT.current(work)
        if choice.id == IGNORE:
            work.combat = record.after(stages=())
        elif choice.id == RETREAT:
            work.combat = record.after(stages=GIVES_WAY)
        else:
            support = choice.units[1] if len(choice.units) > 1 else ""
            determined(work, record.done(), choice.units[0], support)


def determined(work: Resolution, record: CombatRecord, lead: str, support: str) -> None:
    """12.4.1b, 12.4.4a, 12.4.4b, 12.4.4c, 12.4.4d: roll and apply the result."""
    position = work.position
    unit, hex_ = position.units[lead], target_of(position, record)
    if support == NAVAL:
        ch19_air_and_naval.use_naval(work, unit.type.army, hex_)
    elif support:
        ch17_support.spend(work, [support])
    column = column_of(position, hex_, unit)
    added = drms(unit, in_force(position, record), bool(support))
    modifier = sum(m.by for m in added)
    die = work.throw(f"determined_defense:{record.target}")
    outcome = work.setting.charts.read(TABLE, die, column, modifier).result
    work.track(tracks.COMBAT, f"{record.target} {column} {die}{modifier:+d} {outcome}")
    throw = Throw(table=TABLE, by=DEFENDER, column=column, dice=(die,), result=outcome, drms=added)
    record = record.with_throw(throw).after(tried=lead)
    if "/IP" in outcome:
        _remove_position(work, record.target)
    code = outcome.removeprefix("hold ").removesuffix("/IP")
    if not outcome.startswith("hold"):
        work.combat = record
        if code == "-1":
            _lead_loses(work, lead)
        failed(work)
        return
    record = record.first(Stage(kind=LIMITED))
    if code == "EX":
        record = record.first(loss(ATTACKER, OTHER))
    if code == "AL":
        record = record.first(loss(ATTACKER, OWNER, kind=ANY_LOSS))
    work.combat = record
    if code in ("-1", "EX"):
        _lead_loses(work, lead)


def _lead_loses(work: Resolution, lead: str) -> None:
    from engine.games.normandy44.rules.ch17_cadres import lose_step

    lose_step(work, lead)


def _remove_position(work: Resolution, number: str) -> None:
    for name, marker in sorted(work.state.markers.items()):
        if marker.at == number and marker.kind == IP:
            work.marker(name, None)


def failed(work: Resolution) -> None:
    """12.4.4a, 12.5a: after a failed defence, offer a desperate one if possible, else retreat."""
    record = FIGHT.current(work)
    if may_be_desperate(work.position, record):
        work.ask(Desperate.kind, enemy_of(record.side))
    else:
        work.combat = record.first(*GIVES_WAY)


class Desperate(Handler[Position, Resolution]):
    """12.5a, 12.5b, 12.5c: two steps hold the hex; the defender chooses the first."""

    kind = "desperate"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return holding the hex, and losing the stack."""
        return [Choice(DESPERATE, word=DESPERATE), Choice(RETREAT, word=RETREAT)]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Lose the steps and hold the hex, or eliminate the stack."""
        record = FIGHT.current(work)
        if choice.id == RETREAT:
            work.combat = record.first(*GIVES_WAY)
            return
        lost = loss(DEFENDER, OWNER), loss(DEFENDER, OTHER)
        work.combat = record.first(*lost, Stage(kind=LIMITED))
