"""16: breakthrough combat, by a group alone or joining the attack of others.

Elsewhere: 16.3.1 ``ch15_advance_hexes:Advance.used``; 16.3.2, 16.3.3
``ch11_results:_ask_advances``; 16.4 ``ch11_results:ask_consequences``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.core.verdicts import Verdict
from engine.games.holland44.combat import CombatRecord, Course
from engine.games.holland44.constants import verdict
from engine.games.holland44.house_rules import allows
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution, present
from engine.games.holland44.rules.ch06_stacking import load_of
from engine.games.holland44.rules.ch09_attack import Attack, attack_verdicts
from engine.games.holland44.rules.ch09_combat import declare, reckoned
from engine.games.holland44.rules.ch09_declaration import attacks_on, declaration
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch15_advance_hexes import HEXES, ROAD_STACK, Advance
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in, units_in


@clause("16.3.5", "attack")
def breakthrough(attack: Attack, _: object) -> Iterator[Verdict]:
    """16.3.5: one stack attacks, without air or artillery, and not across unbridged water."""
    fight, position = attack.fight, attack.position
    if not fight.breakthrough:
        return
    if len({u.place for u in fight.attackers}) > 1:
        yield verdict("16.3.5", "one_stack", units=[u.id for u in fight.attackers])
    if fight.air:
        yield verdict("16.3.5", "air")
    if fight.artillery:
        yield verdict("16.3.5", "artillery", units=[u.id for u in fight.artillery])
    closed = position.crossings.blocked | position.crossings.canals
    for unit in fight.attackers:
        if (fight.origin(unit), fight.target) in closed:
            hexes = [position.number(unit.place), position.number(fight.target)]
            yield verdict(
                "16.3.5", "water", units=[unit.id], hexes=hexes, unit=position.name(unit.id)
            )


@dataclass(frozen=True, slots=True)
class Column:
    """A victorious unit, its name in the decision, and its advance so far."""

    name: str
    unit: Unit
    advance: Advance

    @property
    def hexes(self) -> int:
        """Return the number of advance hexes used, a breakthrough included (16.3.1)."""
        return self.advance.used(self.advance.path) + 1

    @property
    def able(self) -> bool:
        """Return whether the unit is on the map with a hex of advance left for a breakthrough."""
        on_map = self.advance.position.places.is_hex(self.unit.place)
        enough = self.advance.allows(self.advance.path, self.hexes)
        return on_map and enough and not self.advance.halted

    @property
    def by_road(self) -> bool:
        """Return whether the unit uses the road bonus for it (16.3.4)."""
        return self.hexes > HEXES[self.advance.kind]


def breakthroughs(
    position: Position, columns: Sequence[Column], fought: Sequence[str]
) -> Iterator[Choice]:
    """16.1, 16.2, 16.3.4, 16.3.5: yield a group's possible breakthroughs and joint attacks."""
    gone = _are_eliminated(columns)
    # 16.2a: units that have advanced belong to the group, and a group is one stack.
    if len(gone) > 1:
        return
    for place in sorted(gone or {c.unit.place for c in columns}):
        stack = [c for c in columns if c.unit.place == place and c.able]
        if not stack or _jammed(position, place, fought):
            continue
        enemy = position.enemy(stack[0].unit.profile.side)
        for target in position.ground.ring[place]:
            if target in enemy.hexes:
                yield from _against(position, stack, target)


def _are_eliminated(columns: Sequence[Column]) -> set[int]:
    return {c.unit.place for c in columns if len(c.advance.path) > 1}


def _jammed(position: Position, place: int, fought: Sequence[str]) -> bool:
    """16.3.5: return whether the hex has friends that took no part in the original attack."""
    known = {u.id for u in present(position, fought)}
    return any(u.id not in known for u in position.stack(place))


def _against(position: Position, stack: Sequence[Column], target: int) -> Iterator[Choice]:
    number = position.places.name(target)
    joint = None
    for group in _groups(stack):
        units = tuple(c.unit for c in group)
        ids = tuple(u.id for u in units)
        fight = Combat(position, units, target, breakthrough=True)
        if not allows(position, attack_verdicts(fight)):
            continue
        yield Choice(" ".join(["breakthrough", number, *ids]), ids)
        if joint is None:
            joint = _others_attack(position, units[0].profile.side, target)
        if joint:
            yield Choice(" ".join(["join", number, *ids]), ids)


def _groups(stack: Sequence[Column]) -> Iterator[tuple[Column, ...]]:
    """Yield the parts of a stack that may attack, largest first, within the limit of 16.3.4."""
    for size in range(len(stack), 0, -1):
        for group in combinations(stack, size):
            if not _too_many(group):
                yield group


def _too_many(group: Sequence[Column]) -> bool:
    """16.3.4: return whether a road bonus is used by more than a unit and a free-stacking one."""
    crowd = load_of([c.unit for c in group]).exceeds(ROAD_STACK)
    return crowd and any(c.by_road for c in group)


def _others_attack(position: Position, side: str, target: int) -> bool:
    """16.5: return whether other units could attack this hex, so that a group may join them."""
    return next(attacks_on(position, side, target, plain=True), None) is not None


def breakthrough_objections(
    position: Position,
    columns: Sequence[Column],
    args: Args,
    words: Sequence[str],
    attack: CombatRecord | None = None,
) -> Iterator[Verdict]:
    """Yield every verdict against a breakthrough: its type, target and units (16).

    ``attack`` adds lead formation, attached unit, artillery and air.
    """
    group = [c for c in columns if c.unit.id in words[2:]]
    if not args.get("through"):
        yield verdict("16.1", "not_now")
    for target in places_in(position, words[1:2]) if group else ():
        number, where = position.number(target), position.where(target)
        gone, places = _are_eliminated(columns), {c.unit.place for c in group}
        if len(gone) > 1 or (gone and places != gone):
            yield verdict("16.2", "apart", hexes=[position.number(i) for i in sorted(gone)])
        for c in group:
            if not c.able:
                yield verdict("16.3.1", "no_hex", units=[c.name], unit=position.name(c.unit.id))
        if _too_many(group):
            yield verdict("16.3.4", "alone", units=[c.name for c in group])
        for place in sorted(places):
            if _jammed(position, place, args.get("fought", ())):
                here = position.where(place)
                yield verdict("16.3.5", "jam", hexes=[position.number(place)], hex=here)
        if target not in position.enemy(group[0].unit.profile.side).hexes:
            yield verdict("9.1", "nobody", hexes=[number], hex=where)
            return
        units = tuple(c.unit for c in group)
        more = attack or CombatRecord(attackers=tuple(u.id for u in units), target=words[1])
        guns = tuple(present(position, more.artillery))
        fight = Combat(position, units, target, guns, more.air, breakthrough=True)
        yield from attack_verdicts(fight, reckoned(fight, more))
        if words[0] == "join" and not _others_attack(position, fight.side, target):
            yield verdict("16.5", "nobody", hexes=[number], hex=where)


def press(work: Resolution, course: Course, attack: CombatRecord, group: Sequence[str]) -> None:
    """16.1, 16.3.5, 25.3.5: attack with the group; ``course`` is the advance it belongs to.

    The attack has no artillery or air. Its lead formation is the declared one, else that with the
    best odds (10.2).
    """
    fields = {"target", "lead", "attached"} & attack.model_fields_set
    record = CombatRecord(attackers=tuple(group), **attack.model_dump(include=fields))
    declare(work, record.after(breakthrough=True, group=tuple(group), course=course))


def join(work: Resolution, course: Args, target: str, group: Sequence[str]) -> None:
    """16.5: add half the group's strength to an attack of others, which follows."""
    side = work.units(group)[0].profile.side
    work.ask("joint_attack", side, target=target, group=list(group), course=dict(course))


class JointAttack(Handler[Position, Resolution]):
    """16.5: the choice of the attack that a breakthrough group joins, from a list or declared."""

    kind = "joint_attack"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the attacks that others may make on the hex, listed without the group."""
        side = position.state.clock.active
        target = position.places.index(args["target"])
        attacks = {}
        for attack in attacks_on(position, side, target):
            ids = (*attack.attackers, *attack.artillery)
            words = " ".join([*ids, *(["air"] if attack.air else [])])
            attacks[words] = Choice(words, ids)
        return list(attacks.values())

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Resolve the joint attack."""
        units = work.units(choice.units)
        attack = CombatRecord(
            attackers=tuple(u.id for u in units if not u.profile.artillery),
            artillery=tuple(u.id for u in units if u.profile.artillery),
            air=int(choice.id.endswith(" air")),
            target=args["target"],
        )
        declare(work, _with_group(args, attack))

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the verdicts against the attack of the other units."""
        target, units = position.places.index(args["target"]), units_in(position, words)
        troops = tuple(u for u in units if not u.profile.artillery)
        if not units:
            return
        if not troops or any(u.id in args["group"] for u in units):
            hexes, where = [args["target"]], position.where(target)
            yield verdict("16.5", "others", hexes=hexes, hex=where)
            return
        guns, air = tuple(u for u in units if u.profile.artillery), int(words[-1] == "air")
        fight = Combat(position, troops, target, guns, air)
        yield from (v for v in declaration(fight, best_lead(fight)) if v.level == "forbid")


def group_for(position: Position, target: str) -> Args | None:
    """Return the decision of a group that waits to join an attack on a hex, or None."""
    pending = position.state.pending
    asked = pending[-1] if pending else None
    if asked is None or asked.kind != "joint_attack" or asked.args["target"] != target:
        return None
    return asked.args


def joining(position: Position, target: int) -> tuple[Unit, ...]:
    """Return the units of a group that waits to join an attack on a hex."""
    args = group_for(position, position.number(target))
    return tuple(present(position, args["group"])) if args else ()


def declare_attack(work: Resolution, attack: CombatRecord) -> None:
    """Declare an attack, with the group that waits for it."""
    args = group_for(work.position, attack.target)
    if args is not None:
        work.answered()
        attack = _with_group(args, attack)
    declare(work, attack)


def _with_group(args: Args, attack: CombatRecord) -> CombatRecord:
    group = tuple(args["group"])
    attackers = (*attack.attackers, *group)
    return attack.after(attackers=attackers, group=group, course=args["course"])
