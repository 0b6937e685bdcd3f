"""Changes of an entry, one short line for each effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.places import Places
from engine.core.state import State
from engine.i18n import has, t


class Names(Protocol):
    """Port for the names of pieces, places, sides and phases: a module."""

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        ...

    def unit_name(self, counter: str) -> str:
        """Return the name of a piece."""
        ...

    def place_name(self, place: str) -> str:
        """Return the name of a hex, box or hexside."""
        ...

    def side_name(self, side: str) -> str:
        """Return the name of a side."""
        ...

    def phase_name(self, phase: str) -> str:
        """Return the name of a phase."""
        ...

    def marker_name(self, kind: str) -> str:
        """Return the name of a marker or status."""
        ...

    def track_name(self, track: str) -> str | None:
        """Return the name of a track; None for an internal track of the rules."""
        ...

    def weather_name(self, weather: str) -> str:
        """Return the name of a kind of weather."""
        ...

    def scenario_name(self, scenario: str) -> str:
        """Return the name of a scenario."""
        ...

    def shown(self, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return recorded throws with the faces that lie on the table."""
        ...


class EffectFormatter:
    """Formatter of effects in one position."""

    def __init__(self, before: State, names: Names) -> None:
        self.before = before
        self.names = names

    def unit(self, unit: str) -> str:
        """Return the name of a unit in the position."""
        piece = self.before.pieces.get(unit)
        return self.names.unit_name(piece.counter if piece else unit)

    def effect(self, effect: fx.Effect) -> str:
        """Describe one effect in a short line; empty for effects of no interest."""
        match effect:
            case fx.Place():
                unit, place = self.names.unit_name(effect.counter), effect.at
                return t("say.effect.place", unit=unit, place=self.names.place_name(place))
            case fx.Remove():
                return t("say.effect.remove", unit=self.unit(effect.unit))
            case fx.Move():
                if effect.path[0] == effect.path[-1]:
                    return t("say.effect.reorder", unit=self.unit(effect.unit))
                place = self.names.place_name(effect.path[-1])
                if effect.path[-1].startswith("eliminated-"):
                    return t("say.effect.eliminated", unit=self.unit(effect.unit))
                return t("say.effect.move", unit=self.unit(effect.unit), place=place)
            case fx.SetSteps():
                lost = effect.before - effect.after
                key = "say.effect.lose" if lost > 0 else "say.effect.gain"
                return t(
                    key, unit=self.unit(effect.unit), count=_steps(abs(lost)), left=effect.after
                )
            case fx.SetStatus():
                return "; ".join(self._status(effect))
            case fx.SetSide():
                side = self.names.side_name(effect.after)
                return t("say.effect.side", unit=self.unit(effect.unit), side=side)
            case fx.Reveal():
                after = self.names.unit_name(effect.after)
                return t("say.effect.reveal", unit=self.unit(effect.unit), after=after)
            case fx.SetMarker():
                return self._marker(effect)
            case fx.SetControl():
                side = self.names.side_name(effect.after) if effect.after else "–"
                return t("say.effect.control", place=self.names.place_name(effect.hex), side=side)
            case fx.SetTrack() if effect.track.startswith(("boards:", "turn:")):
                return ""  # what a map or tracker of a module shows: the action's own text says it
            case fx.SetTrack():
                track = self.names.track_name(effect.track)
                if track is None:
                    return ""
                value = "–" if effect.after is None else effect.after
                if isinstance(value, str):
                    # Some tracks name a unit, also one that has left the map.
                    weather = effect.track == "weather"
                    value = self.names.weather_name(value) if weather else self.unit(value)
                if effect.track == "winner" and value != "–":
                    drawn = t("together.result.draw")
                    value = drawn if value == "draw" else self.names.side_name(str(value))
                return t("say.effect.track", track=track, after=value)
            case fx.SetHexside():
                state_key = f"bridge.{effect.after}"
                after = t(state_key) if has(state_key) else str(effect.after)
                place = self.names.place_name(effect.hexside)
                return t("say.effect.hexside", hexside=place, after=after)
            case fx.SetPhase():
                return self.clock(effect.after)
            case _:
                return ""

    def clock(self, clock: act.SetClock | fx.Clock) -> str:
        """Describe turn, side and phase."""
        side, phase = self.names.side_name(clock.active), self.names.phase_name(clock.phase)
        return t("say.phase", turn=clock.turn, side=side, phase=phase)

    def _status(self, effect: fx.SetStatus) -> Iterator[str]:
        unit = self.unit(effect.unit)
        for status in sorted(set(effect.after) - set(effect.before)):
            yield t("say.effect.status", unit=unit, status=self.status_name(status))
        for status in sorted(set(effect.before) - set(effect.after)):
            yield t("say.effect.status_off", unit=unit, status=self.status_name(status))

    def status_name(self, status: str) -> str:
        """Return a status as in a sentence: in small letters, without its effect after a colon.

        A status without a title, such as one of a VASSAL module, and abbreviations stay as they
        are.
        """
        title = self.names.marker_name(status)
        if title == status:
            return status
        short = title.partition(":")[0]
        return short if short[1:2].isupper() else short[:1].lower() + short[1:]

    def _marker(self, effect: fx.SetMarker) -> str:
        fields = effect.after or effect.before
        if fields is None:
            return ""
        marker = self.names.marker_name(fields.kind)
        if effect.after is None:
            return t("say.effect.marker_off", marker=marker)
        return t("say.effect.marker", marker=marker, place=self.names.place_name(fields.at))


def _steps(count: int) -> str:
    return t("say.steps.one" if count == 1 else "say.steps.many", count=count)
