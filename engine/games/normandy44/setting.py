"""Scenarios on their boards: the module's board, counters and set-up for these rules."""

from __future__ import annotations

from engine.games.normandy44.charts import Charts
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.position import Setting
from engine.games.normandy44.units import UnitType, type_of
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules.base.scenario_base import TypedBase, counter_named
from engine.rules.base.units import Roster

Base = TypedBase[Setting, UnitType]
"""A scenario on its board, before anything has happened."""


def base_of(module: Module, scenario: str) -> Base:
    """2.1, 2.2.1b, 2.2.2, 2.3.1h, 24.1, 24.2a, 24.2b, 26.1a, 26.2.2a: map, counters, set-up."""
    played = module.scenario(scenario)
    types = {c.id: type_of(c) for c in module.counters}
    setting = Setting(
        Ground(module.board),
        Roster(lambda counter: types[counter_named(types, counter) or counter], {}),
        Charts(module),
        module.places,
        played.turns,
        played.id,
        str(played.control_default) or None,
    )
    return Base(module.board, setting, opening_state(module, played), types)
