"""Checking a module: every problem with its file and place, not only the first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.archive import Files
from engine.board.board import Board
from engine.board.format import BoardFile
from engine.core.counters import CounterFile, CounterSet, DisplayFile, MarkerFile
from engine.core.errors import Holland44Error
from engine.core.places import Places
from engine.core.scenario import Scenario
from engine.i18n import t
from engine.modules import Meta

PARTS: dict[str, type[BaseModel]] = {
    "module.json": Meta,
    "board.json": BoardFile,
    "counters.json": CounterFile,
    "markers.json": MarkerFile,
    "displays.json": DisplayFile,
}
"""The files every module has, and what they must look like."""


@dataclass(frozen=True)
class Problem:
    """Something wrong in a module: which file, where in it, what."""

    file: str
    where: str
    message: str


def validate(source: Files) -> list[Problem]:
    """All problems of a module, in the order of its files; an empty list for a sound one."""
    return list(_problems(source))


def _problems(source: Files) -> Iterator[Problem]:
    parsed: dict[str, Any] = {}
    for file, model in PARTS.items():
        yield from _read(source, file, model, parsed)
    meta = parsed.get("module.json")
    for scenario_id in meta.scenarios if meta else ():
        yield from _read(source, f"scenarios/{scenario_id}.json", Scenario, parsed)
    for name in source.names():
        if name.startswith("charts/") and name.endswith(".json"):
            yield from _chart(source, name)
    if "board.json" in parsed:
        try:
            parsed["board"] = Board.load(source.read("board.json"))
        except Holland44Error as error:
            yield Problem("board.json", "-", str(error))
    if {"board", "counters.json", "displays.json", "markers.json"} <= set(parsed):
        yield from _cross(parsed)


def _read(
    source: Files, file: str, model: type[BaseModel], parsed: dict[str, Any]
) -> Iterator[Problem]:
    try:
        parsed[file] = model.model_validate_json(source.read(file))
    except Holland44Error as error:
        yield Problem(file, "-", str(error))
    except ValidationError as error:
        for problem in error.errors(include_url=False, include_input=False):
            where = ".".join(str(part) for part in problem["loc"]) or "-"
            yield Problem(file, where, problem["msg"])


def _chart(source: Files, name: str) -> Iterator[Problem]:
    try:
        chart = json.loads(source.read(name))
    except (ValueError, RecursionError) as error:
        yield Problem(name, "-", t("validate.json", why=error))
    except Holland44Error as error:
        yield Problem(name, "-", str(error))
    else:
        if not isinstance(chart, dict):
            yield Problem(name, "-", t("validate.chart"))


def _cross(parsed: dict[str, Any]) -> Iterator[Problem]:
    """References from one file into another."""
    board: Board = parsed["board"]
    counters = CounterSet(parsed["counters.json"])
    displays: DisplayFile = parsed["displays.json"]
    kinds = {m.id for m in parsed["markers.json"].markers}
    try:
        places = Places(board.numbers, [d.id for d in displays.displays])
    except ValueError:
        yield Problem("displays.json", "displays", t("validate.twice"))
        return
    meta: Meta | None = parsed.get("module.json")
    sides = {s.id for s in meta.sides} if meta else set()
    for counter in counters:
        if sides and counter.side not in sides:
            yield Problem(
                "counters.json",
                counter.id,
                t("validate.side", side=counter.side, counter=counter.id),
            )
        if counter.half_battalion and counter.half_battalion not in counters.counters:
            yield Problem(
                "counters.json", counter.id, t("validate.half", other=counter.half_battalion)
            )
    for file, scenario in parsed.items():
        if isinstance(scenario, Scenario):
            yield from _scenario(file, scenario, board, counters, places, kinds)


def _scenario(
    file: str,
    scenario: Scenario,
    board: Board,
    counters: CounterSet,
    places: Places,
    kinds: set[str],
) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, unit in enumerate(scenario.units):
        where = f"units.{number}"
        if unit.unit not in counters:
            yield Problem(file, where, t("validate.unit", unit=unit.unit))
        elif unit.steps > counters.of(unit.unit).steps:
            yield Problem(file, where, t("validate.steps", unit=unit.unit, steps=unit.steps))
        if unit.unit in seen:
            yield Problem(file, where, t("validate.unit_twice", unit=unit.unit))
        seen.add(unit.unit)
        for place in (unit.at, *unit.choices):
            if place not in places:
                yield Problem(file, where, t("validate.place", place=place))
    for number, marker in enumerate(scenario.markers):
        where = f"markers.{number}"
        if marker.kind not in kinds:
            yield Problem(file, where, t("validate.marker", marker=marker.kind))
        if marker.at not in places:
            yield Problem(file, where, t("validate.place", place=marker.at))
    for hexside in scenario.hexsides:
        side = board.sides.get(hexside)
        if side is None or not side.bridges:
            yield Problem(file, f"hexsides.{hexside}", t("validate.hexside", hexside=hexside))
    for place in scenario.control:
        if place not in board.index:
            yield Problem(file, f"control.{place}", t("validate.place", place=place))
