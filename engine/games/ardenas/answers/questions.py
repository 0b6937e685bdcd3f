"""The probe's questions of this game alone: plain values in, plain values out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.ardenas.answers import air_questions, ground_questions
from engine.games.ardenas.answers.ground_questions import asked_unit
from engine.games.ardenas.answers.views import entry_of
from engine.games.ardenas.groupings import Grouping
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch05_victory import points, towns_of, winner
from engine.games.ardenas.rules.ch07_hidden import sheet, visible_enemies
from engine.games.ardenas.rules.ch07_stacking import COUNTERS, LAYERS, overfull
from engine.games.ardenas.rules.ch11_groupings import free_name, group_verdicts
from engine.games.ardenas.rules.ch14_weather import is_thrown
from engine.games.ardenas.vocabulary import (
    AIR,
    END,
    GROUND,
    SIDES,
    SUBTURNS,
    WEATHER,
    verdict,
)
from engine.i18n import t
from engine.request_fields import Refused, choice_field, field, texts
from engine.rules.base.named import hex_field, known_units
from engine.rules.registry import verdicts_json

Json = dict[str, Any]


def _side(request: Mapping[str, Any]) -> str:
    side = field(request, "side", str)
    if side not in SIDES:
        raise Refused("bad_request", t("probe.side", side=side), "side")
    return side


def sequence(position: Position, request: Mapping[str, Any]) -> Json:
    """4.0a, 4.0b, 14.0, 15.1, 15.2a: Return the phases of the whole turn."""
    weather: Json = {"phase": WEATHER, "subturn": None, "side": None, "roll": is_thrown(position)}
    air = [
        {"phase": AIR, "subturn": n, "side": side} for n in range(1, SUBTURNS + 1) for side in SIDES
    ]
    ground = [{"phase": GROUND, "subturn": None, "side": side} for side in SIDES]
    end = {"phase": END, "subturn": None, "side": None}
    return {"phases": [weather, *air, *ground, end]}


def stacking(position: Position, request: Mapping[str, Any]) -> Json:
    """7.0f, 7.0r: Return counters and groupings of each hex, and the counters too many."""
    result: dict[str, Json] = {}
    for side in SIDES:
        for layer in LAYERS:
            for hex_ in position.layers[side, layer]:
                row = result.setdefault(position.number(hex_), _empty())
                row["counters"] += len(position.loose(side, layer, hex_))
    for grouping in position.groupings:
        result.setdefault(position.number(grouping.place), _empty())["groupings"] += 1
    against = []
    for _, hex_, over in overfull(position):
        there = position.number(hex_)
        result[there]["over"] += over
        against.append(verdict("7.0f", "full", hexes=[there], hex=there, most=COUNTERS))
    return {"hexes": result} | verdicts_json(against)


def _empty() -> Json:
    return {"counters": 0, "groupings": 0, "over": 0}


def enter(position: Position, request: Mapping[str, Any]) -> Json:
    """6.0a to 6.0r: Return whether a unit off the map may enter in a hex now."""
    unit = asked_unit(position, request)
    hex_ = hex_field(position, request, "hex")
    return verdicts_json(entry_of(position, unit, hex_))


def victory(position: Position, request: Mapping[str, Any]) -> Json:
    """5.0a to 5.0d: Return towns and points of both sides, and the winner at the end of
    the turn.
    """
    counted = {
        side: {"towns": len(towns_of(position, side)), "points": points(position, side)}
        for side in SIDES
    }
    return {**counted, "winner": winner(position)}


def zoc(position: Position, request: Mapping[str, Any]) -> Json:
    """7.0m, 7.0t: Return a side's zone of control on the ground or in the air."""
    side, layer = _side(request), choice_field(request, "layer", LAYERS, GROUND)
    zone = position.zones[side] if layer == GROUND else position.air_zones[side]
    return {"side": side, "hexes": sorted(map(position.number, zone)), "bonds": []}


def grouping(position: Position, request: Mapping[str, Any]) -> Json:
    """11.0a, 11.0b, 11.0g, 11.0h, 11.0j: Return whether units may form a new grouping now."""
    names = known_units(position, texts(request, "units", empty=False), "units")
    first = position.units[names[0]]
    side, kind, place = first.side, first.layer, first.place
    name = free_name(position, side, kind)
    label = name.rpartition("/")[2]
    return verdicts_json(group_verdicts(position, Grouping(side, kind, label, place, names)))


def view(position: Position, request: Mapping[str, Any]) -> Json:
    """7.0o, 7.0s, 11.0e: Return what a side knows of the enemy: units by hex, and the enemy's
    sheet.
    """
    side = _side(request)
    hexes = {number: {"units": units} for number, units in visible_enemies(position, side).items()}
    return {"hexes": hexes, "sheet": sheet(position, side)}


QUESTIONS: Mapping[str, Callable[[Position, Mapping[str, Any]], Json]] = {
    "sequence": sequence,
    "stacking": stacking,
    "enter": enter,
    "victory": victory,
    "zoc": zoc,
    "odds": ground_questions.odds,
    "bombard": ground_questions.bombard,
    "hit": ground_questions.hit,
    "rebuild": ground_questions.rebuild,
    "bridge": ground_questions.bridge,
    "supply": ground_questions.supply,
    "capture": ground_questions.capture,
    "embark": air_questions.embark,
    "drop": air_questions.drop,
    "commando": air_questions.commando,
    "grouping": grouping,
    "view": view,
}
"""The questions by their names in the probe."""
