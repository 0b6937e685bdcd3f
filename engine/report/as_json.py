"""The statistics as plain JSON, for programs: documented field by field in docs/statistics.md."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.play.game import Recording
from engine.report.luck import Tail
from engine.report.moments import Moment
from engine.report.stats import Fought, Statistics

Json = dict[str, Any]


def as_json(stats: Statistics, recording: Recording, moments: list[Moment]) -> Json:
    """Return all statistics of a game as a JSON-compatible dictionary."""
    faces = {(side, purpose, sides): counts for side, purpose, sides, counts in stats.faces()}
    return {
        "format": "h44stats/1",
        "log": recording.log.header.id,
        "entries": len(recording),
        "sides": {
            side: {
                "lost": stats.lost(side),
                "luck": _tail(stats.all_luck(side)),
                "luck_attacking": _tail(stats.luck(side, attacking=True)),
                "luck_defending": _tail(stats.luck(side, attacking=False)),
            }
            for side in stats.sides
        },
        "turns": [asdict(turn) for turn in stats.turns],
        "combats": [_fight(fought) for fought in stats.fights],
        "columns": {
            column: [f.entry for f in fought] for column, fought in stats.columns().items()
        },
        "dice": [
            {
                "side": side,
                "purpose": purpose,
                "sides": sides,
                **(_tail(tail) or {}),
                "faces": faces.get((side, purpose, sides)),
            }
            for side, purpose, sides, tail in stats.thrown()
        ],
        "losses": [
            {"step": step, "turn": turn, **asdict(loss)} for step, turn, loss in stats.losses
        ],
        "formations": [
            {"side": side, "formation": formation, "lost": lost}
            for (side, formation), lost in stats.by_formation().items()
        ],
        "units": [asdict(unit) for unit in stats.units.values()],
        "moments": [{**asdict(m), "weight": round(m.weight, 2)} for m in moments],
    }


def _fight(fought: Fought) -> Json:
    fight, luck = fought.fight, fought.luck
    return {
        "step": fought.step,
        "entry": fought.entry,
        "turn": fought.turn,
        "label": fight.label,
        "side": fight.side,
        "against": fought.against,
        "target": fight.target,
        "attackers": list(fight.attackers),
        "defenders": list(fight.defenders),
        "attack": fight.attack,
        "defense": fight.defense,
        "shifts": [s.model_dump() for s in fight.shifts],
        "column": fight.column,
        "dice": list(fight.dice),
        "result": fight.result,
        "lost": dict(fought.lost),
        "table": [[o.result, o.ways, round(o.worth, 3)] for o in fought.outcomes],
        "worth": luck.worth if luck else None,
        "expected": round(luck.expected, 4) if luck else None,
        "luck": round(luck.value, 4) if luck else None,
        "chance": round(luck.chance, 4) if luck else None,
    }


def _tail(tail: Tail | None) -> Json | None:
    if tail is None:
        return None
    return {
        "count": tail.count,
        "total": round(tail.total, 4),
        "expected": round(tail.expected, 4),
        "difference": round(tail.value, 4),
        "chance": round(tail.chance, 4),
        "degree": tail.degree,
    }
