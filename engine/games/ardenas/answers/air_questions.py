"""The probe's questions about aircraft, drops and commandos: plain values in and out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.games.ardenas.answers.ground_questions import (
    asked_unit,
    known_unit,
)
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch09_drops import (
    drop_verdicts,
    embark_verdicts,
    landing,
    transport_of,
)
from engine.games.ardenas.rules.ch10_commandos import confused, placement_verdicts, shifts_left
from engine.request_fields import texts
from engine.rules.base.named import hex_field
from engine.rules.registry import verdicts_json

Json = dict[str, Any]
Request = Mapping[str, Any]

NUMBER = re.compile("[0-9]{4}")
"""The form of hex numbers."""


def embark(position: Position, request: Request) -> Json:
    """8.4l, 9.0b: Return whether units may board a transport now."""
    transport = asked_unit(position, request, "transport")
    units = [
        known_unit(position, name, f"units[{n}]")
        for n, name in enumerate(texts(request, "units", empty=False))
    ]
    return verdicts_json(embark_verdicts(position, transport, units))


def drop(position: Position, request: Request) -> Json:
    """9.0b, 9.0f: Return whether a unit may drop, and the result of a landing in a hex."""
    unit = asked_unit(position, request)
    if is_off_the_board(position, request.get("hex", "")):
        carrier = transport_of(position, unit)
        hex_, landed = 0 if carrier is None else carrier.place, landing(position, unit, None)
    else:
        hex_ = hex_field(position, request, "hex")
        landed = landing(position, unit, hex_)
    return {"outcome": landed} | verdicts_json(drop_verdicts(position, unit, hex_))


def is_off_the_board(position: Position, number: object) -> bool:
    """9.0f: Return whether a number names no hex (None), or one that touches the board's edge."""
    known = position.ground.index
    if not isinstance(number, str):
        return number is None
    if number in known or not NUMBER.fullmatch(number):
        return False
    column, row = int(number[:2]), int(number[2:])
    steps = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1)]
    return any(f"{column + c:02d}{row + r:02d}" in known for c, r in steps)


def commando(position: Position, request: Request) -> Json:
    """10.0a, 10.0d: Return whether a commando may be placed in a hex, and whom it confuses."""
    unit = asked_unit(position, request)
    hex_ = hex_field(position, request, "hex")
    result: Json = {"frozen": confused(position, unit.side, hex_), "moves": shifts_left(position)}
    return result | verdicts_json(placement_verdicts(position, unit, hex_))
