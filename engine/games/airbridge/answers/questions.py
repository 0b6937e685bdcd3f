"""Queries of the probe that only this game answers, as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.airbridge import tracks
from engine.games.airbridge.answers.odds_parts import next_marker, question_verdicts
from engine.games.airbridge.charts import DEFENCE, cell, column_of
from engine.games.airbridge.orders import order_verdicts
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch03_sequence import phases, recovering, with_strategic
from engine.games.airbridge.rules.ch04_movement import (
    EXTRA,
    Mover,
    overrun_objections,
    overrun_odds,
    path_verdicts,
)
from engine.games.airbridge.rules.ch05_stacking import LIMIT, points
from engine.games.airbridge.rules.ch07_bridges import (
    approach_verdicts,
    crews,
    demolition_verdicts,
    ferry_verdicts,
    repair_crew,
    repair_verdicts,
)
from engine.games.airbridge.rules.ch07_drop_zones import GROUND, NEAR, PAUSE, RANGES, new_places
from engine.games.airbridge.rules.ch09_fire import (
    air_verdicts,
    fire_value,
    may_support,
    steps_of,
    terrain_value,
)
from engine.games.airbridge.rules.ch10_refusal import (
    beside,
    reaction_verdicts,
    refuges,
    refusal_verdicts,
    undeclared_verdicts,
)
from engine.games.airbridge.rules.ch12_declaration import pinned
from engine.games.airbridge.rules.ch12_retreat import retreat_paths
from engine.games.airbridge.rules.ch12_strengths import (
    Storm,
    armor_assault,
    engineers,
    highest,
    maneuver,
    parsed,
    storm,
)
from engine.games.airbridge.tables import thrown_die
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    BOMBARDMENT,
    END,
    GERMAN,
    HALF,
    INITIAL,
    REACTION,
    REFUSAL,
    STRATEGIC,
    enemy_of,
    verdict,
)
from engine.i18n import t
from engine.request_fields import Refused, field, not_among, number_field, texts
from engine.rules.base.named import known_units
from engine.rules.positions.words import Words
from engine.rules.registry import verdicts_json

Json = dict[str, Any]


def hex_in(position: Position, request: Mapping[str, Any], name: str) -> int:
    """Parse a field as a hex. Raises Refused (``unknown_hex``)."""
    number = field(request, name, str)
    bare = number.replace("/", "")
    if bare not in position.ground.index:
        raise Refused("unknown_hex", t("probe.hex", hex=number), name)
    return position.ground.index[bare]


def units_in(position: Position, request: Mapping[str, Any], name: str) -> list[Unit]:
    """Parse a field as units. Raises Refused (``unknown_unit``)."""
    names = texts(request, name, empty=False)
    known_units(position, names, name)
    return [position.units[n] for n in names]


def outcome(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """7.3f, 12.3a, 12.3d, 12.3g, 12.3h, 12.3j, 12.3k, 12.3m, 12.3n: Return a result's effects."""
    units, target = units_in(position, request, "attackers"), hex_in(position, request, "target")
    code = field(request, "code", str)
    try:
        letter, steps, tired = parsed(code)
    except ValueError:
        raise not_among(code, "ABD", "code") from None
    first = [u.id for u in units if u.type.engineer]
    fresh = sum(not u.fatigued for u in units)
    theirs_fresh = sum(not u.fatigued for u in position.stack(target))
    mine: Json = {"steps": 0, "fatigue": 0, "retreat": 0, "first": first}
    theirs: Json = {"steps": 0, "fatigue": 0, "retreat": 0, "stay": "no", "extra": 0}
    advance = 0
    if letter == "A":
        mine |= {"steps": steps, "fatigue": min(tired, fresh), "retreat": 1}
    elif letter == "B":
        mine["fatigue"], theirs["fatigue"] = min(1, fresh), min(1, theirs_fresh)
    else:
        value = maneuver(position, units, target).terrain
        theirs |= {"steps": steps_of(steps, value), "retreat": 2}
        theirs["fatigue"] = min(tired, theirs_fresh)
        urban = position.ground.terrain[target] == "urban"
        blocked = not any(retreat_paths(position, u, 2) for u in position.stack(target))
        is_pinned = pinned(position, target)
        theirs["stay"] = "must" if is_pinned or blocked else "may"
        theirs["extra"] = 0 if urban or is_pinned else 1
        if is_pinned or blocked:
            theirs["retreat"] = 0
        lone = position.active == GERMAN and target in position.drop_zones
        advance = 0 if lone else LIMIT
    order = act.DeclareAttack(attackers=tuple(u.id for u in units), target=position.number(target))
    return {
        "attacker": mine,
        "defender": theirs,
        "advance": advance,
        **verdicts_json(question_verdicts(position, order)),
    }


def assault(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """13.1e, 13.2a, 17.2g, 19.2a: Return both sides of the next round, and who fires first."""
    units, target = units_in(position, request, "attackers"), hex_in(position, request, "target")
    defenders = position.stack(target)
    mine, theirs, hexes = storm(position, units, defenders, target)
    armor = armor_assault(units, defenders) if defenders else (0, 0)
    columns = position.charts.assault.columns
    order = act.DeclareAttack(
        attackers=tuple(u.id for u in units), target=position.number(target), combat=ASSAULT
    )

    def side(storm: Storm, by: int) -> Json:
        return {
            "strength": storm.strength,
            "column": columns[storm.column],
            "armor": by,
            "drms": [{"rule": r, "by": b, "why": w} for r, b, w in storm.drms],
            "drm": storm.drm,
            "efficiency": storm.efficiency,
        }

    return {
        "first": "both" if engineers(units) else "defender",
        "attacker": side(mine, armor[0]) | {"hexes": hexes},
        "defender": side(theirs, armor[1]),
        "stacking": points(units),
        **verdicts_json(question_verdicts(position, order)),
    }


def bombard(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """9.1a, 9.1c, 9.1e, 9.3b, 9.3c: Return a bombardment, or defensive fire on an assault."""
    target = hex_in(position, request, "target")
    guns = texts(request, "artillery")
    known_units(position, guns, "artillery")
    air, use = number_field(request, "air", 0, 99, 0), field(request, "use", str, BOMBARDMENT)
    if use == "defensive":
        hexes = {target, *(u.place for u in units_in(position, request, "attackers"))}
        clear = all(DEFENCE[str(position.ground.terrain[h])] == 1 for h in hexes)
        divisor = 1 if clear else 2
        friends, side = position.stack(target), enemy_of(position.phasing)
        verdicts = [
            v for g in guns for v in may_support(position, position.units[g], target, friends)
        ]
        verdicts += air_verdicts(position, side, air, target)
        verdicts += out_of_phase(position, "9.3b", ASSAULT)
    else:
        divisor = terrain_value(position, target)
        order = act.Bombard(artillery=tuple(guns), target=position.number(target), air=air)
        verdicts = list(order_verdicts(position, order))
    value, chart = fire_value(position, guns, air), position.charts.bombardment
    column = column_of(chart, value)
    row: Json = {
        "points": value,
        "column": chart.columns[column] if value else None,
        "terrain": divisor,
        "fire": {g: next_marker(position, g) for g in guns},
    }
    if "die" in request and value:
        code = cell(chart, column, thrown_die(request, "die"))
        result = 0 if code == "-" else int(code)
        row |= {"result": result, "steps": steps_of(result, divisor)}
    return row | verdicts_json(verdicts)


def out_of_phase(position: Position, rule: str, phase: str) -> Iterator[Verdict]:
    """10.0a, 11.1a, 9.3b, 3.0.S: Yield a verdict unless the position is in a phase."""
    if position.phase != phase:
        yield verdict(rule, "phase")


def refuse(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """10.0a, 10.0c, 10.0d: Return the efficiency to check and the hexes to withdraw to."""
    target = hex_in(position, request, "target")
    return {
        "efficiency": highest(position.stack(target)),
        "hexes": sorted(map(position.number, refuges(position, target))),
        **verdicts_json(
            (
                *out_of_phase(position, "10.0a", REFUSAL),
                *undeclared_verdicts(position, target, "10.0a"),
                *refusal_verdicts(position, target),
            )
        ),
    }


def react(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """11.1a, 11.1b: Return the defender's units beside a hex, and whether each may react."""
    target = hex_in(position, request, "target")
    undeclared = [
        *out_of_phase(position, "11.1a", REACTION),
        *undeclared_verdicts(position, target, "11.1a"),
    ]
    units: Json = {
        unit.id: {
            "efficiency": unit.face.efficiency,
            **verdicts_json((*undeclared, *reaction_verdicts(position, unit, target))),
        }
        for unit in beside(position, target)
    }
    return {"units": units, **verdicts_json(undeclared)}


def overrun(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """4.2a, 4.2c, 4.2d, 4.2e, 7.2a: Return the odds, required odds and cost of an overrun."""
    units, target = units_in(position, request, "units"), hex_in(position, request, "target")
    attack, defense, needed = overrun_odds(position, units, target)
    if not defense:
        ratio = f"{attack}:0"
    elif attack >= defense:
        ratio = f"{attack // defense}:1"
    else:
        ratio = f"1:{-(-defense // attack)}" if attack else f"0:{defense}"
    mover = Mover(position, tuple(units))
    if target in position.ground.ring[mover.start]:
        verdicts = list(path_verdicts(mover, (mover.start, target)))
    else:
        verdicts = list(map(mover.verdict, overrun_objections(position, units, target)))
    return {
        "attack": attack,
        "defense": defense,
        "ratio": ratio,
        "needed": f"{needed}:1",
        "extra": EXTRA // HALF,
        **verdicts_json(verdicts),
    }


def stacking(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """5.0a, 5.0b: Return each hex's stacking points; the enemy chooses the excess to remove."""
    hexes = {}
    for side, stacks in position.stacks.items():
        for hex_, units in stacks.items():
            total = points(units)
            over = max(0, total - LIMIT)
            chooser = enemy_of(side) if over else None
            hexes[position.number(hex_)] = {"points": total, "over": over, "chooser": chooser}
    return {"hexes": hexes, **verdicts_json(())}


def _division(position: Position, request: Mapping[str, Any], words: Words) -> str:
    asked = field(request, "division", str)
    name = words.id_of("divisions", asked)
    if name not in position.setting.divisions:
        known_ = ", ".join(position.setting.divisions)
        text = (
            t("probe.choice", value=asked, known=known_)
            if known_
            else t("rule.airbridge.7.3a.none")
        )
        raise Refused("bad_request", text, "division")
    return name


def land(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """7.3b, 7.3m, 7.3n: Return the hexes where a division may land, and whether it rolls."""
    division = _division(position, request, words)
    zone, ground = position.dz(division), position.ground
    within = RANGES.get(division, NEAR)
    enemies = position.stacks[GERMAN]
    hexes = [
        position.number(i)
        for i in range(len(ground.numbers))
        if zone is not None
        and ground.distance(zone, i) <= within
        and ground.terrain[i] in GROUND
        and i not in enemies
    ]
    verdicts = []
    if zone is None:
        verdicts.append(verdict("7.3b", "no_dz", division=division))
    elif position.state.tracks.get(tracks.WEATHER) == "bad":
        verdicts.append(verdict("18.1a", "weather"))
    roll = tracks.DZ_ALT + division in position.state.tracks
    return {"within": within, "roll": roll, "hexes": hexes, **verdicts_json(verdicts)}


def dz(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """7.3g, 7.3h, 7.3j: Return when and where a lost DZ may be replaced; only once."""
    division = _division(position, request, words)
    lost = position.state.tracks.get(tracks.DZ_LOST + division)
    again = tracks.DZ_ALT + division in position.state.tracks
    if not isinstance(lost, int) or again:
        return {
            "turn": None,
            "hexes": [],
            **verdicts_json([verdict("7.3b", "no_dz", division=division)]),
        }
    hexes = [position.number(j) for j in new_places(position, division)]
    return {"turn": lost + PAUSE, "hexes": hexes, **verdicts_json(())}


def bridge(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """7.2b, 7.2d, 17.1a, 17.3a: Judge an action at a bridge; name the units that spend movement."""
    name = "/".join(sorted(field(request, "bridge", str).split("/")))
    way = field(request, "way", str)
    ground = position.ground
    if way == "ferry":
        return _ferry(position, request, name)
    if name not in ground.by_side:
        raise Refused("unknown_hex", t("probe.bridge", hexside=name), "bridge")
    crossing = ground.by_side[name]
    spent: Sequence[str] = ()
    if way == "approach":
        verdicts = approach_verdicts(position, crossing)
    elif way == "engineers":
        verdicts = demolition_verdicts(position, crossing)
        spent = [u.id for u in crews(position, crossing)]
    elif way == "repair":
        named = units_in(position, request, "units") if request.get("units") else ()
        crew = repair_crew(position, crossing, named)
        verdicts, spent = repair_verdicts(position, crossing, named), [crew.id] if crew else []
    else:
        raise not_among(way, ("approach", "engineers", "repair", "ferry"), "way")
    return {"units": list(spent), **verdicts_json(verdicts)}


def _ferry(position: Position, request: Mapping[str, Any], name: str) -> Json:
    """17.3a: Judge a ferry over a hexside."""
    ground, units = position.ground, units_in(position, request, "units")
    ends = [ground.index[n] for n in name.split("/") if n in ground.index]
    if len(ends) != 2 or ends[1] not in ground.ring[ends[0]]:
        raise Refused("unknown_hex", t("probe.hexside", hexside=name), "bridge")
    here = next((u.place for u in units if u.place in ends), ends[0])
    there = ends[1] if here == ends[0] else ends[0]
    verdicts = list(ferry_verdicts(position, units, [here, there]))
    if units[0].side != position.active:
        verdicts.append(verdict("4.0h", "other_side", units=[u.id for u in units]))
    return {"units": [u.id for u in units], **verdicts_json(verdicts)}


def recovery(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """3.0.S, 14.0i: Return the units that recover; none in a turn without the strategic phase."""
    if not with_strategic(position.turn):
        return {"units": [], **verdicts_json([verdict("3.0.S", "no_phase")])}
    units = [u.id for u in recovering(position)]
    return {"units": units, **verdicts_json(out_of_phase(position, "3.0.S", STRATEGIC))}


def sequence(position: Position, request: Mapping[str, Any], words: Words) -> Json:
    """3.0: Return the phases of the game turn with their steps."""
    steps: dict[str, list[str]] = {
        STRATEGIC: ["initiative", "weather", "fatigue"],
        END: ["turn", "air_points"],
    }
    rows = []
    for step in phases(position):
        side: str | None = step.active
        if step.phase in (STRATEGIC, END):
            side = None
        names = steps.get(step.phase, [])
        if step.phase == INITIAL:
            first = step.active == position.first_player
            names = ["supply", "fire_markers", "air_points"] if first else ["supply"]
        word = words.word_for("phases", step.phase)
        rows.append({"side": side, "phase": word, "steps": names})
    return {"phases": rows, **verdicts_json(())}


QUESTIONS: Mapping[str, Callable[[Position, Mapping[str, Any], Words], Json]] = {
    "outcome": outcome,
    "assault": assault,
    "bombard": bombard,
    "refuse": refuse,
    "react": react,
    "overrun": overrun,
    "stacking": stacking,
    "land": land,
    "dz": dz,
    "bridge": bridge,
    "recovery": recovery,
    "sequence": sequence,
}
"""The functions by query name."""
