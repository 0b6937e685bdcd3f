"""The setting and opening state of a scenario, from a module's data."""

from __future__ import annotations

from collections import Counter as Tally

from engine.games.marketgarden.charts import Charts
from engine.games.marketgarden.ground import Ground
from engine.games.marketgarden.land import land_of
from engine.games.marketgarden.position import Setting
from engine.games.marketgarden.rules.ch02_counters import type_of
from engine.games.marketgarden.units import Roster, UnitType
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules.base.scenario_base import TypedBase, counter_named

Base = TypedBase[Setting, UnitType]
"""A scenario on its board with its opening state."""


def base_of(module: Module, scenario: str) -> Base:
    """2.1, 2.2a, 2.4.1, 11.1a, 11.1.1b, 11.1.2a, 11.1.2b: Return a scenario's base."""
    played = module.scenario(scenario)
    types = {c.id: type_of(c) for c in module.counters}
    roster = Roster(lambda counter: types[counter_named(types, counter) or counter], {})
    roster.divisions.update(Tally(u.division for u in types.values() if u.division))
    setting = Setting(
        Ground(land_of(module.board)),
        roster,
        Charts(module),
        module.places,
        played.turns,
        str(played.control_default) or None,
    )
    return Base(module.board, setting, opening_state(module, played), types)
