"""Effects: the closed set of invertible primitive changes from which every game is built.

Each effect stores the values before and after, so that a log steps back as well as forward. A new
kind of effect changes the log format (docs/decisions/0001); a new rule does not. Places are printed
names ("4816", "eliminated-blue"); stack positions count from the bottom, starting at 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
"""Integers that every JSON reader represents exactly."""

Track = Whole | float | str | None
Statuses = Annotated[tuple[str, ...], AfterValidator(lambda names: tuple(sorted(set(names))))]
"""Statuses, sorted and without duplicates."""


class _Effect(BaseModel):
    # Infinities have no JSON: what a log cannot hold must not come into a state.
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)


class _PieceFields(_Effect):
    """All state of a piece, so that its removal can be undone."""

    unit: str
    counter: str
    side: str
    at: str
    index: Count
    steps: Count
    status: Statuses = ()


class Place(_PieceFields):
    """Add a piece to the game at a place."""

    kind: Literal["place"] = "place"

    def inverse(self) -> Remove:
        """Return the effect that undoes this one."""
        return Remove(**self.model_dump(exclude={"kind"}))


class Remove(_PieceFields):
    """Remove a piece from the game altogether (a lost unit moves to a box instead)."""

    kind: Literal["remove"] = "remove"

    def inverse(self) -> Place:
        """Return the effect that undoes this one."""
        return Place(**self.model_dump(exclude={"kind"}))


class Move(_Effect):
    """Move a piece along a path of places from its current one to the last.

    A path of one place changes only its position in the stack.
    """

    kind: Literal["move"] = "move"
    unit: str
    path: tuple[str, ...] = Field(min_length=1)
    from_index: Count
    to_index: Count

    def inverse(self) -> Move:
        """Return the effect that undoes this one."""
        return Move(
            unit=self.unit,
            path=self.path[::-1],
            from_index=self.to_index,
            to_index=self.from_index,
        )


class _Change(_Effect):
    """Effect that changes a value from ``before`` to ``after``."""

    before: Any
    after: Any

    def inverse(self) -> Any:
        """Return the effect that undoes this one."""
        return self.model_copy(update={"before": self.after, "after": self.before})


class SetSteps(_Change):
    """Set the remaining steps of a unit."""

    kind: Literal["set_steps"] = "set_steps"
    unit: str
    before: Count
    after: Count


class SetStatus(_Change):
    """Set the statuses of a unit (disrupted, engaged …), sorted."""

    kind: Literal["set_status"] = "set_status"
    unit: str
    before: Statuses
    after: Statuses


class SetSide(_Change):
    """Set the side that owns a piece."""

    kind: Literal["set_side"] = "set_side"
    unit: str
    before: str
    after: str


class Reveal(_Change):
    """Reveal the counter of an unknown piece, or exchange a piece for another counter."""

    kind: Literal["reveal"] = "reveal"
    unit: str
    before: str
    after: str


class MarkerFields(_Effect):
    """Marker: its kind, its place or hexside, and its face if it has several."""

    kind: str
    at: str
    face: str | None = None


class SetMarker(_Change):
    """Add (before null), remove (after null), move or turn a marker."""

    kind: Literal["set_marker"] = "set_marker"
    marker: str
    before: MarkerFields | None
    after: MarkerFields | None


class SetControl(_Change):
    """Set the side that controls a hex or controlled it last."""

    kind: Literal["set_control"] = "set_control"
    hex: str
    before: str | None
    after: str | None


class SetTrack(_Change):
    """Set a value on a track: weather, victory points, replacements …"""

    kind: Literal["set_track"] = "set_track"
    track: str
    before: Track
    after: Track


class SetHexside(_Change):
    """Set the state of a hexside: a bridge is wired, intact, blown, under repair."""

    kind: Literal["set_hexside"] = "set_hexside"
    hexside: str
    before: str | None
    after: str | None


class Clock(_Effect):
    """Turn, phase and active side."""

    turn: Count
    phase: str
    active: str


class SetPhase(_Change):
    """Set turn, phase and active side."""

    kind: Literal["set_phase"] = "set_phase"
    before: Clock
    after: Clock


def _ordered(value: JsonValue) -> JsonValue:
    """Return a JSON value with sorted keys, as a log stores it."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(item) for item in value] if isinstance(value, list) else value


class Decision(_Effect):
    """Decision that a side must make before play continues; ``args`` belong to the game.

    They are in the order of a log, so that a game that goes on and one that is read again make the
    same records of them.
    """

    # Built at once: built later, its JSON would be allowed infinities.
    model_config = ConfigDict(defer_build=False)

    kind: str
    side: str
    args: Annotated[dict[str, JsonValue], AfterValidator(_ordered)] = {}

    @property
    def is_withheld(self) -> bool:
        """Whether the viewer may not know what the other side is asked."""
        return "withheld" in self.args

    def withheld(self) -> Decision:
        """Return the decision as those see it who may not know what is asked."""
        return self.model_copy(update={"args": {"withheld": True}})


class PushDecision(_Effect):
    """Push a decision on the stack of pending decisions."""

    kind: Literal["push_decision"] = "push_decision"
    decision: Decision

    def inverse(self) -> PopDecision:
        """Return the effect that undoes this one."""
        return PopDecision(decision=self.decision)


class PopDecision(_Effect):
    """Remove the topmost pending decision, answered or dropped."""

    kind: Literal["pop_decision"] = "pop_decision"
    decision: Decision

    def inverse(self) -> PushDecision:
        """Return the effect that undoes this one."""
        return PushDecision(decision=self.decision)


Effect = Annotated[
    Place
    | Remove
    | Move
    | SetSteps
    | SetStatus
    | SetSide
    | Reveal
    | SetMarker
    | SetControl
    | SetTrack
    | SetHexside
    | SetPhase
    | PushDecision
    | PopDecision,
    Field(discriminator="kind"),
]


def invert(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return the effects that undo a list of effects: each inverted, in reverse order."""
    return tuple(e.inverse() for e in reversed(tuple(effects)))
