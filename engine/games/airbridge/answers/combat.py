"""Parse a planned attack and compute its odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.airbridge.answers.assault_odds import assault
from engine.games.airbridge.answers.bombardment_odds import bombardment
from engine.games.airbridge.answers.maneuver_odds import by_odds
from engine.games.airbridge.answers.odds_parts import COMBAT
from engine.games.airbridge.position import Position
from engine.games.airbridge.vocabulary import (
    ASSAULT,
    BOMBARDMENT,
    DIE,
    MANEUVER,
)
from engine.i18n import t
from engine.request_fields import Refused, field, texts
from engine.rules import answers
from engine.rules.base.named import known_units, on_map


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """Parse the attack in a request of the probe. Raises Refused."""
    attackers = tuple(texts(request, "attackers", empty=False))
    known_units(position, attackers, "attackers")
    number = field(request, "target", str)
    if number not in position.ground.index:
        raise Refused("unknown_hex", t("probe.hex", hex=number), "target")
    guns = tuple(texts(request, "artillery"))
    known_units(position, guns, "artillery")
    choices: dict[str, str | int | None] = {"air": air_of(request, "air")}
    choices[COMBAT] = field(request, COMBAT, str, "")
    helpers = tuple(texts(request, "defense_artillery"))
    known_units(position, helpers, "defense_artillery")
    choices["defense_artillery"] = " ".join(helpers)
    choices["defense_air"] = air_of(request, "defense_air")
    for name in ("die", "defense_die"):
        if name in request:
            choices[name] = field(request, name, int) or DIE
    return answers.AttackPlan(attackers, position.ground.index[number], guns, choices)


def air_of(request: Mapping[str, Any], name: str) -> int:
    """Parse a field as air points. Raises Refused for a negative number."""
    air: int = field(request, name, int, 0)
    if not 0 <= air <= 99:
        raise Refused("bad_request", t("probe.negative", field=name), name)
    return air


def kind_meant(position: Position, wanted: answers.AttackPlan) -> str:
    """Return the chosen kind of combat, or the phase's."""
    if position.phase == BOMBARDMENT and not wanted.choices.get(COMBAT):
        return BOMBARDMENT
    chosen = str(wanted.choices.get(COMBAT) or position.phase)
    return ASSAULT if chosen == ASSAULT else MANEUVER


def odds(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """Return the odds of a manoeuvre combat, an assault or a bombardment."""
    kind = kind_meant(position, wanted)
    if kind == BOMBARDMENT:
        return bombardment(position, wanted)
    units = [on_map(position, name) for name in wanted.attackers]
    return (assault if kind == ASSAULT else by_odds)(position, wanted, units)
