"""Effects worked out one after the other, each step seeing what those before it did."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import effects as fx
from engine.core.dice import Dice, DiceSource
from engine.core.reducer import apply
from engine.core.resolve import move_together, relocate, set_status, set_steps
from engine.core.state import State
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import CombatRecord
from engine.games.normandy44.position import Setting, Situation
from engine.games.normandy44.units import Unit


class Resolution:
    """A state under change, with the effects and the dice so far."""

    def __init__(self, setting: Setting, state: State, dice: DiceSource) -> None:
        self.setting = setting
        self.state = state
        self.effects: list[fx.Effect] = []
        self.thrown: list[Dice] = []
        self._dice = dice

    @property
    def situation(self) -> Situation:
        """The position as it is now."""
        return self.setting.situation(self.state)

    def do(self, *effects: fx.Effect) -> None:
        """Let effects happen."""
        if effects:
            self.state = apply(self.state, effects, self.setting.places)
            self.effects += effects

    def throw(self, reason: str) -> int:
        """Throw a die."""
        dice = self._dice.throw(6, 1, reason)
        self.thrown.append(dice)
        return dice.values[0]

    # -- units ----------------------------------------------------------------------------------

    def units(self, names: Iterable[str]) -> list[Unit]:
        """Those of some units that are on the map."""
        units = self.situation.units
        return [units[name] for name in names if name in units]

    def walk(self, names: Iterable[str], path: Iterable[int]) -> None:
        """Move units of one place along a path; the villages and forts they pass are theirs."""
        names, path = list(names), list(path)
        numbers = tuple(self.setting.places.name(i) for i in path)
        self.do(*move_together(self.state, self.setting.places, names, numbers))
        side = self.state.pieces[names[0]].side
        for place in path:
            if self.setting.places.is_hex(place):
                self.control(place, side)

    def put(self, name: str, place: str) -> None:
        """Move a piece straight to a place or box."""
        self.do(*relocate(self.state, self.setting.places, name, place))
        where = self.setting.places.index(place)
        if self.setting.places.is_hex(where):
            self.control(where, self.state.pieces[name].side)

    def steps(self, name: str, steps: int) -> None:
        """Give a unit so many steps."""
        if self.state.pieces[name].steps != steps:
            self.do(set_steps(self.state, name, steps))

    def status(self, name: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Put statuses on a unit and take others off."""
        effect = set_status(self.state, name, add, remove)
        if isinstance(effect, fx.SetStatus) and effect.before != effect.after:
            self.do(effect)

    # -- everything else ------------------------------------------------------------------------

    def control(self, hex_: int, side: str) -> None:
        """2.2.5a, 2.2.5b: let a side hold a hex."""
        before = self.state.control.get(hex_)
        if (before or self.setting.control_default) != side:
            number = self.setting.places.name(hex_)
            self.do(fx.SetControl(hex=number, before=before, after=side))

    def track(self, name: str, value: fx.Track) -> None:
        """Set a track; None takes it away."""
        before = self.state.tracks.get(name)
        if before != value or type(before) is not type(value):
            self.do(fx.SetTrack(track=name, before=before, after=value))

    def add(self, name: str, by: int, most: int | None = None, least: int = 0) -> None:
        """Count a track up or down."""
        value = max(least, tracks.number(self.state, name) + by)
        self.track(name, value if most is None else min(value, most))

    def clear_tracks(self, prefixes: tuple[str, ...]) -> None:
        """Take away the tracks that begin with one of some words."""
        for name in sorted(self.state.tracks):
            if name.startswith(prefixes):
                self.track(name, None)

    def marker(self, name: str, kind: str | None, at: str = "", face: str | None = None) -> None:
        """Lay a marker, turn it, or take it away (no kind)."""
        held = self.state.markers.get(name)
        before = (
            None if held is None else fx.MarkerFields(kind=held.kind, at=held.at, face=held.face)
        )
        after = None if kind is None else fx.MarkerFields(kind=kind, at=at, face=face)
        if before != after:
            self.do(fx.SetMarker(marker=name, before=before, after=after))

    def ask(self, kind: str, side: str, **args: object) -> None:
        """Put a decision on top of those that are pending."""
        decision = fx.Decision.model_validate({"kind": kind, "side": side, "args": args})
        self.do(fx.PushDecision(decision=decision))

    def answered(self) -> None:
        """Take the topmost decision away."""
        self.do(fx.PopDecision(decision=self.state.pending[-1]))

    # -- the combat in hand -----------------------------------------------------------------------

    @property
    def combat(self) -> CombatRecord | None:
        """The combat that is being worked out."""
        return combat_of(self.situation)

    @combat.setter
    def combat(self, record: CombatRecord | None) -> None:
        text = None if record is None else record.model_dump_json(exclude_defaults=True)
        self.track(tracks.FIGHT, text)


def combat_of(situation: Situation) -> CombatRecord | None:
    """The combat that a position is in the midst of."""
    if tracks.FIGHT not in situation.memo:
        text = situation.state.tracks.get(tracks.FIGHT)
        record = CombatRecord.model_validate_json(text) if isinstance(text, str) else None
        situation.memo[tracks.FIGHT] = record
    found: CombatRecord | None = situation.memo[tracks.FIGHT]
    return found
