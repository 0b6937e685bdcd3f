"""Turn 1 of Holland '44 between two windows under real mice, watched by a window and a browser.

The host is a program of its own, with the referee. One player is killed and the other one is
disconnected meanwhile. Pictures of all screens are saved in the folder ``HOLLAND44_PICTURES``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from engine.core import actions as act
from engine.core.modes import mode_of
from engine.opponent.seats import advise
from engine.opponent.strengths import RECRUIT, player_named
from engine.play.game import Recording
from engine.play.referee import ruling_of
from engine.rules.player import to_decide
from engine.together.invitation import Invitation
from tests.qt.referee.test_real_day import Hand
from tests.qt.referee.test_real_use import FOLDERS, Seat, seated
from tests.qt.screen import screen, until
from tests.together.conftest import free_port
from tests.together.relay import Relay
from tests.web.conftest import browser as browser
from tests.web.conftest import wait_for

pytest.importorskip("nats")
pytest.importorskip("nkeys")
# Three programs with a real screen each, a browser, and some eighty orders.
pytestmark = [pytest.mark.soak, pytest.mark.web, pytest.mark.timeout(1500)]
WIDTH, HEIGHT = 1600, 960
MOVES, ATTACKS = 3, 1
"""The most moves and attacks of a side; the turn goes on without the others."""
BOTH = ["allied", "german"]
PATIENCE = 240
"""Seconds to wait for a window; each of them may draw its map first."""


@dataclass
class Desk:
    """A player's screen, home and program."""

    side: str
    home: Path
    display: str
    path: Path
    seat: Seat
    stack: ExitStack

    def status(self) -> str:
        return str(self.seat.ask("together")[0])

    def kill(self) -> None:
        self.seat.kill()

    def restart(self) -> None:
        """Start the program again, and open the file."""
        self.seat = self.stack.enter_context(
            seated(self.display, self.home, self.home.parent / "cache")
        )
        assert self.seat.ask("open", self.path)

    def entries(self) -> int:
        return int(self.seat.ask("state")["entries"])

    def snap(self, name: str) -> None:
        if folder := os.environ.get("HOLLAND44_PICTURES"):
            command = ["import", "-window", "root", "-display", self.display]
            subprocess.run([*command, f"{folder}/{name}.png"], check=True, timeout=60)


def own(home: Path) -> dict[str, str]:
    home.mkdir(exist_ok=True)
    folders = dict.fromkeys(FOLDERS, str(home)) | {"XDG_CACHE_HOME": str(home.parent / "cache")}
    return {**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen"}


def run(home: Path, *words: str, said: str = "") -> str:
    command = [sys.executable, "-m", "holland44_qt", *words]
    done = subprocess.run(
        command,
        env=own(home),
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def hosting(home: Path, port: int) -> Iterator[list[str]]:
    """Host the campaign for two others, with the referee; yield what the host prints."""
    words = ["host", "holland44", "campaign", "--side", "none", "--dice", "referee"]
    words += ["--mode", "enforced", "--public", "127.0.0.1", "--port", str(port)]
    out = home.with_suffix(".txt")
    with out.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "holland44_qt", *words, "--name", "Hana"],
            env=own(home),
            cwd=home,
            stdout=file,
            stderr=file,
        )
    try:
        assert until(lambda: "is running" in out.read_text(), PATIENCE), out.read_text()
        yield out.read_text().splitlines()
    finally:
        process.terminate()
        assert process.wait(30) == 0
        assert "Traceback" not in out.read_text()


def at_desk(stack: ExitStack, side: str, home: Path) -> Desk:
    """Start a program on a screen of its own."""
    display = stack.enter_context(screen(WIDTH, HEIGHT))
    if shutil.which("openbox"):
        manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": display})
        stack.callback(manager.wait)
        stack.callback(manager.terminate)
    home.mkdir(exist_ok=True)
    seat = stack.enter_context(seated(display, home, home.parent / "cache"))
    return Desk(side, home, display, home / "game.h44log", seat, stack)


def join_by_mouse(desk: Desk, invitation: str, name: str) -> None:
    """Open the dialog from the menu, paste the invitation, and join."""
    seat = desk.seat

    def click(kind: str, words: str = "") -> None:
        found: list[Any] = []
        assert seat.holds(lambda: found.append(seat.ask(kind, words)) or found[-1], PATIENCE)
        seat.xdotool("mousemove", *found[-1], "sleep", "0.3", "click", "1", "sleep", "0.3")

    click("menu")
    click("choice", "game")
    click("choice", "play_together")
    click("field", "Join a game")
    click("field", "Invitation")
    seat.xdotool("type", "--delay", "4", invitation)
    click("field", "Your name")
    seat.xdotool("key", "ctrl+a", "type", name)
    click("field", "Join")
    assert seat.holds(lambda: seat.ask("path"), PATIENCE)
    desk.path = Path(seat.ask("path"))


class Table:
    """Both players' orders: chosen by the computer, given with the mouse."""

    def __init__(self, desks: dict[str, Desk]) -> None:
        self.desks = desks
        self.given: dict[tuple[str, str], int] = {}
        self.orders = 0
        self.refused: list[str] = []

    def position(self) -> Recording:
        longest = max(self.desks.values(), key=lambda desk: desk.path.stat().st_size)
        return Recording.load(longest.path)

    def next_order(self, recording: Recording) -> tuple[str, act.Action]:
        """Return the side that decides, and its next order."""
        ruleset = ruling_of(recording)
        assert ruleset is not None
        state = recording.state(len(recording))
        side = to_decide(ruleset, state)
        assert side is not None
        advice, _ = advise(ruleset, player_named(RECRUIT, ruleset, side, 7), state, side)
        action: act.Action = advice.action if advice is not None else act.NextPhase()
        if isinstance(action, act.Choose | act.NextPhase):
            return side, action
        kind = "attack" if isinstance(action, act.DeclareAttack) else "move"
        most = ATTACKS if kind == "attack" else MOVES
        is_plain = isinstance(action, act.DeclareAttack) or (
            isinstance(action, act.MoveUnits)
            and len(action.units) == 1
            and all(place.isdigit() for place in action.path)
        )
        if not is_plain or self.given.get((side, kind), 0) >= most:
            return side, act.NextPhase()
        self.given[side, kind] = self.given.get((side, kind), 0) + 1
        return side, action

    def settle(self) -> int:
        """Wait until both windows show the same number of entries."""
        assert until(lambda: len({desk.entries() for desk in self.desks.values()}) == 1, PATIENCE)
        return next(iter(self.desks.values())).entries()

    def give(self) -> None:
        """Give the next order in its side's window."""
        before = self.settle()
        side, action = self.next_order(self.position())
        seat = self.desks[side].seat
        said = len(seat.ask("state")["said"])
        with suppress(AssertionError):  # a busy machine: the order is given again
            order(seat, action)
        self.orders += 1
        if not until(lambda: self.desks[side].entries() > before, 30):
            self.refused.append(f"{action}: {seat.ask('state')['said'][said:]}")
            assert len(self.refused) < 8, self.refused


def order(seat: Seat, action: act.Action) -> None:
    """Give an order with the mouse, and do not wait."""
    hand = Hand(seat)
    match action:
        case act.MoveUnits(units=(unit,), path=path):
            hand.move(unit, path)
        case act.DeclareAttack():
            hand.attack(action)
        case act.Choose(option=option):
            seat.ask("show")
            hand.click("option", option)
        case _:
            seat.ask("show")
            hand.click("button", "next")


def test_a_turn_is_played_in_two_windows_and_watched(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    host_home = tmp_path / "host"
    host_home.mkdir()
    with ExitStack() as stack:
        lines = stack.enter_context(hosting(host_home, port))
        invitations = {
            line.partition("side=")[2].partition("&")[0]: line
            for line in lines
            if line.startswith("holland44://") and "side=" in line
        }
        told = run(host_home, "host", "--spectator")
        link = next(word for word in told.split() if "/watch/" in word)
        watching = next(word for word in told.split() if word.startswith("holland44://"))

        # The host draws its map once, which takes a while; the windows start meanwhile.
        drawing = threading.Thread(target=lambda: urlopen(link, timeout=600).read())
        drawing.start()
        stack.callback(drawing.join)

        relay = stack.enter_context(Relay(port))
        german = Invitation.parse(invitations["german"])
        german = replace(german, place=replace(german.place, port=relay.port))
        desks = {side: at_desk(stack, side, tmp_path / side) for side in BOTH}
        join_by_mouse(desks["allied"], invitations["allied"], "Ann")
        join_by_mouse(desks["german"], german.to_text(), "Bob")
        third = at_desk(stack, "", tmp_path / "third")
        run(third.home, "join", "--name", "Eve", "-o", str(third.path), said=watching + "\n")
        assert third.seat.ask("open", third.path)

        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        drawing.join()
        page.goto(link, timeout=240_000)
        page.wait_for_selector('#live-state[data-state="connected"]', timeout=240_000)

        table = Table(desks)
        for desk in desks.values():
            assert until(lambda d=desk: d.status() == "connected", PATIENCE)
        start = time.monotonic()
        killed = cut = False
        while True:
            recording = table.position()
            clock = recording.state(len(recording)).clock
            if clock.turn > 1:
                break
            table.give()
            if not killed and clock.phase == "movement" and table.orders > 6:
                killed = True
                self_killed(table)
            if not cut and clock.active == "german" and clock.phase == "movement":
                cut = True
                disconnected(table, relay)
        assert killed
        assert cut
        entries = table.settle()
        assert until(lambda: third.entries() == entries, PATIENCE)
        wait_for(page, f"replay.game.last === {entries}", PATIENCE)
        for name, desk in (*desks.items(), ("third", third)):
            desk.seat.ask("rest")
            desk.snap(f"turn-1-{name}")
        if folder := os.environ.get("HOLLAND44_PICTURES"):
            page.screenshot(path=f"{folder}/turn-1-browser.png")
        assert faults == []
        print(f"{entries} entries, {table.orders} orders by mouse", end=" ")
        print(f"in {time.monotonic() - start:.0f} s, {len(table.refused)} refused")
        print("\n".join(table.refused))

    files = [desk.path.read_bytes() for desk in (*desks.values(), third)]
    assert files[0] == files[1] == files[2]
    recording = Recording.load(desks["allied"].path)
    assert mode_of(recording.state(len(recording))) == "enforced"
    assert any(entry.dice and entry.dice[0].proof for entry in recording.timeline.entries)
    said = run(desks["german"].home, "verify", "--rules", str(desks["german"].path))
    print(said)
    assert "is sound" in said


def self_killed(table: Table) -> None:
    """Kill the player's window in the middle of an order, and start it again."""
    before = table.settle()
    side, action = table.next_order(table.position())
    desk = table.desks[side]
    order(desk.seat, action)
    desk.kill()
    desk.snap("killed")
    desk.restart()
    assert until(lambda: desk.status() == "connected", PATIENCE)
    other = next(d for d in table.desks.values() if d is not desk)
    with suppress(AssertionError):  # the order was sent before the kill, or it was not
        assert until(lambda: other.entries() > before, 3)
    table.settle()


def disconnected(table: Table, relay: Relay) -> None:
    """Cut the line of the German player, who tries an order; mend it."""
    desk = table.desks["german"]
    before = table.settle()
    relay.cut()
    assert until(lambda: desk.status() != "connected", PATIENCE)
    _, action = table.next_order(table.position())
    order(desk.seat, action)
    time.sleep(1)
    desk.snap("offline")
    assert desk.entries() == before
    relay.mend()
    assert until(lambda: desk.status() == "connected", PATIENCE)
    table.settle()
