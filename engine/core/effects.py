"""Effects: the closed set of invertible primitive changes that every game is made of.

Each carries what was before and what is after, so that a log steps back as well as forward. Adding
a kind is a change of the log format (docs/decisions/0001); adding a rule is not. Places are printed
names ("4816", "eliminated-blue"); stack positions count from the bottom, 0 first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
"""Integers that every JSON reader keeps exact."""

Track = Whole | float | str | None
Statuses = Annotated[tuple[str, ...], AfterValidator(lambda names: tuple(sorted(set(names))))]
"""Statuses, sorted and each once, however they were given."""


class _Effect(BaseModel):
    # Infinities have no JSON: what a log cannot hold must not come into a state.
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)


class _PieceFields(_Effect):
    """Everything the state knows of a piece, so that taking it away can be undone."""

    unit: str
    counter: str
    side: str
    at: str
    index: Count
    steps: Count
    status: Statuses = ()


class Place(_PieceFields):
    """A piece comes into the game at a place."""

    kind: Literal["place"] = "place"

    def inverse(self) -> Remove:
        """The effect that undoes this one."""
        return Remove(**self.model_dump(exclude={"kind"}))


class Remove(_PieceFields):
    """A piece leaves the game altogether (a lost unit moves to a box instead)."""

    kind: Literal["remove"] = "remove"

    def inverse(self) -> Place:
        """The effect that undoes this one."""
        return Place(**self.model_dump(exclude={"kind"}))


class Move(_Effect):
    """A piece goes along a path of places; the first is where it stands, the last where it ends.

    A path of one place changes only its position in the stack.
    """

    kind: Literal["move"] = "move"
    unit: str
    path: tuple[str, ...] = Field(min_length=1)
    from_index: Count
    to_index: Count

    def inverse(self) -> Move:
        """The effect that undoes this one."""
        return Move(
            unit=self.unit,
            path=self.path[::-1],
            from_index=self.to_index,
            to_index=self.from_index,
        )


class _Change(_Effect):
    """An effect of the form: this was ``before``, it is ``after``."""

    before: Any
    after: Any

    def inverse(self) -> Any:
        """The effect that undoes this one."""
        return self.model_copy(update={"before": self.after, "after": self.before})


class SetSteps(_Change):
    """The steps a unit has left."""

    kind: Literal["set_steps"] = "set_steps"
    unit: str
    before: Count
    after: Count


class SetStatus(_Change):
    """The statuses a unit is in (disrupted, engaged …), sorted."""

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
    """An unknown piece turns out to be another counter;

    or a piece is exchanged for another counter.
    """

    kind: Literal["reveal"] = "reveal"
    unit: str
    before: str
    after: str


class MarkerFields(_Effect):
    """A marker: its kind, where it lies (a place or a hexside), and its face, if it has several."""

    kind: str
    at: str
    face: str | None = None


class SetMarker(_Change):
    """A marker comes (before null), goes (after null), moves or turns."""

    kind: Literal["set_marker"] = "set_marker"
    marker: str
    before: MarkerFields | None
    after: MarkerFields | None


class SetControl(_Change):
    """The side that holds a hex or that held it last."""

    kind: Literal["set_control"] = "set_control"
    hex: str
    before: str | None
    after: str | None


class SetTrack(_Change):
    """A value on a track: weather, victory points, replacements …"""

    kind: Literal["set_track"] = "set_track"
    track: str
    before: Track
    after: Track


class SetHexside(_Change):
    """The state of what lies on a hexside: a bridge is wired, intact, blown, under repair."""

    kind: Literal["set_hexside"] = "set_hexside"
    hexside: str
    before: str | None
    after: str | None


class Clock(_Effect):
    """Set turn, phase and active side."""

    turn: Count
    phase: str
    active: str


class SetPhase(_Change):
    """Turn, phase and active side."""

    kind: Literal["set_phase"] = "set_phase"
    before: Clock
    after: Clock


class Decision(_Effect):
    """Something that a side has to decide before play goes on; ``args`` are the game's own."""

    # Built at once: built later, its JSON would be allowed infinities.
    model_config = ConfigDict(defer_build=False)

    kind: str
    side: str
    args: dict[str, JsonValue] = {}


class PushDecision(_Effect):
    """A decision is put on the stack of pending decisions."""

    kind: Literal["push_decision"] = "push_decision"
    decision: Decision

    def inverse(self) -> PopDecision:
        """The effect that undoes this one."""
        return PopDecision(decision=self.decision)


class PopDecision(_Effect):
    """The topmost pending decision is answered or dropped."""

    kind: Literal["pop_decision"] = "pop_decision"
    decision: Decision

    def inverse(self) -> PushDecision:
        """The effect that undoes this one."""
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
    """The effects that take a state back: each inverted, in reverse order."""
    return tuple(e.inverse() for e in reversed(tuple(effects)))
