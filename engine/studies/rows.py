"""The rows of one game for the tables of a library (``tables.sql``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core import effects as fx
from engine.core.modes import OPTION_TRACK, house_rules, mode_of
from engine.play.game import Recording
from engine.play.referee import available_rules
from engine.report.stats import Statistics, statistics
from engine.rules.player import outcome
from engine.rules.ports import Ruleset

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]

TABLES = (
    "game", "side", "option", "turn", "phase", "combat", "throw", "unit", "hexside", "supply"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of a game: its name in the library, its file, and the study that played it."""

    name: str
    bytes: int = 0
    changed: int = 0
    combination: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class GameRows:
    """The rows of one game, by table."""

    tables: dict[str, list[Row]] = field(default_factory=dict)

    @property
    def summary(self) -> Row:
        """The game's row in the table ``game``."""
        return self.tables["game"][0]

    def with_file(self, size: int, changed: int) -> GameRows:
        """Return the rows with size and time of the file that the log was written to."""
        name, _, _, *others = self.summary
        return GameRows({**self.tables, "game": [(name, size, changed, *others)]})


def rows_of(recording: Recording, source: Source) -> GameRows:
    """Return the rows of a recording's line. Raises UserError for an invalid log."""
    stats = statistics(recording)
    ruleset = available_rules(recording)
    made = {
        "game": [_game(recording, stats, ruleset, source)],
        "side": list(_sides(recording, stats)),
        "option": list(_options(recording)),
        "turn": list(_turns(recording, stats)),
        "phase": list(_phases(recording)),
        "combat": list(_combats(stats)),
        "throw": list(_throws(recording)),
        "unit": list(_units(stats)),
        "hexside": list(_hexsides(recording)),
        "supply": [] if ruleset is None else list(_supply(recording, stats, ruleset)),
    }
    head: Row = (source.name,)
    return GameRows({name: [head + row for row in rows] for name, rows in made.items()})


def _game(recording: Recording, stats: Statistics, ruleset: Ruleset | None, source: Source) -> Row:
    header, end = recording.log.header, recording.state(len(recording))
    ended = None if ruleset is None else outcome(ruleset, end)
    winner = None if ended is None or ended.winner not in stats.sides else ended.winner
    return (
        source.bytes, source.changed, header.id, header.game, header.title,
        header.scenario, mode_of(end), len(recording), end.clock.turn, winner,
        source.combination, source.seed,
    )  # fmt: skip


def _sides(recording: Recording, stats: Statistics) -> Iterator[Row]:
    players = recording.log.header.players
    for side in stats.sides:
        last = stats.turns[-1].points.get(side) if stats.turns else None
        luck = sum(turn.luck.get(side, 0.0) for turn in stats.turns)
        yield side, players.get(side), stats.lost(side), last, luck


def _options(recording: Recording) -> Iterator[Row]:
    end = recording.state(len(recording))
    for name, value in sorted(end.tracks.items()):
        if name.startswith(OPTION_TRACK):
            yield name.removeprefix(OPTION_TRACK), str(value)
    for number, level in sorted(house_rules(end).items()):
        yield f"house {number}", level


def _turns(recording: Recording, stats: Statistics) -> Iterator[Row]:
    for turn in stats.turns:
        entry = recording.timeline.entries[turn.step - 1].id
        for side in stats.sides:
            yield (
                turn.turn, entry, side, turn.lost.get(side, 0), turn.points.get(side),
                turn.objectives.get(side, 0.0), turn.ground.get(side, 0), turn.luck.get(side, 0.0),
            )  # fmt: skip


def _phases(recording: Recording) -> Iterator[Row]:
    """Yield a row for each run of entries made in one phase."""
    number, last, first, count = 0, None, 0, 0
    for step, entry in enumerate(recording.timeline.entries):
        clock = recording.state(step).clock
        now = clock.turn, clock.phase, clock.active
        if now != last and last is not None:
            number += 1
            yield number, *last, first, count
            count = 0
        if not count:
            first = entry.id
        last, count = now, count + 1
    if last is not None:
        yield number + 1, *last, first, count


def _combats(stats: Statistics) -> Iterator[Row]:
    for fought in stats.fights:
        fight, luck = fought.fight, fought.luck
        yield (
            fought.entry, fought.turn, fight.side, fought.against, fight.target, fight.label,
            fight.attack, fight.defense, fight.column, fight.result,
            None if luck is None else luck.worth, None if luck is None else luck.expected,
        )  # fmt: skip


def _throws(recording: Recording) -> Iterator[Row]:
    for step, entry in enumerate(recording.timeline.entries):
        for dice in recording.module.shown(entry.dice):
            for value in dice.values:
                turn = recording.state(step).clock.turn
                yield entry.id, turn, entry.by, dice.reason, dice.sides, value


def _units(stats: Statistics) -> Iterator[Row]:
    for unit in sorted(stats.units):
        one = stats.units[unit]
        yield (
            unit, one.name, one.side, one.formation, one.hexes,
            one.attacks, one.defences, one.lost, one.eliminated,
            one.deeds[-1].turn if one.deeds else None, one.path[-1] if one.path else None,
        )  # fmt: skip


def _hexsides(recording: Recording) -> Iterator[Row]:
    for step, entry in enumerate(recording.timeline.entries[1:], 1):  # the first is the set-up
        for effect in entry.effects:
            if isinstance(effect, fx.SetHexside):
                turn = recording.state(step).clock.turn
                yield entry.id, turn, effect.hexside, effect.before, effect.after


def _supply(recording: Recording, stats: Statistics, ruleset: Ruleset) -> Iterator[Row]:
    if "supply" not in ruleset.questions:
        return
    for turn in stats.turns:
        answers = ruleset.answers(recording.state(turn.step))
        for side in stats.sides:
            levels = Counter(
                line.state or ("supplied" if line.supplied else "out of supply")
                for line in answers.supply(side).values()
            )
            for level, units in sorted(levels.items()):
                yield turn.turn, side, level, units
