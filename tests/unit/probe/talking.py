"""Helpers that send requests to the probe."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import orjson

from engine.probe import Probe, probe_main

BOARD = {"rows": [1, 9], "cols": [1, 9]}
UNIT = {"id": "a1", "side": "allied", "kind": "infantry", "movement": 3, "hex": "0505"}
LOG = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"


def talk(*lines: bytes) -> list[dict[str, Any]]:
    out = io.BytesIO()
    probe_main(io.BytesIO(b"".join(lines)), out)
    return [orjson.loads(line) for line in out.getvalue().splitlines()]


def line(**request: Any) -> bytes:
    return orjson.dumps(request) + b"\n"


def load(probe: Probe, **position: Any) -> str:
    answer = probe.answer({"op": "load", "position": {"board": BOARD, **position}})
    assert answer["ok"], answer
    return answer["result"]["pos"]


def refused(probe: Probe, **request: Any) -> dict[str, Any]:
    answer = probe.answer({"id": 7, **request})
    assert answer["id"] == 7
    assert answer["ok"] is False
    error = answer["error"]
    assert error["message"].count("\n") == 0
    assert error["message"].endswith((".", "?"))
    return error
