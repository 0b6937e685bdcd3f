"""The effects that set up the included scenarios."""

from __future__ import annotations

import pytest

from engine.core import effects as fx
from engine.core.reducer import apply
from engine.core.state import State
from engine.modules.module import Module
from engine.modules.setup import setup_effects


@pytest.fixture(params=["campaign", "short"])
def scenario_id(request: pytest.FixtureRequest) -> str:
    """Each scenario."""
    return str(request.param)


def test_the_position_matches_the_scenario(module: Module, scenario_id: str) -> None:
    scenario = module.scenario(scenario_id)
    state = apply(State(), setup_effects(module, scenario), module.places)
    assert set(state.pieces) == {u.unit for u in scenario.units}
    for unit in scenario.units:
        piece = state.pieces[unit.unit]
        assert module.places.name(piece.place) == unit.at
        assert (piece.steps, piece.status) == (unit.steps, frozenset(unit.status))
        assert piece.side == module.counters.of(unit.unit).side
    for at in {u.at for u in scenario.units}:
        in_order = tuple(u.unit for u in scenario.units if u.at == at)
        assert state.stack(module.places.index(at)) == in_order
    assert state.tracks["weather"] == scenario.weather
    assert {m.id for m in scenario.markers} == set(state.markers)
    assert {module.places.name(i): side for i, side in state.control.items()} == scenario.control
    first = scenario.first
    assert state.clock == fx.Clock(turn=first.turn, phase=first.phase, active=first.active)


def test_every_bridge_has_a_state_which_the_scenario_may_override(
    module: Module, scenario_id: str
) -> None:
    scenario = module.scenario(scenario_id)
    state = apply(State(), setup_effects(module, scenario), module.places)
    built = {b.hexside for b in module.board.bridges.values() if b.kind not in ("ferry", "pontoon")}
    assert set(state.hexsides) == built | set(scenario.hexsides)
    for hexside, told in scenario.hexsides.items():
        assert state.hexsides[hexside] == told


def test_set_up_effects_are_reproducible(module: Module, scenario_id: str) -> None:
    scenario = module.scenario(scenario_id)
    assert setup_effects(module, scenario) == setup_effects(module, scenario)
