"""Chapters 8.1i and 8.3: fire of guns in the enlarged area, without limit of range."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.ardenas.combat import Battle
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_area import ATTACKER, DEFENDER, group, now
from engine.games.ardenas.rules.ch08_guns import faces_against, gun_verdicts, shoot, shoots_at
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import ANTITANK
from engine.rules.base.decisions import NONE, Args, Choice, Handler

Work = Resolution

ON_MAP = 1
"""8.1k: the distance at which guns of the area fire: the hexes of the map are adjacent."""


def _fire(work: Work, battle: Battle, who: str) -> None:
    """8.1i, 8.3p, 8.3t: Ask for the next shot of a gun in the area, until no gun is left."""
    position = work.position
    for gun in group(position, who, battle):
        if gun.id not in battle.done and aims(position, battle, gun):
            work.ask(Shot.kind, gun.side, gun=gun.id)
            return
    work.battle = battle.next()


def aims(position: Position, battle: Battle, gun: Unit) -> list[Unit]:
    """8.1k, 8.2h, 8.3b, 8.3p, 8.3t: Return the units of the area that a gun may shoot at.

    The attacked player fires with anti-tank guns only.
    """
    attacks = gun.id in battle.attackers
    if gun.id not in battle.places or not (attacks or gun.type.kind == ANTITANK):
        return []
    if next(gun_verdicts(position, gun, defends=not attacks), None) is not None:
        return []
    enemies = group(position, DEFENDER if attacks else ATTACKER, battle)
    return [u for u in enemies if u.id in battle.places and shoots_at(position, gun, u)]


class Shot(Handler[Position, Work]):
    """Ask at whom a gun of the area fires."""

    kind = "shot"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.3p, 8.3t: Return the targets of a gun in the area, and to hold its fire."""
        gun = position.units[str(args["gun"])]
        result = [u for u in aims(position, now(position), gun) if _may_hit(position, gun, u)]
        return [*(Choice(u.id, (u.id,)) for u in result), Choice(NONE, word="hold")]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """8.3d, 8.3g: Fire a shot; a gun that holds its fire is not asked again."""
        gun, battle = str(args["gun"]), now(work.position)
        if choice.id == NONE:
            work.battle = battle.did(gun)
        else:
            shoot(work, gun, choice.id, ON_MAP)


def _may_hit(position: Position, gun: Unit, target: Unit) -> bool:
    return bool(faces_against(position, gun, target, ON_MAP))


def antitank_fire(work: Work, battle: Battle) -> None:
    """8.1i, 8.3k, 8.3t: Let the anti-tank guns of the attacked player fire."""
    _fire(work, battle, DEFENDER)


def artillery_fire(work: Work, battle: Battle) -> None:
    """8.1i, 8.3p: Let the guns of the attacker fire."""
    _fire(work, battle, ATTACKER)
