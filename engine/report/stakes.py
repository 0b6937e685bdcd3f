"""Stakes of a die: the faces it could have shown, and the effect of each.

Each entry is resolved again with every face, by the rules of its game or by the chart used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DRAW, Dice
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import has, t
from engine.log.effect_words import EffectFormatter
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.modules.tables import Chart, lookup
from engine.play.game import Recording
from engine.rules.facts import Facts
from engine.rules.judge import DiceNeeded, Given
from engine.rules.own_actions import typed
from engine.rules.ports import Ruleset

MOST_DICE = 12
"""Maximum number of dice of an entry whose stakes are computed; with more dice there are none."""
MOST_WORDS = 6
"""Maximum number of lines of an outcome; a die with a longer one has no stake."""
ELSEWHERE = (fx.SetHexside, fx.SetTrack, fx.SetMarker)
"""Effects listed in addition to changes of units; the control of hexes follows from other effects.
"""
Outcome = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Faces of a die with the same outcome: the faces, the outcome, and whether one of them was
    rolled.
    """

    faces: tuple[int, ...]
    outcome: Outcome
    fell: bool

    def __str__(self) -> str:
        """Return the faces and their outcome; rolled faces are marked."""
        text = "; ".join(self.outcome) or t("report.stake.nothing")
        return t("report.stake.fell" if self.fell else "report.stake", faces=self.range, told=text)

    @property
    def range(self) -> str:
        """The faces as text: "3", "1-3", "2, 5"."""
        first, last = self.faces[0], self.faces[-1]
        if len(self.faces) > 1 and last - first == len(self.faces) - 1:
            return f"{first}–{last}"
        return ", ".join(map(str, self.faces))


@dataclass(frozen=True, slots=True)
class Stake:
    """A die of an entry: its recorded reason, its face, and the possible outcomes."""

    reason: str
    value: int
    chances: tuple[Chance, ...]


def stakes(
    recording: Recording, number: int, known: tuple[Facts, Ruleset] | None
) -> tuple[Stake, ...]:
    """Return the stakes of each die of a step whose faces have different outcomes.

    The dice of combats are left out, because their cards show them. Only charts are used if
    ``known`` is None (the facts and rules of the game), or if the rules now resolve the entry
    differently.
    """
    entry = recording.timeline.entries[number - 1]
    if not entry.dice or len(entry.dice) > MOST_DICE:
        return ()
    try:
        before = recording.state(number - 1)
        if isinstance(entry.action, act.Consult):
            return _consulted(entry, entry.action, recording.module)
        return () if known is None else _computed_outcome(entry, before, recording.module, *known)
    except (UserError, KeyError):
        return ()


def _consulted(entry: Entry, action: act.Consult, module: Module) -> tuple[Stake, ...]:
    """Return the stakes of a die rolled on a chart."""
    if len(entry.dice) != 1 or len(entry.dice[0].values) != 1:
        return ()
    chart = Chart.model_validate(module.chart(action.table))
    column = action.column or chart.columns[0]

    def outcome_of(face: int) -> Outcome:
        result = lookup(chart, face, column, drm=action.drm or 0).result
        key = f"say.result.{action.table}.{result}"
        return (t(key) if has(key) else result,)

    return tuple(_stakes(entry.dice[0], outcome_of))


def _computed_outcome(
    entry: Entry, before: State, module: Module, facts: Facts, rules: Ruleset
) -> tuple[Stake, ...]:
    action = typed(rules, entry.action)
    values = [value for dice in entry.dice for value in dice.values]
    if rules.resolve(before, action, Given(values))[0] != entry.effects:
        return ()  # the rules have changed since
    fought = [fight.dice for fight in facts.fights(entry, before)]
    result: list[Stake] = []
    at = 0
    for dice in entry.dice:
        place, at = at, at + len(dice.values)
        if (shown := module.shown((dice,))[0].values) in fought:
            fought.remove(shown)
            continue
        if len(dice.values) > 1 or dice.reason.startswith(DRAW):
            continue
        unit = dice.reason.partition(":")[2]

        def outcome_of(face: int, place: int = place, unit: str = unit) -> Outcome:
            thrown = [*values[:place], face, *values[place + 1 :]]
            return _effects_of(rules, before, action, thrown, unit, module)

        result += _stakes(dice, outcome_of, module.die_faces)
    return tuple(result)


def _effects_of(
    rules: Ruleset,
    before: State,
    action: act.Action,
    values: Sequence[int],
    unit: str,
    module: Module,
) -> Outcome:
    """Return the effects of an action with given dice, and the title of the decision that follows.

    If the die was rolled for one unit, only effects on that unit are included.
    """
    try:
        effects, _ = rules.resolve(before, action, Given(values))
    except DiceNeeded:
        return (t("report.stake.more"),)
    after = apply(before, effects, module.places)
    changed = (name for name in before.pieces if before.pieces[name] != after.pieces.get(name))
    units = [unit] if unit in before.pieces else sorted(changed)
    lines = [line for name in units for line in _became(name, before, after, module)]
    if unit not in before.pieces:
        teller = EffectFormatter(before, module)
        lines += [teller.effect(effect) for effect in effects if isinstance(effect, ELSEWHERE)]
    question = rules.answers(after).question() if after.pending else None
    return tuple(filter(None, (*lines, question.title if question is not None else "")))


def _became(unit: str, before: State, after: State, module: Module) -> Iterable[str]:
    """Yield one line for each change of a unit."""
    teller, old, new = EffectFormatter(before, module), before.pieces[unit], after.pieces.get(unit)
    if new is None:
        yield t("say.effect.remove", unit=teller.unit(unit))
        return
    if new.place != old.place:
        path = module.places.name(old.place), module.places.name(new.place)
        yield teller.effect(fx.Move(unit=unit, path=path, from_index=0, to_index=0))
        if path[-1].startswith("eliminated-"):
            return
    if new.steps != old.steps and new.steps:
        yield teller.effect(fx.SetSteps(unit=unit, before=old.steps, after=new.steps))
    if new.status != old.status:
        was, now = tuple(sorted(old.status)), tuple(sorted(new.status))
        yield teller.effect(fx.SetStatus(unit=unit, before=was, after=now))


def _stakes(
    dice: Dice, outcome_of: Callable[[int], Outcome], special: Sequence[int] = ()
) -> Iterable[Stake]:
    """Yield the stake of one die; none if all faces have the same outcome, or an outcome is too
    long.

    The stake of a special die names its faces.
    """
    die = special if len(special) == dice.sides else range(1, dice.sides + 1)
    faces: dict[Outcome, list[int]] = {}
    for face in range(1, dice.sides + 1):
        faces.setdefault(outcome_of(face), []).append(face)
    if len(faces) < 2:
        return
    common = set.intersection(*(set(outcome) for outcome in faces))
    apart: dict[Outcome, list[int]] = {}
    for outcome, shown in faces.items():
        apart.setdefault(tuple(x for x in outcome if x not in common), []).extend(shown)
    if len(apart) < 2 or max(map(len, apart)) > MOST_WORDS:
        return
    value = dice.values[0]
    yield Stake(
        dice.reason,
        die[value - 1],
        tuple(
            Chance(tuple(sorted({die[side - 1] for side in x})), outcome_of, value in x)
            for outcome_of, x in apart.items()
        ),
    )
