"""Charts of a module, read and validated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine.core.calendar import CalendarChart, SequenceChart
from engine.core.errors import UserError
from engine.modules.module import Module
from engine.modules.tables import (
    ChangeChart,
    Chart,
    DifferenceChart,
    HitChart,
    PairChart,
    TerrainChart,
)

AnyChart = (
    Chart
    | DifferenceChart
    | HitChart
    | PairChart
    | TerrainChart
    | ChangeChart
    | SequenceChart
    | CalendarChart
)
FORMATS: dict[str, type[AnyChart]] = {
    "h44chart/1": Chart,
    "h44differences/1": DifferenceChart,
    "h44hits/1": HitChart,
    "h44pairs/1": PairChart,
    "h44tec/1": TerrainChart,
    "h44modifiers/1": ChangeChart,
    "h44sequence/1": SequenceChart,
    "h44calendar/1": CalendarChart,
}
ORDER = ("crt", "modifiers", "determined_defense", "tec", "airlanding", "weather", "demolition")
"""Most used charts, listed first; the others follow by name."""
C = TypeVar("C", bound=BaseModel)


@lru_cache(maxsize=4)
def all_charts(module: Module) -> tuple[AnyChart, ...]:
    """Return every readable chart of a module in the order of :data:`ORDER`; cached."""
    result = {chart.id: chart for chart in _readable(module)}
    names = [n for n in ORDER if n in result] + sorted(result.keys() - set(ORDER))
    return tuple(result[name] for name in names)


def rolled_charts(module: Module) -> list[Chart]:
    """Return the charts with a dice roll: all result tables except that of combat."""
    return [c for c in all_charts(module) if isinstance(c, Chart) and c.id != "crt"]


def chart(module: Module, name: str, kind: type[C]) -> C | None:
    """Return a chart by name, or None if the game does not have it."""
    return next((c for c in all_charts(module) if c.id == name and isinstance(c, kind)), None)


def _readable(module: Module) -> Iterator[AnyChart]:
    for file in module.files.names():
        if not (file.startswith("charts/") and file.endswith(".json")):
            continue
        try:
            data = module.chart(file.removeprefix("charts/").removesuffix(".json"))
            kind = FORMATS.get(str(data.get("format"))) if isinstance(data, dict) else None
            if kind is not None:
                yield kind.model_validate(data)
        except (UserError, ValidationError):
            # A chart that cannot be read is left out: the game can be played without it.
            continue
