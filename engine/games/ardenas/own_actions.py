"""The orders that only this game has, as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import ConfigDict, Field

from engine.core import actions as act
from engine.games.ardenas.groupings import PATTERN


class _Order(act.OwnAction):
    model_config = ConfigDict(extra="forbid")


class AttackSeveral(_Order):
    """8.1d: Units attack several hexes together; one hex is attacked by a common declaration."""

    kind: Literal["ardenas.attack"] = "ardenas.attack"
    attackers: tuple[str, ...] = Field(min_length=1)
    targets: tuple[str, ...] = Field(min_length=1)
    artillery: tuple[str, ...] = ()

    @property
    def actors(self) -> tuple[str, ...]:
        """The attackers."""
        return self.attackers


class WorkOnBridge(_Order):
    """8.2e, 8.2g, 8.2j, 10.0c: A unit blows the bridge of a hex, or builds one."""

    kind: Literal["ardenas.bridge"] = "ardenas.bridge"
    unit: str
    hex: str
    way: Literal["demolish", "bomb", "commando", "build"]

    @property
    def actors(self) -> tuple[str, ...]:
        """The unit."""
        return (self.unit,)


class Take(_Order):
    """12.0c, 12.0d: A unit captures a supply or fuel counter, or destroys an own one."""

    kind: Literal["ardenas.take"] = "ardenas.take"
    unit: str
    target: str
    way: Literal["capture", "destroy"] = "capture"

    @property
    def actors(self) -> tuple[str, ...]:
        """The unit that takes it."""
        return (self.unit,)


class Rebuild(_Order):
    """8.1.2a: Two affected units become one: the first is whole again, the second is lost."""

    kind: Literal["ardenas.rebuild"] = "ardenas.rebuild"
    unit: str
    lost: str

    @property
    def actors(self) -> tuple[str, ...]:
        """The rebuilt unit, and the unit that is lost."""
        return self.unit, self.lost


class Embark(_Order):
    """9.0b: Units board a transport in its base, before it moves."""

    kind: Literal["ardenas.embark"] = "ardenas.embark"
    transport: str
    units: tuple[str, ...] = Field(min_length=1)

    @property
    def actors(self) -> tuple[str, ...]:
        """The transport and its passengers."""
        return self.transport, *self.units


class Drop(_Order):
    """9.0c: A unit jumps from its transport."""

    kind: Literal["ardenas.drop"] = "ardenas.drop"
    unit: str

    @property
    def actors(self) -> tuple[str, ...]:
        """The unit."""
        return (self.unit,)


class PlaceCommando(_Order):
    """10.0a: A commando comes into play in a hex."""

    kind: Literal["ardenas.commando"] = "ardenas.commando"
    unit: str
    hex: str

    @property
    def actors(self) -> tuple[str, ...]:
        """The commando."""
        return (self.unit,)


class Shift(_Order):
    """10.0d: The German moves an Allied unit that commandos have confused."""

    kind: Literal["ardenas.shift"] = "ardenas.shift"
    unit: str
    hex: str


class Group(_Order):
    """11.0g: Form or change a grouping in a hex, with the named units.

    Without units it is a false grouping.
    """

    kind: Literal["ardenas.group"] = "ardenas.group"
    grouping: str = Field(pattern=f"^{PATTERN}$")
    hex: str
    units: tuple[str, ...] = ()

    @property
    def actors(self) -> tuple[str, ...]:
        """Its units."""
        return self.units


class Dissolve(_Order):
    """11.0g: A grouping is dissolved: its units stay in the hex outside groupings."""

    kind: Literal["ardenas.dissolve"] = "ardenas.dissolve"
    grouping: str = Field(pattern=f"^{PATTERN}$")


class March(_Order):
    """7.0q, 11.0d: A grouping moves along a path, true or false."""

    kind: Literal["ardenas.march"] = "ardenas.march"
    grouping: str = Field(pattern=f"^{PATTERN}$")
    path: tuple[str, ...] = Field(min_length=2)
    mode: Literal["normal", "displacement"] = "normal"


class TurnOver(_Order):
    """7.0o: Units of a hex are turned face down, or face up."""

    kind: Literal["ardenas.turn"] = "ardenas.turn"
    units: tuple[str, ...] = Field(min_length=1)
    face: Literal["down", "up"] = "down"

    @property
    def actors(self) -> tuple[str, ...]:
        """The units."""
        return self.units


OWN_ACTIONS: Mapping[str, type[act.OwnAction]] = {
    "ardenas.attack": AttackSeveral,
    "ardenas.bridge": WorkOnBridge,
    "ardenas.take": Take,
    "ardenas.rebuild": Rebuild,
    "ardenas.embark": Embark,
    "ardenas.drop": Drop,
    "ardenas.commando": PlaceCommando,
    "ardenas.shift": Shift,
    "ardenas.group": Group,
    "ardenas.dissolve": Dissolve,
    "ardenas.march": March,
    "ardenas.turn": TurnOver,
}
"""The record of each kind of order."""
