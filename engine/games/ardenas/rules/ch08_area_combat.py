"""Chapters 8.1m to 8.1r: combats in the enlarged area, support, losses, and the stages in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Battle, Fight
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_affected import hit
from engine.games.ardenas.rules.ch08_area import (
    ATTACKER,
    DEFENDER,
    able,
    around,
    group,
    move,
    neighbours,
    now,
    place_attacker,
    place_defender,
    standing,
)
from engine.games.ardenas.rules.ch08_area_fire import antitank_fire, artillery_fire
from engine.games.ardenas.rules.ch08_combat import attack_sum, defense_sum, multiply
from engine.games.ardenas.rules.ch08_guns import gun_verdicts, shoots_at, shots_left
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AIR
from engine.rules.base.decisions import NONE, Args, Choice, Handler

Work = Resolution

JOIN = "join="
"""The word before the number of a combat that a counter joins, in an answer."""


def _combat(work: Work, battle: Battle) -> None:
    """8.1i, 8.1m: Ask for all attacks and their support, then fight."""
    after = ("declare", "resolve") if battle.layer == AIR else ("declare", "support", "resolve")
    work.battle = battle.next(*after)


def _declare(work: Work, battle: Battle) -> None:
    """8.1a, 8.1r: Ask whom the attacker's next counter attacks."""
    position = work.position
    for unit in group(position, ATTACKER, battle):
        waits = unit.id in battle.places and unit.id not in battle.done
        if waits and able(position, battle, unit) and neighbours(position, battle, unit.id):
            work.ask(AreaAttack.kind, unit.side, unit=unit.id)
            return
    work.battle = battle.next()


class AreaAttack(Handler[Position, Work]):
    """Ask whom a counter attacks in the area."""

    kind = "area_attack"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.1r: Return enemies next to the counter, combats of its neighbours, and no target.

        Enemies that are attacked at once are together, and so are the counters that attack them.
        """
        battle, unit = now(position), str(args["unit"])
        around = _links(position, battle)
        own = _together(around, neighbours(position, battle, unit))
        joined = (
            Choice(f"{' '.join(names)} {JOIN}{n}", names, word="joined")
            for n, fight in enumerate(battle.fights, 1)
            if not around[unit].isdisjoint(fight.attackers)
            for names in _widened(around, fight, own)
            if names != fight.defenders or names not in own
        )
        return [*(Choice(" ".join(names), names) for names in own), *joined, Choice(NONE)]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """8.1a, 8.1d, 8.1r: Add the counter to a combat, or begin one."""
        battle, unit = now(work.position), str(args["unit"])
        fights = list(battle.fights)
        if choice.id != NONE:
            work.track(tracks.FOUGHT + unit, 1)
            same = [n for n, f in enumerate(fights) if f.defenders == choice.units]
            if JOIN in choice.id:
                same = [int(choice.id.partition(JOIN)[2]) - 1]
            if same:
                old = fights[same[0]]
                added = {"attackers": (*old.attackers, unit), "defenders": choice.units}
                fights[same[0]] = old.model_copy(update=added)
            else:
                fights.append(Fight(attackers=(unit,), defenders=choice.units))
        work.battle = battle.after(fights=tuple(fights)).did(unit)


def _links(position: Position, battle: Battle) -> Mapping[str, frozenset[str]]:
    """Return the units beside each unit in the area, of either side."""
    beside = around(position)
    there = {hex_: name for who in (ATTACKER, DEFENDER) for hex_, name in
             standing(position, who, battle).items()}  # fmt: skip
    return {
        name: frozenset(there[j] for j in beside[hex_] if j in there)
        for hex_, name in there.items()
    }


def _together(around: Mapping[str, frozenset[str]], units: Sequence[str]) -> list[tuple[str, ...]]:
    """8.1r: Return all sets of units that are together, the smallest first."""
    sets: set[tuple[str, ...]] = {(name,) for name in units}
    edge = sets
    while edge:
        edge = {
            tuple(sorted({*names, name}))
            for names in edge
            for name in units
            if name not in names and not around[name].isdisjoint(names)
        }
        sets = sets | edge
    return sorted(sets, key=lambda names: (len(names), names))


def _widened(
    around: Mapping[str, frozenset[str]], fight: Fight, own: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    """8.1r: Yield the enemies of a combat with those that a counter that joins it attacks too."""
    sets = {tuple(sorted({*fight.defenders, *names})): names for names in own}
    for union, names in sorted(sets.items(), key=lambda item: (len(item[0]), item[0])):
        reach = {*names, *(beside for name in names for beside in around[name])}
        if not reach.isdisjoint(fight.defenders):
            yield union


def _support(work: Work, battle: Battle) -> None:
    """8.3e, 8.3h: Ask where each point of support goes: guns of the map, then of the area."""
    position = work.position
    for gun in battle.support:
        if gun in position.units and supportable(position, battle, position.units[gun]):
            work.ask(Support.kind, battle.side, gun=gun, promised=1)
            return
    for unit in group(position, ATTACKER, battle):
        if unit.id not in battle.done and supports(position, battle, unit):
            work.ask(Support.kind, battle.side, gun=unit.id)
            return
    work.battle = battle.next()


def supports(position: Position, battle: Battle, gun: Unit) -> bool:
    """8.3e, 8.3f, 8.3j: Return whether a gun of the area has a shot with which it may support."""
    if gun.id not in battle.places or any(gun.id in f.attackers for f in battle.fights):
        return False
    can_fire = next(gun_verdicts(position, gun), None) is None and shots_left(position, gun) > 0
    return can_fire and bool(supportable(position, battle, gun))


def supportable(position: Position, battle: Battle, gun: Unit) -> list[int]:
    """8.3f, 8.3h, 8.3k: Return the numbers of the combats that a gun may support with a point."""
    once = position.reading("support_points") == "one_a_gun"
    result = []
    for n, fight in enumerate(battle.fights):
        enemies = [position.units[name] for name in fight.defenders if name in position.units]
        fits = any(shoots_at(position, gun, u) for u in enemies)
        if fits and not (once and gun.id in fight.support):
            result.append(n)
    return result


class Support(Handler[Position, Work]):
    """Ask which combat a gun supports."""

    kind = "area_support"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.3f, 8.3h: Return the combats that a gun may support, and none."""
        battle, gun = now(position), position.units[str(args["gun"])]
        result = supportable(position, battle, gun)
        return [
            *(Choice(str(n + 1), battle.fights[n].defenders, word="fight") for n in result),
            Choice(NONE),
        ]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """8.3e, 8.3f: Give the point of the gun to a combat."""
        battle, gun = now(work.position), str(args["gun"])
        promised = "promised" in args
        if promised:
            left = list(battle.support)
            left.remove(gun)
            battle = battle.after(support=tuple(left))
        elif choice.id == NONE:
            battle = battle.did(gun)
        else:
            work.add(tracks.FIRED + gun, 1)
        if choice.id != NONE:
            fights = list(battle.fights)
            fight = fights[int(choice.id) - 1]
            given = (*fight.support, gun)
            fights[int(choice.id) - 1] = fight.model_copy(update={"support": given})
            battle = battle.after(fights=tuple(fights))
        work.battle = battle


def _resolve(work: Work, battle: Battle) -> None:
    """8.1e, 8.1i, 15.2d: Fight the next combat, those with support before the others."""
    supported = [f for f in battle.fights if f.support]
    fight = next(iter(supported or battle.fights), None)
    if fight is None:
        work.battle = battle.next()
        return
    left = list(battle.fights)
    left.remove(fight)
    battle = battle.after(fights=tuple(left))
    attackers, defenders = _alive(work, fight.attackers), _alive(work, fight.defenders)
    if not attackers or not defenders:
        work.battle = battle
    elif battle.layer == AIR:
        work.battle = battle
        multiply(work, attackers, defenders)
    else:
        code = throw(work, attackers, defenders, len(fight.support))
        spares = all(u.type.stores for u in defenders)
        stages = *_losses(code, fight, spares=spares), *battle.stages
        work.battle = battle.after(stages=stages)


def _alive(work: Work, names: Sequence[str]) -> list[Unit]:
    return work.units(names)


def throw(work: Work, attackers: Sequence[Unit], defenders: Sequence[Unit], support: int) -> str:
    """8.1m, 8.1o, 8.1p: Throw for a combat, the attacker first, and read the table."""
    position, crt = work.position, work.position.charts.crt
    attack, defense = attack_sum(position, attackers, support), defense_sum(position, defenders)
    dice = work.throw_special("attack"), work.throw_special("defense")
    column, row = crt.column(attack - defense), row_of(dice)
    code = crt.result(column, row)
    work.track(tracks.LAST, f"{column} {row} {code} {dice[0]} {dice[1]}")
    return code


def row_of(dice: tuple[int, int]) -> str:
    """8.1o: Return the row of two throws: the attacker's minus the defender's."""
    difference = dice[0] - dice[1]
    return f"{difference:+d}" if difference else "0"


def _losses(code: str, fight: Fight, *, spares: bool) -> Iterator[str]:
    """8.1p, 8.1q, 12.0e: Yield a stage for each side that a result concerns, the attacked first.

    A and D affect a counter of the attacker and of the defender, AX and DX eliminate it. Supply and
    fuel counters alone do nothing to the attacker: it ``spares`` him.
    """
    what = "eliminated" if code.endswith("X") else "affected"
    if "D" in code:
        yield f"loss {DEFENDER} {what} {' '.join(fight.defenders)}"
    if "A" in code and not spares:
        yield f"loss {ATTACKER} {what} {' '.join(fight.attackers)}"


def _loss(work: Work, battle: Battle, who: str, what: str, *names: str) -> None:
    """8.1q: Ask the attacker which counter the result strikes, on either side one."""
    work.battle = battle.next()
    work.ask(Loss.kind, battle.side, who=who, what=what, units=" ".join(names))


class Loss(Handler[Position, Work]):
    """Ask which counter a result of the table strikes."""

    kind = "area_loss"

    def choices(self, position: Position, args: Args) -> Sequence[Choice]:
        """8.1q: Return the counters of the combat on one side."""
        names = str(args["units"]).split()
        return [Choice(n, (n,)) for n in names if n in position.units]

    def answer(self, work: Work, args: Args, choice: Choice) -> None:
        """8.1.1a, 8.1.1c, 8.1q: Affect the counter, or eliminate it."""
        if args["what"] == "eliminated":
            work.eliminate(choice.id)
        else:
            hit(work, choice.id)


def proceed(work: Work) -> None:
    """8.1g, 8.1i: Continue the battle until a decision is pending or all stages are finished.

    Survivors stay where they were on the map: alone, in a stack or in a grouping.
    """
    while not work.state.pending:
        battle = work.battle
        if battle is None:
            return
        lost = any(not group(work.position, who, battle) for who in (ATTACKER, DEFENDER))
        if lost or not battle.stages:
            work.battle = None
            return
        word, *rest = battle.stages[0].split()
        STAGES[word](work, battle, *rest)


STAGES: dict[str, Callable[..., None]] = {
    "place_defender": place_defender,
    "place_attacker": place_attacker,
    "antitank_fire": antitank_fire,
    "artillery_fire": artillery_fire,
    "move": move,
    "combat": _combat,
    "declare": _declare,
    "support": _support,
    "resolve": _resolve,
    "loss": _loss,
}
"""The step of each stage, by its first word."""
