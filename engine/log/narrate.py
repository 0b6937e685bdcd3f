"""One sentence per entry, made late from the action, the dice and the effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.errors import one_line
from engine.core.places import Places
from engine.core.state import State
from engine.i18n import has, t
from engine.log.entry import Entry


class Names(Protocol):
    """Who knows what pieces, places, sides and phases are called: a module."""

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        ...

    def unit_name(self, counter: str) -> str:
        """The name of a piece."""
        ...

    def place_name(self, place: str) -> str:
        """The name of a hex, box or hexside."""
        ...

    def side_name(self, side: str) -> str:
        """The name of a side."""
        ...

    def phase_name(self, phase: str) -> str:
        """The name of a phase."""
        ...

    def marker_name(self, kind: str) -> str:
        """The name of a marker or status."""
        ...


def narrate(entry: Entry, before: State, names: Names) -> str:
    """What an entry did, in one sentence; ``before`` is the position it was played in."""
    teller = _Teller(before, names)
    return one_line(getattr(teller, entry.action.kind)(entry))


def details(entry: Entry, before: State, names: Names) -> list[str]:
    """The entry's effects, one short line each, without those that its sentence tells."""
    if isinstance(entry.action, act.SetClock | act.SetRules):
        return []
    teller = _Teller(before, names)
    return [one_line(line) for effect in entry.effects if (line := teller.effect(effect))]


WALKED = ("retreat", "advance")
"""Decisions that are told as the move they lead to."""

BOOKKEEPING = (
    *("moved/", "moving", "fought/", "split/", "shifted/", "slipped/", "ferry/", "combat"),
    *("airlanding", "landed/", "aloft/", "fresh-returnees/", "replaced/"),
)
"""Beginnings of the tracks by which rules remember who has moved and fought."""

WAYS = 3
"""Ways of stacks that moved at once that are told; of more only their number."""


class _Teller:
    """Sentences about one position. One method per kind of action."""

    def __init__(self, before: State, names: Names) -> None:
        self.before = before
        self.names = names

    def unit(self, unit: str) -> str:
        piece = self.before.pieces.get(unit)
        return self.names.unit_name(piece.counter if piece else unit)

    def units(self, units: Iterable[str]) -> str:
        return _list([self.unit(u) for u in units])

    # -- actions ----------------------------------------------------------------------------------

    def setup(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.Setup)
        count = sum(isinstance(e, fx.Place) for e in entry.effects)
        return t("say.setup", scenario=entry.action.scenario, count=count)

    def manual_edit(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.ManualEdit)
        if entry.action.text:
            return entry.action.text
        moves = [e for e in entry.effects if isinstance(e, fx.Move) and len(e.path) > 1]
        if len(moves) > 1 and len(moves) == len(entry.effects):
            return self._ways(moves)
        lines = [line for e in entry.effects if (line := self.effect(e))]
        if not lines:
            return t("say.edit.nothing")
        if len(lines) == 1:
            return lines[0]
        return t("say.edit.several", first=lines[0], more=len(lines) - 1)

    def _ways(self, moves: Iterable[fx.Move]) -> str:
        """Who went where, those that went together in one breath."""
        ways: dict[tuple[str, str], list[str]] = {}
        for move in moves:
            ways.setdefault((move.path[0], move.path[-1]), []).append(move.unit)
        name = self.names.place_name
        told = [
            t("say.edit.way", units=self.units(units), start=name(start), end=name(end))
            for (start, end), units in ways.items()
        ]
        first = "; ".join(told[:WAYS])
        more = len(told) - WAYS
        if more > 0:
            return t("say.edit.several", first=first, more=more)
        return t("say.edit.ways", ways=first)

    def move(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.MoveUnits)
        key = f"say.move.{action.mode}"
        sentence = t(
            _number_of(key if has(key) else "say.move.normal", action.units),
            units=self.units(action.units),
            start=self.names.place_name(action.path[0]),
            end=self.names.place_name(action.path[-1]),
            length=_hexes(len(action.path) - 1),
            mode=action.mode,
        )
        return _with(sentence, action.text)

    def roll(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.Roll)
        reason = entry.action.reason or t("say.roll.no_reason")
        return t("say.roll", reason=reason, values=_values(entry.dice))

    def consult(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Consult)
        key = f"say.consult.{action.table}"
        result_key = f"say.result.{action.table}.{action.result}"
        subject = [self.units(action.units)] if action.units else []
        if action.at:
            subject.append(self.names.place_name(action.at))
        plain = "say.consult" if subject else "say.consult.nobody"
        sentence = t(
            key if has(key) else plain,
            table=action.table.replace("_", " "),
            subject=", ".join(subject),
            dice=_die_text(entry.dice, action.drm),
            result=t(result_key) if has(result_key) else action.result,
        )
        return _with(sentence, action.text)

    def combat(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Combat)
        defenders = self.units(action.defenders) or t("say.combat.nobody")
        shifts = "".join(f", {s.by:+d} {s.why}" for s in action.shifts)
        sentence = t(
            _number_of("say.combat", action.attackers),
            attackers=self.units(action.attackers),
            defenders=defenders,
            target=self.names.place_name(action.target),
            odds=f"{_number(action.attack)}:{_number(action.defense)}{shifts}",
            column=action.column,
            dice=_values(entry.dice) or "–",
            result=action.result,
        )
        if action.label:
            sentence = t("say.combat.label", label=action.label, sentence=sentence)
        return _with(sentence, action.text)

    def reveal(self, entry: Entry) -> str:
        drawn = [e for e in entry.effects if isinstance(e, fx.Move)]
        assert isinstance(entry.action, act.RevealUnit)
        if not drawn:
            return t("say.reveal.nothing", unit=self.unit(entry.action.unit))
        return t(
            "say.reveal",
            place=self.names.place_name(drawn[-1].path[-1]),
            unit=self.unit(drawn[-1].unit),
        )

    def set_phase(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.SetClock)
        return self._clock(action)

    def split(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.SplitUnit)
        return t("say.split", unit=self.unit(action.unit), part=self.unit(action.part))

    def join(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.JoinUnits)
        return t("say.join", unit=self.unit(action.unit), into=self.unit(action.into))

    def mark(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.PlaceMarker)
        key = "say.mark" if action.on else "say.mark.off"
        marker = self.names.marker_name(action.marker)
        return t(key, unit=self.unit(action.unit), marker=marker)

    def advance(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.TakeAdvance)
        return t("say.advance", unit=self.unit(action.unit))

    def disengage(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Disengage)
        return t("say.disengage", unit=self.unit(action.unit), dice=_values(entry.dice) or "–")

    def next_phase(self, entry: Entry) -> str:
        clocks = [e.after for e in entry.effects if isinstance(e, fx.SetPhase)]
        if clocks:
            return self._clock(clocks[-1])
        asked = [e.decision.kind for e in entry.effects if isinstance(e, fx.PushDecision)]
        key = f"say.next_phase.owed.{asked[-1]}" if asked else ""
        return t(key if has(key) else "say.next_phase.owed")

    def declare_attack(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.DeclareAttack)
        return self._attack(entry, action)

    def _attack(self, entry: Entry, action: act.DeclareAttack) -> str:
        place = self.names.place_name(action.target)
        attackers = self.units(action.attackers)
        tracks = [e for e in entry.effects if isinstance(e, fx.SetTrack) and e.track == "combat"]
        words = str(tracks[-1].after).split() if tracks else []
        if len(words) != 4:
            key = _number_of("say.attack", action.attackers)
            return t(key, attackers=attackers, target=place)
        _, column, die, result = words
        key = "say.attack.result" if die.isdigit() else "say.attack.automatic"
        return t(
            _number_of(key, action.attackers),
            attackers=attackers,
            target=place,
            column=column,
            die=die,
            result=result,
        )

    def choose(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Choose)
        key = f"say.choose.{action.decision}"
        if has(f"{key}.{action.option}"):
            key = f"{key}.{action.option}"
        gone = [e for e in entry.effects if isinstance(e, fx.Move) and len(e.path) > 1]
        if action.decision in WALKED and gone:
            units, path = tuple(e.unit for e in gone), gone[0].path
            return t(
                _number_of(f"say.move.{action.decision}", units),
                units=self.units(units),
                start=self.names.place_name(path[0]),
                end=self.names.place_name(path[-1]),
                length=_hexes(len(path) - 1),
            )
        asked = self.before.pending[-1] if self.before.pending else None
        side = entry.by if asked is None else asked.side
        unit = "" if asked is None else str(asked.args.get("unit", ""))
        words = [self._option_word(word) for word in action.option.split()]
        return t(
            key if has(key) else "say.choose",
            side=self.names.side_name(side),
            decision=action.decision.replace("_", " "),
            option=" ".join(words),
            unit=self.unit(unit) if unit in self.before.pieces else unit,
            dice=_values(entry.dice) or "–",
        )

    def _option_word(self, word: str) -> str:
        """A word of an option: a unit, a place, or one of the game's words."""
        if word in self.before.pieces:
            return self.unit(word)
        if word in self.names.places:
            return self.names.place_name(word)
        return t(f"option.{word}") if has(f"option.{word}") else word

    def note(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.Note)
        return entry.action.text

    def set_rules(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.SetRules)
        told = [t(f"say.rules.{action.mode}")] if action.mode else []
        for rule, level in action.house.items():
            told.append(t(f"say.rules.house.{level or 'withdrawn'}", rule=rule))
        return " ".join(told) or t("say.rules.same")

    # -- effects ----------------------------------------------------------------------------------

    def effect(self, effect: fx.Effect) -> str:
        """One effect in a short line; empty for those nobody wants to read."""
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
            case fx.SetTrack() if effect.track.startswith("boards:"):
                return ""  # which boards a map of pictures shows: the action's own text says it
            case fx.SetTrack() if effect.track.startswith(BOOKKEEPING):
                return ""  # what the rules keep in mind of a phase is nothing to be told
            case fx.SetTrack():
                key = f"track.{effect.track}"
                track = t(key) if has(key) else effect.track
                value = "–" if effect.after is None else effect.after
                return t("say.effect.track", track=track, after=value)
            case fx.SetHexside():
                state_key = f"bridge.{effect.after}"
                after = t(state_key) if has(state_key) else str(effect.after)
                place = self.names.place_name(effect.hexside)
                return t("say.effect.hexside", hexside=place, after=after)
            case fx.SetPhase():
                return self._clock(effect.after)
            case _:
                return ""

    def _clock(self, clock: act.SetClock | fx.Clock) -> str:
        side, phase = self.names.side_name(clock.active), self.names.phase_name(clock.phase)
        return t("say.phase", turn=clock.turn, side=side, phase=phase)

    def _status(self, effect: fx.SetStatus) -> Iterator[str]:
        unit = self.unit(effect.unit)
        for status in sorted(set(effect.after) - set(effect.before)):
            yield t("say.effect.status", unit=unit, status=self.names.marker_name(status))
        for status in sorted(set(effect.before) - set(effect.after)):
            yield t("say.effect.status_off", unit=unit, status=self.names.marker_name(status))

    def _marker(self, effect: fx.SetMarker) -> str:
        fields = effect.after or effect.before
        if fields is None:
            return ""
        marker = self.names.marker_name(fields.kind)
        if effect.after is None:
            return t("say.effect.marker_off", marker=marker)
        return t("say.effect.marker", marker=marker, place=self.names.place_name(fields.at))


def _list(items: list[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return t("say.and", first=", ".join(items[:-1]), last=items[-1])


def _number_of(key: str, units: tuple[str, ...]) -> str:
    """The key of a sentence, or that of its plural where several units need another verb."""
    return f"{key}.many" if len(units) > 1 and has(f"{key}.many") else key


def _hexes(count: int) -> str:
    return t("say.hexes.one" if count == 1 else "say.hexes.many", count=count)


def _steps(count: int) -> str:
    return t("say.steps.one" if count == 1 else "say.steps.many", count=count)


def _values(dice: Iterable[Dice]) -> str:
    return ", ".join(str(v) for d in dice for v in d.values)


def _die_text(dice: tuple[Dice, ...], drm: int) -> str:
    if not dice:
        return "–"
    values = _values(dice)
    total = sum(v for d in dice for v in d.values) + drm
    return f"{values} {drm:+d} = {total}".replace("-", "−") if drm else values


def _number(value: float) -> str:
    return f"{value:g}"


def _with(sentence: str, text: str) -> str:
    return f"{sentence} {text}" if text else sentence
