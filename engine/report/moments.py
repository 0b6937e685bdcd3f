"""Propose moments for a report from the log, each with a verdict in numbers.

Moments are results against the odds, bridges, lost units, objectives that change hands, ends of
turns, and turning points of an analysis. The writer accepts or drops them and adds text. A
generated sentence never enters an annotation unless the writer asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.i18n import decimal, has, t
from engine.log.consequences import listed
from engine.modules.tables import Chart, lookup
from engine.play.game import Recording
from engine.report.analysis import turning_points
from engine.report.analysis_words import sentence_of
from engine.report.game_facts import facts_of
from engine.report.stats import Fought, Statistics, control_at_start, statistics
from engine.rules.facts import Facts

Kind = Literal["upset", "combat", "bridge", "unit", "objective", "turn", "turning"]

DEFENDERS_NAMED = 2
"""Maximum number of defenders named in the title of a combat."""
SWING = 0.03
"""Minimum change of the win probability of a proposed turning point."""
PER_WIN = 20.0
"""Weight of a change of the win probability from 0 to 1."""
UPSET = 0.2
"""Maximum probability of an upset; it must also shift the value by half a step or more."""
MOVED = 0.5
WEIGHT: dict[Kind, float] = {
    "objective": 5.0,
    "upset": 4.0,
    "bridge": 2.0,
    "unit": 2.5,
    "combat": 1.0,
    "turn": 0.8,
    "turning": 2.0,
}
"""Weight of each kind of moment, for selecting only some of them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A proposed step with its title and its verdict in numbers."""

    step: int
    entry: int
    kind: Kind
    title: str
    verdict: str
    weight: float
    hexes: tuple[str, ...] = ()
    """The hexes for the camera to show."""


def moments(
    recording: Recording,
    stats: Statistics | None = None,
    *,
    limit: int | None = None,
    facts: Facts | None = None,
) -> list[Moment]:
    """Return the moments of a recording's line in the order of play, at most the ``limit`` weighty
    ones.

    If a step has several reasons, the weightiest one names the moment and the others extend its
    verdict.
    """
    facts = facts or facts_of(recording.module, recording.log.header.scenario)
    stats = stats or statistics(recording, facts)
    by_entry: dict[int, list[Moment]] = {}
    for moment in (
        *_combats(recording, stats),
        *_changes(recording, facts),
        *_units(recording, stats),
        *_turns(recording, stats),
        *_turning(recording, stats),
    ):
        by_entry.setdefault(moment.step, []).append(moment)
    merged = [_one(same) for same in by_entry.values()]
    if limit is not None:
        merged = sorted(merged, key=lambda m: (-m.weight, m.step))[:limit]
    return sorted(merged, key=lambda m: m.step)


def verdict_of(fought: Fought) -> str:
    """Return a combat in numbers: "3:1, 1 rolled: ENG (17 %)"."""
    fight, luck = fought.fight, fought.luck
    dice = ", ".join(map(str, fight.dice))
    if not fight.dice:
        return t("report.verdict.automatic", column=fight.column, result=fight.result)
    if luck is None:
        return t("report.verdict.thrown", column=fight.column, dice=dice, result=fight.result)
    key = "report.verdict.good" if luck.value >= 0 else "report.verdict.bad"
    return t(
        key,
        column=fight.column,
        dice=dice,
        result=fight.result,
        chance=percent(luck.chance),
        luck=decimal(luck.value, "+z.2f"),
    )


def percent(chance: float) -> str:
    """Format a probability as a percentage; never "0 %" for a possible event."""
    if 0 < chance < 0.01:
        return "<1 %"
    return f"{chance * 100:.0f} %"


def _one(same: list[Moment]) -> Moment:
    first, *others = sorted(same, key=lambda m: -m.weight)
    if not others:
        return first
    verdicts = dict.fromkeys([first.verdict, *(o.verdict for o in others)])
    hexes = dict.fromkeys(h for m in (first, *others) for h in m.hexes)
    weight = first.weight + 0.25 * sum(o.weight for o in others)
    return Moment(
        first.step,
        first.entry,
        first.kind,
        first.title,
        " ".join(v for v in verdicts if v),
        weight,
        tuple(hexes),
    )


def _combats(recording: Recording, stats: Statistics) -> Iterable[Moment]:
    module = recording.module
    for fought in stats.fights:
        luck = fought.luck
        upset = luck is not None and luck.chance <= UPSET and abs(luck.value) >= MOVED
        kind: Kind = "upset" if upset else "combat"
        place = _named_place(recording, fought)
        side = module.side_name(fought.fight.side)
        word = "for" if luck is not None and luck.value >= 0 else "against"
        title = t(f"report.moment.{kind}.{word}" if upset else "report.moment.combat", place=place,
                  side=side)  # fmt: skip
        if not fought.fight.defenders and fought.fight.label:  # a throw against nobody
            title = t("report.moment.alone", label=fought.fight.label, place=place)
        weight = WEIGHT[kind] + (abs(luck.value) if luck is not None else 0.0)
        weight += 0.3 * sum(fought.lost.values())
        yield Moment(
            fought.step, fought.entry, kind, title, verdict_of(fought), weight,
            (fought.fight.target, *_standings(recording, fought)),
        )  # fmt: skip


def _turning(recording: Recording, stats: Statistics) -> Iterable[Moment]:
    """Yield the turning points of the analysis beside the log."""
    if stats.analysis is None:
        return
    for point in turning_points(stats.analysis):
        if abs(point.win) >= SWING:
            yield Moment(
                point.step,
                recording.timeline.entries[point.step - 1].id,
                "turning",
                t("report.moment.turning"),
                sentence_of(point, recording, stats.analysis),
                WEIGHT["turning"] + PER_WIN * abs(point.win),
            )


def _named_place(recording: Recording, fought: Fought) -> str:
    """Return the name of the hex attacked; of a hex without a name, its defenders and number."""
    module, fight = recording.module, fought.fight
    place = module.place_name(fight.target)
    before = recording.state(fought.step - 1)
    units = [before.pieces[u].counter for u in fight.defenders if u in before.pieces]
    if place != fight.target or not units or len(units) > DEFENDERS_NAMED:
        return place
    names = listed([module.unit_name(counter) for counter in units])
    return t("report.moment.defenders", units=names, place=place)


def _standings(recording: Recording, fought: Fought) -> list[str]:
    before, places = recording.state(fought.step - 1), recording.module.places
    result = [before.pieces[u].place for u in fought.fight.attackers if u in before.pieces]
    return list(dict.fromkeys(places.name(p) for p in result if places.is_hex(p)))


def _changes(recording: Recording, facts: Facts) -> Iterable[Moment]:
    """Yield the moments of changed bridges and of objectives that change hands."""
    module, objectives = recording.module, facts.objectives()
    start = control_at_start(recording)
    holders: dict[str, str | None] = dict.fromkeys(objectives, start)
    for step, entry in enumerate(recording.timeline.entries, 1):
        taken: dict[str, str | None] = {}
        for effect in entry.effects:
            if isinstance(effect, fx.SetHexside) and effect.after != effect.before:
                if not isinstance(entry.action, act.Setup):
                    yield _bridge(recording, step, effect)
            elif isinstance(effect, fx.SetControl) and effect.hex in objectives:
                taken[effect.hex] = effect.after
        changed = {h: holder for h, holder in taken.items() if holder and holder != holders[h]}
        for hex_, holder in changed.items():
            holders[hex_] = holder
            if isinstance(entry.action, act.Setup):
                continue
            worth, side = objectives[hex_], module.side_name(holder)
            place = module.place_name(hex_)
            title = t("report.moment.objective", place=place, side=side)
            key = "report.verdict.objective" + (".of" if len(changed) > 1 else "")
            text = t(key, place=place, worth=decimal(worth, "g"), side=side)
            weight = WEIGHT["objective"] + worth
            yield Moment(step, entry.id, "objective", title, text, weight, (hex_,))


def _bridge(recording: Recording, step: int, effect: fx.SetHexside) -> Moment:
    entry, module = recording.timeline.entries[step - 1], recording.module
    place = module.place_name(effect.hexside)
    key = f"report.moment.bridge.{effect.after}"
    title = t(key if has(key) else "report.moment.bridge", place=place, state=effect.after or "–")
    die = next((d for d in recording.step(step).dice if d.values), None)
    verdict, action = "", entry.action
    if die is not None and isinstance(action, act.Consult):
        outcomes = _chances(recording, action)
        drm = f" ({action.drm:+d})".replace("-", "−") if action.drm else ""
        verdict = t(
            "report.verdict.table",
            dice=", ".join(map(str, die.values)),
            drm=drm,
            chance=percent(outcomes) if outcomes is not None else "–",
        )
    elif die is not None:
        verdict = t("report.verdict.die", dice=", ".join(map(str, die.values)))
    hexes = tuple(effect.hexside.split("/"))
    return Moment(step, entry.id, "bridge", title, verdict, WEIGHT["bridge"], hexes)


def _chances(recording: Recording, action: act.Consult) -> float | None:
    """Return the probability of a table's result with the recorded modifiers; None if unknown."""
    try:
        chart = Chart.model_validate(recording.module.chart(action.table))
        results = [
            lookup(chart, die, action.column or "", drm=action.drm).result for die in range(1, 7)
        ]
    except (UserError, ValueError, KeyError):
        return None
    return results.count(action.result) / 6 if action.result in results else None


def _units(recording: Recording, stats: Statistics) -> Iterable[Moment]:
    """Yield the moments of units that were lost completely."""
    by_step: dict[int, list[str]] = {}
    for step, _, loss in stats.losses:
        if loss.eliminated:
            by_step.setdefault(step, []).append(loss.counter)
    for step, counters in by_step.items():
        entry = recording.timeline.entries[step - 1]
        names = listed([recording.module.unit_name(c) for c in counters])
        lost = sum(loss.steps for s, _, loss in stats.losses if s == step)
        key = "report.moment.unit" if len(counters) == 1 else "report.moment.units"
        title = t(key, units=names)
        verdict = t("report.verdict.lost", steps=lost)
        weight = WEIGHT["unit"] + 0.3 * lost
        yield Moment(step, entry.id, "unit", title, verdict, weight)


def _turns(recording: Recording, stats: Statistics) -> Iterable[Moment]:
    module, now = recording.module, recording.state(len(recording)).clock.turn
    for turn in stats.turns:
        if turn.turn == now and turn.turn < max(module.calendar, default=0):
            continue  # the turn is not over
        entry = recording.timeline.entries[turn.step - 1]
        parts = [
            t(
                "report.verdict.turn.one" if turn.lost.get(side) == 1 else "report.verdict.turn",
                side=module.side_name(side),
                lost=turn.lost.get(side, 0),
                luck=decimal(turn.luck.get(side, 0), "+z.1f"),
            )
            for side in stats.sides
        ]
        points = ", ".join(
            f"{module.side_name(side)} {decimal(value, 'g')}" for side, value in turn.points.items()
        )
        if points:
            parts.append(t("report.verdict.points", points=points))
        title = t("report.moment.turn", turn=turn.turn)
        text = " ".join(parts)
        yield Moment(turn.step, entry.id, "turn", title, text, WEIGHT["turn"])
