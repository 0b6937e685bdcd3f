"""Scrutiny of a recorded game: entries that rules, actions and dice do not explain.

A log can be written by any program, so an intact chain proves nothing about the game. Each entry is
resolved again in its mode of play, and each difference is described: for ``verify --rules``,
``audit``, ``replay`` and imported turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.modes import MODE_TRACK, MODES, OPTION_TRACK, Mode, mode_of
from engine.core.state import State
from engine.i18n import t
from engine.log.effect_words import EffectFormatter
from engine.log.entry import Entry
from engine.log.narrate import narrate
from engine.modules.setup import setup_effects
from engine.play.game import Recording
from engine.play.referee import available_rules, not_yours
from engine.play.setup_check import impossible
from engine.rules.entry_check import Unexplained, unexplained
from engine.rules.registry import NO_RULE, text
from engine.rules.unknown_names import need_known_clock

SHOWN_EFFECTS = 3
"""Maximum number of described effects of an entry; the others are only counted."""

SHORT = 40
"""Maximum length of a track's value in a remark; a longer one is not shown."""

WEIGHTY = (fx.Place, fx.Remove, fx.SetSteps, fx.SetSide, fx.Reveal)
"""Effects that change the assets of a side, not only their positions."""

AGREED = (MODE_TRACK, OPTION_TRACK)
"""Prefixes of the tracks that record agreements stated in the header."""

LOST = "eliminated"
"""Prefix of the names of the boxes for lost units."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Remark on an entry. ``forbid``: it is impossible; ``warn``: the reader should know."""

    entry: int
    by: str
    sentence: str
    rule: str
    level: Literal["forbid", "warn"]
    text: str

    def __str__(self) -> str:
        key = "referee.fault" if self.rule == NO_RULE else "referee.fault.rule"
        return t(
            key,
            entry=self.entry,
            by=self.by,
            sentence=self.sentence,
            text=self.text,
            rule=self.rule,
        )


@dataclass(slots=True)
class Stretch:
    """Entries of one line that were played less strictly than the game before them."""

    first: int
    last: int
    mode: Mode
    sides: list[str]

    def __str__(self) -> str:
        number = "one" if self.first == self.last else "many"
        key = f"referee.stretch.{self.mode}.{number}"
        return t(key, first=self.first, last=self.last, sides=", ".join(self.sides))


@dataclass(slots=True)
class Scrutiny:
    """Checker of the entries of a game, each after its parent; it collects remarks."""

    recording: Recording
    faults: list[Fault] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    _strictest: dict[int, int] = field(default_factory=dict)
    """The strictest mode on the line up to each entry, as an index of MODES."""
    _stretch_of: dict[int, Stretch] = field(default_factory=dict)
    _setup: tuple[fx.Effect, ...] | None = None

    def __post_init__(self) -> None:
        self._setup = _setup_of(self.recording)

    @property
    def is_clean(self) -> bool:
        """Return whether nothing is impossible and no part was played less strictly than before."""
        return not (self.stretches or self.breaches)

    @property
    def breaches(self) -> list[Fault]:
        """Return the faults of impossible entries."""
        return [f for f in self.faults if f.level == "forbid"]

    @property
    def remarks(self) -> list[Fault]:
        """Return the faults that are only warnings."""
        return [f for f in self.faults if f.level == "warn"]

    def check(self, before: State, entry: Entry) -> list[Fault]:
        """Check an entry in the position before it; return the remarks.

        What one side sees of an order cannot be judged, so a view yields none.
        """
        recording = self.recording
        if recording.is_view:
            return []
        ruling = available_rules(recording)
        self.follow(before, entry)
        try:
            result = unexplained(ruling, recording.module.places, before, entry, self._setup)
        except KeyError as error:  # a counter or a phase that the game's data does not have
            result = Unexplained(senseless=t("game.error.unknown", name=error.args[0]))
        faults = []
        differs = len(result.added) + len(result.lacking)
        if differs and isinstance(entry.action, act.Setup) and before == State() and self._changed:
            result = replace(result, added=(), lacking=())
            text = t("referee.setup_unchecked", count=differs)
            faults.append(self._fault(before, entry, NO_RULE, "forbid", text))
            faults += [
                self._fault(before, entry, NO_RULE, "forbid", wrong)
                for wrong in impossible(recording.module, entry.effects)
            ]
        faults += self._fault_of_effect(result, before, entry)
        faults += self._of_the_clock(before, entry)
        if ruling is not None:
            faults += self._by_hand(before, entry)
            faults += self._of_the_beginning(before, entry)
        self.faults += faults
        return faults

    @property
    def _changed(self) -> bool:
        """Return whether the game's data has changed since the log began."""
        return self.recording.log.header.module_hash != self.recording.module.hash

    def object_to(self, before: State, entry: Entry, text: str) -> None:
        """Add a fault that is independent of rules and dice: a signature problem."""
        self.faults.append(self._fault(before, entry, NO_RULE, "forbid", text))

    def follow(self, before: State, entry: Entry) -> None:
        """Record the strictness of an entry without checking it."""
        if available_rules(self.recording) is None:
            return
        mode = mode_of(before)
        rank = MODES.index(mode)
        strictest = max(self._strictest.get(entry.parent, 0), rank)
        self._strictest[entry.id] = strictest
        if rank == strictest or isinstance(entry.action, act.SetRules | act.Note):
            return
        side = self.recording.module.side_name(entry.by)
        stretch = self._stretch_of.get(entry.parent)
        if stretch is None or stretch.mode != mode:
            stretch = Stretch(entry.id, entry.id, mode, [])
            self.stretches.append(stretch)
        stretch.last = entry.id
        if side not in stretch.sides:
            stretch.sides.append(side)
        self._stretch_of[entry.id] = stretch

    def _fault_of_effect(
        self, unexplained_parts: Unexplained, before: State, entry: Entry
    ) -> Iterator[Fault]:
        def fault(rule: str, sentence: str, level: Literal["forbid", "warn"] = "forbid") -> Fault:
            return self._fault(before, entry, rule, level, sentence)

        for verdict in unexplained_parts.refused:
            yield fault(verdict.rule, t("referee.refused", why=text(verdict)))
        for verdict in unexplained_parts.unflagged:
            yield fault(verdict.rule, t("referee.unflagged", why=text(verdict)), "warn")
        if unexplained_parts.actor is not None:
            meddling = not_yours(self.recording.module, entry.by, unexplained_parts.actor)
            yield fault(meddling.rule, text(meddling))
        if unexplained_parts.senseless:
            yield fault(NO_RULE, t("referee.senseless", why=unexplained_parts.senseless))
        if unexplained_parts.dice:
            yield fault(NO_RULE, t("referee.dice"))
        if unexplained_parts.added:
            yield fault(
                NO_RULE, t("referee.added", effects=self._words(before, unexplained_parts.added))
            )
        if unexplained_parts.lacking:
            yield fault(
                NO_RULE,
                t("referee.lacking", effects=self._words(before, unexplained_parts.lacking)),
            )

    def _of_the_clock(self, before: State, entry: Entry) -> Iterator[Fault]:
        """Yield faults of the clock: a side or a phase that the game does not have."""
        for effect in entry.effects:
            if isinstance(effect, fx.SetPhase):
                try:
                    need_known_clock(effect.after, self.recording.module)
                except UserError as error:
                    yield self._fault(before, entry, NO_RULE, "forbid", str(error))

    def _by_hand(self, before: State, entry: Entry) -> Iterator[Fault]:
        """Yield a remark if a manual change adds or removes units, regardless of its text."""
        if not isinstance(entry.action, act.ManualEdit):
            return
        weighty = [e for e in entry.effects if _is_weighty(e)]
        if weighty:
            text = t("referee.by_hand", effects=self._words(before, weighty))
            yield self._fault(before, entry, NO_RULE, "warn", text)

    def _of_the_beginning(self, before: State, entry: Entry) -> Iterator[Fault]:
        """Yield faults of the beginning: it differs from the header's scenario, mode or options."""
        header, module = self.recording.log.header, self.recording.module
        if entry.parent:
            return
        try:
            module.scenario(header.scenario)
        except UserError as error:  # then nobody knows what belongs to the set-up
            yield self._fault(before, entry, NO_RULE, "forbid", str(error))
        agreed = {MODE_TRACK: header.enforcement, **_as_tracks(header.options)}
        begun: dict[str, object] = {MODE_TRACK: "off"}
        for effect in entry.effects:
            if isinstance(effect, fx.SetTrack) and effect.track.startswith(AGREED):
                begun[effect.track] = effect.after
        for track in sorted({*agreed, *begun}):
            expected, actual = agreed.get(track, "–"), begun.get(track, "–")
            if expected != actual:
                text = t("referee.begun", track=track, told=expected, found=actual)
                yield self._fault(before, entry, NO_RULE, "forbid", text)

    def _fault(
        self,
        before: State,
        entry: Entry,
        rule: str,
        level: Literal["forbid", "warn"],
        text: str,
    ) -> Fault:
        module = self.recording.module
        sentence = narrate(entry, before, module)
        return Fault(entry.id, module.side_name(entry.by), sentence, rule, level, text)

    def _words(self, before: State, effects: Iterable[fx.Effect]) -> str:
        """Describe some effects, the most important first."""
        teller = EffectFormatter(before, self.recording.module)
        ordered = sorted(effects, key=lambda e: not _is_weighty(e))
        words = "; ".join(teller.effect(e) or _bookkeeping(e) for e in ordered[:SHOWN_EFFECTS])
        more = len(ordered) - SHOWN_EFFECTS
        return t("referee.more", effects=words, more=more) if more > 0 else words


def scrutinise(
    recording: Recording, progress: Callable[[int], object] = lambda _: None
) -> Scrutiny:
    """Check every entry of the line shown. Raises UserError if its effects do not fit."""
    scrutiny = Scrutiny(recording)
    for number, entry in enumerate(recording.timeline.entries, 1):
        scrutiny.check(recording.state(number - 1), entry)
        progress(number)
    return scrutiny


def _setup_of(recording: Recording) -> tuple[fx.Effect, ...] | None:
    """Return the scenario's set-up by the current data; None if it is unknown."""
    header, module = recording.log.header, recording.module
    if available_rules(recording) is None:
        return None
    try:
        return setup_effects(module, module.scenario(header.scenario))
    except UserError:
        return None


def _as_tracks(options: Mapping[str, object]) -> dict[str, object]:
    return {OPTION_TRACK + name: value for name, value in options.items()}


def _is_weighty(effect: fx.Effect) -> bool:
    if isinstance(effect, fx.Move):
        return effect.path[-1].startswith(LOST) and effect.path[0] != effect.path[-1]
    return isinstance(effect, WEIGHTY)


def _bookkeeping(effect: fx.Effect) -> str:
    """Describe an effect that the game's story leaves out but scrutiny needs."""
    match effect:
        case fx.SetTrack():
            after = effect.after
            is_long = isinstance(after, str) and len(after) > SHORT  # a record, not a word
            return t("referee.bookkeeping", what=effect.track, after="…" if is_long else after)
        case fx.PushDecision() | fx.PopDecision():
            return t("referee.other_effect", kind=f"{effect.kind}: {effect.decision.kind}")
    return t("referee.other_effect", kind=effect.kind)
