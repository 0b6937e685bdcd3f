"""Answers about combat: odds, retreats, advances, and the supply that some of them ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from engine.games.holland44.fields import Json, hex_of, judged, numbers, side_of, units_of
from engine.games.holland44.house import ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch09_river_assault import ready_to_assault
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch13_retreats import Retreat
from engine.games.holland44.rules.ch15_advance import HEXES, Advance, Kind
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.i18n import t
from engine.questions import Refused, field, texts


def odds(position: Position, request: Mapping[str, Any]) -> Json:
    """A combat itemised: strengths, shifts, column, results."""
    attackers = units_of(position, texts(request, "attackers", empty=False), "attackers")
    artillery = units_of(position, texts(request, "artillery"), "artillery")
    air = field(request, "air", int, 0)
    if air < 0:
        raise Refused("bad_request", t("probe.negative", field="air"), "air")
    fight = Combat(
        position,
        tuple(attackers),
        hex_of(position, request, "target"),
        tuple(artillery),
        air,
        field(request, "breakthrough", bool, False),
    )
    lead = request.get("lead")
    if lead is not None and not isinstance(lead, str):
        raise Refused("bad_request", t("probe.type", field="lead", wanted="text"), "lead")
    found = best_lead(fight, lead, _attached(fight, request))
    verdicts = attack_verdicts(fight, found)
    return {
        "attack": found.odds.attack,
        "defense": found.odds.defense,
        "ratio": found.odds.ratio,
        "lead": found.lead,
        "attached": found.attached,
        "strengths": [
            {
                "unit": share.unit,
                "printed": share.printed,
                "used": share.used,
                "why": [{"rule": rule, "factor": factor} for rule, factor in share.why],
            }
            for share in found.shares
        ],
        "shifts": _shifts(found),
        "column": found.odds.column,
        "results": {str(die): result for die, result in found.results.items()},
        **judged(ruled(position, verdicts)),
    }


def _shifts(found: CombatOdds) -> list[Json]:
    return [
        {"rule": shift.rule, "by": shift.by, "why": t(f"change.{shift.why}")}
        for shift in found.shifts
    ]


def _attached(fight: Combat, request: Mapping[str, Any]) -> str | tuple[()] | None:
    if "attached" not in request:
        return ()
    attached = request["attached"]
    if attached is None:
        return None
    if not isinstance(attached, str):
        raise Refused("bad_request", t("probe.type", field="attached", wanted="text"), "attached")
    if attached not in {u.id for u in fight.attackers}:
        raise Refused("bad_request", t("probe.attached", unit=attached), "attached")
    return attached


def supply(position: Position, request: Mapping[str, Any]) -> Json:
    """The supply of a side's units: source and path, or where the trace is cut."""
    side = side_of(request)
    search = supply_of(position, side)
    units: Json = {}
    for unit in position.units.values():
        if unit.p.side != side:
            continue
        line = search.line(unit)
        entry: Json = {
            "supplied": line.supplied,
            "source": line.source,
            "path": numbers(position, line.path),
            "cut": None,
        }
        if line.over_canal:
            entry["over_canal"] = True
        if not line.supplied:
            cuts = search.cuts(unit) or [(unit.place, "18.3.1", None)]
            entry["cut"] = [
                {"hex": position.number(place), "rule": rule, "unit": enemy}
                for place, rule, enemy in cuts
            ]
        units[unit.id] = entry
    return {"units": units}


def retreat(position: Position, request: Mapping[str, Any]) -> Json:
    """Every way to retreat, what it breaks, and which of them the guidelines allow."""
    units = units_of(position, texts(request, "units", empty=False), "units")
    if len({u.place for u in units}) > 1:
        raise Refused("bad_request", t("probe.apart"), "units")
    hexes = field(request, "hexes", int)
    if hexes not in (1, 2, 3):
        raise Refused("bad_request", t("probe.retreat_hexes", hexes=hexes), "hexes")
    battle = hex_of(position, request, "from") if "from" in request else units[0].place
    result = request.get("result")
    shattered = hexes == 3 or result in ("DS", "DMR")
    found = Retreat(position, tuple(units), battle, hexes, shattered)
    return {
        "candidates": [
            {
                "path": numbers(position, c.path),
                "priorities_broken": list(c.broken),
                "eliminated": c.eliminated,
                "end_status": c.end_status,
                "extra_loss": c.extra_loss,
                "rule": c.reason,
            }
            for c in found.candidates
        ],
        "legal": found.legal,
    }


def advance(position: Position, request: Mapping[str, Any]) -> Json:
    """The hexes that victorious units may advance to."""
    kind = field(request, "kind", str)
    if kind not in HEXES:
        known = ", ".join(HEXES)
        raise Refused("bad_request", t("probe.advance_kind", kind=kind, known=known), "kind")
    vacated = hex_of(position, request, "vacated")
    units = units_of(position, texts(request, "units", empty=False), "units")
    if len({u.place for u in units}) > 1:
        raise Refused("bad_request", t("probe.apart"), "units")
    assault = ready_to_assault(position, units[0].place)
    found = Advance(position, tuple(units), vacated, cast(Kind, kind), assault=assault).hexes()
    return {
        "hexes": {
            position.number(i): {"path": numbers(position, path)}
            for i, path in sorted(found.items())
        }
    }
