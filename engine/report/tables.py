"""The statistics as tables, for terminals, pages, documents and CSV."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from engine.i18n import decimal, localized, t
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.analysis import (
    Analysis,
    PhaseSum,
    Position,
    phase_sums,
    points_of,
    turning_points,
    win_of,
)
from engine.report.analysis_words import (
    about,
    expected_points,
    interval,
    phase_of,
    sentence_of,
    signed_percent,
)
from engine.report.luck import Tail
from engine.report.moments import Moment, moments, percent
from engine.report.stats import Fought, Statistics

Cell = str | int | float | None
_RATIO = re.compile(r"[\d.]+:[\d.]+")
"""Pattern of the odds of a combat."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its id, title, column heads and rows; ``note`` explains it."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


MOST_UNITS = 30
"""Maximum number of units listed in a document."""


def shortened(table: Table) -> Table:
    """Return the table of units with as many rows as a document lists, and a note about them;
    any other table unchanged.
    """
    if table.id != "units" or len(table.rows) <= MOST_UNITS:
        return table
    note = t("report.stats.units.some", shown=MOST_UNITS, count=len(table.rows))
    note = f"{table.note} {note}".strip()
    return replace(table, rows=table.rows[:MOST_UNITS], note=note)


def text(cell: Cell) -> str:
    """Format a cell: at most two decimals, and a real minus sign."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return localized(f"{cell:z.2f}".rstrip("0").rstrip(".") or "0")
    if isinstance(cell, int) or _RATIO.fullmatch(cell):
        return localized(str(cell))
    return cell


def signed(value: float) -> str:
    """Format a difference with its sign and one decimal."""
    return decimal(value, "+z.1f")


def verdicts(stats: Statistics, module: Module) -> list[str]:
    """Return a sentence about the luck of each side."""
    result = []
    for side in stats.sides:
        tail = stats.all_luck(side)
        if tail is not None:
            result.append(
                t(
                    "report.luck.sentence",
                    side=module.side_name(side),
                    count=tail.count,
                    value=signed(tail.value),
                    word=word_of(tail),
                    chance=percent(tail.chance),
                )
            )
    return result


def word_of(tail: Tail) -> str:
    """Return the degree of luck in words."""
    if tail.degree == "as_expected":
        return t("report.luck.as_expected")
    return t(f"report.luck.{tail.degree}.{'plus' if tail.value >= 0 else 'minus'}")


def all_tables(
    stats: Statistics, recording: Recording, proposed: list[Moment] | None = None
) -> list[Table]:
    """Return all tables that have rows, in the order of a report."""
    module, analysis = recording.module, stats.analysis
    made = [
        *([points_table(analysis, recording), phase_table(analysis, module)] if analysis else []),
        turns_table(stats, module),
        fights_table(stats, module),
        columns_table(stats),
        dice_table(stats, module),
        faces_table(stats, module),
        formations_table(stats, module),
        units_table(stats, module),
        moments_table(moments(recording, stats) if proposed is None else proposed),
    ]
    return [table for table in made if table.rows]


def points_table(analysis: Analysis, recording: Recording) -> Table:
    """Return the table of the turning points of an analysis."""
    heads = (t("report.stats.entry"), t("analysis.head.what"))
    rows = tuple(
        (
            recording.timeline.entries[point.step - 1].id,
            sentence_of(point, recording, analysis),
        )
        for point in turning_points(analysis)
    )
    return Table("turning_points", t("analysis.points"), heads, rows)


def phase_table(analysis: Analysis, module: Module) -> Table:
    """Return the table of all phases: value, change, luck, errors, residual; the sums last."""
    names = [module.side_name(side) for side in analysis.sides]
    heads = (
        t("report.stats.entry"),
        t("analysis.head.phase"),
        t("analysis.head.win", side=names[0]),
        t("analysis.head.points"),
        t("analysis.head.change"),
        t("analysis.head.luck"),
        *(t("analysis.head.error", side=name) for name in names),
        t("analysis.head.residual"),
    )
    first = analysis.positions[0]
    rows: list[tuple[int | str, ...]] = [(*_values(first, module), *[""] * 5)]
    sums = phase_sums(analysis)
    rows += [(*_values(s.at, module), *_parts(s)) for s in sums]
    if sums:
        whole = (
            sum(s.change.value for s in sums),
            sum(s.luck for s in sums),
            sum(s.errors[0] for s in sums),
            sum(s.errors[1] for s in sums),
            sum(s.residual for s in sums),
        )
        rows.append(("", t("analysis.sum"), "", "", *map(signed_percent, whole)))
    return Table(
        "analysis", t("analysis.title"), heads, tuple(rows), " ".join(about(analysis, module))
    )


def _values(position: Position, module: Module) -> tuple[int | str, ...]:
    """Return the entry, the phase, the win probability and the expected points of a position."""
    points = expected_points(points_of(position))
    return position.entry, phase_of(position, module), interval(win_of(position)), points


def _parts(s: PhaseSum) -> tuple[str, ...]:
    return tuple(map(signed_percent, (s.change.value, s.luck, *s.errors, s.residual)))


def fights_table(stats: Statistics, module: Module) -> Table:
    """Return the table of combats with their luck."""
    heads = ("entry", "turn", "place", "attacker", "odds", "column", "die", "result", "luck_of",
             "chance")  # fmt: skip
    rows = tuple(_fight(fought, module) for fought in stats.fights)
    return Table(
        "fights",
        t("report.stats.fights"),
        tuple(t(f"report.stats.{head}") for head in heads),
        rows,
        t("report.stats.luck.how"),
    )


def _fight(fought: Fought, module: Module) -> tuple[Cell, ...]:
    fight, luck = fought.fight, fought.luck
    return (
        fought.entry,
        fought.turn,
        module.place_name(fight.target),
        module.side_name(fight.side),
        fight.odds or None,
        fight.column or None,
        ", ".join(map(str, fight.dice)) or None,
        fight.result,
        round(luck.value, 2) if luck is not None else None,
        percent(luck.chance) if luck is not None else None,
    )


def turns_table(stats: Statistics, module: Module) -> Table:
    """Return the table of turns, with columns for each side."""
    sides = stats.sides
    pointed = any(turn.points for turn in stats.turns)
    objective = any(any(turn.objectives.values()) for turn in stats.turns)
    groups = ["lost", *(["points"] if pointed else []), *(["objectives"] if objective else [])]
    groups += ["ground", "luck_of"]
    heads = [t("report.stats.turn")]
    heads += [f"{t(f'report.stats.{g}')}: {module.side_name(s)}" for g in groups for s in sides]
    rows: list[tuple[Cell, ...]] = []
    for turn in stats.turns:
        values: dict[str, dict[str, Any]] = {
            "lost": turn.lost,
            "points": turn.points,
            "objectives": turn.objectives,
            "ground": turn.ground,
            "luck_of": {s: round(v, 2) for s, v in turn.luck.items()},
        }
        rows.append((turn.turn, *(values[g].get(s) for g in groups for s in sides)))
    return Table("turns", t("report.stats.turns"), tuple(heads), tuple(rows))


def columns_table(stats: Statistics) -> Table:
    """Return the table of results by column, beside the expected results."""
    rows: list[tuple[Cell, ...]] = []
    for column, fought in stats.columns().items():
        lucks = [f.luck for f in fought if f.luck is not None]
        results: dict[str, int] = {}
        for one in fought:
            results[one.fight.result] = results.get(one.fight.result, 0) + 1
        text = ", ".join(f"{r} ×{n}" if n > 1 else r for r, n in sorted(results.items()))
        mean = round(sum(x.worth for x in lucks) / len(lucks), 2) if lucks else None
        expected = round(sum(x.expected for x in lucks) / len(lucks), 2) if lucks else None
        rows.append((column or None, len(fought), text, mean, expected))
    heads = ("column", "count", "result", "mean", "expected")
    return Table(
        "columns",
        t("report.stats.columns"),
        tuple(t(f"report.stats.{head}") for head in heads),
        tuple(rows),
    )


def dice_table(stats: Statistics, module: Module) -> Table:
    """Return the table of dice sums beside their expected values."""
    rows = tuple(
        (
            module.side_name(side),
            t(f"report.purpose.{purpose}"),
            f"{tail.count}d{sides}",
            round(tail.total),
            round(tail.expected, 1),
            percent(tail.chance),
        )
        for side, purpose, sides, tail in stats.thrown()
    )
    heads = ("side", "purpose", "throws", "sum", "expected", "chance")
    return Table("dice", t("report.stats.dice"), tuple(t(f"report.stats.{h}") for h in heads), rows)


def faces_table(stats: Statistics, module: Module) -> Table:
    """Return the table of rolled faces beside the expected counts."""
    counted = stats.faces()
    max_sides = max((sides for _, _, sides, _ in counted), default=0)
    rows = []
    for side, purpose, sides, faces in counted:
        start = module.side_name(side), t(f"report.purpose.{purpose}")
        die, thrown, rest = stats.faces_of(sides), sum(faces), [None] * (max_sides - sides)
        special = len(set(die)) < sides
        each = None if special else round(thrown / sides, 1)
        rows.append((*start, f"{thrown}d{sides}", *faces, *rest, each))
        if special:
            due = [round(thrown * die.count(face) / sides, 1) for face in range(1, sides + 1)]
            rows.append((*start, t("report.stats.expected"), *due, *rest, None))
    heads = [t(f"report.stats.{head}") for head in ("side", "purpose", "throws")]
    heads += [*map(str, range(1, max_sides + 1)), t("report.stats.each")]
    return Table("faces", t("report.stats.faces"), tuple(heads), tuple(rows))


def formations_table(stats: Statistics, module: Module) -> Table:
    """Return the table of steps lost by formation."""
    rows = tuple(
        (
            module.side_name(side),
            module.translated(formation) or t("report.stats.no_formation"),
            steps,
        )
        for (side, formation), steps in stats.by_formation().items()
    )
    heads = ("side", "formation", "lost")
    return Table(
        "formations",
        t("report.stats.formations"),
        tuple(t(f"report.stats.{h}") for h in heads),
        rows,
    )


def units_table(stats: Statistics, module: Module) -> Table:
    """Return the table of unit records, sorted by number of combats."""
    histories = sorted(
        stats.units.values(), key=lambda u: (-(u.attacks + u.defences), -u.lost, -u.hexes, u.unit)
    )
    rows = tuple(
        (
            u.name,
            module.side_name(u.side),
            module.translated(u.formation) or None,
            u.hexes,
            u.attacks,
            u.defences,
            u.lost,
            t("report.stats.gone") if u.eliminated else None,
        )
        for u in histories
    )
    heads = ("unit", "side", "formation", "hexes", "attacks", "defences", "lost", "fate")
    return Table(
        "units", t("report.stats.units"), tuple(t(f"report.stats.{h}") for h in heads), rows
    )


def moments_table(moments: list[Moment]) -> Table:
    """Return the table of moments proposed by the program."""
    rows = tuple((m.entry, m.title, m.verdict) for m in moments)
    heads = ("entry", "moment", "verdict")
    return Table(
        "moments", t("report.stats.moments"), tuple(t(f"report.stats.{h}") for h in heads), rows
    )
