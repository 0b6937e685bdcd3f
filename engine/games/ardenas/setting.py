"""The setting of a game: board, counters and scenario of the module as these rules see them."""

from __future__ import annotations

from collections import defaultdict

from engine.games.ardenas.charts import Charts
from engine.games.ardenas.ground import Ground, zones_of
from engine.games.ardenas.position import Setting
from engine.games.ardenas.units import UnitType, type_of
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules.base.scenario_base import TypedBase
from engine.rules.base.units import Roster


class Base(TypedBase[Setting, UnitType]):
    """A scenario on its board, before anything has happened."""


def base_of(module: Module, scenario: str) -> Base:
    """2.1, 2.2a, 4.0c, 6.0a, 6.0i: Return map, counters, length and set-up of a scenario."""
    played = module.scenario(scenario)
    types = {c.id: type_of(c) for c in module.counters}
    formations: dict[str, set[str]] = defaultdict(set)
    for kind in types.values():
        if kind.area:
            formations[kind.area].add(kind.formation)
    zones = zones_of(module.board, {a: frozenset(names) for a, names in formations.items()})
    setting = Setting(
        Ground(module.board, zones),
        Roster(types.__getitem__, {}),
        Charts(module),
        module.places,
        last_turn=played.turns,
    )
    setting.scenario = scenario
    return Base(module.board, setting, opening_state(module, played), types)
