"""Actions that players choose: the core kinds; a game may add others.

A log stores both the action and its effects: the effects can always be replayed, and the action can
be checked against today's rules (docs/decisions/0001). The kinds below need no rules: players use
them with the rules off, and imported games consist of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    TypeAdapter,
)

from engine.core.effects import Count, Effect, Whole
from engine.core.modes import HouseLevel, Mode

MAX_TEXT = 20_000
RULE_NUMBER = r"^[A-Za-z]?[0-9]+[a-z]?(\.[0-9]+[a-z]?)*$"
"""Pattern of rule numbers such as 7.2, 4.1d or S1.2."""
OWN_KIND = r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$"
"""Pattern of the kinds of actions that games add: game id, dot, name."""


class _Action(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)


class _StatedEffects(_Action):
    """Action whose effects are stated by the players instead of computed."""

    effects: tuple[Effect, ...] = ()


class Setup(_Action):
    """Set up the pieces of a scenario."""

    kind: Literal["setup"] = "setup"
    scenario: str


class ManualEdit(_StatedEffects):
    """Manual change: free play, an import, a correction."""

    kind: Literal["manual_edit"] = "manual_edit"
    text: str = Field(default="", max_length=MAX_TEXT)


class MoveUnits(_Action):
    """Move units together along a path of adjacent hexes (or boxes); the first is their current
    place.
    """

    kind: Literal["move"] = "move"
    units: tuple[str, ...] = Field(min_length=1)
    path: tuple[str, ...] = Field(min_length=2)
    mode: str = "normal"
    """normal, extended, tactical, infiltration, landing, retreat, advance, arrival, box …"""
    text: str = Field(default="", max_length=MAX_TEXT)


class Roll(_Action):
    """Roll dice for a stated reason."""

    kind: Literal["roll"] = "roll"
    sides: int = Field(default=6, ge=1, lt=2**31)
    count: int = Field(default=1, ge=1, le=100)
    reason: str = ""


class Consult(_StatedEffects):
    """Roll on one of the game's tables (landing, demolition, determined defence …)."""

    kind: Literal["consult"] = "consult"
    table: str
    column: str | None = None
    drm: Whole = 0
    result: str
    units: tuple[str, ...] = ()
    at: str | None = None
    """Place or hexside that the roll concerns."""
    text: str = Field(default="", max_length=MAX_TEXT)


class Shift(_Action):
    """Column shift with its reason; positive favours the attacker."""

    by: Whole
    why: str


class Combat(_StatedEffects):
    """Combat: units, odds, shifts, final column, result.

    Losses are effects; retreats and advances follow.
    """

    kind: Literal["combat"] = "combat"
    label: str = ""
    attackers: tuple[str, ...] = Field(min_length=1)
    defenders: tuple[str, ...] = ()
    target: str
    support: tuple[str, ...] = ()
    lead: str | None = None
    attack: float
    defense: float
    shifts: tuple[Shift, ...] = ()
    column: str
    result: str
    text: str = Field(default="", max_length=MAX_TEXT)


class RevealUnit(_Action):
    """Reveal an unknown unit: draw a counter from the rest of its pool (a box)."""

    kind: Literal["reveal"] = "reveal"
    unit: str
    pool: str


class SetClock(_Action):
    """Set turn, phase and side by hand."""

    kind: Literal["set_phase"] = "set_phase"
    turn: Count
    phase: str
    active: str


class Note(_Action):
    """Remark in the log itself, part of the game's record."""

    kind: Literal["note"] = "note"
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    line: str = Field(default="", max_length=200)
    """Name of the line of play that starts with this note; empty for a remark."""


class SetRules(_Action):
    """Set how strictly the rules apply: a mode, and house rules by rule number."""

    kind: Literal["set_rules"] = "set_rules"
    mode: Mode | None = None
    """None leaves the mode unchanged."""
    house: dict[Annotated[str, Field(pattern=RULE_NUMBER)], HouseLevel | None] = {}
    """null withdraws a house rule; house rules not named are unchanged."""


class SplitUnit(_Action):
    """Transfer a step from a unit to a separate piece, which comes out of a box to the same
    place.
    """

    kind: Literal["split"] = "split"
    unit: str
    part: str


class JoinUnits(_Action):
    """Transfer a step from a unit to another in the same place; a unit without steps leaves
    play.
    """

    kind: Literal["join"] = "join"
    unit: str
    into: str


class PlaceMarker(_Action):
    """Assign a marker to a unit, or return it to the pool."""

    kind: Literal["mark"] = "mark"
    unit: str
    marker: str
    on: bool = True


class TakeAdvance(_Action):
    """Start the advance that a unit and its stack earned by an earlier victory."""

    kind: Literal["advance"] = "advance"
    unit: str


class Disengage(_Action):
    """Attempt to disengage a unit from the enemy instead of fighting."""

    kind: Literal["disengage"] = "disengage"
    unit: str


class NextPhase(_Action):
    """Advance to the next phase of the sequence of play, with all its automatic effects."""

    kind: Literal["next_phase"] = "next_phase"


class DeclareAttack(_Action):
    """Declare an attack on a place by the rules: the game computes odds, die and result."""

    kind: Literal["declare_attack"] = "declare_attack"
    attackers: tuple[str, ...] = Field(min_length=1)
    target: str
    artillery: tuple[str, ...] = ()
    air: int = Field(default=0, ge=0, le=99)
    lead: str | None = None
    """Lead formation; None for the best."""
    attached: str | None = ""
    """Attached unit; None for no unit, empty for the best."""
    combat: str = Field(default="", max_length=40)
    """Kind of combat in a game with several; empty for the usual one."""


class Bombard(_Action):
    """Fire by artillery or aircraft alone at a distant place, by the rules."""

    kind: Literal["bombard"] = "bombard"
    artillery: tuple[str, ...] = ()
    target: str
    air: int = Field(default=0, ge=0, le=99)


class Choose(_Action):
    """Answer the topmost pending decision with one of the options of the game."""

    kind: Literal["choose"] = "choose"
    decision: str
    """Kind of the decision, so that the answer cannot apply to another one."""
    option: str = Field(max_length=MAX_TEXT)


class Ask(_Action):
    """Question to the other side: text, and optional answers to choose from."""

    kind: Literal["ask"] = "ask"
    name: str = Field(min_length=1, max_length=200)
    """Id that the answer refers to."""
    to: str = Field(max_length=40)
    """Side to which the question is addressed."""
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    options: tuple[Annotated[str, Field(max_length=200)], ...] = Field(default=(), max_length=100)


class Answer(_Action):
    """Answer to the other side's question: one of its options, text, or both."""

    kind: Literal["answer"] = "answer"
    name: str = Field(min_length=1, max_length=200)
    """Id of the question."""
    option: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=MAX_TEXT)


class OwnAction(_Action):
    """Action defined by a game: its kind is ``<game>.<name>``, its fields are the game's.

    A log preserves it byte for byte, even if its game is not installed. The game declares a
    subclass for each kind (:attr:`engine.rules.ports.Rulebook.actions`), which forbids other
    fields.
    """

    model_config = ConfigDict(defer_build=True, extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    kind: str = Field(pattern=OWN_KIND, max_length=100)

    @property
    def game(self) -> str:
        """Return the game to which the kind belongs."""
        return self.kind.partition(".")[0]

    @property
    def actors(self) -> tuple[str, ...]:
        """Return the acting units, whose side performs the action; empty if either side may."""
        return ()

    @property
    def fields(self) -> dict[str, Any]:
        """Return the fields besides the kind, as stored in a log."""
        return self.model_dump(mode="json", exclude_defaults=True, exclude={"kind"})


_OWN = "<game>.<name>"
"""Placeholder for the kinds of games in the list of all kinds."""


def _tag(action: Any) -> str | None:
    """Return the kind of an action, or the tag of game-specific actions; None for an
    invalid kind.
    """
    own = isinstance(action, OwnAction)
    kind = action.get("kind") if isinstance(action, dict) else getattr(action, "kind", None)
    if not isinstance(kind, str):
        return None if kind is None else str(kind)
    return _OWN if own or "." in kind else kind


Action = Annotated[
    Annotated[Setup, Tag("setup")]
    | Annotated[ManualEdit, Tag("manual_edit")]
    | Annotated[MoveUnits, Tag("move")]
    | Annotated[Roll, Tag("roll")]
    | Annotated[Consult, Tag("consult")]
    | Annotated[Combat, Tag("combat")]
    | Annotated[RevealUnit, Tag("reveal")]
    | Annotated[SetClock, Tag("set_phase")]
    | Annotated[Note, Tag("note")]
    | Annotated[SetRules, Tag("set_rules")]
    | Annotated[SplitUnit, Tag("split")]
    | Annotated[JoinUnits, Tag("join")]
    | Annotated[PlaceMarker, Tag("mark")]
    | Annotated[TakeAdvance, Tag("advance")]
    | Annotated[Disengage, Tag("disengage")]
    | Annotated[NextPhase, Tag("next_phase")]
    | Annotated[DeclareAttack, Tag("declare_attack")]
    | Annotated[Bombard, Tag("bombard")]
    | Annotated[Choose, Tag("choose")]
    | Annotated[Ask, Tag("ask")]
    | Annotated[Answer, Tag("answer")]
    | Annotated[OwnAction, Tag(_OWN)],
    Discriminator(_tag),
]
ACTION: TypeAdapter[Action] = TypeAdapter(Action, config=ConfigDict(defer_build=True))
"""Validator of actions of every kind, built at its first use."""

STATED = (ManualEdit, Consult, Combat)
"""Kinds whose effects are stored in the action itself."""

NEWER = (Ask, Answer, OwnAction)
"""Kinds that are unknown to the first version of the log format."""
