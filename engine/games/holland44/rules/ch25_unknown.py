"""25: unknown units as moves and attacks meet them, and units spent on them.

Elsewhere: 25.1, 25.3.1 ``march:_turn_over``; 25.2.1 ``ch02_units:profile``; 25.2.1
``ch06_stacking:stacked``; 25.2.1 ``ch05_bridge_phase:_in_reach``; 25.2.1
``clauses:extended_beside_the_enemy``; 25.2.1, 25.2.2 ``ch13_retreat_paths:Retreat.objection``;
25.3.2, 25.3.3 ``ch09_combat:open_fire``; 25.3.4, 25.4 ``ch09_combat:declare``; 25.3.5
``ch16_breakthrough:press``; 25.4 ``ch10_strengths:Combat._defense``; 25.5 ``positions:opening``.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import UNKNOWN_DEFENSE, verdict
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch09_attack import Attack
from engine.rules.base.clauses import clause

SPENT = {"spent": "25.3.3", "auto_ds": "8.7"}
"""Statuses that end a unit's movement and attacks for the turn, with their rules."""


@clause("25.3.1", "automatic")
def lone_unknown_units_are_entered(attack: Attack, _: object) -> Iterator[Verdict]:
    """25.3.1, 25.4: a lone unknown unit is fought by moving into its hex."""
    fight, position = attack.fight, attack.position
    enemy = position.enemy(fight.side)
    if fight.target in enemy.lone_unknowns:
        hexes = [position.number(fight.target)]
        ids = [u.id for u in fight.present]
        yield verdict("25.3.1", "enter", units=ids, hexes=hexes, hex=position.where(fight.target))


@clause("25.2.1", "mode")
def unknown_units_stay(move: Move, _: object) -> Iterator[Verdict]:
    """25.2.1: unrevealed unknown units cannot move (but 25.6)."""
    for unit in move.mover.units:
        if unit.profile.unknown:
            yield verdict("25.2.1", "stays", units=[unit.id])


@clause("25.3.3", "mode")
def spent_units_stay(move: Move, _: object) -> Iterator[Verdict]:
    """25.3.3: spent units, and those of an automatic DS (8.7), do not move again."""
    for unit in move.mover.units:
        for status, rule in SPENT.items():
            if status in unit.profile.status:
                yield verdict(rule, "move", units=[unit.id], unit=move.position.name(unit.id))


@clause("25.3.1", "move")
def entering_unknown_units(move: Move, _: object) -> Iterator[Verdict]:
    """25.3.1: Allied units may enter the hex of a lone unknown unit, not by extended movement."""
    mover, position = move.mover, move.position
    for leg in move.legs:
        if mover.side != "allied" or leg.end not in mover.enemy.lone_unknowns:
            continue
        number, where = position.number(leg.end), position.where(leg.end)
        ids = [u.id for u in mover.enemy.stacks[leg.end]]
        if leg.end not in mover.quarry or (leg.start, leg.end) in mover.held_back:
            yield verdict("25.3.1", "unable", units=ids, hexes=[number], hex=where)
        elif move.mode == "extended":
            yield verdict("25.3.1", "extended", units=ids, hexes=[number], hex=where)
        elif leg != move.legs[-1]:
            yield verdict("25.3.1", "stop", units=ids, hexes=[number], hex=where)
        else:
            yield verdict("25.3.1", "reveal", level="info", units=ids, hexes=[number], hex=where)


@clause("25.3.3", "attack")
def spent_units_do_not_attack(attack: Attack, _: object) -> Iterator[Verdict]:
    """8.7, 25.3.3: spent units, and those of an automatic DS, attack no more this turn."""
    for unit in attack.fight.attackers:
        for status, rule in SPENT.items():
            if status in unit.profile.status:
                yield verdict(rule, "attack", units=[unit.id], unit=attack.position.name(unit.id))


@clause("25.3.4", "attack")
def attacking_unknown_units(attack: Attack, _: object) -> Iterator[Verdict]:
    """25.3.4: an unknown unit is revealed first; until then its defence is that of 25.4."""
    for unit in attack.fight.present:
        if unit.profile.unknown:
            yield verdict(
                "25.3.4", "reveal", level="info", units=[unit.id], defense=UNKNOWN_DEFENSE
            )
