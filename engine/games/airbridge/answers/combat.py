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
from engine.request_fields import field, number_field, texts
from engine.rules import answers
from engine.rules.base.named import hex_field, known_units, on_map


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """Parse the attack in a request of the probe. Raises Refused."""
    attackers = known_units(position, texts(request, "attackers", empty=False), "attackers")
    target = hex_field(position, request, "target")
    guns = known_units(position, texts(request, "artillery"), "artillery")
    helpers = known_units(position, texts(request, "defense_artillery"), "defense_artillery")
    choices: dict[str, str | int | None] = {
        "air": number_field(request, "air", 0, 99, 0),
        COMBAT: field(request, COMBAT, str, ""),
        "defense_artillery": " ".join(helpers),
        "defense_air": number_field(request, "defense_air", 0, 99, 0),
    }
    for name in ("die", "defense_die"):
        if name in request:
            choices[name] = field(request, name, int) or DIE
    return answers.AttackPlan(attackers, target, guns, choices)


def kind_meant(position: Position, wanted: answers.AttackPlan) -> str:
    """Return the chosen kind of combat, or the phase's."""
    if position.phase == BOMBARDMENT and not wanted.choices.get(COMBAT):
        return BOMBARDMENT
    chosen = str(wanted.choices.get(COMBAT) or position.phase)
    return ASSAULT if chosen == ASSAULT or not position.stack(wanted.target) else MANEUVER


def odds(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """Return the odds of a manoeuvre combat, an assault or a bombardment."""
    kind = kind_meant(position, wanted)
    if kind == BOMBARDMENT:
        return bombardment(position, wanted)
    units = [on_map(position, name) for name in wanted.attackers]
    return (assault if kind == ASSAULT else by_odds)(position, wanted, units)
