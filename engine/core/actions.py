"""Actions that players choose: the core kinds; a game may add its own.

A log keeps both the action and the effects it had: the effects can always be replayed, the action
can be judged by today's rules (docs/decisions/0001). Actions of the kinds below need no rules:
they are how people play on a table with the rules off, and how recorded games come in.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, Tag

from engine.core.effects import Count, Effect, Whole
from engine.core.modes import HouseLevel, Mode

MAX_TEXT = 20_000
RULE_NUMBER = r"^[A-Za-z]?[0-9]+[a-z]?(\.[0-9]+[a-z]?)*$"
"""How a rule is numbered: 7.2, 4.1d, S1.2."""
OWN_KIND = r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$"
"""A kind of action that a game brings: its id, a dot, a name."""


class _Action(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)


class _Told(_Action):
    """An action whose effects the players state; they are not computed from it."""

    effects: tuple[Effect, ...] = ()


class Setup(_Action):
    """The pieces of a scenario are set up."""

    kind: Literal["setup"] = "setup"
    scenario: str


class ManualEdit(_Told):
    """A change made by hand: free play, an import, a correction."""

    kind: Literal["manual_edit"] = "manual_edit"
    text: str = Field(default="", max_length=MAX_TEXT)


class MoveUnits(_Action):
    """Units go together along a path of adjacent hexes (or boxes), the first where they stand."""

    kind: Literal["move"] = "move"
    units: tuple[str, ...] = Field(min_length=1)
    path: tuple[str, ...] = Field(min_length=2)
    mode: str = "normal"
    """normal, extended, tactical, infiltration, landing, retreat, advance, arrival, box …"""
    text: str = Field(default="", max_length=MAX_TEXT)


class Roll(_Action):
    """Dice thrown for whatever the reason says."""

    kind: Literal["roll"] = "roll"
    sides: int = Field(default=6, ge=1, lt=2**31)
    count: int = Field(default=1, ge=1, le=100)
    reason: str = ""


class Consult(_Told):
    """One of the game's tables is rolled on (landing, demolition, determined defence …)."""

    kind: Literal["consult"] = "consult"
    table: str
    column: str | None = None
    drm: Whole = 0
    result: str
    units: tuple[str, ...] = ()
    at: str | None = None
    """The place or hexside it is about."""
    text: str = Field(default="", max_length=MAX_TEXT)


class Shift(_Action):
    """A column shift and why; positive favours the attacker."""

    by: Whole
    why: str


class Combat(_Told):
    """A fight: who, odds, shifts, final column, result.

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
    """An unknown unit is turned over: a counter is drawn from what is left of its pool (a box)."""

    kind: Literal["reveal"] = "reveal"
    unit: str
    pool: str


class SetClock(_Action):
    """Play goes to a turn, a phase, a side."""

    kind: Literal["set_phase"] = "set_phase"
    turn: Count
    phase: str
    active: str


class Note(_Action):
    """A remark in the log itself, part of the game's record."""

    kind: Literal["note"] = "note"
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    line: str = Field(default="", max_length=200)
    """The name of the line of play that this note begins beside the game; empty for a remark."""


class SetRules(_Action):
    """The players agree how strictly to play: a mode, house rules by rule number."""

    kind: Literal["set_rules"] = "set_rules"
    mode: Mode | None = None
    """None: as before."""
    house: dict[Annotated[str, Field(pattern=RULE_NUMBER)], HouseLevel | None] = {}
    """null withdraws a house rule; rules not named stay as they are."""


class SplitUnit(_Action):
    """A unit gives a step to a piece of its own, which comes out of a box to where it stands."""

    kind: Literal["split"] = "split"
    unit: str
    part: str


class JoinUnits(_Action):
    """A unit gives a step to another that stands with it; if it was the last, the unit leaves."""

    kind: Literal["join"] = "join"
    unit: str
    into: str


class PlaceMarker(_Action):
    """A unit is given a marker that its owner has to spend, or gives it back."""

    kind: Literal["mark"] = "mark"
    unit: str
    marker: str
    on: bool = True


class TakeAdvance(_Action):
    """A unit, and those who won with it, begin the advance that an earlier victory left them."""

    kind: Literal["advance"] = "advance"
    unit: str


class Disengage(_Action):
    """A unit tries to slip away from the enemy instead of fighting."""

    kind: Literal["disengage"] = "disengage"
    unit: str


class NextPhase(_Action):
    """Play goes on to the next phase of the sequence of play, with all that the rules do there."""

    kind: Literal["next_phase"] = "next_phase"


class DeclareAttack(_Action):
    """Units attack a place by the rules: the game works out odds, die and result."""

    kind: Literal["declare_attack"] = "declare_attack"
    attackers: tuple[str, ...] = Field(min_length=1)
    target: str
    artillery: tuple[str, ...] = ()
    air: int = Field(default=0, ge=0, le=99)
    lead: str | None = None
    """The lead formation; None for the best."""
    attached: str | None = ""
    """The attached unit; None for nobody, empty for the best."""
    combat: str = Field(default="", max_length=40)
    """The kind of combat in a game that has several; empty for the usual one."""


class Bombard(_Action):
    """Artillery or aircraft alone attack a place from afar, by the rules."""

    kind: Literal["bombard"] = "bombard"
    artillery: tuple[str, ...] = ()
    target: str
    air: int = Field(default=0, ge=0, le=99)


class Choose(_Action):
    """The answer to the topmost pending decision: one of the options the game offers."""

    kind: Literal["choose"] = "choose"
    decision: str
    """The kind of the decision, so that no answer meets another question."""
    option: str = Field(max_length=MAX_TEXT)


class Ask(_Action):
    """A question to the other side: words, and the answers to choose from if there are some."""

    kind: Literal["ask"] = "ask"
    name: str = Field(min_length=1, max_length=200)
    """By which the answer names it."""
    to: str = Field(max_length=40)
    """The side that is asked."""
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    options: tuple[Annotated[str, Field(max_length=200)], ...] = Field(default=(), max_length=100)


class Answer(_Action):
    """The answer to a question that the other side asked: one of its options, words, or both."""

    kind: Literal["answer"] = "answer"
    name: str = Field(min_length=1, max_length=200)
    """Of the question."""
    option: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=MAX_TEXT)


class OwnAction(_Action):
    """An action of a game's own: its kind is ``<game>.<name>``, its fields are the game's.

    A log keeps it byte for byte, also where its game is not installed. The game declares a subclass
    for each kind (:attr:`engine.rules.ports.Rulebook.actions`), which forbids other fields.
    """

    model_config = ConfigDict(defer_build=True, extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    kind: str = Field(pattern=OWN_KIND, max_length=100)

    @property
    def game(self) -> str:
        """The game whose kind it is."""
        return self.kind.partition(".")[0]

    @property
    def actors(self) -> tuple[str, ...]:
        """The units that act, whose side's action it is; none where anybody may."""
        return ()

    @property
    def fields(self) -> dict[str, Any]:
        """Fields beside its kind, as a log has them."""
        return self.model_dump(mode="json", exclude_defaults=True, exclude={"kind"})


_OWN = "<game>.<name>"
"""Stands for the kinds that games bring, in the list of all kinds."""


def _tag(action: Any) -> str | None:
    """The kind of an action, or the tag for those that a game brings; None for no kind at all."""
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

TOLD = (ManualEdit, Consult, Combat)
"""The kinds whose effects stand in the action itself."""

NEWER = (Ask, Answer, OwnAction)
"""The kinds that logs of the first format do not have."""
