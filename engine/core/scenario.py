"""Scenarios: initial places of pieces, markers and tracks."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.core.counters import FaceName, FileModel, Side

Phase = str
"""The id of a phase in the module."""


class Start(FileModel):
    """Turn, phase and side at the start of a scenario."""

    turn: int = Field(ge=1, le=10_000)
    phase: Phase
    active: Side


class Placement(FileModel):
    """One piece at the start: a hex number or the id of a box.

    ``choices`` lists the places among which the owner may choose in a free set-up (``at`` is one of
    them, the program's default). Pieces in the same place are listed from the bottom of the stack
    to the top.
    """

    unit: str
    at: str
    steps: int = Field(ge=0, le=99)
    face: FaceName = "front"
    status: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


class MarkerPlacement(FileModel):
    """One marker at the start, in a hex or a box."""

    id: str
    kind: str
    at: str


class Victory(FileModel):
    """Victory conditions of a scenario: their name, and the texts that describe them."""

    conditions: str
    keys: tuple[str, ...]


class Scenario(FileModel):
    """The file ``scenarios/<id>.json``.

    ``hexsides`` lists only bridges whose state differs from the board's, ``control`` only hexes
    whose owner differs from ``control_default``.
    """

    format: Literal["h44scenario/1"]
    id: str
    title: str
    key: str = ""
    turns: int = Field(ge=1, le=10_000)
    first: Start
    weather: str = ""
    units: tuple[Placement, ...]
    hexsides: dict[str, str] = Field(default_factory=dict)
    markers: tuple[MarkerPlacement, ...] = ()
    tracks: dict[str, int | str] = Field(default_factory=dict)
    control_default: Side = ""
    control: dict[str, Side] = Field(default_factory=dict)
    victory: Victory | None = None

    @classmethod
    def load(cls, data: bytes) -> Scenario:
        """Read a scenario file. Raises pydantic.ValidationError for a damaged one."""
        return cls.model_validate_json(data)
