"""Orders of combat, fire, bridges and stores on the ground: judged, carried out, listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.ardenas.combat import Attack
from engine.games.ardenas.own_actions import (
    AttackSeveral,
    PlaceCommando,
    Rebuild,
    Shift,
    Take,
    WorkOnBridge,
)
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import Resolution
from engine.games.ardenas.rules.ch08_affected import rebuild, rebuild_verdicts
from engine.games.ardenas.rules.ch08_area import open_battle
from engine.games.ardenas.rules.ch08_bombing import bomb, bomb_verdicts
from engine.games.ardenas.rules.ch08_bridges import bridge_verdicts, work_on
from engine.games.ardenas.rules.ch08_combat import (
    attacks_of,
    begin,
    declare,
    defenders_in,
    is_in_area,
    layer_of,
    multiply,
    named,
    order_verdicts,
    parties,
    still_due,
    unable,
)
from engine.games.ardenas.rules.ch08_guns import (
    able_to_support,
    bombard,
    gun_verdicts,
    hex_verdicts,
    range_of,
)
from engine.games.ardenas.rules.ch10_commandos import (
    CONFUSED,
    is_ready,
    place,
    placement_verdicts,
    shift,
    shift_paths,
    shift_verdicts,
)
from engine.games.ardenas.rules.ch12_supply import captors, capture_verdicts, take
from engine.games.ardenas.tracks import FOUGHT
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AIR,
    AIR_PHASES,
    BOMBARDMENT,
    CAPTURE,
    COMBAT,
    COMMANDOS,
    ENGINEERING,
    FROZEN,
    GROUND,
    ON_GROUND,
    enemy_of,
    verdict,
)
from engine.rules.base.named import hex_named, on_map, unit_named
from engine.rules.listing import Allows, Orders

GroundOrder = (
    act.DeclareAttack
    | AttackSeveral
    | act.Bombard
    | WorkOnBridge
    | Take
    | Rebuild
    | PlaceCommando
    | Shift
)
"""The orders of this file."""

ORDERS = (
    act.DeclareAttack,
    AttackSeveral,
    act.Bombard,
    WorkOnBridge,
    Take,
    Rebuild,
    PlaceCommando,
    Shift,
)


def _attack(
    position: Position, action: act.DeclareAttack | AttackSeveral
) -> tuple[list[Unit], list[int], tuple[str, ...]]:
    """Return attackers, hexes and supporting guns of an order. Raises UserError."""
    units = [on_map(position, n) for n in dict.fromkeys(action.attackers)]
    targets = action.targets if isinstance(action, AttackSeveral) else (action.target,)
    hexes = [hex_named(position, name) for name in dict.fromkeys(targets)]
    guns = tuple(on_map(position, name).id for name in action.artillery)
    return units, hexes, guns


FIELDS = ("air", "lead", "attached", "combat")
"""Fields of attacks and bombardments that only other games use."""


def _word_verdicts(action: act.DeclareAttack | AttackSeveral | act.Bombard) -> Iterator[Verdict]:
    """8.1a, 8.1d, 15.2a: Object to fields of other games, and to names given more than once."""
    for name in FIELDS:
        if getattr(action, name, None):
            yield verdict("15.2a", "field", field=name)
    for name in _repeated(getattr(action, "attackers", ())):
        yield verdict("8.1a", "twice", units=[name])
    for name in _repeated(getattr(action, "targets", ())):
        yield verdict("8.1d", "twice", hexes=[name], hex=name)


def _repeated(names: Sequence[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def verdicts(position: Position, action: GroundOrder) -> Iterator[Verdict]:
    """8.1a, 8.1.2a, 8.2e, 8.3c, 10.0a, 12.0c: Yield everything against an order on the ground."""
    match action:
        case act.DeclareAttack() | AttackSeveral():
            yield from _word_verdicts(action)
            yield from order_verdicts(position, *_attack(position, action))
        case act.Bombard():
            yield from _word_verdicts(action)
            guns = [on_map(position, n) for n in action.artillery]
            judge = bomb_verdicts if guns and guns[0].layer == AIR else hex_verdicts
            yield from judge(position, guns, hex_named(position, action.target))
        case WorkOnBridge():
            unit = unit_named(position, action.unit)
            hex_ = hex_named(position, action.hex)
            yield from bridge_verdicts(position, unit, hex_, action.way)
        case Take():
            unit, target = (unit_named(position, n) for n in (action.unit, action.target))
            yield from capture_verdicts(position, unit, target, action.way)
        case Rebuild():
            pair = [on_map(position, n) for n in (action.unit, action.lost)]
            yield from rebuild_verdicts(position, pair)
        case PlaceCommando():
            unit, hex_ = unit_named(position, action.unit), hex_named(position, action.hex)
            yield from placement_verdicts(position, unit, hex_)
        case Shift():
            unit, hex_ = on_map(position, action.unit), hex_named(position, action.hex)
            yield from shift_verdicts(position, unit, hex_)


def carry_out(work: Resolution, action: GroundOrder) -> None:
    """8.1a, 8.1.2a, 8.2e, 8.3c, 10.0a, 12.0c: Do an order on the ground."""
    position = work.position
    match action:
        case act.DeclareAttack() | AttackSeveral():
            attack = named(position, *_attack(position, action))
            if attack in still_due(position):
                _fight(work, attack)
            else:
                declare(work, attack)
        case act.Bombard():
            fire = bomb if position.phase in AIR_PHASES else bombard
            fire(work, action.artillery, hex_named(position, action.target))
        case WorkOnBridge():
            unit = on_map(position, action.unit)
            work_on(work, unit, hex_named(position, action.hex), action.way)
        case Take():
            unit, target = (on_map(position, n) for n in (action.unit, action.target))
            take(work, unit, target, action.way)
        case Rebuild():
            rebuild(work, action.unit, action.lost)
        case PlaceCommando():
            unit = unit_named(position, action.unit)
            place(work, unit, hex_named(position, action.hex))
        case Shift():
            shift(work, on_map(position, action.unit), hex_named(position, action.hex))


def _fight(work: Resolution, attack: Attack) -> None:
    """8.1b, 8.1e, 8.1s, 8.4g: Fight a declared attack, on the map or in the enlarged area."""
    attackers, defenders = parties(work.position, attack)
    begin(work, attack)
    if is_in_area(work.position, attackers, defenders):
        open_battle(work, attackers, defenders, attack.support)
    else:
        multiply(work, attackers, defenders, len(attack.support))


# -- lists ----------------------------------------------------------------------------------------


def subjects(position: Position, allows: Allows) -> list[Orders]:
    """Return the legal orders of the active side in a phase of its ground turn."""
    phase, side = position.phase, position.active
    result: list[Orders] = []
    if phase == COMBAT or phase in AIR_PHASES:
        result += [partial(_fights, position, allows)]
        result += [partial(_attacks, position, allows, hex_) for hex_ in _targets(position)]
    elif phase in (ENGINEERING, BOMBARDMENT, COMMANDOS):
        own = position.layers[side, GROUND]
        units = [u for hex_ in sorted(own) for u in own[hex_]]
        if phase == BOMBARDMENT:
            result += [partial(_shots, position, allows, u) for u in units if _is_gun(position, u)]
        result += [partial(_bridges, position, allows, u) for u in units]
        if phase == COMMANDOS:
            result += _commandos(position, allows)
    elif phase == CAPTURE:
        result += [partial(_captures, position, allows)]
    if phase in ON_GROUND:
        result += [partial(_rebuilding, position, allows)]
    return result


def orders_of(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """Yield the legal orders of one unit in a phase of the ground turn."""
    phase = position.phase
    if phase == COMBAT or phase in AIR_PHASES:
        for hex_ in position.ground.ring[unit.place]:
            if hex_ in position.layers[enemy_of(unit.side), unit.layer]:
                yield from (
                    order
                    for order in (*_fights(position, allows), *_attacks(position, allows, hex_))
                    if unit.id in getattr(order, "attackers", ())
                )
    if phase in (ENGINEERING, BOMBARDMENT, COMMANDOS):
        if phase == BOMBARDMENT and _is_gun(position, unit):
            yield from _shots(position, allows, unit)
        yield from _bridges(position, allows, unit)
    if phase == CAPTURE:
        yield from (o for o in _captures(position, allows) if unit.id in o.actors)
    if phase in ON_GROUND:
        yield from (o for o in _rebuilding(position, allows) if unit.id in o.actors)


def _targets(position: Position) -> list[int]:
    """Return the enemy hexes beside units of the active side; none once fighting has begun."""
    if attacks_of(position).begun:
        return []
    layer, sides = layer_of(position.phase), (position.active, enemy_of(position.active))
    own, enemies = (position.layers[side, layer] for side in sides)
    return sorted({j for i in own for j in position.ground.ring[i]} & enemies.keys())


def _fights(position: Position, allows: Allows) -> Iterator[act.Action]:
    """8.1a: Yield the declared attacks that may be fought now."""
    for order in map(order_of, still_due(position)):
        if allows(verdicts(position, order)):
            yield order


def order_of(attack: Attack) -> act.DeclareAttack | AttackSeveral:
    """8.1a: Return the order by which a declared attack is fought."""
    return _order(attack.attackers, attack.targets, attack.support)


def _order(
    attackers: tuple[str, ...], targets: tuple[str, ...], guns: tuple[str, ...] = ()
) -> act.DeclareAttack | AttackSeveral:
    if len(targets) == 1:
        return act.DeclareAttack(attackers=attackers, target=targets[0], artillery=guns)
    return AttackSeveral(attackers=attackers, targets=targets, artillery=guns)


def attackers_of(position: Position, hex_: int) -> list[Unit]:
    """8.1a: Return the units of the active side beside a hex that may still attack."""
    own = position.layers[position.active, layer_of(position.phase)]
    promised = {n for a in attacks_of(position).declared for n in (*a.attackers, *a.support)}
    return [
        u
        for j in position.ground.ring[hex_]
        for u in own.get(j, ())
        if u.id not in promised
        and FOUGHT + u.id not in position.state.tracks
        and next(unable(position, u), None) is None
    ]


def _attacks(position: Position, allows: Allows, hex_: int) -> Iterator[act.Action]:
    """8.1a, 8.1d, 8.3e: Yield attacks on a hex: by all, by each hex, by each unit, with guns too.

    Attacks on two hexes are listed for the units that are beside both.
    """
    able = attackers_of(position, hex_)
    if not able:
        return
    number = (position.number(hex_),)
    layer = layer_of(position.phase)
    defenders = defenders_in(position, position.active, [hex_], layer)
    guns = tuple(able_to_support(position, able, defenders)) if layer == GROUND else ()
    ids = tuple(u.id for u in able)
    stacks = [tuple(u.id for u in able if u.place == j) for j in {u.place: 0 for u in able}]
    groups = dict.fromkeys([ids, *stacks, *((n,) for n in ids)])
    tried = [_order(group, number) for group in groups]
    tried += [_order(ids, number, tuple(g for g in guns if g not in ids)[:n]) for n in (1, 3)]
    enemies = position.layers[enemy_of(position.active), layer]
    for other in sorted(set(position.ground.ring[hex_]) & enemies.keys()):
        both = tuple(u.id for u in able if other in position.ground.ring[u.place])
        if other > hex_ and both:
            tried.append(_order(both, (*number, position.number(other))))
    for order in dict.fromkeys(tried):
        if allows(verdicts(position, order)):
            yield order


def _is_gun(position: Position, unit: Unit) -> bool:
    return next(gun_verdicts(position, unit), None) is None


def _shots(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """8.3c: Yield the hexes that a gun may bombard."""
    near = position.ground.within(unit.place, range_of(position, unit))
    enemy = enemy_of(unit.side)
    aims = position.layers[enemy, GROUND].keys() | position.fronts[enemy, GROUND]
    for hex_ in sorted(near.keys() & aims):
        order = act.Bombard(artillery=(unit.id,), target=position.number(hex_))
        if allows(verdicts(position, order)):
            yield order


def _bridges(position: Position, allows: Allows, unit: Unit) -> Iterator[act.Action]:
    """8.2e, 8.2j, 10.0c: Yield a unit's orders about bridges next to it or in its hex."""
    beside = [j for j in position.ground.ring[unit.place] if j in position.bridges]
    tried = [("demolish", j) for j in beside]
    if unit.place in position.bridges:
        tried += [("commando", unit.place), ("bomb", unit.place)]
    elif unit.place in position.ground.rivers:
        tried += [("build", unit.place)]
    for way, hex_ in tried:
        fields = {"unit": unit.id, "hex": position.number(hex_), "way": way}
        order = WorkOnBridge.model_validate(fields)
        if allows(verdicts(position, order)):
            yield order


def _commandos(position: Position, allows: Allows) -> Iterator[Orders]:
    """10.0a, 10.0d: Yield the orders of each commando, and those of confused units.

    A commando is placed near one of the enemy's stacks, or anywhere.
    """
    enemies = sorted(position.layers[enemy_of(position.active), GROUND])
    areas = [sorted(position.ground.within(hex_, CONFUSED)) for hex_ in enemies]
    for unit in ready_commandos(position):
        for hexes in (*areas, range(position.places.hex_count)):
            yield partial(placements, position, allows, unit, hexes)
    for unit in position.own(enemy_of(position.active)):
        if FROZEN in unit.status:
            yield partial(_shifts, position, allows, unit)


def ready_commandos(position: Position) -> list[Unit]:
    """10.0a: Return the commandos of the active side that have not come into play yet."""
    pieces = position.state.pieces.items()
    off_map = [position.waiting(n) for n, p in sorted(pieces) if p.side == position.active]
    return [u for u in off_map if u is not None and is_ready(position, u)]


def placements(
    position: Position, allows: Allows, unit: Unit, hexes: Sequence[int] = ()
) -> Iterator[PlaceCommando]:
    """10.0a: Yield the hexes where a commando may be placed, of some or of the whole map."""
    if not is_ready(position, unit):
        return
    for hex_ in hexes or range(position.places.hex_count):
        order = PlaceCommando(unit=unit.id, hex=position.number(hex_))
        if allows(verdicts(position, order)):
            yield order


def _shifts(position: Position, allows: Allows, unit: Unit) -> Iterator[Shift]:
    for hex_ in shift_paths(position, unit):
        order = Shift(unit=unit.id, hex=position.number(hex_))
        if allows(verdicts(position, order)):
            yield order


def _captures(position: Position, allows: Allows) -> Iterator[Take]:
    """12.0c, 12.0d: Yield the possible captures and destructions, each with the unit that acts."""
    stores = [u for u in position.units.values() if u.type.stores]
    for unit, target, way in captors(position, position.active, stores):
        order = Take(unit=unit.id, target=target.id, way=way)
        if allows(verdicts(position, order)):
            yield order


def _rebuilding(position: Position, allows: Allows) -> Iterator[Rebuild]:
    """8.1.2a: Yield the pairs of affected units that may be rebuilt, in both orders: the owner
    chooses which of the two is lost.
    """
    for _, stack in sorted(position.layers[position.active, GROUND].items()):
        for one, two in permutations([u for u in stack if u.affected], 2):
            order = Rebuild(unit=one.id, lost=two.id)
            if allows(verdicts(position, order)):
                yield order
