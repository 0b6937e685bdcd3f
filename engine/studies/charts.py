"""Bar charts of the answers to ready questions."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from engine.core.errors import UserError
from engine.i18n import has, t
from engine.modules.module import Module, load_module
from engine.studies.game_library import Answer
from engine.studies.rows import Cell

GAME = "module"
"""The column with the id of the game."""
MOST = 40
"""Maximum number of bars: more cannot be read."""


class Columns(BaseModel):
    """The columns of an answer that a chart shows (``questions/charts.toml``)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: str
    low: str = ""
    high: str = ""
    error: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its label; an interval and a mark if there are any."""

    label: str
    value: float
    interval: tuple[float, float] | None = None
    mark: float | None = None

    @property
    def reach(self) -> list[float]:
        """The values that the axis must show: of the bar, its interval and its mark."""
        return [self.value, *(self.interval or ()), *([] if self.mark is None else [self.mark])]


@dataclass(frozen=True, slots=True)
class BarChart:
    """A chart with its title, the name of its axis and its bars from the top down."""

    title: str
    axis: str
    bars: tuple[Bar, ...]


def charts() -> dict[str, Columns]:
    """Return the columns of the chart of each ready question, the most usual question first."""
    text = (files("engine.studies") / "questions" / "charts.toml").read_text("utf-8")
    return {name: Columns.model_validate(one) for name, one in tomllib.loads(text).items()}


def chart_of(ask: str, answer: Answer) -> BarChart:
    """Return the chart of the answer to a ready question. Raises UserError without any row."""
    columns, answer = charts()[ask], named(answer)
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    bars = tuple(_bar(row, columns) for row in rows if row[columns.value] is not None)
    if not bars:
        raise UserError(t("studies.error.no_chart", name=ask))
    title = t(f"studies.chart.{ask}")
    if len(bars) > MOST:
        title = t("studies.chart.some", title=title, shown=MOST, count=len(bars))
    return BarChart(title, column_title(columns.value), bars[:MOST])


def named(answer: Answer) -> Answer:
    """Return an answer with the names of games, scenarios, sides and places instead of their ids.

    An answer without the column ``module``, and the rows of a missing module, stay as they are.
    """
    if GAME not in answer.columns:
        return answer
    at = answer.columns.index(GAME)
    known = {name: _module(str(name)) for name in {row[at] for row in answer.rows}}
    rows = [
        tuple(_name(*cell, known[row[at]]) for cell in zip(answer.columns, row, strict=True))
        for row in answer.rows
    ]
    return Answer(answer.columns, rows)


def _module(name: str) -> Module | None:
    try:
        return load_module(name)
    except UserError:  # a game from outside the program that is not here
        return None


def _name(column: str, cell: Cell, module: Module | None) -> Cell:
    """Return the name of a cell's thing, or the cell itself if it has no other name."""
    if module is None or not isinstance(cell, str) or not cell:
        return cell
    match column:
        case "module":
            return module.short_title
        case "scenario":
            return module.scenario_name(cell)
        case "side":
            return module.side_name(cell)
        case "hex" | "hexside":
            return module.place_name(cell)
        case "state":
            key = f"bridge.{cell}"
            return t(key) if has(key) else cell
        case "level":
            key = f"studies.level.{cell.replace(' ', '_')}"
            return t(key) if has(key) else module.word("statuses", cell) or cell
        case _:
            return cell


def column_title(name: str) -> str:
    """Return the title of a column of a ready question."""
    return t(f"studies.column.{name}")


def _bar(row: Mapping[str, object], columns: Columns) -> Bar:
    def number(name: str) -> float | None:
        value = row.get(name)
        return float(value) if isinstance(value, int | float) else None

    value = number(columns.value) or 0.0
    low, high, error = number(columns.low), number(columns.high), number(columns.error)
    interval = (low, high) if low is not None and high is not None else None
    if error is not None:
        interval = (value - 1.96 * error, value + 1.96 * error)
    # The columns before the first number say what the row is about; the turn is one of them.
    words = [
        str(cell)
        for name, cell in row.items()
        if (isinstance(cell, str) and cell) or (name == "turn" and columns.value != "share")
    ]
    return Bar(" · ".join(words), value, interval, number(columns.mark))
