"""Effects worked out one after the other, each step seeing what those before it did."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.reducer import apply
from engine.core.resolve import move_together, relocate, set_status, set_steps
from engine.core.state import Marker, State
from engine.games.holland44.position import REMNANT, Position, Setting
from engine.games.holland44.rules.ch23_garrisons import RELEASED, released_by
from engine.games.holland44.units import Unit

SPENT_FROM = {"moved": "moved-allied", "moved_german": "moved-german"}
"""The statuses that a marker out of a box stands for, with the box: there are only so many."""


def own_units(work: Resolution, side: str) -> list[Unit]:
    """A side's units on the map and in entry areas, by id."""
    position = work.position
    return sorted(
        (u for u in position.units.values() if u.profile.side == side), key=lambda u: u.id
    )


def present(position: Position, names: Iterable[str]) -> list[Unit]:
    """Those of some units that are still in play, each once; remnants for their units (11.4)."""
    found: dict[str, Unit] = {}
    tracks = position.state.tracks
    units = position.units | position.aloft if position.aloft else position.units
    for name in names:
        unit = units.get(name)
        if unit is None:
            heirs = (t for t, parent in tracks.items() if parent == name and t.startswith(REMNANT))
            unit = next((u for t in heirs if (u := units.get(t[len(REMNANT) :]))), None)
        if unit is not None:
            found[unit.id] = unit
    return list(found.values())


class Resolution:
    """A state under change, with the effects and the dice so far."""

    def __init__(self, setting: Setting, state: State, dice: DiceSource) -> None:
        self.setting = setting
        self.state = state
        self.effects: list[fx.Effect] = []
        self.thrown: list[Dice] = []
        self._dice = dice

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self.setting.position(self.state)

    def do(self, *effects: fx.Effect) -> None:
        """Let effects happen."""
        if effects:
            self.state = apply(self.state, effects, self.setting.places)
            self.effects += effects

    def throw(self, reason: str, sides: int = 6) -> int:
        """Throw one die."""
        dice = self._dice.throw(sides, 1, reason)
        self.thrown.append(dice)
        return dice.values[0]

    # -- units ----------------------------------------------------------------------------------

    def units(self, names: Iterable[str]) -> list[Unit]:
        """Those of some units that are still there, each once."""
        return present(self.position, names)

    def walk(self, names: Iterable[str], path: Iterable[int]) -> None:
        """Move units of one stack along a path, and take the hexes it leads through."""
        names, places = list(names), list(path)
        side = self.state.pieces[names[0]].side
        numbers = tuple(self.setting.places.name(i) for i in places)
        self.do(*move_together(self.state, self.setting.places, names, numbers))
        for i in places:
            self.control(i, side)
        self._release(side, places)

    def put(self, name: str, box: str) -> None:
        """Move a piece straight to a place or box."""
        self.do(*relocate(self.state, self.setting.places, name, box))
        self._release(self.state.pieces[name].side, [self.setting.places.index(box)])

    def _release(self, side: str, places: Iterable[int]) -> None:
        """23.6: garrisons that have seen the Allies near are free from now on."""
        if side == "allied":
            for unit in released_by(self.position, places):
                self.track(RELEASED + unit.id, 1)

    def steps(self, name: str, steps: int) -> None:
        """Give a unit so many steps."""
        if self.state.pieces[name].steps != steps:
            self.do(set_steps(self.state, name, steps))

    def status(self, name: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Put statuses on a unit and take others off."""
        effect = set_status(self.state, name, add, remove)
        if isinstance(effect, fx.SetStatus) and effect.before != effect.after:
            self.do(effect)
            for marker, box in SPENT_FROM.items():
                if (marker in effect.before) != (marker in effect.after):
                    self._spend(marker, box, marker in effect.after)

    def _spend(self, kind: str, box: str, used: bool) -> None:
        """Take one of a side's few markers out of its box, or lay it back (17.3)."""
        markers = self.state.markers
        names = [f"{box}-{n}" for n in range(1, (self.setting.module.markers[kind].count or 0) + 1)]
        if used:
            held = [n for n in names if n in markers and markers[n].at == box]
            if held:
                before = _fields(markers[held[-1]])
                self.do(fx.SetMarker(marker=held[-1], before=before, after=None))
            return
        gone = [n for n in names if n not in markers]
        if gone:
            after = fx.MarkerFields(kind="moved", at=box)
            self.do(fx.SetMarker(marker=gone[0], before=None, after=after))

    # -- everything else ------------------------------------------------------------------------

    def control(self, place: int, side: str) -> None:
        """Let a side hold a hex."""
        if not self.setting.places.is_hex(place):
            return
        before = self.state.control.get(place)
        if (before or self.setting.control_default) != side:
            number = self.setting.places.name(place)
            self.do(fx.SetControl(hex=number, before=before, after=side))

    def track(self, name: str, value: fx.Track) -> None:
        """Set a track; None takes it away."""
        before = self.state.tracks.get(name)
        if before != value or type(before) is not type(value):
            self.do(fx.SetTrack(track=name, before=before, after=value))

    def clear_tracks(self, *prefixes: str) -> None:
        """Take away the tracks that begin with one of some words."""
        for name in sorted(self.state.tracks):
            if name.startswith(prefixes):
                self.track(name, None)

    def bridge(self, hexside: str, state: str) -> None:
        """Set the state of a bridge."""
        before = self.state.hexsides.get(hexside)
        if before != state:
            self.do(fx.SetHexside(hexside=hexside, before=before, after=state))

    def marker(self, name: str, at: str | None) -> None:
        """Put a marker somewhere, or take it away."""
        held = self.state.markers.get(name)
        before = _fields(held)
        if held is None or before is None:
            return
        after = None if at is None else before.model_copy(update={"at": at})
        self.do(fx.SetMarker(marker=name, before=before, after=after))

    def ask(self, kind: str, side: str, **args: object) -> None:
        """Put a decision on top of those that are pending."""
        decision = fx.Decision.model_validate({"kind": kind, "side": side, "args": args})
        self.do(fx.PushDecision(decision=decision))

    def answered(self) -> None:
        """Take the topmost decision away."""
        self.do(fx.PopDecision(decision=self.state.pending[-1]))


def _fields(marker: Marker | None) -> fx.MarkerFields | None:
    if marker is None:
        return None
    return fx.MarkerFields(kind=marker.kind, at=marker.at, face=marker.face)
