"""The setting and opening state of a scenario, from a module's data."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.airbridge.charts import Charts
from engine.games.airbridge.ground import Ground
from engine.games.airbridge.position import Setting
from engine.games.airbridge.rules.ch02_counters import type_of
from engine.games.airbridge.units import UnitType
from engine.games.airbridge.vocabulary import SIDES
from engine.modules.module import Module
from engine.modules.setup import opening_state
from engine.rules.base.scenario_base import ScenarioBase
from engine.rules.base.units import Roster

PRINTED = {"101": "A2803", "82": "B2921", "1 AB": "B4509"}
"""CAMP.e: the printed drop zones by division."""


@dataclass(frozen=True)
class Base(ScenarioBase[Setting]):
    """A scenario on its board with its opening state."""

    counters: Mapping[str, str]
    """Counter ids by counter id and by piece name."""

    @property
    def known(self) -> Mapping[str, str]:
        """Counter ids by known name."""
        return self.counters

    def counter(self, name: str) -> str | None:
        """Return the counter id of a counter's or piece's name."""
        return self.counters.get(name)


def base_of(module: Module, scenario: str) -> Base:
    """2.3d, INTRO.c, TOURN.a, TOURN.b, TOURN.d, CAMP.a, CAMP.b: Return a scenario's base."""
    played = module.scenario(scenario)
    opening = opening_state(module, played)
    types = {c.id: type_of(c) for c in module.counters}

    def find(counter: str) -> UnitType:
        bare = counter if counter in types else module.counters.of(counter).id
        return types[bare]

    roster = Roster(find, {})
    strength: Tally[str] = Tally()
    divisions = set()
    for piece in opening.pieces.values():
        strength[piece.side] += piece.steps
        divisions.add(roster.type_of(piece.counter).division)
    setting = Setting(
        Ground(module.board),
        roster,
        Charts(module),
        module.places,
        scenario,
        played.turns,
        {d: h for d, h in PRINTED.items() if d in divisions},
        {s: strength[s] for s in SIDES},
        {s: int(played.tracks.get(f"air_points/{s}", 0)) for s in SIDES},
        str(played.control_default) or None,
    )
    known = {c.id: c.id for c in module.counters}
    known |= {name: piece.counter for name, piece in opening.pieces.items()}
    return Base(module.board, setting, opening, known)
