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
        while len(self._subjects) < step:
            self._subjects.append(self._read(self._entries[len(self._subjects)]))
        return self._subjects[step - 1]

    def is_about(self, step: int, word: str) -> bool:
        """Return whether an entry concerns the unit or place with exactly this name."""
        subject, wanted = self.at(step), word.casefold()
        if wanted in {place.casefold() for place in subject.places}:
            return True
        names = (self._name(self._counters[u]) for u in subject.units if u in self._counters)
        return any(wanted == name.casefold() for name in names)

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
