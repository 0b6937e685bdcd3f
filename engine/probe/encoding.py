"""Conversion of typed answers to JSON values: places by number, fractions as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.rules.ports import Answers
from engine.rules.registry import verdicts_json

if TYPE_CHECKING:
    from engine.rules import answers

Json = dict[str, Any]


def number_json(number: answers.Number) -> int | float:
    """Encode a number; fractions are rounded to 1e-6."""
    return round(float(number), 6) if isinstance(number, Fraction) else number


def path_json(position: Answers, path: Iterable[int]) -> list[str]:
    """Encode a path: hexes as printed numbers, boxes as their short names."""
    return [position.number(place) for place in path]


def zones_json(position: Answers, zones: answers.Zones) -> Json:
    """Encode a side's zone of control and bonds."""
    number = position.number
    return {
        "hexes": sorted(number(i) for i in zones.hexes),
        "bonds": [_bond(position, bond) for bond in zones.bonds],
    }


def _bond(position: Answers, bond: answers.Bond) -> Json:
    number = position.number
    first, second = bond.between
    ends = [number(first), bond.edge] if second is None else sorted([number(first), number(second)])
    if bond.hexside is not None:
        name = "/".join(sorted(map(number, bond.hexside)))
        return {"kind": "hexside", "hexside": name, "between": ends}
    assert bond.hex is not None
    return {"kind": "hex", "hex": number(bond.hex), "between": ends}


def reach_json(position: Answers, reach: answers.Reach) -> Json:
    """Encode the hexes in which units may end their move; boxes are separate."""
    return {
        "hexes": {position.number(p): _reached(position, e) for p, e in reach.hexes.items()},
        "areas": {position.number(p): _reached(position, e) for p, e in reach.boxes.items()},
    }


def _reached(position: Answers, end: answers.Reached) -> Json:
    result: Json = {
        "cost": number_json(end.cost),
        "mode": end.mode,
        "path": path_json(position, end.path),
        "stop": end.stop,
    }
    if end.price.steps:
        result["steps_lost"] = end.price.steps
    if end.price.status:
        result["status"] = list(end.price.status)
    if end.price.supplied is False:
        result["supplied"] = False
    return result


def why_not_json(position: Answers, why: answers.WhyNot) -> Json:
    """Encode every reason against the best path."""
    return {
        **verdicts_json(why.verdicts, position.ruleset.titles),
        "mode": why.mode,
        "path": path_json(position, why.path),
    }


def supply_json(position: Answers, lines: Mapping[str, answers.SupplyLine]) -> Json:
    """Encode the supply of units: source and path, or where the trace is cut."""
    return {"units": {name: _line(position, line) for name, line in lines.items()}}


def _line(position: Answers, line: answers.SupplyLine) -> Json:
    result: Json = {
        "supplied": line.supplied,
        "source": line.source,
        "path": path_json(position, line.path),
        "cut": None,
        **line.notes,
    }
    if line.state:
        result["state"] = line.state
    if not line.supplied:
        result["cut"] = [
            {"hex": position.number(c.place), "rule": c.rule, "unit": c.unit} for c in line.cuts
        ]
    return result


def odds_json(position: Answers, odds: answers.Odds) -> Json:
    """Encode an itemised combat; the results of choices are stored under the choices' names."""
    return {
        "attack": number_json(odds.attack),
        "defense": number_json(odds.defense),
        "ratio": odds.ratio,
        **{line.name: line.chosen for line in odds.choices if line.is_result},
        "strengths": [
            {
                "unit": share.unit,
                "printed": number_json(share.printed),
                "used": number_json(share.used),
                "why": [{"rule": f.rule, "factor": number_json(f.factor)} for f in share.why],
            }
            for share in odds.strengths
        ],
        "shifts": [shift_json(shift) for shift in odds.shifts],
        "column": odds.column,
        "results": {chance.throws: chance.result.code for chance in odds.chances},
        **odds.own,
        **verdicts_json(odds.verdicts, position.ruleset.titles),
    }


def shift_json(shift: answers.ShiftLine) -> Json:
    """Encode a shift or modifier with its rule."""
    return {"rule": shift.rule, "by": shift.by, "why": shift.why}


def bombardment_json(position: Answers, bombardment: answers.Bombardment) -> Json:
    """Encode an itemised bombardment."""
    return {
        "value": number_json(bombardment.strength),
        "column": bombardment.column,
        "shifts": [shift_json(shift) for shift in bombardment.shifts],
        "results": {chance.throws: chance.result.code for chance in bombardment.chances},
        **bombardment.own,
        **verdicts_json(bombardment.verdicts, position.ruleset.titles),
    }


def retreats_json(position: Answers, retreats: answers.Retreats) -> Json:
    """Encode every retreat path, its broken priorities, and the legal ones."""
    return {
        "candidates": [
            {
                "path": path_json(position, path.path),
                "priorities_broken": list(path.broken),
                "eliminated": path.eliminated,
                "end_status": path.end_status,
                "extra_loss": path.extra_loss,
                "rule": path.rule,
            }
            for path in retreats.options
        ],
        "legal": list(retreats.legal),
    }


def advances_json(position: Answers, advances: Mapping[int, tuple[int, ...]]) -> Json:
    """Encode the hexes to which victorious units may advance."""
    return {
        "hexes": {
            position.number(place): {"path": path_json(position, path)}
            for place, path in advances.items()
        }
    }


def table_json(result: answers.TableResult) -> Json:
    """Encode the result of a table."""
    return {
        "result": result.result,
        "row": result.row,
        "column": result.column,
        "notes": list(result.notes),
        "effects": dict(result.effects),
        "basis": result.basis,
    }
