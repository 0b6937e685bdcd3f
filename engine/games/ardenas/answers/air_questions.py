"""The probe's questions about aircraft, drops and commandos: plain values in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.ardenas.answers.ground_questions import (
    asked_hex,
    asked_unit,
    judged,
    known_unit,
)
from engine.games.ardenas.position import Position
from engine.games.ardenas.rules.ch09_drops import drop_verdicts, embark_verdicts, landing
from engine.games.ardenas.rules.ch10_commandos import confused, placement_verdicts, shifts_left
from engine.request_fields import texts

Json = dict[str, Any]
Request = Mapping[str, Any]


def embark(position: Position, request: Request) -> Json:
    """8.4l, 9.0b: Return whether units may board a transport now."""
    transport = asked_unit(position, request, "transport")
    units = [
        known_unit(position, name, f"units[{n}]")
        for n, name in enumerate(texts(request, "units", empty=False))
    ]
    return judged(embark_verdicts(position, transport, units))


def drop(position: Position, request: Request) -> Json:
    """9.0b, 9.0f: Return whether a unit may drop, and the result of a landing in a hex."""
    unit = asked_unit(position, request)
    hex_ = asked_hex(position, request)
    outcome = {"outcome": landing(position, unit, hex_)}
    return outcome | judged(drop_verdicts(position, unit, hex_))


def commando(position: Position, request: Request) -> Json:
    """10.0a, 10.0d: Return whether a commando may be placed in a hex, and whom it confuses."""
    unit = asked_unit(position, request)
    hex_ = asked_hex(position, request)
    result: Json = {"frozen": confused(position, unit.side, hex_), "moves": shifts_left(position)}
    return result | judged(placement_verdicts(position, unit, hex_))
