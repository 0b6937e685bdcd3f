"""Verdicts and effects of orders: moves, attacks, and other orders.

Other orders break down, join, mark, redeploy or withdraw units, or let them advance in pursuit.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.combat import CombatRecord
from engine.games.holland44.constants import verdict
from engine.games.holland44.house_rules import allows
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules import (
    ch15_advance_decision,
    ch17_moved_markers,
    ch21_breakdown,
    ch25_relocation,
    ch27_disengagement,
)
from engine.games.holland44.rules.ch03_sequence import next_phase
from engine.games.holland44.rules.ch08_movement import automatic_ds
from engine.games.holland44.rules.ch08_movement.march import march
from engine.games.holland44.rules.ch08_movement.mover import Mode, Move
from engine.games.holland44.rules.ch08_movement.why_not import MODES_OF, judge_move, mover_of
from engine.games.holland44.rules.ch09_combat import fight_of
from engine.games.holland44.rules.ch09_declaration import declaration
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch16_breakthrough import declare_attack, group_for
from engine.games.holland44.rules.ch25_relocation import Relocation
from engine.games.holland44.tracks import ADVANCED
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.base.named import on_map

KINDS = (act.SplitUnit, act.JoinUnits, act.PlaceMarker, act.TakeAdvance, act.Disengage)


def is_order(action: act.Action) -> bool:
    """Return whether an action is an order other than a move or attack."""
    relocates = isinstance(action, act.MoveUnits) and action.mode == ch25_relocation.MODE
    return relocates or isinstance(action, KINDS)


def order_verdicts(position: Position, action: act.Action) -> Iterator[Verdict]:
    """Yield every verdict on an order; raises UserError for unknown units and places."""
    yield from judge(position, "order", position, action)
    match action:
        case act.MoveUnits() if action.mode in MODES_OF:
            yield from _move_verdicts(position, action)
        case _ if is_order(action):
            yield from verdicts_beside(position, action)
        case act.DeclareAttack():
            yield from _attack_verdicts(position, action)
        case act.NextPhase():
            yield from judge(position, "clock", position, action)
        case act.MoveUnits():
            known = ", ".join([*MODES_OF, ch25_relocation.MODE])
            yield verdict("3", "mode", mode=action.mode, known=known)
        case _:
            yield verdict("3", "by_hand")


def carry_out(work: Resolution, action: act.Action) -> bool:
    """Carry out a legal order; return False where the rules do not resolve it."""
    match action:
        case _ if is_order(action):
            _do_beside(work, action)
        case act.MoveUnits():
            mode, _ = best_mode(work.position, action)
            march(work, action.units, mode, path_of(work.position, action))
        case act.DeclareAttack():
            attack = _record(work.position, action)
            advance = ch15_advance_decision.breaking_through(work.position, action.attackers)
            if advance is None:
                declare_attack(work, attack)
            else:
                ch15_advance_decision.break_through(work, advance, attack)
        case act.NextPhase():
            next_phase(work)
        case _:
            return False
    return True


# -- moves ----------------------------------------------------------------------------------------


def _move_verdicts(position: Position, action: act.MoveUnits) -> list[Verdict]:
    boxed = [
        name
        for name in action.units
        if name in position.state.pieces and name not in position.units
    ]
    if boxed:
        return [verdict("3", "boxed", units=boxed, unit=position.name(boxed[0]))]
    verdicts = best_mode(position, action)[1]
    # Reach may be queried at any time, but orders are bound to their phase.
    return [
        v.model_copy(update={"level": "forbid"}) if v.key == "rule.holland44.8.1.phase" else v
        for v in verdicts
    ]


def best_mode(position: Position, action: act.MoveUnits) -> tuple[Mode, list[Verdict]]:
    """Return the mode of a move that breaks the fewest rules, with its verdicts."""
    key = ("best mode", action.units, action.path, action.mode)
    if key not in position.memo:
        position.memo[key] = _best_mode(position, action)
    best: tuple[Mode, list[Verdict]] = position.memo[key]
    return best


def _best_mode(position: Position, action: act.MoveUnits) -> tuple[Mode, list[Verdict]]:
    units = [on_map(position, name) for name in action.units]
    if len({u.place for u in units}) > 1:
        raise UserError(t("probe.apart"))
    mover, path = mover_of(position, units), path_of(position, action)
    tried: list[tuple[int, Mode, list[Verdict]]] = []
    for mode in MODES_OF[action.mode]:
        verdicts = judge_move(Move(mover, mode, path))
        if allows(position, verdicts):
            return mode, verdicts
        tried.append((sum(v.level == "forbid" for v in verdicts), mode, verdicts))
    _, mode, verdicts = min(tried, key=lambda attempt: attempt[0])
    return mode, verdicts


def path_of(position: Position, action: act.MoveUnits) -> list[int]:
    """Return the places of the path of a move; raises UserError for unknown names."""
    return [place_of(position, name) for name in action.path]


def place_of(position: Position, name: str) -> int:
    """Return a hex, a box, or an entry area by its letter; raises UserError for unknown names."""
    places = position.places
    return places.index(name if name in places else f"area-{name}")


# -- attacks --------------------------------------------------------------------------------------


def _record(position: Position, action: act.DeclareAttack) -> CombatRecord:
    waiting = group_for(position, action.target)
    group = waiting["group"] if waiting else ()
    return CombatRecord(
        attackers=tuple(name for name in action.attackers if name not in group),
        target=action.target,
        artillery=action.artillery,
        air=action.air,
        lead=action.lead,
        attached=action.attached,
    )


def _attack_verdicts(position: Position, action: act.DeclareAttack) -> list[Verdict]:
    """19.4: return the verdicts on an attack; entry areas cannot be attacked."""
    for name in (*action.attackers, *action.artillery):
        on_map(position, name)
    area = action.target.removeprefix("area-")
    if area in position.board.areas:
        raise UserError(t("rule.holland44.19.4.safe", area=area))
    if action.target not in position.board.index:
        raise UserError(t("probe.hex", hex=action.target))
    record = _record(position, action)
    advance = ch15_advance_decision.breaking_through(position, action.attackers)
    if advance is not None:
        return list(ch15_advance_decision.breach_verdicts(position, advance, record))
    if not record.attackers:
        hex_ = position.where(position.board.index[action.target])
        return [verdict("16.5", "others", hexes=[action.target], hex=hex_)]
    fight = fight_of(position, record)
    attached = () if action.attached == "" else action.attached
    if fight.present:
        return declaration(fight, best_lead(fight, action.lead, attached))
    nobody = verdict("9.1", "nobody", hexes=[action.target], hex=position.where(fight.target))
    return [*judge(fight.position, "declare", fight), nobody]


# -- other orders ---------------------------------------------------------------------------------


def verdicts_beside(position: Position, action: act.Action) -> Iterator[Verdict]:
    """Yield the verdicts on an order; raises UserError for missing pieces."""
    match action:
        case act.SplitUnit():
            yield from judge(position, "split", ch21_breakdown.split_of(position, action))
        case act.JoinUnits():
            yield from judge(position, "join", ch21_breakdown.join_of(position, action))
        case act.PlaceMarker():
            yield from judge(position, "mark", ch17_moved_markers.mark_of(position, action))
        case act.TakeAdvance():
            yield from judge(position, "pursue", automatic_ds.pursuit_of(position, action))
        case act.Disengage():
            yield from judge(position, "disengage", ch27_disengagement.attempt_of(position, action))
        case act.MoveUnits():
            yield from judge(position, "relocation", _relocation(position, action))


def _do_beside(work: Resolution, action: act.Action) -> None:
    """Carry out an order other than a move or attack; raises UserError where that is impossible."""
    position = work.position
    match action:
        case act.SplitUnit():
            ch21_breakdown.split(work, ch21_breakdown.split_of(position, action))
        case act.JoinUnits():
            ch21_breakdown.join(work, ch21_breakdown.join_of(position, action))
        case act.PlaceMarker():
            ch17_moved_markers.mark(work, ch17_moved_markers.mark_of(position, action))
        case act.TakeAdvance():
            automatic_ds.pursue(work, automatic_ds.pursuit_of(position, action))
        case act.Disengage():
            ch27_disengagement.try_to_disengage(
                work, ch27_disengagement.attempt_of(position, action)
            )
        case act.MoveUnits():
            ch25_relocation.relocate(work, _relocation(position, action))


def legal_orders(position: Position, unit: Unit) -> Iterator[act.Action]:
    """Yield the orders that a unit may be given now."""
    for source in (ch21_breakdown, ch17_moved_markers, ch25_relocation):
        for action in source.orders(position, unit):
            if allows(position, verdicts_beside(position, action)):
                yield action


def before_advance(position: Position) -> Iterator[act.Action]:
    """Yield the orders to units that decide on an advance: they may break down first (21.1)."""
    asked = position.state.pending[-1]
    if asked.kind == "advance":
        names = [*ch21_breakdown.list_of(asked.args["units"]), *_advanced(position)]
        for name in dict.fromkeys(names):
            yield from _splits(position, name)


def _advanced(position: Position) -> list[str]:
    """Return the units that have advanced in the phase, by id."""
    return sorted(position.tracks_with(ADVANCED))


def _splits(position: Position, name: str) -> Iterator[act.Action]:
    if name in position.units:
        orders = legal_orders(position, position.units[name])
        yield from (a for a in orders if isinstance(a, act.SplitUnit))


def combat_orders(position: Position) -> Iterator[act.Action]:
    """Yield the orders of a combat phase other than attacks: pursuit (8.7), disengagement.

    Units that have advanced may break down (21.3).
    """
    for name in _advanced(position):
        yield from _splits(position, name)
    for source in (automatic_ds, ch27_disengagement):
        for action in source.orders(position):
            if allows(position, verdicts_beside(position, action)):
                yield action


def _relocation(position: Position, action: act.MoveUnits) -> Relocation:
    units = [on_map(position, name) for name in action.units]
    return Relocation(position, units[0], position.places.index(action.path[-1]))
