"""Charts: result tables read from data, whose look-ups list their steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pydantic import ConfigDict, Field, JsonValue

from engine.core.counters import FileModel
from engine.core.errors import UserError
from engine.i18n import t


class Row(FileModel):
    """A row: modified die from ``low`` to ``high`` (None: open), a result for each column."""

    low: int | None
    high: int | None
    cells: tuple[str, ...]
    basis: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Return the row as printed: "3", "3-6", "<=1" or ">=7"."""
        if self.low is None:
            return f"<={self.high}"
        if self.high is None:
            return f">={self.low}"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    def holds(self, die: int) -> bool:
        """Return whether a modified die is in this row."""
        return (self.low is None or die >= self.low) and (self.high is None or die <= self.high)


class Modifier(FileModel):
    """A die-roll modifier of a chart; ``turns`` if it depends on the game turn."""

    id: str
    value: int
    rule: str
    key: str
    turns: tuple[int, ...] = ()
    basis: str = "card"


class Chart(FileModel):
    """The file of a result table.

    ``die`` is the number of faces of the die, ``clamp`` the limits of the modified die, ``results``
    the effects of each result (in the game's words), ``notes`` are keys of remarks for users. A
    row's own ``basis`` (one per cell) overrides the chart's.
    """

    format: Literal["h44chart/1"]
    id: str
    key: str
    rule: str
    optional: bool = False
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    modifiers: tuple[Modifier, ...] = ()
    die: int = 6
    clamp: tuple[int, int] | None = None
    results: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()
    basis: str

    def modifier(self, name: str) -> Modifier:
        """Return the modifier of an id. Raises KeyError for an unknown one."""
        for modifier in self.modifiers:
            if modifier.id == name:
                return modifier
        raise KeyError(name)

    def on_turn(self, turn: int) -> tuple[Modifier, ...]:
        """Return the modifiers of a game turn."""
        return tuple(m for m in self.modifiers if turn in m.turns)


class DifferenceRow(FileModel):
    """A row of a chart of differences: the attacker's throw minus the defender's."""

    label: str
    difference: int
    cells: tuple[str, ...]
    basis: tuple[str, ...] = ()


class DifferenceChart(FileModel):
    """A result chart whose columns are differences of factors and whose rows are those of throws.

    A row's own ``basis`` (one per cell) overrides the chart's.
    """

    format: Literal["h44differences/1"]
    id: str
    key: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[DifferenceRow, ...]
    basis: str


MISS = "-"
"""The cell of a chart of hits for no face."""


class HitRow(FileModel):
    """A row of a chart of hits: kinds of targets, and the faces that hit in each column: "4 5"."""

    label: str
    key: str
    kinds: tuple[str, ...]
    cells: tuple[str, ...]
    basis: tuple[str, ...] = ()


class HitChart(FileModel):
    """A chart of shots: rows of targets, columns of distances or of ground.

    A row's own ``basis`` (one per cell) overrides the chart's. A game may add fields of its own.
    """

    model_config = ConfigDict(defer_build=True, extra="ignore")

    format: Literal["h44hits/1"]
    id: str
    key: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[HitRow, ...]
    basis: str

    def faces(self, kind: str, column: int) -> frozenset[int]:
        """Return the faces that hit a kind of target in a column; none outside the chart."""
        row = next((r for r in self.rows if kind in r.kinds), None)
        if row is None or not 0 <= column < len(self.columns):
            return frozenset()
        return frozenset(int(face) for face in row.cells[column].split() if face != MISS)


THROWS = 36
"""The number of outcomes of two dice."""


class PairRow(FileModel):
    """A row of a chart of two dice: its sums, and a result for each column."""

    label: str
    sums: tuple[int, ...]
    cells: tuple[str, ...]

    @property
    def chance(self) -> Fraction:
        """Return the probability of the sums."""
        return Fraction(sum(6 - abs(7 - s) for s in self.sums), THROWS)


class PairChart(FileModel):
    """A result chart for the sum of two dice.

    ``least`` is the smallest value of each column, if columns are not odds.
    """

    format: Literal["h44pairs/1"]
    id: str
    key: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[PairRow, ...]
    least: tuple[int, ...] = ()
    basis: str

    def clamped(self, column: int) -> int:
        """Limit a column to those of the chart."""
        return min(max(column, 0), len(self.columns) - 1)

    def row(self, total: int) -> PairRow:
        """Return the row of a sum of two dice. Raises UserError for an impossible sum."""
        for row in self.rows:
            if total in row.sums:
                return row
        raise UserError(t("charts.error.die", chart=self.id, die=total))

    def result(self, total: int, column: int) -> str:
        """Return the cell of a sum and a column."""
        return self.row(total).cells[self.clamped(column)]

    def column(self, name: str) -> int:
        """Return the index of a column. Raises UserError for an unknown one."""
        if name not in self.columns:
            known = ", ".join(self.columns)
            raise UserError(t("charts.error.column", chart=self.id, column=name, columns=known))
        return self.columns.index(name)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a look-up, as a message key with its arguments."""

    key: str
    args: dict[str, str | int]

    def __str__(self) -> str:
        return t(self.key, **self.args)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A result with column, printed row, die before and after modifiers, and steps."""

    result: str
    column: str
    row: str
    die: int
    modified: int
    basis: str
    steps: tuple[Step, ...]


def lookup(
    chart: Chart, die: int, column: str = "", modifiers: Iterable[Modifier] = (), drm: int = 0
) -> Lookup:
    """Look up a die in a column, with modifiers of the chart and any further ``drm``.

    ``column`` may be empty for a chart of one column. Raises UserError for an unknown column or
    an impossible die.
    """
    column = column or (chart.columns[0] if len(chart.columns) == 1 else "")
    if column not in chart.columns:
        known = ", ".join(chart.columns)
        raise UserError(t("charts.error.column", chart=chart.id, column=column, columns=known))
    place = chart.columns.index(column)
    steps = [Step("charts.step.column", {"column": column})] if len(chart.columns) > 1 else []
    steps.append(Step("charts.step.die", {"die": die}))
    modified = die
    for modifier in modifiers:
        modified += modifier.value
        name = t(modifier.key)
        steps.append(Step("charts.step.modifier", {"value": f"{modifier.value:+d}", "why": name}))
    if drm:
        modified += drm
        steps.append(Step("charts.step.drm", {"value": f"{drm:+d}"}))
    if chart.clamp is not None:
        bounded = min(max(modified, chart.clamp[0]), chart.clamp[1])
        if bounded != modified:
            steps.append(Step("charts.step.clamp", {"die": modified, "bounded": bounded}))
        modified = bounded
    row = next((row for row in chart.rows if row.holds(modified)), None)
    if row is None:
        raise UserError(t("charts.error.die", chart=chart.id, die=modified))
    result = row.cells[place]
    steps.append(Step("charts.step.result", {"row": row.label, "result": result}))
    basis = row.basis[place] if row.basis else chart.basis
    return Lookup(result, column, row.label, die, modified, basis, tuple(steps))


class Terrain(FileModel):
    """A row of the terrain effects chart.

    ``nonmech`` and ``mech`` are movement points as a number or fraction ("1/3"), with a leading "+"
    if added to the cost of the hex; None if the hex's other terrain decides, or only the ``mode``
    (tactical movement) allows crossing. ``vehicles``: free, road (only along one) or bridge (only
    over one; for a ferry, one step a turn). ``armor_shift`` None: the other terrain decides.
    """

    id: str
    on: Literal["hex", "settlement", "route", "hexside", "bridge"]
    key: str
    nonmech: str | None
    mech: str | None
    mode: Literal["any", "tactical_adjacent", "tactical_engineer", "tactical_ferry"] = "any"
    extra_after: int | None = None
    vehicles: Literal["free", "road", "bridge", "ferry"] = "free"
    armor_shift: bool | None = None
    attack: dict[Literal["vehicles", "all"], Literal["half"]] = Field(default_factory=dict)
    defense: Literal["double", "double_if_all"] | None = None
    infiltration: bool = False
    stops_advance: bool = False
    stops_retreat: bool = False
    determined_defense: str | None = None
    landing: dict[Literal["parachute", "glider"], bool] = Field(default_factory=dict)
    basis: str

    def cost(self, mechanized: bool) -> Fraction | None:
        """Return the movement points of a class; None if the row has no cost."""
        text = self.mech if mechanized else self.nonmech
        return None if text is None else Fraction(text.removeprefix("+"))


class TerrainChart(FileModel):
    """The file ``charts/tec.json``."""

    format: Literal["h44tec/1"]
    id: str
    key: str
    rule: str
    leave_ezoc: int
    rows: tuple[Terrain, ...]
    notes: tuple[str, ...] = ()
    basis: str


class Change(FileModel):
    """A column shift or a change of strength in combat.

    ``by`` is the number of columns to the right for a shift; half, double, zero or one for a change
    of strength.
    """

    id: str
    kind: Literal["shift", "attack", "defense"]
    by: int | Literal["half", "double", "zero", "one"]
    rule: str
    key: str
    basis: str


class ChangeChart(FileModel):
    """The file ``charts/modifiers.json``."""

    format: Literal["h44modifiers/1"]
    id: str
    key: str
    rule: str
    changes: tuple[Change, ...]
