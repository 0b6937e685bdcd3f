"""Scenarios: initial places of pieces, markers and tracks."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.core.counters import FaceName, FileModel, Side

Phase = str
"""The id of a phase, as the module names it."""


class Start(FileModel):
    """Turn, phase and side at the start of a scenario."""

    turn: int = Field(ge=1, le=10_000)
    phase: Phase
    active: Side


class Placement(FileModel):
    """One piece at the start: a hex number or the id of a box.

    ``choices`` lists the places the owner may choose from where the set-up leaves a choice (``at``
    is one of them and a default of ours). Pieces in the same place are listed from the bottom of
    the stack to its top.
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

    ``hexsides`` names only bridges that do not start as the board says; ``control`` only hexes that
    do not start under ``control_default``.
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
        """The scenario of a file; raises pydantic.ValidationError for a damaged one."""
        return cls.model_validate_json(data)
