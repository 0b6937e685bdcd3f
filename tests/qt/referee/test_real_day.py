"""A whole day of another game, enforced, by both sides with a true mouse.

It is 26 September in the sample game of Market-Garden: what the mouse does must come out as the
entries that were recorded then, with the same dice.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.game import Recording
from engine.log.entry import Entry
from tests.qt.referee.test_real_use import Seat, seated
from tests.qt.screen import display as display

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]
SAMPLE = Path(__file__).parents[3] / "logs" / "ten-days-of-market-garden.h44log"
DAY = 10


@pytest.fixture
def seat(display: str, tmp_path: Path) -> Iterator[Seat]:
    """The program with nothing open."""
    with seated(display, tmp_path) as seat:
        yield seat


class Hand:
    """Does with the mouse what an entry records."""

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
        """Ask for the card of the stack, choose the unit in it, drag it from hex to hex."""
        self.seat.ask("look", path[len(path) // 2], 70)
        for _ in range(3):  # a card that went as the mouse came is asked for once more
            self.seat.xdotool("mousemove", *self.seat.ask("hex", path[0]), "sleep", "0.2")
            self.seat.xdotool("key", "i")
            self.click("card", unit)
            if self.seat.holds(lambda: self.seat.ask("chosen") == [unit], 5):
                break
        assert self.seat.ask("chosen") == [unit]
        self.seat.drag(*path)

    def attack(self, attack: act.DeclareAttack) -> None:
        """Take the target up, tick who attacks, give air points, attack."""
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
    """An action with its attackers in a fixed order: the boxes are ticked in another."""
    if isinstance(action, act.DeclareAttack):
        return action.model_copy(update={"attackers": tuple(sorted(action.attackers))})
    return action


def test_the_tenth_day_of_market_garden(seat: Seat, tmp_path: Path) -> None:
    log = Path(shutil.copy(SAMPLE, tmp_path / "day.h44log"))
    recording = Recording.load(log)
    entries = recording.timeline.entries
    days = [recording.state(step).clock.turn for step in range(len(entries) + 1)]
    start = days.index(DAY)
    day = entries[start:]
    assert {type(entry.action) for entry in day} == {
        act.Choose, act.MoveUnits, act.NextPhase, act.DeclareAttack,
    }  # fmt: skip
    assert seat.ask("play_from", log, start) == start
    hand = Hand(seat)
    for entry in day:
        hand.play(entry)
    played = Recording.load(log)
    again = played.timeline.entries
    assert len(again) == len(entries)
    assert again[:start] == entries[:start]
    for then, now in zip(day, again[start:], strict=True):
        assert now.id != then.id
        assert said(now.action) == said(then.action)
        assert [d.values for d in now.dice] == [d.values for d in then.dice]
    assert played.state(len(again)).pieces == recording.state(len(entries)).pieces
    assert not any(v.level == "forbid" for entry in again for v in entry.verdicts)
