"""Observed logs: a line of play as one side saw it, entry by entry.

The states of the whole line are observed first (:mod:`engine.core.secrecy`). The entries then get
effects that turn each observed state into the next. So a report, a page or a window works on an
ordinary log without hidden facts, in which everything is ordered by visible facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Protocol

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.difference import difference
from engine.core.errors import EffectError
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.secrecy import Concealed, Secrets, id_pattern, observed
from engine.core.state import State
from engine.i18n import t
from engine.log.entry import Entry
from engine.log.timeline import Timeline
from engine.modules.module import Module
from engine.play.game import Recording
from engine.play.referee import available_rules
from engine.rules.ports import Ruleset

SHORTEST = 3
"""Minimum length of a name that is searched for in texts; shorter ones would match everywhere."""


class Concealer(Protocol):
    """Port that determines which parts of a game's state a side may not see."""

    @property
    def hides(self) -> bool:
        """Return whether a state of the game may hold secrets at all."""
        ...

    def concealed(self, state: State, side: str) -> Concealed:
        """Return the parts of a state that a side may not see."""
        ...


@dataclass(frozen=True)
class _Declared:
    """Concealer for a game without available rules, based on its module's declaration."""

    secrets: Secrets
    places: Places

    @property
    def hides(self) -> bool:
        return self.secrets.hides

    def concealed(self, state: State, side: str) -> Concealed:
        return self.secrets.concealed(state, self.places, side)


@dataclass(frozen=True)
class _ByRules:
    """Concealer for a game with rules, based on its ruleset."""

    rules: Ruleset
    secrets: Secrets

    @property
    def hides(self) -> bool:
        return self.secrets.hides

    def concealed(self, state: State, side: str) -> Concealed:
        return self.rules.concealed(state, side)


def concealer_of(recording: Recording) -> Concealer | None:
    """Return the concealer of a game; None if the game declares no secrets."""
    module = recording.module
    if module.drawing is not None:
        from engine.vassal.concealing import VassalConcealer  # only games from VASSAL need it

        return VassalConcealer(module.drawing, module.places)
    secrets = module.meta.secrets
    if secrets is None:
        return None
    if not secrets.computed:  # rules take long to load, and have nothing to add
        return _Declared(secrets, module.places)
    rules = available_rules(recording)
    if rules is None:
        return None
    return _ByRules(rules, secrets)


def may_hide(module: Module) -> bool:
    """Return whether a module's game may hide information from a side; O(1) without its rules."""
    if module.drawing is not None:
        from engine.vassal.concealing import VassalConcealer  # only games from VASSAL need it

        return VassalConcealer(module.drawing, module.places).hides
    return module.meta.secrets is not None and module.meta.secrets.hides


def joined(parts: Sequence[Concealed]) -> Concealed:
    """Return the parts that are hidden from at least one of several sides."""
    return reduce(_with, parts)


def _with(one: Concealed, other: Concealed) -> Concealed:
    absent = one.absent | other.absent
    covers = {u: p for u, p in {**one.covers, **other.covers}.items() if u not in absent}
    shown = {**one.shown, **other.shown}
    return Concealed(
        covers,
        absent,
        {u: p for u, p in shown.items() if u not in covers and u not in absent},
        one.markers | other.markers,
        one.tracks | other.tracks,
        {**one.instead, **other.instead},
        one.control | other.control,
        one.heaps | other.heaps,
        {**one.laid, **other.laid},
    )


@dataclass(frozen=True)
class Sight:
    """A state as some sides see it, with the data needed to observe the next state.

    ``names`` are the ids of covers by the pieces under them, ``kept`` the ids that covers keep as
    they move.
    """

    seen: State = field(default_factory=State)
    hidden: Concealed = field(default_factory=Concealed)
    names: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)

    def then(
        self, state: State, concealer: Concealer, places: Places, sides: tuple[str, ...]
    ) -> Sight:
        """Return the sight of the next state of the line."""
        hidden = joined([concealer.concealed(state, side) for side in sides or ("",)])
        result = observed(state, hidden, places, self.kept)
        pieces = {
            unit: name
            for unit, name in result.names.items()
            if state.pieces[unit].place not in hidden.heaps
        }
        return Sight(result.state, hidden, result.names, pieces)


@dataclass(frozen=True)
class Observation:
    """An entry, the entry as it was seen, and the sight after it."""

    whole: Entry
    entry: Entry
    sight: Sight

    @property
    def state(self) -> State:
        """Return the visible state after the entry."""
        return self.sight.seen


class Watch:
    """Observer of the lines of one log for some sides; observations are cached."""

    def __init__(self, module: Module, concealer: Concealer, sides: tuple[str, ...]) -> None:
        self.module, self.concealer, self.sides = module, concealer, sides
        self._words = Words(module)
        self._line: list[Observation] = []

    def observe(self, timeline: Timeline) -> list[Observation]:
        """Return the observations of a line. O(entries that were not observed before)."""
        entries = timeline.entries
        same = 0
        for one, entry in zip(self._line, entries, strict=False):
            if one.whole is not entry:
                break
            same += 1
        if same == len(entries):
            return self._line[:same]
        line = self._line[:same]
        sight = line[-1].sight if line else Sight()
        before = timeline.state(same)
        for number, entry in enumerate(entries[same:], same + 1):
            whole = timeline.state(number)
            one = self.observation(entry, sight, before, whole)
            line.append(one)
            sight, before = one.sight, whole
        self._line = line
        return list(line)

    def observation(self, entry: Entry, sight: Sight, before: State, after: State) -> Observation:
        """Return an entry as it was seen, given the sight before it and the whole states."""
        places = self.module.places
        then = sight.then(after, self.concealer, places, self.sides)
        redaction = _Redaction(
            self._words,
            places,
            sight.seen,
            then.seen,
            {**sight.names, **then.names},
            _unseen(before, sight.hidden, after, then.hidden),
            renamed=_kept_names(sight.names, then.names),
        )
        return Observation(entry, redaction.entry(entry), then)


@dataclass(frozen=True)
class ObservedLine:
    """A line as it was seen, with entries numbered from 1, and the new number of each
    whole entry.
    """

    entries: list[Entry]
    numbers: dict[int, int]
    end: State
    """The visible state at the end."""


def observed_line(line: Sequence[Observation]) -> ObservedLine:
    """Return a line of play as it was seen.

    Entries that changed nothing visible and name something unseen become one line at the end of
    their phase, without a time. Digests and signatures are left out: they cover the whole state.
    """
    entries: list[Entry] = []
    numbers: dict[int, int] = {}
    clock: fx.Clock | None = None
    unseen: dict[int, Entry] = {}

    def add(entry: Entry, *whole: int) -> None:
        number = len(entries) + 1
        entries.append(entry.model_copy(update={"id": number, "parent": number - 1}))
        numbers.update(dict.fromkeys(whole, number))

    for one in line:
        if unseen and one.state.clock != clock:
            add(next(iter(unseen.values())), *unseen)
            unseen.clear()
        clock = one.state.clock
        if not one.entry.effects and not one.entry.at:
            unseen[one.whole.id] = one.entry
        else:
            add(one.entry, one.whole.id)
    if unseen:
        add(next(iter(unseen.values())), *unseen)
    return ObservedLine(entries, numbers, line[-1].state if line else State())


def _unseen(before: State, hidden: Concealed, after: State, later: Concealed) -> frozenset[str]:
    """Return the pieces and tracks that were invisible both before and after an entry."""
    there: set[str] = set()
    known: set[str] = set()
    for state, conceals in ((before, hidden), (after, later)):
        unseen = conceals.units | conceals.displaced(state) | conceals.tracks
        for names in (state.pieces.keys(), state.tracks.keys()):
            there |= names & unseen
            known |= names - unseen
    return frozenset(there - known)


def _kept_names(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return the covers that stayed covers, by the pieces under them."""
    return {unit: name for unit, name in after.items() if before.get(unit) == name}


class Words:
    """The names of a game's counters; a text may use those that are visible at the time."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._names: dict[str, frozenset[str]] = {}
        self.counters = frozenset(_counter_ids(module))
        names = {name for counter in self.counters for name in self.of(counter)}
        self._pattern = id_pattern(frozenset(names)) if names else None

    def of(self, counter: str) -> frozenset[str]:
        """Return the words by which a counter may be called in a text."""
        result = self._names.get(counter)
        if result is None:
            name = self._module.unit_name(counter)
            words = {name, name.split("/")[0]}
            result = frozenset(w for w in words if len(w) >= SHORTEST and not w.isdecimal())
            self._names[counter] = result
        return result

    def in_text(self, text: str) -> set[str]:
        """Return the names that a text uses."""
        return set(self._pattern.findall(text)) if self._pattern is not None else set()


def _counter_ids(module: Module) -> Iterable[str]:
    if module.drawing is not None:
        return module.drawing.table.kinds
    return (*module.counters.counters, *module.counters.pieces)


@dataclass
class _Redaction:
    """The parts of one entry that may be written."""

    words: Words
    places: Places
    before: State
    after: State
    names: Mapping[str, str]
    """Ids of covers, keyed by the pieces under them, before and after the entry."""
    unseen: frozenset[str]
    renamed: Mapping[str, str]
    """Covers that stayed covers."""

    def entry(self, entry: Entry) -> Entry:
        """Return the entry as it was seen; without a time if nothing of it was."""
        effects = self._effects(entry)
        action = self._action(entry, effects)
        changes: dict[str, Any] = {
            "effects": effects,
            "digest": None,
            "order": None,
            "author": _without_keys(entry),
        }
        if action is None:
            attacked = self._attacked(entry.action)
            text = attacked or t("report.viewpoint.unseen")
            changes |= {"action": act.Note(text=text), "dice": (), "verdicts": (), "rules": ""}
            changes |= {"sealed": (), "opened": ()}
            if not effects and not attacked:
                changes |= {"at": "", "by": "", "author": None}
        else:
            changes["action"] = action
            changes["dice"] = tuple(d for d in entry.dice if self._may_show(d.reason))
            changes["verdicts"] = tuple(
                v for v in entry.verdicts if self._may_hold(v.model_dump(mode="json"))
            )
        return entry.model_copy(update=changes).signed(None)

    def _attacked(self, action: act.Action) -> str:
        """Return a sentence for an attack by unseen pieces on pieces that are seen."""
        if not isinstance(action, act.DeclareAttack | act.Bombard):
            return ""
        if action.target not in self.places:
            return ""
        stack = self.before.stack(self.places.index(action.target))
        return t("report.viewpoint.attacked", hex=action.target) if stack else ""

    # -- effects --------------------------------------------------------------------------------

    def _effects(self, entry: Entry) -> tuple[fx.Effect, ...]:
        """Return the recorded effects if they yield the visible state; else computed ones."""
        if not self.names and not self.unseen:
            recorded: list[fx.Effect] | None = list(entry.effects)
        else:
            recorded = self._translated(entry.effects)
        if recorded is not None:
            try:
                if apply(self.before, recorded, self.places) == self.after:
                    return tuple(recorded)
            except EffectError:
                pass
        return difference(self.before, self.after, self.places)

    def _translated(self, effects: Iterable[fx.Effect]) -> list[fx.Effect] | None:
        """Return effects with covers for pieces; None if that is insufficient."""
        result: list[fx.Effect] = []
        for effect in effects:
            unit: str = getattr(effect, "unit", "")
            if unit in self.unseen and unit not in self.renamed:
                continue
            if unit in self.renamed:
                if isinstance(effect, fx.Move):
                    result.append(effect.model_copy(update={"unit": self.renamed[unit]}))
                continue
            if unit in self.names:
                return None
            result.append(effect)
        return result

    # -- actions and words ------------------------------------------------------------------------

    def _action(self, entry: Entry, effects: tuple[fx.Effect, ...]) -> act.Action | None:
        """Return the visible form of the action; None if it mentions something unseen."""
        action = entry.action
        if isinstance(action, act.STATED):
            if entry.effects and not effects:
                return None
            action = action.model_copy(update={"effects": effects})
        data = action.model_dump(mode="json", exclude={"effects"})
        if isinstance(action, act.OwnAction):
            data |= action.fields
        if not self._may_hold(data):
            return None
        hidden = self.names.keys() | self.unseen
        if hidden and any(value in hidden for value in _strings(data)):
            redacted = act.ACTION.validate_python(_replaced(data, self.renamed))
            if isinstance(action, act.STATED):
                redacted = redacted.model_copy(update={"effects": effects})
            return redacted
        return action

    def _may_hold(self, data: Any) -> bool:
        """Return whether a record names only visible pieces and counters."""
        hidden = (self.names.keys() | self.unseen) - self.renamed.keys()
        visible = self._counters()
        for value in _strings(data):
            if value in hidden or (value in self.words.counters and value not in visible):
                return False
            if (" " in value or "/" in value) and not self._may_show(value):
                return False
        return True

    def _may_show(self, text: str) -> bool:
        """Return whether a text uses only names of visible pieces."""
        hidden = self.names.keys() | self.unseen
        if hidden and id_pattern(frozenset(hidden)).search(text):
            return False
        used = self.words.in_text(text)
        if used:
            for counter in self._counters():
                used -= self.words.of(counter)
        return not used

    def _counters(self) -> set[str]:
        """Return counters and pieces that are seen before or after the entry."""
        result: set[str] = set()
        for state in (self.before, self.after):
            result |= state.pieces.keys()
            result |= {piece.counter for piece in state.pieces.values()}
        return result


def _without_keys(entry: Entry) -> Any:
    if entry.author is None:
        return None
    return entry.author.model_copy(update={"key": None, "next_key": None})


def _strings(data: Any) -> Iterator[str]:
    """Yield the text values of a record, without the names of its fields and its kind."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in ("kind", "rule", "key", "level"):
                yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)


def _replaced(data: Any, names: Mapping[str, str]) -> Any:
    """Return a record with some of its texts replaced."""
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, dict):
        return {name: _replaced(value, names) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_replaced(value, names) for value in data]
    return data
