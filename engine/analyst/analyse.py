"""Analyse a recorded game: rollouts of every phase's end, then throws and decisions.

The work is done in steps that can be interrupted; :func:`analysed` continues an analysis.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from time import monotonic

from engine.analyst.judging import Judge
from engine.analyst.rollouts import Task, done
from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.entry import Entry
from engine.opponent.evaluation import Balance, Evaluation, fitted, is_current
from engine.opponent.seats import ruleset_to_play
from engine.opponent.shipped import shipped
from engine.opponent.strengths import RECRUIT
from engine.play.game import Recording
from engine.report.analysis import Analysis, Position
from engine.rules.ports import Ruleset
from engine.workers import results

SAVED_EVERY = 20.0
"""Seconds after which the file is written again during an analysis."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Finished and total work, in rollouts or judged steps."""

    judging: bool
    done: int
    total: int


def begun(recording: Recording, ruleset: Ruleset, seed: int, turns: int = 0) -> Analysis:
    """Return an analysis without rollouts.

    Raises UserError for a game without play, and for truncated rollouts in a scenario without a
    shipped evaluation.
    """
    model = shipped(ruleset.module, ruleset.scenario.id)
    if turns and model is None:
        raise UserError(t("analysis.error.no_evaluation"))
    sides = [side.id for side in ruleset.module.meta.sides]
    entries = recording.timeline.entries
    positions = list(_positions(recording, ruleset))
    if len(positions) < 2 or len(sides) != 2:
        raise UserError(t("analysis.error.nothing"))
    return Analysis(
        log=recording.log.header.id,
        tip=entries[-1].id,
        program=version("holland44-qt"),
        rulebook=f"{ruleset.rulebook.id} {ruleset.rulebook.version}",
        player=RECRUIT,
        turns=turns,
        seed=seed,
        sides=(sides[0], sides[1]),
        positions=positions,
        fit=None if model is None else model.fit,
    )


def _positions(recording: Recording, ruleset: Ruleset) -> Iterator[Position]:
    """Yield the start of play, the position at the end of each phase, and the last one."""
    entries = recording.timeline.entries
    states = [recording.state(step) for step in range(len(entries) + 1)]
    first = next((n for n, s in enumerate(states) if s.pieces and s.clock.phase != "setup"), None)
    if first is None:
        return
    yield Position(step=first, entry=entries[first - 1].id, turn=states[first].clock.turn)
    for step, (before, after) in enumerate(pairwise(states[first:]), first + 1):
        if after.clock != before.clock or step == len(entries):
            clock = before.clock
            yield Position(
                step=step,
                entry=entries[step - 1].id,
                turn=clock.turn,
                phase=clock.phase,
                active=clock.active,
                moving=clock.phase in ruleset.move_phases,
            )


def continues(old: Analysis, new: Analysis) -> Analysis | None:
    """Return an old analysis for a log that may have grown; None if it cannot be continued.

    Rollouts of positions that the line still has are kept. Throws and decisions are judged again.
    """
    same = ("log", "program", "rulebook", "player", "turns", "seed", "sides")
    if any(getattr(old, name) != getattr(new, name) for name in same):
        return None
    if old.tip == new.tip and len(old.positions) == len(new.positions):
        return old
    known = {(p.step, p.entry, p.phase, p.active): p.rollouts for p in old.positions}
    for position in new.positions:
        key = position.step, position.entry, position.phase, position.active
        position.rollouts = known.get(key, [])
    return new


def analysed(
    recording: Recording,
    ruleset: Ruleset,
    analysis: Analysis,
    rollouts: int,
    workers: int = 1,
    dask: str | None = None,
) -> Iterator[Progress]:
    """Complete an analysis in place and yield the progress; it may be stopped at any point.

    Rollouts are played in rounds over all positions, so that an interrupted analysis has about the
    same number for each.
    """
    yield from _rolled_out(recording, ruleset, analysis, rollouts, workers, dask)
    yield from _judged(recording, ruleset, analysis)


def _rolled_out(
    recording: Recording,
    ruleset: Ruleset,
    analysis: Analysis,
    rollouts: int,
    workers: int,
    dask: str | None,
) -> Iterator[Progress]:
    tasks = [
        Task(
            index,
            number,
            recording.state(position.step),
            analysis.player,
            analysis.seed,
            analysis.turns,
            analysis.fit,
        )
        for number in range(rollouts)
        for index, position in enumerate(analysis.positions)
        if number not in position.scores
    ]
    total = rollouts * len(analysis.positions)
    if tasks:
        _unjudged(analysis)
    failed = 0
    finished = results(partial(done, ruleset), tasks, workers, dask)
    try:
        for count, one in enumerate(finished, total - len(tasks) + 1):
            if one.rollout is None:
                failed += 1
                if failed == len(analysis.positions):
                    raise UserError(t("analysis.error.unplayable"))
            else:
                analysis.positions[one.task.position].rollouts.append(one.rollout)
            yield Progress(False, count, total)
    finally:
        finished.close()


def _unjudged(analysis: Analysis) -> None:
    """Forget the evaluation, unless it is shipped, and what was judged by it."""
    if analysis.fit is not None and not analysis.fit.shipped:
        analysis.fit = None
    analysis.judged, analysis.skipped = 0, 0
    analysis.throws, analysis.choices = [], []


def _judged(recording: Recording, ruleset: Ruleset, analysis: Analysis) -> Iterator[Progress]:
    """Judge the steps that are not judged yet."""
    if analysis.fit is not None and not is_current(analysis.fit):
        analysis.fit = None  # fitted by an earlier version
        _unjudged(analysis)
    if analysis.fit is None:
        analysis.fit = fitted([r for p in analysis.positions for r in p.rollouts])
    if analysis.fit is None:
        return
    evaluation = Evaluation(analysis.fit)
    for position in analysis.positions:
        if position.estimate is None or not analysis.judged:
            state = recording.state(position.step)
            position.estimate, position.points = evaluation.value(Balance(ruleset, state), state)
    judge = Judge(ruleset, evaluation, analysis.seed)
    entries = recording.timeline.entries
    first = analysis.positions[0].step
    for step in range(max(first, analysis.judged) + 1, len(entries) + 1):
        _judge(judge, recording, analysis, entries[step - 1], step)
        analysis.judged = step
        yield Progress(True, step - first, len(entries) - first)


def _judge(judge: Judge, recording: Recording, analysis: Analysis, entry: Entry, step: int) -> None:
    before = recording.state(step - 1)
    loose = isinstance(entry.action, act.Roll | act.Consult | act.Combat)
    try:
        if entry.dice and not loose:
            throw = judge.throw(before, entry, step)
            if throw is None:
                analysis.skipped += 1
            else:
                analysis.throws.append(throw)
        choice = judge.choice(before, entry, step)
    except UserError:
        analysis.skipped += bool(entry.dice)
        return
    if choice is not None:
        analysis.choices.append(choice)


def saved_often(
    work: Iterator[Progress], analysis: Analysis, path: Path
) -> Generator[Progress, None, None]:
    """Yield the progress of an analysis; write it now and then, and at the end."""
    saved = monotonic()
    for progress in work:
        if monotonic() - saved > SAVED_EVERY:
            analysis.save(path)
            saved = monotonic()
        yield progress
    analysis.save(path)


def prepared(
    recording: Recording, path: Path, seed: int, *, again: bool = False, turns: int = 0
) -> tuple[Ruleset, Analysis]:
    """Return the rules and the analysis to complete: the one at a path if it can be continued.

    Raises UserError for a game without rules, with the rules off, or without play, and for a file
    that cannot be continued.
    """
    ruleset = ruleset_to_play(recording)
    new = begun(recording, ruleset, seed, turns)
    if again or not path.is_file():
        return ruleset, new
    continued = continues(Analysis.load(path), new)
    if continued is None:
        raise UserError(t("analysis.cli.other", path=path))
    if new.fit is not None and new.fit != continued.fit:
        continued.fit = new.fit
        _unjudged(continued)
    return ruleset, continued
