"""The probe's questions about combat, guns, bridges and supply: plain values in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch08_affected import artillery_of, combat_of, rebuild_verdicts
from engine.games.ardenas.rules.ch08_bombing import target_verdicts
from engine.games.ardenas.rules.ch08_bridges import WAYS, bridge_verdicts, is_automatic
from engine.games.ardenas.rules.ch08_bridges import Way as BridgeWay
from engine.games.ardenas.rules.ch08_combat import (
    PRODUCT,
    TABLE,
    attack_sum,
    attack_verdicts,
    defenders_in,
    defense_sum,
    method_of,
    order_verdicts,
    removed,
    totals,
    winner,
)
from engine.games.ardenas.rules.ch08_flak import flak_verdicts
from engine.games.ardenas.rules.ch08_guns import (
    bombard_verdicts,
    distance,
    faces_against,
    shots_left,
)
from engine.games.ardenas.rules.ch12_supply import Way, capture_verdicts, has, short
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import (
    AFFECTED,
    AIR,
    AIR_PHASES,
    ANTIAIRCRAFT,
    COMBAT,
    FUEL,
    SIDES,
    SUPPLY,
)
from engine.i18n import t
from engine.request_fields import Refused, choice_field, field, not_among, texts
from engine.rules.base.named import hex_field, known_units
from engine.rules.registry import verdicts_json

Json = dict[str, Any]
Request = Mapping[str, Any]


def face(position: Position, value: object, where: str) -> int:
    """2.5: Return a throw of the special die. Raises Refused for a face that it lacks."""
    faces = sorted(set(position.charts.die.faces))
    if not isinstance(value, int) or isinstance(value, bool) or value not in faces:
        raise not_among(value, faces, where)
    return value


def asked_unit(position: Position, request: Request, name: str = "unit") -> Unit:
    """Return the unit that a field names, on or off the map. Raises Refused (``unknown_unit``)."""
    return known_unit(position, field(request, name, str), name)


def known_unit(position: Position, name: str, where: str) -> Unit:
    """Return a unit on or off the map. Raises Refused (``unknown_unit``)."""
    unit = position.any_unit(name)
    if unit is None:
        raise Refused("unknown_unit", t("probe.unit", unit=name), where)
    return unit


def odds(position: Position, request: Request) -> Json:
    """8.1b, 8.1c, 8.1m: Return factors, method and column of an attack, and with dice its result.

    Dice are those of the attacker and the defender.
    """
    names = known_units(position, texts(request, "attackers", empty=False), "attackers")
    known_units(position, texts(request, "artillery"), "artillery")
    guns = tuple(request.get("artillery", ()))
    hex_ = hex_field(position, request, "target")
    units = [position.units[n] for n in dict.fromkeys(names)]
    defenders = defenders_in(position, units[0].side, [hex_], units[0].layer)
    in_time = position.phase == COMBAT or position.phase in AIR_PHASES
    judge = order_verdicts if in_time else attack_verdicts
    values = attack_sum(position, units, len(guns)), defense_sum(position, defenders)
    method = method_of(position, units, defenders)
    result: Json = {"attack": values[0], "defense": values[1], "method": method}
    if method == TABLE:
        result["column"] = position.charts.crt.column(values[0] - values[1])
    result |= verdicts_json(judge(position, units, [hex_], guns))
    dice = request.get("dice")
    if dice is not None and method == PRODUCT:
        if not isinstance(dice, list) or len(dice) != len(SIDES):
            raise not_among(dice, ["[2, 5]"], "dice")
        first, second = (face(position, d, f"dice[{n}]") for n, d in enumerate(dice))
        products = totals(values, (first, second))
        result |= {"attack_total": products[0], "defense_total": products[1]}
        result["winner"] = winner(products)
        result["removed"] = list(removed(units, defenders, products))
    return result


def bombard(position: Position, request: Request) -> Json:
    """8.3c, 8.3d, 8.3g, 8.3m, 8.4i: Return distance, shots left and, with a die, if it hits."""
    gun, target = asked_unit(position, request, "firer"), asked_unit(position, request, "target")
    hexes = distance(position, gun.place, target.place)
    result: Json = {"distance": hexes, "shots": shots_left(position, gun), "hit": None}
    if request.get("die") is not None:
        die = face(position, request["die"], "die")
        result["hit"] = die in faces_against(position, gun, target, hexes)
    if gun.type.kind == ANTIAIRCRAFT:
        return result | verdicts_json(flak_verdicts(position, gun, target))
    if gun.layer == AIR:
        return result | verdicts_json(target_verdicts(position, gun, target))
    return result | verdicts_json(bombard_verdicts(position, gun, target))


def hit(position: Position, request: Request) -> Json:
    """8.1.1a, 8.1.1b, 8.1.1c: Return a unit's state after a hit."""
    unit = asked_unit(position, request)
    state = "eliminated" if unit.affected else AFFECTED
    hurt = Unit(unit.id, unit.place, unit.steps, unit.type, unit.status | {AFFECTED})
    guns, is_gone = unit.type.artillery, unit.affected
    return {
        "state": state,
        "combat": 0 if is_gone else combat_of(position, hurt),
        "artillery": None if not guns else 0 if is_gone else artillery_of(position, hurt),
        **verdicts_json(()),
    }


def rebuild(position: Position, request: Request) -> Json:
    """8.1.2a: Return whether two affected units may be rebuilt into one."""
    names = known_units(position, texts(request, "units", empty=False), "units")
    return verdicts_json(rebuild_verdicts(position, [position.units[n] for n in names]))


def bridge(position: Position, request: Request) -> Json:
    """8.2e, 8.2g, 8.2j, 10.0c: Return whether a unit may blow or build a bridge, and how."""
    way = cast(BridgeWay, choice_field(request, "way", WAYS))
    hex_ = hex_field(position, request, "hex")
    unit = asked_unit(position, request)
    return {"automatic": is_automatic(way)} | verdicts_json(
        bridge_verdicts(position, unit, hex_, way)
    )


def supply(position: Position, request: Request) -> Json:
    """12.0a, 12.0b: Return a side's units with supply and fuel, and the number without."""
    side = choice_field(request, "side", SIDES)
    units = {
        u.id: {
            "supplied": has(position, u, SUPPLY),
            "fuelled": has(position, u, FUEL),
        }
        for u in position.own(side)
    }
    lacking = {kind: short(position, side, kind) for kind in (SUPPLY, FUEL)}
    return {"units": units, "short": lacking, **verdicts_json(())}


def capture(position: Position, request: Request) -> Json:
    """12.0c, 12.0d: Return whether a unit may capture a counter, or destroy an own one."""
    way = cast(Way, choice_field(request, "way", ("capture", "destroy"), "capture"))
    unit, target = asked_unit(position, request), asked_unit(position, request, "target")
    return verdicts_json(capture_verdicts(position, unit, target, way))
