"""The resolution of an action, which applies each effect at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.reducer import apply
from engine.core.resolve import Outcome, move_together, relocate, set_status, set_steps
from engine.core.state import Marker, State
from engine.rules.base.position import P
from engine.rules.base.setting import Setting, U

T = TypeVar("T", bound=Setting[Any, Any, Any, Any])
"""The game's setting."""


class Resolution(Generic[T, P, U]):
    """A changing state, with the effects and dice so far."""

    def __init__(self, setting: T, state: State, dice: DiceSource) -> None:
        self.setting = setting
        self.places = setting.places
        self.state = state
        self.effects: list[fx.Effect] = []
        self.thrown: list[Dice] = []
        self._dice = dice

    @property
    def position(self) -> P:
        """The current position."""
        position: P = self.setting.position(self.state)
        return position

    @property
    def outcome(self) -> Outcome:
        """All effects and dice."""
        return tuple(self.effects), tuple(self.thrown)

    def do(self, *effects: fx.Effect) -> None:
        """Apply effects."""
        if effects:
            self.state = apply(self.state, effects, self.places)
            self.effects += effects

    def throw(self, reason: str, sides: int = 6) -> int:
        """Roll one die."""
        return self.throw_dice(reason, 1, sides)[0]

    def throw_dice(self, reason: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """Roll several dice."""
        dice = self._dice.throw(sides, count, reason)
        self.thrown.append(dice)
        return dice.values

    def units(self, names: Iterable[str]) -> list[U]:
        """Return the named units that are on the map."""
        units = self.position.units
        return [units[name] for name in names if name in units]

    # -- units ----------------------------------------------------------------------------------

    def move_along(self, names: Iterable[str], path: Iterable[int]) -> None:
        """Move a stack along a path."""
        numbers = tuple(map(self.places.name, path))
        self.do(*move_together(self.state, self.places, list(names), numbers))

    def put(self, name: str, place: str) -> None:
        """Move a piece directly to a hex or box."""
        self.do(*relocate(self.state, self.places, name, place))

    def steps(self, name: str, steps: int) -> None:
        """Set the number of a unit's steps."""
        if self.state.pieces[name].steps != steps:
            self.do(set_steps(self.state, name, steps))

    def status(self, name: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Add statuses to a unit and remove others."""
        add, remove = frozenset(add), frozenset(remove)
        piece = self.state.pieces.get(name)
        if piece is None or (piece.status - remove) | add != piece.status:
            self.do(set_status(self.state, name, add, remove))

    # -- everything else ------------------------------------------------------------------------

    def control(self, place: int, side: str) -> None:
        """Give a side control of a hex; boxes have no control."""
        if not self.places.is_hex(place):
            return
        before = self.state.control.get(place)
        if (before or self.setting.control_default) != side:
            number = self.places.name(place)
            self.do(fx.SetControl(hex=number, before=before, after=side))

    def track(self, name: str, value: fx.Track) -> None:
        """Set a track; None removes it."""
        before = self.state.tracks.get(name)
        if before != value or type(before) is not type(value):
            self.do(fx.SetTrack(track=name, before=before, after=value))

    def add(self, name: str, by: int, highest: int | None = None, least: int = 0) -> None:
        """Add to a track within limits; a missing or textual value counts as 0."""
        now = self.state.tracks.get(name)
        value = max(least, (now if isinstance(now, int) else 0) + by)
        self.track(name, value if highest is None else min(value, highest))

    def clear_tracks(self, *prefixes: str) -> None:
        """Remove the tracks that begin with one of some prefixes."""
        tracks = self.state.tracks
        self.do(
            *(
                fx.SetTrack(track=name, before=tracks[name], after=None)
                for name in sorted(tracks)
                if name.startswith(prefixes)
            )
        )

    def hexside(self, name: str, state: str) -> None:
        """Set the state of a hexside's bridge or ferry."""
        before = self.state.hexsides.get(name)
        if before != state:
            self.do(fx.SetHexside(hexside=name, before=before, after=state))

    def marker(self, name: str, kind: str | None, at: str = "", face: str | None = None) -> None:
        """Place, flip or move a marker; kind None removes it."""
        before = _fields(self.state.markers.get(name))
        after = None if kind is None else fx.MarkerFields(kind=kind, at=at, face=face)
        if before != after:
            self.do(fx.SetMarker(marker=name, before=before, after=after))

    # -- decisions --------------------------------------------------------------------------------

    def ask(self, kind: str, side: str, **args: object) -> None:
        """Push a decision on the stack of pending decisions."""
        decision = fx.Decision.model_validate({"kind": kind, "side": side, "args": args})
        self.do(fx.PushDecision(decision=decision))

    def answered(self) -> None:
        """Remove the topmost decision."""
        self.do(fx.PopDecision(decision=self.state.pending[-1]))


def _fields(marker: Marker | None) -> fx.MarkerFields | None:
    if marker is None:
        return None
    return fx.MarkerFields(kind=marker.kind, at=marker.at, face=marker.face)
