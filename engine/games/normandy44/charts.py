"""The charts of Normandy '44, read from ``resources/normandy44/charts``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.modules.module import Module
from engine.modules.tables import Chart, Lookup, lookup

NAMES = (
    "crt",
    "determined_defense",
    "jabos",
    "strafing",
    "invasion",
    "dd_tanks",
    "weather_turn_2",
    "airborne_scatter",
    "isolation",
    "weather",
)
"""The result charts of the game."""


@dataclass(frozen=True, slots=True)
class WeatherRow:
    """A row of the weather table (4.3g): the results of a roll for both sides."""

    weather: str
    german_supply: int
    german_replacement: str
    german_ip: int
    us_replacement: tuple[str, ...]
    cw_replacement: tuple[str, ...]
    naval: int
    us_air: int
    cw_air: int


class Charts:
    """The charts of a module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._charts: dict[str, Chart] = {}

    def __getitem__(self, name: str) -> Chart:
        """Return a result chart; raises KeyError for an unknown name."""
        if name not in NAMES:
            raise KeyError(name)
        if name not in self._charts:
            self._charts[name] = Chart.model_validate(self._module.chart(name))
        return self._charts[name]

    def read(self, name: str, die: int, column: str = "", drm: int = 0) -> Lookup:
        """Return the result of a die roll on a chart."""
        return lookup(self[name], die, column, drm=drm)

    @cached_property
    def weather(self) -> dict[int, WeatherRow]:
        """Return the weather table by row."""
        rows = {}
        for row in self["weather"].rows:
            c = dict(zip(self["weather"].columns, row.cells, strict=True))
            rows[row.low or 0] = WeatherRow(
                c["weather"],
                int(c["german_supply"]),
                c["german_replacement"],
                int(c["german_ip"]),
                tuple(c["us_replacement"].split()),
                tuple(c["cw_replacement"].split()),
                int(c["naval"]),
                int(c["us_air"]),
                int(c["cw_air"]),
            )
        return rows
