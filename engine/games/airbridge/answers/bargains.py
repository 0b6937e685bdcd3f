"""Notes on a planned combat: refusal, reaction, second round, fatigue, artillery and air left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.airbridge.position import Position
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
    position: Position,
    wanted: answers.AttackPlan,
    kind: str,
    units: Sequence[Unit],
    chances: Sequence[answers.Chance],
) -> tuple[str, ...]:
    """Return all notes on a planned combat."""
    return (
        *slipping(position, wanted.target, kind),
        *second_round(position, wanted.target, kind, units),
        *tiring(kind, chances),
        *shots(position, wanted),
    )


def slipping(position: Position, target: int, kind: str) -> Iterator[str]:
    """10.0a, 10.0b, 10.0c, 11.1b, NOTES.g: Yield notes on refusing combat and on reaction."""
    if position.phase != DECLARATION or not position.stack(target):
        return
    other = MANEUVER if kind == ASSAULT else ASSAULT
    best = min(highest(position.stack(target)), DIE)
    if pinned(position, target):
        yield t(f"bargain.{GAME}.pinned")
    elif not may_refuse(position, target):
        yield t(f"bargain.{GAME}.stands")
    elif target in declared(position, other):
        yield t(f"bargain.{GAME}.pins")
    else:
        hexes = len(refuges(position, target))
        yield t(f"bargain.{GAME}.slips", chance=best, of=DIE, hexes=hexes)
    helpers = reactors(position, target)
    if helpers:
        best = min(max(u.face.efficiency for u in helpers), DIE)
        yield t(f"bargain.{GAME}.reacts", units=len(helpers), chance=best, of=DIE)


def second_round(
    position: Position, target: int, kind: str, units: Sequence[Unit]
) -> Iterator[str]:
    """13.1g, 8.0e: Yield the note on the check for a second assault round."""
    if kind == ASSAULT and units and position.stack(target):
        mine, theirs = highest(units), highest(position.stack(target))
        yield t(f"bargain.{GAME}.round", mine=min(mine, DIE), theirs=min(theirs, DIE), of=DIE)


def tiring(kind: str, chances: Sequence[answers.Chance]) -> Iterator[str]:
    """14.0a, 14.0b: Yield the chance that a manoeuvre combat causes fatigue, for each side."""
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
    """9.4a, 9.4f: Return how often an artillery unit may still fire or move this turn."""
    if FINAL_FIRE in unit.status:
        return 0
    spent = FIRST_FIRE in unit.status
    return (0 if spent else 1) if unit.unsupplied else (1 if spent else 2)


def shots(position: Position, wanted: answers.AttackPlan) -> Iterator[str]:
    """9.4a, 15.0a: Yield the artillery actions and air points left after a planned fire."""
    for name in wanted.support:
        unit = position.units.get(name)
        if unit is not None:
            left = max(0, actions_left(unit) - 1)
            yield t(f"bargain.{GAME}.shot", unit=_name(unit), left=left)
    air = int(wanted.choices.get("air") or 0)
    if air:
        left = max(0, air_left(position, position.active) - air)
        yield t(f"bargain.{GAME}.air", points=air, left=left)


def _name(unit: Unit) -> str:
    return unit.id.split("-", 1)[-1]
