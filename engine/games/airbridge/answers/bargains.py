"""The bargains of a combat in words: who may slip away, what shots and fatigue cost, round two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.airbridge.position import Situation
from engine.games.airbridge.rules.ch09_fire import air_left
from engine.games.airbridge.rules.ch10_refusal import may_refuse, reactors, refuges
from engine.games.airbridge.rules.ch12_declaration import declared, pinned
from engine.games.airbridge.rules.ch12_strengths import highest
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    DECLARATION,
    DIE,
    FINAL_FIRE,
    FIRST_FIRE,
    GAME,
    MANEUVER,
)
from engine.i18n import t
from engine.rules import answers


def bargains(
    situation: Situation,
    wanted: answers.AttackPlan,
    kind: str,
    units: Sequence[Unit],
    chances: Sequence[answers.Chance],
) -> tuple[str, ...]:
    """What a combat is paid with, line by line."""
    return (
        *slipping(situation, wanted.target, kind),
        *second_round(situation, wanted.target, kind, units),
        *tiring(kind, chances),
        *shots(situation, wanted),
    )


def slipping(situation: Situation, target: int, kind: str) -> Iterator[str]:
    """10.0a, 10.0b, 10.0c, 11.1b, NOTES.g: who may slip away from a declaration, who may help."""
    if situation.phase != DECLARATION or not situation.stack(target):
        return
    other = MANEUVER if kind == ASSAULT else ASSAULT
    best = min(highest(situation.stack(target)), DIE)
    if pinned(situation, target):
        yield t(f"bargain.{GAME}.pinned")
    elif not may_refuse(situation, target):
        yield t(f"bargain.{GAME}.stands")
    elif target in declared(situation, other):
        yield t(f"bargain.{GAME}.pins")
    else:
        hexes = len(refuges(situation, target))
        yield t(f"bargain.{GAME}.slips", chance=best, of=DIE, hexes=hexes)
    helpers = reactors(situation, target)
    if helpers:
        best = min(max(u.face.efficiency for u in helpers), DIE)
        yield t(f"bargain.{GAME}.reacts", units=len(helpers), chance=best, of=DIE)


def second_round(
    situation: Situation, target: int, kind: str, units: Sequence[Unit]
) -> Iterator[str]:
    """13.1g, 8.0e: the check that opens a second round of an assault."""
    if kind == ASSAULT and units and situation.stack(target):
        mine, theirs = highest(units), highest(situation.stack(target))
        yield t(f"bargain.{GAME}.round", mine=min(mine, DIE), theirs=min(theirs, DIE), of=DIE)


def tiring(kind: str, chances: Sequence[answers.Chance]) -> Iterator[str]:
    """14.0a, 14.0b: how likely a manoeuvre tires battalions of either side, and what that means."""
    if kind != MANEUVER or not chances:
        return
    mine, theirs = (
        round(100 * sum(float(c.probability) for c in chances if side(c.result)))
        for side in (_mine, _theirs)
    )
    yield t(f"bargain.{GAME}.tires", mine=mine, theirs=theirs)


def _mine(result: answers.Result) -> int:
    return result.attacker.get("fatigue", 0)


def _theirs(result: answers.Result) -> int:
    return result.defender.get("fatigue", 0)


def actions_left(unit: Unit) -> int:
    """9.4a, 9.4f: how often a gun may still fire or move in this turn."""
    if FINAL_FIRE in unit.status:
        return 0
    spent = FIRST_FIRE in unit.status
    return (0 if spent else 1) if unit.unsupplied else (1 if spent else 2)


def shots(situation: Situation, wanted: answers.AttackPlan) -> Iterator[str]:
    """9.4a, 15.0a: what is left of guns and air points when this has been fired."""
    for name in wanted.support:
        unit = situation.units.get(name)
        if unit is not None:
            left = max(0, actions_left(unit) - 1)
            yield t(f"bargain.{GAME}.shot", unit=_name(unit), left=left)
    air = int(wanted.choices.get("air") or 0)
    if air:
        left = max(0, air_left(situation, situation.active) - air)
        yield t(f"bargain.{GAME}.air", points=air, left=left)


def _name(unit: Unit) -> str:
    return unit.id.split("-", 1)[-1]
