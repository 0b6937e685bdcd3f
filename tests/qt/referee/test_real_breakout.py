"""The introductory turn of Air Bridge to Victory with a real mouse, under enforced rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.modes import mode_of
from engine.play.game import Recording
from tests.qt.referee.test_real_invasion import ended
from tests.qt.referee.test_real_use import Seat, seated
from tests.qt.screen import display as display


@pytest.fixture
def seat(display: str, tmp_path: Path) -> Iterator[Seat]:
    """The program with a fresh introductory scenario, the rules enforced."""
    with seated(display, tmp_path) as seat:
        assert seat.ask("new", tmp_path / "game.h44log", "airbridge", "introductory")
        yield seat


@pytest.mark.soak
def test_the_break_out_by_mouse(seat: Seat, tmp_path: Path) -> None:
    guards = [f"BR-GA-{name}" for name in ("2GG", "1CG", "2IG", "2WG")]
    seat.ask("set_up", "A0406", *guards)
    seat.ask("set_up", "A0407", "BR-GA-1GG", "BR-GA-Eng", "BR-1519H")
    seat.ask("show")
    seat.ask("look", "A0507", 60)

    seat.drag("A0407", "A0507", "A0508")  # the whole stack
    seat.until(lambda s: s["at"]["BR-1519H"] != "A0407")
    ended(seat, "declaration")

    seat.ask("aim", "A0509")
    seat.click("tab", "1", lambda s: s["kind"] == "assault")
    seat.click("tab", "0", lambda s: s["kind"] == "maneuver")
    state = seat.until(lambda s: True)
    before = state["entries"]
    seat.click("button", "attack", lambda s: s["entries"] > before)

    seat.ask("show")
    seat.click("button", "next", lambda s: s["asked"] == "refuse")
    seat.ask("throw", 10)  # it tries to slip away, in vain
    seat.click("row", "Refuse", lambda s: s["asked"] is None)
    assert seat.until(lambda s: True)["at"]["GE-9SS-2/20"] == "A0509"
    seat.until(lambda s: s["phase"] == "refusal")
    ended(seat, "reaction")

    state = seat.until(lambda s: True)
    while state["asked"]:
        state = seat.click("row", "Nothing", lambda s: s["asked"] is None)
    ended(seat, "bombardment")
    seat.ask("aim", "A0509")
    seat.xdotool("mousemove", *seat.ask("more_air"), "sleep", "0.2", "click", "1")
    assert seat.holds(lambda: seat.ask("air") == 1)
    seat.ask("throw", 10)  # one point, one throw: nothing is hit
    before = seat.until(lambda s: True)["entries"]
    seat.click("button", "attack", lambda s: s["entries"] > before)
    ended(seat, "maneuver")

    seat.ask("aim", "A0509")
    seat.click("button", "attack", lambda s: s["asked"] == "support")
    seat.ask("throw", 5)
    state = seat.click("row", "Nothing", lambda s: s["asked"] != "support")
    assert "A0509" in state["told"]

    recording = Recording.load(tmp_path / "game.h44log")
    assert mode_of(recording.state(len(recording))) == "enforced"
    entries = recording.timeline.entries
    kinds = {type(entry.action) for entry in entries}
    assert {act.DeclareAttack, act.Bombard, act.Choose, act.MoveUnits} <= kinds
    declared = [e.action for e in entries if isinstance(e.action, act.DeclareAttack)]
    assert [d.combat for d in declared] == ["", ""]
