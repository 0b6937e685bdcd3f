"""Compile the counter list and the scenarios of Holland '44 from the module's source tables.

``units.csv`` lists the printed values and ``types.csv`` the rules' view of each printed type.
``labels.csv`` has the texts of counters, ``formations.json`` their colours, and ``scenarios.json``
the set-ups.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from engine.core.counters import (
    Arrival,
    Counter,
    CounterFile,
    CounterSet,
    Face,
    Formation,
)
from engine.core.scenario import Placement, Scenario
from engine.games.holland44.vocabulary import BackMeaning, Role
from engine.modules.compile_counters import plain

UNKNOWN = "GE-unknown"
MEANINGS: dict[str, BackMeaning] = {
    "": "reduced",
    "Fired": "fired",
    "Ferry hexside": "ferry",
    "Depleted": "depleted",
    "motorized": "motorized",
    "foot": "foot",
}


@dataclass(frozen=True, slots=True)
class Source:
    """The tables of a module's ``source`` folder."""

    units: list[dict[str, str]]
    types: dict[str, dict[str, str]]
    labels: dict[str, tuple[str, ...]]
    formations: dict[str, Any]
    scenarios: dict[str, Any]
    unknown_hexes: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path) -> Source:
        """Return the tables of a module folder; raises FileNotFoundError if one is missing."""
        source = folder / "source"
        return cls(
            units=_rows(source / "units.csv"),
            types={row["type"]: row for row in _rows(source / "types.csv")},
            labels={
                row["id"]: tuple(row["labels"].split("|")) for row in _rows(source / "labels.csv")
            },
            formations=json.loads((source / "formations.json").read_text(encoding="utf-8")),
            scenarios=json.loads((source / "scenarios.json").read_text(encoding="utf-8")),
            unknown_hexes=tuple(
                row["hex"]
                for row in _rows(source / "hexfacts.csv")
                if row["kind"] == "on_map" and row["value"] == "unknown unit"
            ),
        )


def compile_counters(folder: Path) -> bytes:
    """Return ``counters.json`` as bytes, one counter a line, from a module folder."""
    source = Source.read(folder)
    halves = {a: b for pair in source.scenarios["halves"] for a, b in (pair, reversed(pair))}
    counters = [_counter(row, source, halves) for row in source.units]
    counters.append(_unknown(source.unknown_hexes))
    file = CounterFile(
        format="h44counters/1",
        game="holland44",
        nationalities=source.formations["nationalities"],
        formations=tuple(Formation(**row) for row in source.formations["formations"]),
        counters=tuple(counters),
    )
    return _text(file, ("formations", "counters"))


def compile_scenarios(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every scenario file by its name (``campaign.json`` …)."""
    source = Source.read(folder)
    counters = CounterSet.load(compile_counters(folder))
    units = _set_up(counters, source.scenarios["defaults"])
    control = {
        unit.at: counter.side
        for unit in units
        if (counter := counters.of(unit.unit)).side == "allied" and counter.arrival.how == "set_up"
    }
    files = {}
    for scenario in source.scenarios["scenarios"]:
        model = Scenario.model_validate(
            {
                "format": "h44scenario/1",
                **scenario,
                **source.scenarios["start"],
                "control": dict(sorted(control.items())),
                "units": units,
            }
        )
        files[f"{scenario['id']}.json"] = _text(model, ("units", "markers"))
    return files


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _counter(row: dict[str, str], source: Source, halves: dict[str, str]) -> Counter:
    kind = source.types[row["type"]]
    labels = source.labels.get(row["id"], (row["designation"],))
    front = _front(row, kind)
    division = source.formations["divisions"].get(row["formation"])
    basis = row["basis"] if kind["basis"] == "stated" else f"{row['basis']}; class {kind['basis']}"
    return Counter(
        id=row["id"],
        count=int(row["count"]),
        side="allied" if row["side"] == "Allied" else "german",
        nationality=row["nationality"],
        formation=row["formation"],
        division=division,
        corps=_note(row, "corps "),
        designation=row["designation"],
        label=labels[0],
        labels=labels if len(labels) > 1 else (),
        kind=kind["kind"],
        symbol=kind["symbol"],
        role=_role(row),
        size="" if row["size"] in {"-", "BD", "REM"} else row["size"],
        mechanized=kind["mechanized"] == "yes",
        vehicle=kind["vehicle"] == "yes",
        tank=kind["tank"] == "yes",
        airborne=division is not None,
        recon="recon ability" in row["note"],
        stacking=kind["stacking"],
        quality=row["quality"] or "normal",
        steps=front.steps,
        front=front,
        back=_back(row, front),
        half_battalion=halves.get(row["id"]),
        frozen="may not move at first" in row["note"],
        arrival=_arrival(row),
        basis=basis,
        note=row["note"],
    )


def _front(row: dict[str, str], kind: dict[str, str]) -> Face:
    return Face(
        attack=0 if row["attack"] in {"S", ""} else int(row["attack"]),
        defense=int(row["defence"]),
        movement=int(row["movement"]),
        steps=int(row["steps"]),
        support=row["attack"] == "S",
        armor=_number(row["armour"]) if kind["tank"] == "yes" else None,
        antitank=_number(row["anti_tank"]),
        range=_number(row["range"]),
    )


def _back(row: dict[str, str], front: Face) -> Face | None:
    text = row["reverse_text"]
    if not row["reverse_defence"] and not text:
        return None
    # A depleted supply head keeps its printed values (18.2.2).
    return Face(
        attack=_number(row["reverse_attack"]) or 0,
        defense=int(row["reverse_defence"] or front.defense),
        movement=int(row["reverse_movement"] or front.movement),
        steps=int(row["reverse_steps"] or front.steps),
        armor=_number(row["reverse_armour"]),
        antitank=front.antitank,
        means=MEANINGS[text],
    )


def _role(row: dict[str, str]) -> Role:
    if row["type"].startswith("breakdown"):
        return "breakdown"
    if row["type"].startswith("remnant"):
        return "remnant"
    others: dict[str, Role] = {"supply head": "supply_head", "dummy": "garrison"}
    return others.get(row["type"], "combat")


def _arrival(row: dict[str, str]) -> Arrival:
    where, turn = row["arrival_where"], _number(row["arrival_turn"])
    hexes = tuple(row["start_hex"].split())
    steps = None
    if "starts on its reverse side" in row["note"]:
        steps = int(row["reverse_steps"])
    if where.startswith("area "):
        area = where.removeprefix("area ")
        code = f"{turn}/{area}"
        return Arrival(how="reinforcement", code=code, turn=turn, area=area, steps=steps)
    if where.startswith("drop "):
        drop = where.removeprefix("drop ")
        return Arrival(
            how="airlanding",
            code=f"{turn}/{drop}",
            turn=turn,
            drop=drop,
            hexes=hexes,
            steps=steps,
            clear_weather_only="clear weather only" in row["note"],
        )
    if where.startswith("automatic"):
        return Arrival(how="automatic", code=f"{turn}", turn=turn)
    if where.startswith("arrival by die"):
        return Arrival(how="die", code="406")
    if where.startswith("unknown pool"):
        return Arrival(how="pool", code="?")
    if where == "counter box":
        return Arrival(how="box")
    if where or not hexes:
        raise ValueError(f"units.csv: {row['id']} arrives at {where!r}, which is no known place")
    return Arrival(how="set_up", code=hexes[0], hexes=hexes, steps=steps)


def _unknown(hexes: tuple[str, ...]) -> Counter:
    """Return the counter of an unknown-unit hex; its unit is drawn when it is revealed."""
    return Counter(
        id=UNKNOWN,
        count=len(hexes),
        side="german",
        nationality="Heer",
        formation="-",
        designation="Unknown unit",
        label="?",
        kind="unknown",
        symbol="unknown",
        role="unknown",
        size="",
        mechanized=False,
        vehicle=False,
        tank=False,
        stacking="none",
        quality="normal",
        steps=1,
        front=Face(attack=0, defense=0, movement=0, steps=1),
        arrival=Arrival(how="set_up", hexes=hexes),
        pieces_named=tuple(f"{UNKNOWN}-{number}" for number in hexes),
        basis="stated",
    )


def _set_up(counters: CounterSet, defaults: dict[str, str]) -> list[Placement]:
    return [
        _placement(counter, piece, defaults) for counter in counters for piece in counter.pieces()
    ]


def _placement(counter: Counter, piece: str, defaults: dict[str, str]) -> Placement:
    arrival = counter.arrival
    steps = arrival.steps or counter.steps
    choices: tuple[str, ...] = ()
    if counter.role == "unknown":
        at = piece.removeprefix(f"{UNKNOWN}-")
    elif arrival.hexes and arrival.turn in {None, 1}:
        at = defaults.get(piece, arrival.hexes[0])
        choices = arrival.hexes if len(arrival.hexes) > 1 else ()
    elif arrival.how == "pool":
        at = "unknown-pool"
    elif arrival.how == "die":
        at = "arrivals-406"
    elif arrival.how == "box":
        at = f"{counter.role}s-{counter.side}"
    else:
        at = f"turn-{arrival.turn}"
    face = counter.face_name(steps)
    return Placement(unit=piece, at=at, steps=steps, face=face, choices=choices)


def _number(text: str) -> int | None:
    return int(text) if text else None


def _note(row: dict[str, str], prefix: str) -> str | None:
    parts = [part.strip() for part in row["note"].split(";")]
    return next((p.removeprefix(prefix) for p in parts if p.startswith(prefix)), None)


ALWAYS = frozenset(
    {"role", "mechanized", "vehicle", "tank", "symbol", "size", "attack", "defense", "movement"}
)
"""Fields of counters that are always written."""


def _text(model: BaseModel, lists: Iterable[str]) -> bytes:
    """Format JSON with one entry a line in the long lists, so that diffs are small."""
    fields = plain(model, ALWAYS)
    lines = []
    for name, value in fields.items():
        if name in lists:
            entries = ",\n".join("  " + _line(entry) for entry in value)
            lines.append(f'"{name}": [\n{entries}\n ]')
        else:
            lines.append(f'"{name}": {_line(value)}')
    return ("{\n " + ",\n ".join(lines) + "\n}\n").encode()


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
