"""D-Day with a real mouse: the landings beach by beach, the German reply, under enforced rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.modes import mode_of
from engine.play.game import Recording
from tests.qt.referee.test_real_use import Seat, seated
from tests.qt.screen import display as display
from tests.qt.screen import until


@pytest.fixture
def seat(display: str, tmp_path: Path) -> Iterator[Seat]:
    """The program with a fresh campaign of Normandy '44, the rules enforced."""
    with seated(display, tmp_path) as seat:
        assert seat.ask("new", tmp_path / "game.h44log", "normandy44")
        yield seat


def first(seat: Seat, state: dict[str, Any]) -> dict[str, Any]:
    """Click the first answer."""
    before, row = state["entries"], state["rows"][0].replace(" ", "_")
    return seat.click("row", row, lambda s: s["entries"] > before)


def answered(seat: Seat, state: dict[str, Any]) -> dict[str, Any]:
    """Click the first answer until the next landing is asked, or nothing."""
    while state["asked"] not in ("landing", None):
        state = first(seat, state)
    return state


def ended(seat: Seat, phase: str) -> None:
    """End the phase with its button, which moves when its bar is laid out again."""
    for _ in range(5):
        seat.xdotool("mousemove", *seat.ask("button", "next"), "sleep", "0.05", "click", "1")
        if until(lambda: seat.ask("state")["phase"] == phase, 5):
            return
    raise AssertionError(f"the phase never ended before {phase}")


@pytest.mark.soak
def test_the_invasion_and_the_german_reply_by_mouse(seat: Seat, tmp_path: Path) -> None:
    seat.ask("show")
    state = seat.click("button", "next", lambda s: s["asked"] == "landing")
    assert len(state["rows"]) == 9
    assert "502" in state["told"]  # the drops are told

    seat.ask("throw", 6, 6)
    state = seat.click("row", "Utah", lambda s: s["asked"] == "assault_advance")
    assert "Utah: die 6, D1" in state["told"]
    assert state["at"]["US-4-8"] == "2814"
    seat.ask("look", "2814", 70)
    seat.click("hex", "2813", lambda s: len(s["rows"]) == 3)  # who, of the three?
    seat.click("row", "8/4_Inf_to", lambda s: s["at"]["US-4-8"] == "2813")
    state = seat.click("row", "no_further", lambda s: s["asked"] == "landing")

    seat.ask("look", "2719", 70)
    seat.ask("throw", 2, 4)  # the die of the table, then the swimming tanks
    state = seat.click("hex", "2620", lambda s: s["asked"] == "loss")  # the beach itself
    state = answered(seat, state)
    assert state["steps"]["US-1-16"] + state["steps"]["US-1-18"] == 4
    assert state["steps"]["US-741Tk"] == 2
    while state["asked"] == "landing":
        state = answered(seat, first(seat, state))
    assert state["asked"] is None

    ended(seat, "replacement")
    ended(seat, "movement")
    seat.ask("look", "2809", 70)
    seat.drag("2807", "2808", "2809")
    seat.until(lambda s: s["at"]["GE-91-1057"] == "2809")
    seat.drag("2612", "2711")
    seat.until(lambda s: s["at"]["GE-91-3/1058"] == "2711")
    seat.drag("2812", "2811")  # restricted in the first turn, and Allied: refused
    seat.until(lambda s: bool(s["said"]))
    seat.ask("show")
    seat.drag_line("reserve_markers", "3009")
    seat.until(lambda s: "reserve" in s["status"]["GE-91-3/1057"])

    ended(seat, "combat")
    seat.ask("look", "2810", 70)
    seat.ask("aim", "2810")
    seat.ask("throw", 6)
    before = seat.until(lambda s: True)["entries"]
    seat.click("button", "attack", lambda s: s["entries"] > before)

    recording = Recording.load(tmp_path / "game.h44log")
    assert mode_of(recording.state(len(recording))) == "enforced"
    played = {type(entry.action) for entry in recording.timeline.entries}
    assert played == {
        act.Setup,
        act.NextPhase,
        act.MoveUnits,
        act.PlaceMarker,
        act.DeclareAttack,
        act.Choose,
    }
