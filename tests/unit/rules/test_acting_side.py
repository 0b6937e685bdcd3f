"""The side of each kind of action, and unknown sides and phases."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.modules.module import load_module
from engine.modules.setup import opening_state
from engine.play import referee
from engine.play.game import Recording
from engine.play.scrutiny import scrutinise
from engine.probe import Probe
from engine.rules.judge import acting_side
from tests.forging import added, forge

GAMES = ("holland44", "normandy44", "airbridge", "marketgarden")
KINDS = [get_args(kind)[0] for kind in get_args(get_args(act.Action)[0])]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_action_has_a_side(kind: type) -> None:
    module = load_module("marketgarden")
    state = opening_state(module, module.scenario(module.meta.scenarios[0]))
    unit, piece = next(iter(sorted(state.pieces.items())))
    told = {"units": (unit,), "attackers": (unit,), "artillery": (unit,), "unit": unit}
    told |= {"path": ("a", "b"), "part": "p", "into": "i", "marker": "m", "kind": "g.own"}
    fields = {name: value for name, value in told.items() if name in kind.model_fields}
    if "." not in str(kind.model_fields["kind"].default) and kind is not act.OwnAction:
        fields.pop("kind")
    action = kind.model_construct(**fields)
    expected = {act.NextPhase: state.clock.active, act.Choose: None, act.OwnAction: None}
    orders = (
        act.MoveUnits | act.DeclareAttack | act.Bombard | act.SplitUnit | act.JoinUnits
        | act.PlaceMarker | act.TakeAdvance | act.Disengage
    )  # fmt: skip
    side = piece.side if isinstance(action, orders) else expected.get(kind)
    assert acting_side(state, action) == side


def test_an_action_of_aircraft_alone_belongs_to_the_active_side() -> None:
    module = load_module("marketgarden")
    state = opening_state(module, module.scenario(module.meta.scenarios[0]))
    assert acting_side(state, act.Bombard(target="0101", air=1)) == state.clock.active


@pytest.mark.parametrize("mode", ["off", "advisory"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("active", ["nobody", ""])
def test_an_unknown_side_is_refused(tmp_path: Path, game: str, mode: str, active: str) -> None:
    scenario = load_module(game).meta.scenarios[0]
    with referee.new_game(tmp_path / "g.h44log", game, scenario, mode=mode) as played:  # type: ignore[arg-type]
        clock = played.now.clock
        to_nobody = act.SetClock(turn=clock.turn, phase=clock.phase, active=active)
        for action in (to_nobody, act.SetClock(turn=1, phase="siesta", active=clock.active)):
            with pytest.raises(UserError, match="has no"):
                referee.play(played, action)
            with pytest.raises(UserError, match="has no"):
                played.play(action)
        assert len(played) == 1
        after = clock.model_copy(update={"active": active}).model_dump()
        effect = {"kind": "set_phase", "before": clock.model_dump(), "after": after}
    log = forge(
        tmp_path / "g.h44log", tmp_path / "f.h44log",
        added(to_nobody, (effect,), by=clock.active),  # type: ignore[arg-type]
    )  # fmt: skip
    recording = Recording.load(log)
    assert any("has no side" in str(fault) for fault in scrutinise(recording).breaches)
    with (
        referee.Game.open(log) as forged,
        pytest.raises(UserError, match="has no side"),
    ):
        referee.play(forged, act.NextPhase())
    answer = Probe().answer({"op": "load", "log": str(log)})
    if active:
        assert "nobody" in answer["error"]["message"]


def test_the_probe_refuses_an_unknown_side(capsys: pytest.CaptureFixture[str]) -> None:
    probe = Probe()
    pos = probe.answer({"op": "load", "game": "holland44", "scenario": "campaign"})["result"]["pos"]
    action = {"kind": "set_phase", "turn": 1, "phase": "weather", "active": "nobody"}
    for mode in ("off", "advisory", "enforced"):
        answer = probe.answer({"op": "apply", "pos": pos, "action": action, "mode": mode})
        assert not answer["ok"]
        assert "fault" not in answer["error"]["message"]
    assert capsys.readouterr().err == ""
