"""A day of Market-Garden under enforced rules, with a real mouse.

The test plays the Allied turn of 26 September in the sample game and the whole day. The
mouse must produce the recorded entries, with the same dice.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Clock
from engine.log.entry import Entry
from engine.play.game import Recording
from tests.qt.referee.test_real_use import Seat, seated
from tests.qt.screen import display as display

pytestmark = pytest.mark.timeout(120)
SAMPLE = Path(__file__).parents[3] / "logs" / "ten-days-of-market-garden.h44log"
DAY = 10


@pytest.fixture
def seat(display: str, tmp_path: Path) -> Iterator[Seat]:
    """The program without an open game."""
    with seated(display, tmp_path) as seat:
        yield seat


class Hand:
    """A player that performs recorded entries with the mouse."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def play(self, entry: Entry) -> None:
        before = self.seat.ask("state")["step"]
        self.seat.ask("throw", *(value for dice in entry.dice for value in dice.values))
        match entry.action:
            case act.MoveUnits(units=(unit,), path=path):
                self.move(unit, path)
            case act.DeclareAttack() as attack:
                self.attack(attack)
            case act.Choose(option=option):
                self.seat.ask("show")
                self.click("option", option)
            case act.NextPhase():
                self.seat.ask("show")
                self.click("button", "next")
            case other:
                raise AssertionError(f"the mouse knows no {other}")
        self.seat.until(lambda state: state["step"] == before + 1)

    def click(self, kind: str, *words: str) -> None:
        found: list[Any] = []
        assert self.seat.holds(lambda: found.append(self.seat.ask(kind, *words)) or found[-1]), (
            words
        )
        self.seat.xdotool("mousemove", *found[-1], "sleep", "0.2", "click", "1")

    def move(self, unit: str, path: tuple[str, ...]) -> None:
        """Open the stack with the key, choose the unit in its card, drag it from hex to hex."""
        self.seat.ask("look", path[len(path) // 2], 70)
        self.seat.xdotool("mousemove", *self.rest("hex", path[0]), "click", "1", "key", "i")
        self.seat.xdotool("mousemove", *self.rest("card", unit), "sleep", "0.2", "click", "1")
        assert self.seat.holds(lambda: self.seat.ask("chosen") == [unit])
        self.seat.drag(*path)

    def rest(self, kind: str, name: str) -> Any:
        """Return the position of a hex or a row of the card, once it does not move."""
        seen: list[Any] = []

        def still() -> bool:
            seen.append(self.seat.ask(kind, name))
            return len(seen) > 2 and bool(seen[-1]) and seen[-1] == seen[-2] == seen[-3]

        assert self.seat.holds(still)
        return seen[-1]

    def attack(self, attack: act.DeclareAttack) -> None:
        """Prepare the attack, tick attackers, add air points, attack."""
        self.seat.ask("aim", attack.target)
        for unit in set(self.seat.ask("attackers")) ^ set(attack.attackers):
            self.click("tick", unit)
        wanted = set(attack.attackers)
        assert self.seat.holds(lambda: set(self.seat.ask("attackers")) == wanted)
        for points in range(attack.air):
            self.click("more_air")
            assert self.seat.holds(lambda points=points: self.seat.ask("air") == points + 1)
        self.click("button", "attack")


def said(action: act.Action) -> act.Action:
    """Return an action with its attackers in a fixed order, since ticking changes it."""
    if isinstance(action, act.DeclareAttack):
        return action.model_copy(update={"attackers": tuple(sorted(action.attackers))})
    return action


def _is_of(part: str, clock: Clock) -> bool:
    return clock.turn == DAY and (part == "day" or clock.active == "allied")


@pytest.mark.soak
@pytest.mark.parametrize("part", ["allied turn", "day"])
def test_the_mouse_reproduces_a_recorded_day(part: str, seat: Seat, tmp_path: Path) -> None:
    log = Path(shutil.copy(SAMPLE, tmp_path / "day.h44log"))
    recording = Recording.load(log)
    entries = recording.timeline.entries
    start = len(entries)
    while _is_of(part, recording.state(start - 1).clock):
        start -= 1
    played = entries[start:]
    kinds = {act.Choose, act.MoveUnits, act.NextPhase, act.DeclareAttack}
    assert {type(entry.action) for entry in played} == kinds
    assert seat.ask("play_from", log, start) == start
    hand = Hand(seat)
    for entry in played:
        hand.play(entry)
    by_mouse = Recording.load(log)
    again = by_mouse.timeline.entries
    assert len(again) == len(entries)
    assert again[:start] == entries[:start]
    for then, now in zip(played, again[start:], strict=True):
        assert now.id != then.id
        assert said(now.action) == said(then.action)
        assert [d.values for d in now.dice] == [d.values for d in then.dice]
    assert by_mouse.state(len(again)).pieces == recording.state(len(entries)).pieces
    assert not any(v.level == "forbid" for entry in again for v in entry.verdicts)
