"""A part of Allied turn 1 under enforced rules, with a real mouse and X server."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.modes import mode_of
from engine.play.game import Recording
from tests.qt.screen import display as display
from tests.qt.screen import until

ROOT = Path(__file__).parents[3]
FOLDERS = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "HOME")


class Seat:
    """A player's seat: the program on a screen of its own, and a mouse."""

    def __init__(self, program: subprocess.Popen[str], environment: dict[str, str]) -> None:
        self._program, self._environment = program, environment

    def ask(self, *words: object) -> Any:
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(" ".join(map(str, words)) + "\n")
        self._program.stdin.flush()
        return json.loads(self._program.stdout.readline())

    def kill(self) -> None:
        """End the program at once, as a power cut would."""
        self._program.kill()
        self._program.wait()

    def xdotool(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self._environment, check=True, timeout=30)

    def until(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the state once it satisfies a predicate."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            state: dict[str, Any] = self.ask("state")
            if what(state):
                return state
            time.sleep(0.03)
        raise AssertionError(f"it never came to that: {state['phase']}, {state['asked']}")

    @staticmethod
    def holds(what: Callable[[], Any], seconds: float = 20) -> bool:
        """Return whether a predicate becomes true in time."""
        return until(lambda: bool(what()), seconds)

    def click(self, kind: str, name: str, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Click on a hex, row or button and wait for the result."""
        point = self.ask(kind, name)
        assert point is not None, f"{kind} {name}"
        self.xdotool("mousemove", *point, "sleep", "0.05", "click", "1")
        return self.until(what)

    def drag(self, *hexes: str) -> None:
        self.drag_over([self.ask("hex", number) for number in hexes])

    def drag_line(self, text: str, number: str) -> None:
        """Drag a marker from the list of the phase onto a hex."""
        point = self.ask("due", text)
        assert point is not None, text
        self.drag_over([point, self.ask("hex", number)])

    def drag_over(self, points: list[tuple[int, int]]) -> None:
        deeds: list[object] = ["mousemove", *points[0], "sleep", "0.1", "mousedown", "1"]
        for (x0, y0), (x1, y1) in itertools.pairwise(points):
            for k in range(1, 7):
                x, y = x0 + (x1 - x0) * k // 6, y0 + (y1 - y0) * k // 6
                deeds += ["sleep", "0.02", "mousemove", x, y]
        self.xdotool(*deeds, "sleep", "0.1", "mouseup", "1")


@pytest.fixture
def seat(display: str, tmp_path: Path) -> Iterator[Seat]:
    """The program with a fresh campaign of Holland '44, the rules enforced."""
    with seated(display, tmp_path) as seat:
        assert seat.ask("new", tmp_path / "game.h44log")
        yield seat


@contextmanager
def seated(display: str, tmp_path: Path, cache: Path | None = None) -> Iterator[Seat]:
    """The program on a screen, without a game; ``cache`` is shared with other programs."""
    own = {name: str(tmp_path) for name in FOLDERS}
    environment = {**os.environ, **own, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    environment["PYTHONPATH"] = str(ROOT)
    if cache is not None:
        environment["XDG_CACHE_HOME"] = str(cache)
    program = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("driver.py"))],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Seat(program, environment)
    finally:
        program.terminate()
        program.communicate(timeout=10)


@pytest.mark.slow
def test_allied_turn_one_by_mouse(seat: Seat, tmp_path: Path) -> None:
    seat.ask("show")
    seat.click("button", "next", lambda s: s["asked"] == "drop_hex")
    seat.click("row", "Throw_the_dice", lambda s: s["asked"] is None)
    seat.click("button", "next", lambda s: s["phase"] == "movement")
    seat.ask("look", "6219", 70)

    seat.drag("6217", "6218", "6219")
    seat.until(lambda s: s["at"]["BR-3-1P"] == "6219")
    seat.drag("6418", "6318")
    seat.until(lambda s: s["at"]["BR-1-1P"] == "6318")
    seat.drag("6217", "6320")  # too far for what is left on top: refused
    assert "8.1" in seat.until(lambda s: bool(s["said"]))["said"][-1]

    seat.drag("6217", "6117", "6118", "6119", "6120")
    state = seat.until(lambda s: s["asked"] == "demolish")
    assert state["at"]["BR-2-1P"] == "6120"
    seat.ask("throw", 6)
    state = seat.click("row", "Blow_it_up", lambda s: s["asked"] is None)
    assert state["bridges"]["6020/6120"] == "blown"

    seat.ask("show")
    seat.click("button", "next", lambda s: s["phase"] == "combat")
    seat.ask("look", "6319", 70)
    seat.ask("aim", "6319")
    seat.ask("throw", 4)  # A1/DR at 2:1
    seat.click("button", "attack", lambda s: s["asked"] == "loss")
    state = seat.click("row", "3/1P", lambda s: s["asked"] == "determined")
    assert state["steps"]["BR-3-1P"] == state["steps"]["BR-1-1P"] - 1
    seat.click("row", "No_determined", lambda s: s["asked"] == "retreat")
    end = seat.ask("ends")[0]
    state = seat.click("hex", end, lambda s: s["asked"] == "advance")
    assert state["at"]["GE-Krafft"] == end
    seat.click("hex", "6319", lambda s: len(s["rows"]) == 2)
    state = seat.click("row", "1/1P", lambda s: s["at"]["BR-1-1P"] == "6319")

    recording = Recording.load(tmp_path / "game.h44log")
    assert mode_of(recording.state(len(recording))) == "enforced"
    played = {type(entry.action) for entry in recording.timeline.entries}
    assert played == {act.Setup, act.NextPhase, act.MoveUnits, act.DeclareAttack, act.Choose}
    assert all(not e.verdicts or v.level != "forbid" for e in recording.timeline.entries
               for v in e.verdicts)  # fmt: skip
