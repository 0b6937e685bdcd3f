"""Units and hexes of each entry, for filters and unit histories."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import actions as act
from engine.core import effects as fx
from engine.log.entry import Entry
from engine.play.game import Recording

MANY = 40
"""Number of units above which an entry (a set-up) is attributed to none of them."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """Units and places (printed names) of an entry."""

    units: frozenset[str]
    places: frozenset[str]

    def touches(self, other: Subjects) -> bool:
        """Return whether a unit or place belongs to both."""
        return not (self.units.isdisjoint(other.units) and self.places.isdisjoint(other.places))


class SubjectIndex:
    """Lazily computed units and places of the entries of a line."""

    def __init__(self, recording: Recording) -> None:
        self._entries = recording.timeline.entries
        self._where: dict[str, str] = {}
        self._counters: dict[str, str] = {}
        self._name = recording.module.unit_name
        self._subjects: list[Subjects] = []

    def at(self, step: int) -> Subjects:
        """Return units and hexes of the step-th entry. The first call replays the line up to it."""
        self._read_to(step)
        return self._subjects[step - 1]

    def named(self, word: str) -> Subjects:
        """Return the units and places of the line with exactly this name."""
        self._read_to(len(self._entries))
        wanted = word.casefold()
        units = (u for u, c in self._counters.items() if self._name(c).casefold() == wanted)
        places = {place for subject in self._subjects for place in subject.places}
        return Subjects(frozenset(units), frozenset(p for p in places if p.casefold() == wanted))

    def _read_to(self, step: int) -> None:
        for entry in self._entries[len(self._subjects) : step]:
            self._subjects.append(self._read(entry))

    def _read(self, entry: Entry) -> Subjects:
        units = _named(entry.action)
        places: set[str] = set()
        for effect in entry.effects:
            if isinstance(effect, fx.Place):
                self._counters[effect.unit] = effect.counter
            elif isinstance(effect, fx.Reveal):
                self._counters[effect.unit] = effect.after
            if isinstance(effect, fx.Move):
                units.add(effect.unit)
                places.update(effect.path)
                self._where[effect.unit] = effect.path[-1]
            elif isinstance(effect, fx.Place | fx.Remove):
                units.add(effect.unit)
                places.add(effect.at)
                self._where[effect.unit] = effect.at
            elif isinstance(effect, fx.SetSteps | fx.SetStatus | fx.SetSide | fx.Reveal):
                units.add(effect.unit)
            elif isinstance(effect, fx.SetControl):
                places.add(effect.hex)
            elif isinstance(effect, fx.SetHexside):
                places.update(effect.hexside.split("/"))
            elif isinstance(effect, fx.SetMarker):
                for fields in (effect.before, effect.after):
                    places.update(fields.at.split("/") if fields else ())
        action = entry.action
        if isinstance(action, act.Combat):
            places.add(action.target)
        elif isinstance(action, act.Consult) and action.at:
            places.update(action.at.split("/"))
        if len(units) > MANY:
            return Subjects(frozenset(), frozenset())
        places.update(self._where[u] for u in units if u in self._where)
        return Subjects(frozenset(units), frozenset(places))


def _named(action: act.Action) -> set[str]:
    """Return the units that an action names."""
    if isinstance(action, act.Combat):
        lead = (action.lead,) if action.lead else ()
        return {*action.attackers, *action.defenders, *action.support, *lead}
    if isinstance(action, act.MoveUnits | act.Consult):
        return set(action.units)
    return {action.unit} if isinstance(action, act.RevealUnit) else set()
