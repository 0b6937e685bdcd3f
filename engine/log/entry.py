"""Entries and the header of a log, of both formats (docs/log-format.md).

A new game is written as :data:`FORMAT`. A log of :data:`FIRST` keeps its format: it is read,
replayed, judged and continued in that format, and unsupported additions are refused.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PrivateAttr, model_validator

from engine.core.actions import NEWER, STATED, Action
from engine.core.dice import Dice
from engine.core.effects import Effect
from engine.core.verdicts import Verdict
from engine.i18n import t

FIRST: Literal["h44log/1"] = "h44log/1"
FORMAT: Literal["h44log/2"] = "h44log/2"
HASH = r"^[0-9a-f]{16,128}$"
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})"
)


class _Record(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", allow_inf_nan=False)


class RulebookName(_Record):
    """The rules of a game: the game's id and the version of its rules."""

    id: str = Field(min_length=1, max_length=64)
    version: str = Field(min_length=1, max_length=40)


class CorrectionsName(_Record):
    """The owner's corrections of the game's data that applied when the game began."""

    hash: str = Field(pattern=HASH)


DiceKind = Literal["own", "referee", "both", "hand"]
"""Kinds of dice in a shared game: each player's own, the referee's, of both players, by hand."""


class Together(_Record):
    """The keys of a game that several people play over a server (docs/playing-together.md).

    ``keys`` names for each side the public key that signs its first line: the key of its player, or
    the one-time key of an invitation, whose holder then names their own key. ``referee`` is the
    referee's public key and ``anchor`` the last link of the referee's hash chain; both are
    optional.
    """

    keys: dict[str, str] = Field(min_length=1, max_length=40)
    dice: DiceKind = "own"
    pace: str | None = Field(default=None, pattern=r"^(live|[1-9][0-9]?d)$")
    """The time for a turn: "live", or days such as "3d"; None without a limit."""
    referee: str | None = Field(default=None, max_length=200)
    anchor: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    hides: Literal[True] | None = None
    """Whether the referee alone knows the whole position; lines have boxes for the sides."""

    @model_validator(mode="after")
    def _has_a_referee(self) -> Self:
        if (self.dice == "referee") != (self.referee is not None and self.anchor is not None):
            raise ValueError("a referee with an anchor belongs to dice of the referee")
        if self.hides and self.referee is None:
            raise ValueError("a game that hides has a referee")
        return self


COMPUTER = "computer:"
"""Prefix of a computer player's name among the players in a header."""


class Header(_Record):
    """The first line of a log: the game, its data, rules and players.

    ``rules_version`` belongs to the first format alone, ``rulebook`` and ``corrections`` to the
    second; a game without rules has no rulebook.
    """

    format: Literal["h44log/1", "h44log/2"] = FORMAT
    id: str = Field(min_length=1, max_length=64)
    game: str
    module: str
    module_hash: str
    rules_version: str | None = None
    rulebook: RulebookName | None = None
    corrections: CorrectionsName | None = None
    scenario: str
    title: str = ""
    created: str
    options: dict[str, JsonValue] = {}
    enforcement: Literal["off", "advisory", "enforced"] = "off"
    players: dict[str, str] = {}
    together: Together | None = None
    """The keys of a shared game; None for a game that one person records."""

    @model_validator(mode="after")
    def _is_of_its_format(self) -> Self:
        if self.is_first and self.rules_version is None:
            raise ValueError(t("log.header.no_version", format=FIRST))
        if self.is_first and (self.rulebook or self.corrections):
            raise ValueError(t("log.header.rulebook", format=FIRST))
        if self.is_first and self.together is not None:
            raise ValueError(t("log.header.shared", format=FIRST))
        if not self.is_first and self.rules_version is not None:
            raise ValueError(t("log.header.version", format=FORMAT))
        return self

    @property
    def is_first(self) -> bool:
        """Return whether this is a header of the first log format."""
        return self.format == FIRST

    @property
    def recorded_with(self) -> str:
        """Return the version of the rules with which the game began; empty for a game without
        rules.
        """
        if self.rules_version is not None:
            return self.rules_version
        return self.rulebook.version if self.rulebook is not None else ""

    def to_json(self) -> dict[str, Any]:
        """Return the header as stored in the file, with the fields of its format."""
        own = {"rulebook", "corrections"} if self.is_first else {"rules_version"}
        data = self.model_dump(mode="json", exclude={*own, "together"})
        if self.together is not None:
            data["together"] = self.together.model_dump(mode="json", exclude_none=True)
        return {name: value for name, value in data.items() if value is not None}


class Author(_Record):
    """Author of a line, of any side: a person, or a program that plays or records.

    ``key`` is the public key with which the line is signed, "ed25519:" and 64 lower-case
    hexadecimal digits; ``next_key`` the one that this author signs with after this line.
    """

    name: str = Field(min_length=1, max_length=200)
    kind: Literal["person", "program"] = "person"
    key: str | None = Field(default=None, max_length=200)
    next_key: str | None = Field(default=None, max_length=200)


class Sealed(_Record):
    """A fixed value that is still hidden: its name, and the hash of the value and a salt."""

    name: str = Field(min_length=1, max_length=200)
    hash: str = Field(pattern=r"^[0-9a-f]{64}$")


class Opened(_Record):
    """A sealed value after opening, with the salt that proves it."""

    name: str = Field(min_length=1, max_length=200)
    value: JsonValue
    salt: str = Field(min_length=1, max_length=200)


class Order(_Record):
    """The signature of an order that a referee played for a side (:mod:`engine.log.members`).

    ``sealed`` is the hash of the action and a salt, signed instead of the action where a game
    hides.
    """

    key: str = Field(max_length=200)
    signature: str = Field(pattern=r"^[0-9a-f]{128}$")
    sealed: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")


class Signature(NamedTuple):
    """A signature and the link that it was made for, both hexadecimal."""

    link: str
    value: str


class Entry(BaseModel):
    """One recorded action with its dice and effects.

    ``id`` counts from 1 in file order; ``parent`` is the entry that it continues, 0 for the
    beginning. ``by`` is the acting side, ``author`` the writer.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    id: int = Field(ge=1)
    parent: int = Field(ge=0)
    at: str = Field(max_length=40)
    by: str = Field(max_length=40)
    action: Action
    dice: tuple[Dice, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    effects: tuple[Effect, ...] = ()
    digest: str | None = None
    author: Author | None = None
    rules: str = Field(default="", max_length=40)
    """The version of the rules that judged the entry, if it differs from the header's."""
    sealed: tuple[Sealed, ...] = ()
    opened: tuple[Opened, ...] = ()
    order: Order | None = None
    """The player's signature of an order that the referee played."""
    boxes: dict[str, str] = {}
    """The parts that only one reader may see, by reader: each side and the referee
    (:mod:`engine.log.hidden_orders`)."""
    _signature: Signature | None = PrivateAttr(default=None)

    @property
    def signature(self) -> Signature | None:
        """Return the signature of the entry's line, which is not part of the record."""
        return self._signature

    @property
    def is_first(self) -> bool:
        """Return whether a log of the first format can store the entry."""
        signed = self.author or self.order or self.boxes or self._signature
        more = signed or self.rules or self.sealed or self.opened
        own = isinstance(self.action, NEWER) or any(dice.proof is not None for dice in self.dice)
        return not (more or own)

    def signed(self, signature: Signature | None) -> Entry:
        """Return a copy with or without a signature."""
        if signature == self._signature:
            return self
        entry = self.model_copy()
        entry._signature = signature
        return entry

    def moved(self, number: int, parent: int, *, signs: str | None = None) -> Entry:
        """Return a copy under another number.

        The copy has no signature, because a signature covers the old line. A signed entry also
        loses the author's keys, unless ``signs`` is the author's key.
        """
        changes: dict[str, Any] = {"id": number, "parent": parent}
        is_same_key = self.author is not None and self.author.key == signs
        if self._signature is not None and self.author is not None and not is_same_key:
            changes["author"] = self.author.model_copy(update={"key": None, "next_key": None})
        return self.model_copy(update=changes).signed(None)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as the file stores it: without defaults, repeated effects, signature."""
        left_out = {"action", "effects", "author", "opened"}
        data = self.model_dump(mode="json", exclude_defaults=True, exclude=left_out)
        data["action"] = action_record(self.action)
        effects = self.action.effects if isinstance(self.action, STATED) else ()
        if not isinstance(self.action, STATED) or self.effects != effects:
            data["effects"] = _dump(self.effects)
        if self.author is not None:
            data["author"] = self.author.model_dump(mode="json", exclude_none=True)
        if self.opened:
            data["opened"] = [o.model_dump(mode="json") for o in self.opened]
        return data

    @classmethod
    def from_json(cls, data: bytes, signature: Signature | None = None) -> Entry:
        """Read the output of :meth:`to_json`. Raises pydantic.ValidationError for invalid data."""
        entry = cls.model_validate_json(data)
        if isinstance(entry.action, STATED) and "effects" not in entry.model_fields_set:
            entry = entry.model_copy(update={"effects": entry.action.effects})
        return entry if signature is None else entry.signed(signature)


def action_record(action: Action) -> dict[str, Any]:
    """Return an action as a line stores it and a player signs it: without defaults."""
    own = action.model_dump(mode="json", exclude_defaults=True, exclude={"effects"})
    result = {"kind": action.kind, **own}
    if isinstance(action, STATED) and action.effects:
        result["effects"] = _dump(action.effects)
    return result


def _dump(effects: tuple[Effect, ...]) -> list[dict[str, Any]]:
    # In full: a "before" of null means something, and exclude_defaults would drop the kind.
    return [e.model_dump(mode="json") for e in effects]


def is_time(text: str) -> bool:
    """Return whether a text is a log's time stamp with time zone: 2026-01-31T18:30:00.000Z."""
    if _TIME.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def now() -> str:
    """Return the current time in log notation: UTC, to the millisecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
