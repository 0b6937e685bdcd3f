"""Compute the statistics of a recorded game: combats, losses, points, dice, luck, unit records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DRAW
from engine.core.state import State
from engine.play.game import Recording
from engine.report.analysis import Analysis, analysis_of
from engine.report.game_facts import facts_of
from engine.report.losses import Loss, Losses
from engine.report.luck import Luck, Tail, luck_of, sum_of_dice, sum_of_lucks
from engine.rules.facts import Facts, Fight, Outcome


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat of the log: its step and turn, its possible outcomes, its luck and its losses."""

    step: int
    entry: int
    turn: int
    fight: Fight
    against: str
    """The side attacked."""
    outcomes: tuple[Outcome, ...]
    luck: Luck | None
    lost: Mapping[str, int]
    """Steps that each side lost in the entry itself; later decisions may cost more."""


@dataclass(slots=True)
class Turn:
    """Totals by side at the end of a turn."""

    turn: int
    step: int
    """The last step of the turn."""
    lost: dict[str, int] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)
    objectives: dict[str, float] = field(default_factory=dict)
    """Total worth of the objectives controlled by each side."""
    ground: dict[str, int] = field(default_factory=dict)
    """Number of hexes controlled by each side."""
    luck: dict[str, float] = field(default_factory=dict)
    """Sum of luck in the fights of the turn, in steps."""


@dataclass(slots=True)
class UnitEvent:
    """One event in the record of a unit."""

    step: int
    turn: int
    kind: str
    """One of moved, attacked, defended, lost, gone."""
    what: str = ""
    count: int = 0


@dataclass(slots=True)
class History:
    """Record of a unit through the game."""

    unit: str
    name: str
    side: str
    formation: str
    hexes: int = 0
    path: list[str] = field(default_factory=list)
    attacks: int = 0
    defences: int = 0
    lost: int = 0
    eliminated: bool = False
    deeds: list[UnitEvent] = field(default_factory=list)


@dataclass(slots=True)
class Statistics:
    """All statistics of a game."""

    sides: tuple[str, ...]
    die: tuple[int, ...] = ()
    """The faces of the game's special die; empty for common dice."""
    fights: list[Fought] = field(default_factory=list)
    losses: list[tuple[int, int, Loss]] = field(default_factory=list)
    """Losses with their step and turn."""
    turns: list[Turn] = field(default_factory=list)
    dice: dict[tuple[str, str, int], list[int]] = field(default_factory=dict)
    """Rolled faces by side, purpose (combat or other) and number of sides of the die."""
    units: dict[str, History] = field(default_factory=dict)
    analysis: Analysis | None = None
    """The analysis beside the log, as far as it fits the line."""

    def lost(self, side: str) -> int:
        """Return the number of steps that a side lost."""
        return sum(loss.steps for _, _, loss in self.losses if loss.side == side)

    def by_formation(self) -> dict[tuple[str, str], int]:
        """Return the steps lost by side and formation, largest first."""
        total: dict[tuple[str, str], int] = {}
        for _, _, loss in self.losses:
            key = (loss.side, loss.formation)
            total[key] = total.get(key, 0) + loss.steps
        return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))

    def luck(self, side: str, attacking: bool) -> Tail | None:
        """Return the luck of a side over all its attacks, or over all attacks against it."""
        fought = [
            (f.luck.worth, f.outcomes)
            for f in self.fights
            if f.luck is not None and (f.fight.side if attacking else f.against) == side
        ]
        return sum_of_lucks(fought, 1 if attacking else -1)

    def all_luck(self, side: str) -> Tail | None:
        """Return the luck of a side over all its combats, both attacks and defences."""
        parts = [p for p in (self.luck(side, True), self.luck(side, False)) if p is not None]
        if len(parts) < 2:
            return parts[0] if parts else None
        fights = [
            f for f in self.fights if f.luck is not None and side in (f.fight.side, f.against)
        ]
        mirrored = [
            (
                f.luck.worth if f.fight.side == side else -f.luck.worth,
                f.outcomes
                if f.fight.side == side
                else tuple(Outcome(o.result, o.ways, -o.worth) for o in f.outcomes),
            )
            for f in fights
            if f.luck is not None
        ]
        return sum_of_lucks(mirrored)

    def columns(self) -> dict[str, list[Fought]]:
        """Return the combats by column, or by kind where there is no column."""
        result: dict[str, list[Fought]] = {}
        for fought in self.fights:
            result.setdefault(fought.fight.column or fought.fight.label, []).append(fought)
        return dict(sorted(result.items(), key=lambda item: _column(item[0])))

    def thrown(self) -> list[tuple[str, str, int, Tail]]:
        """Return the luck of dice by side, purpose and number of faces."""
        result = []
        for (side, purpose, sides), values in sorted(self.dice.items()):
            tail = sum_of_dice(values, self.faces_of(sides))
            if tail is not None:
                result.append((side, purpose, sides, tail))
        return result

    def faces_of(self, sides: int) -> Sequence[int]:
        """Return the faces of a die, one for each side; a face of several sides falls as often."""
        return self.die if len(self.die) == sides else range(1, sides + 1)

    def faces(self) -> list[tuple[str, str, int, tuple[int, ...]]]:
        """Return how often each face was rolled, by side, purpose and number of faces."""
        return [
            (side, purpose, sides, tuple(values.count(face) for face in range(1, sides + 1)))
            for (side, purpose, sides), values in sorted(self.dice.items())
            if values and sides <= MOST_FACES
        ]


MOST_FACES = 20
"""Maximum number of faces of a die whose faces are counted."""


def statistics(recording: Recording, facts: Facts | None = None) -> Statistics:
    """Return the statistics of a recording's line. Raises UserError for an invalid log."""
    module = recording.module
    facts = facts or facts_of(module, recording.log.header.scenario)
    result = Statistics(tuple(s.id for s in module.meta.sides), module.die_faces)
    result.analysis = analysis_of(recording)
    losses = Losses(module, facts)
    objectives = facts.objectives()
    before = recording.state(0)
    for step in range(1, len(recording) + 1):
        entry, after = recording.timeline.entries[step - 1], recording.state(step)
        turn = before.clock.turn if before.clock.turn else after.clock.turn
        taken = losses.of(entry, before, after)
        result.losses += [(step, turn, loss) for loss in taken]
        fights = facts.fights(entry, before)
        for fight in fights:
            lost = taken if len(fights) == 1 else _in_combat(fight, taken)
            result.fights.append(_fought(facts, fight, step, entry.id, turn, before, lost, result))
        for dice in module.shown(entry.dice):
            if not dice.reason.startswith(DRAW) and dice.sides <= 100:
                purpose = "combat" if fights else "other"
                side = fights[0].side if fights else entry.by
                result.dice.setdefault((side, purpose, dice.sides), []).extend(dice.values)
        _record_units(recording, facts, result, step, turn, before, after, fights, taken)
        if not result.turns or result.turns[-1].turn != turn:
            result.turns.append(Turn(turn, step))
        result.turns[-1].step = step
        before = after
    for summary in result.turns:
        _end_of_turn(recording, facts, objectives, result, summary)
    return result


def control_at_start(recording: Recording) -> str | None:
    """Return the side that controls hexes at the start; None without a default."""
    module, name = recording.module, recording.log.header.scenario
    return module.scenario(name).control_default if name in module.meta.scenarios else None


def _in_combat(fight: Fight, taken: list[Loss]) -> list[Loss]:
    """Return the losses of the units of a combat."""
    return [loss for loss in taken if loss.unit in (*fight.attackers, *fight.defenders)]


def _fought(
    facts: Facts,
    fight: Fight,
    step: int,
    entry: int,
    turn: int,
    before: State,
    taken: list[Loss],
    statistics: Statistics,
) -> Fought:
    hit = [before.pieces[u].side for u in fight.defenders if u in before.pieces]
    others = [side for side in statistics.sides if side != fight.side]
    against = hit[0] if hit else (others[0] if others else "")
    outcomes = facts.outcomes(fight)
    luck = luck_of(fight.result, outcomes) if fight.dice else None
    lost: dict[str, int] = {}
    for loss in taken:
        lost[loss.side] = lost.get(loss.side, 0) + loss.steps
    return Fought(step, entry, turn, fight, against, outcomes, luck, lost)


def _record_units(
    recording: Recording,
    facts: Facts,
    statistics: Statistics,
    step: int,
    turn: int,
    before: State,
    after: State,
    fights: Sequence[Fight],
    taken: list[Loss],
) -> None:
    entry, places = recording.timeline.entries[step - 1], recording.module.places

    def history(unit: str) -> History | None:
        piece = before.pieces.get(unit) or after.pieces.get(unit)
        if piece is None:
            return None
        if unit not in statistics.units:
            name = recording.module.unit_name(piece.counter)
            record = History(unit, name, piece.side, facts.formation(piece))
            if places.is_hex(piece.place):
                record.path.append(places.name(piece.place))
            statistics.units[unit] = record
        return statistics.units[unit]

    if not isinstance(entry.action, act.Setup):
        for effect in entry.effects:
            if isinstance(effect, fx.Move) and len(effect.path) > 1:
                record = history(effect.unit)
                if record is not None:
                    path = [
                        p for p in effect.path if p in places and places.is_hex(places.index(p))
                    ]
                    record.hexes += max(0, len(path) - 1)
                    record.path += path[1:] if record.path[-1:] == path[:1] else path
                    word = f"{effect.path[0]}-{effect.path[-1]}"
                    record.deeds.append(UnitEvent(step, turn, "moved", word, max(0, len(path) - 1)))
    for fight in fights:
        word = f"{fight.target} {fight.result}"
        for record in filter(None, map(history, fight.attackers)):
            record.attacks += 1
            record.deeds.append(UnitEvent(step, turn, "attacked", word))
        for record in filter(None, map(history, fight.defenders)):
            record.defences += 1
            record.deeds.append(UnitEvent(step, turn, "defended", word))
    for loss in taken:
        record = history(loss.unit)
        if record is not None:
            record.lost += loss.steps
            record.eliminated = loss.eliminated
            kind = "gone" if loss.eliminated else "lost"
            record.deeds.append(UnitEvent(step, turn, kind, count=loss.steps))


def _end_of_turn(
    recording: Recording,
    facts: Facts,
    objectives: Mapping[str, float],
    statistics: Statistics,
    summary: Turn,
) -> None:
    state, places = recording.state(summary.step), recording.module.places
    start = control_at_start(recording)
    summary.points = dict(facts.points(state))
    for side in statistics.sides:
        summary.lost[side] = sum(
            loss.steps
            for _, turn, loss in statistics.losses
            if turn == summary.turn and loss.side == side
        )
        summary.objectives[side] = sum(
            worth
            for hex_, worth in objectives.items()
            if state.control.get(places.index(hex_), start) == side
        )
        summary.ground[side] = sum(holder == side for holder in state.control.values())
        fought = [f for f in statistics.fights if f.turn == summary.turn and f.luck is not None]
        summary.luck[side] = sum(
            f.luck.value * (1 if f.fight.side == side else -1)
            for f in fought
            if f.luck is not None and side in (f.fight.side, f.against)
        )


def _column(name: str) -> tuple[float, str]:
    """Return a sort key for a column: by odds, columns without odds last."""
    attack, colon, defense = name.partition(":")
    try:
        return (float(attack) / float(defense), name) if colon else (1e9, name)
    except (ValueError, ZeroDivisionError):
        return 1e9, name
