"""8.7: automatic DS results in the movement phase, and the advances after them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.tracks import AUTO_DS, FOUGHT
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.base.clauses import clause
from engine.rules.odds import column_name, column_number

COUNTING = ("armor_attacker", "armor_defender", "elite", "low_quality")
"""8.7: the shifts that count: armour (10.3) and troop quality (10.6)."""
ENOUGH = "10:1"


def odds_of(attack: Attack) -> str:
    """Return the odds of an attack with the shifts that count towards an automatic DS."""
    odds = attack.odds
    shifted = column_number(odds.odds.ratio)
    shifted += sum(shift.by for shift in odds.shifts if shift.why in COUNTING)
    return column_name(shifted)


@clause("8.7", "automatic")
def ten_to_one(attack: Attack, _: object) -> Iterator[Verdict]:
    """8.7, 9.1: in the movement phase only an attack at 10:1 can be made."""
    fight, position = attack.fight, attack.position
    if attack.odds.odds.defense == 0 and fight.present:
        return
    odds = odds_of(attack)
    if column_number(odds) < column_number(ENOUGH):
        hexes, where = [position.number(fight.target)], position.where(fight.target)
        yield verdict("8.7", "odds", hexes=hexes, hex=where, odds=odds, enough=ENOUGH)


@clause("8.7", "automatic")
def no_support(attack: Attack, _: object) -> Iterator[Verdict]:
    """8.7: artillery and air units are assigned in the combat phase only."""
    fight = attack.fight
    if fight.artillery or fight.air:
        yield verdict("8.7", "support", units=[u.id for u in fight.artillery])


@clause("8.7", "pursue")
def the_later_advance(order: Pursuit, _: object) -> Iterator[Verdict]:
    """8.7: units with the marker of an automatic DS advance in their combat phase."""
    position, unit = order.position, order.unit
    clock, args = position.state.clock, {"unit": position.name(unit.id)}
    if order.target is None:
        yield verdict("8.7", "no_advance", args, units=[unit.id])
    if clock.phase != "combat" or clock.active != unit.profile.side:
        yield verdict("8.7", "phase", args, units=[unit.id])


@dataclass(frozen=True, slots=True)
class Pursuit:
    """An order to a unit and all units that made an automatic DS with it; ``target`` or None."""

    position: Position
    unit: Unit
    target: str | None
    names: tuple[str, ...]


def pursuits(position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the hexes of automatic DS results not followed up, with the units that made them."""
    for name, units in sorted(position.tracks_with(AUTO_DS).items()):
        yield name, tuple(str(units).split())


def pursuit_of(position: Position, action: act.TakeAdvance) -> Pursuit:
    """Return the order of an action; raises UserError for a missing unit."""
    unit = position.units.get(action.unit)
    if unit is None:
        key = "probe.off_map" if action.unit in position.state.pieces else "probe.unit"
        raise UserError(t(key, unit=action.unit))
    for target, names in pursuits(position):
        if any(u.id == unit.id for u in present(position, names)):
            return Pursuit(position, unit, target, names)
    return Pursuit(position, unit, None, ())


def pursue(work: Resolution, order: Pursuit) -> None:
    """8.7: remove the markers, and ask for a bonus advance that may break through."""
    if order.target is None:
        return
    units = work.units(order.names)
    for unit in units:
        work.status(unit.id, remove=["auto_ds"])
        work.track(FOUGHT + unit.id, "attacked")  # 8.7: no normal attack follows
    work.track(AUTO_DS + order.target, None)
    names = [u.id for u in units]
    work.ask(
        "advance",
        order.unit.profile.side,
        units=names,
        vacated=order.target,
        advance="bonus",
        fought=names,
        through=True,
        open=True,
    )


def orders(position: Position) -> Iterator[act.Action]:
    """Yield the orders for these advances."""
    if position.state.clock.phase != "combat":
        return
    for _, names in pursuits(position):
        for unit in present(position, names)[:1]:
            if unit.profile.side == position.state.clock.active:
                yield act.TakeAdvance(unit=unit.id)
