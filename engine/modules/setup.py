"""The effects that set up a scenario on an empty state."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.scenario import Scenario
from engine.core.state import State
from engine.i18n import t
from engine.modules.module import Module


def setup_effects(module: Module, scenario: Scenario) -> tuple[fx.Effect, ...]:
    """Return everything that a scenario places on the map and in boxes, in a fixed order.

    A log stores these effects, so that it replays even if the scenario's file changes later.
    """
    return tuple(_effects(module, scenario))


def opening_state(module: Module, scenario: Scenario) -> State:
    """Return the initial state of a scenario."""
    return apply(State(), setup_effects(module, scenario), module.places)


def _effects(module: Module, scenario: Scenario) -> Iterator[fx.Effect]:
    height: dict[str, int] = {}
    for row, unit in enumerate(scenario.units):
        if unit.unit not in module.counters:
            raise UserError(
                t(
                    "module.error.content",
                    module=module.files.origin,
                    file=f"scenarios/{scenario.id}.json",
                    where=f"units.{row}",
                    why=t("validate.unit", unit=unit.unit),
                )
            )
        index = height.get(unit.at, 0)
        height[unit.at] = index + 1
        yield fx.Place(
            unit=unit.unit,
            counter=unit.unit,
            side=module.counters.of(unit.unit).side,
            at=unit.at,
            index=index,
            steps=unit.steps,
            status=tuple(sorted(unit.status)),
        )
    for hexside, state in sorted({**_bridges(module), **scenario.hexsides}.items()):
        yield fx.SetHexside(hexside=hexside, before=None, after=state)
    for marker in scenario.markers:
        fields = fx.MarkerFields(kind=marker.kind, at=marker.at)
        yield fx.SetMarker(marker=marker.id, before=None, after=fields)
    weather = {"weather": scenario.weather} if scenario.weather else {}
    for track, value in sorted({**weather, **scenario.tracks}.items()):
        yield fx.SetTrack(track=track, before=None, after=value)
    for number, side in sorted(scenario.control.items()):
        yield fx.SetControl(hex=number, before=None, after=side)
    first = scenario.first
    yield fx.SetPhase(
        before=State().clock,
        after=fx.Clock(turn=first.turn, phase=first.phase, active=first.active),
    )


def _bridges(module: Module) -> dict[str, str]:
    """Return the initial state of the bridge on each hexside.

    If a road and a rail bridge share a hexside, the state of the road bridge counts.
    """
    starts: dict[str, str] = {}
    for bridge in sorted(module.board.bridges.values(), key=lambda b: b.kind == "rail"):
        if bridge.kind not in ("ferry", "pontoon"):
            starts.setdefault(bridge.hexside, bridge.start)
    return starts
