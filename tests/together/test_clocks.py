"""Clocks by the server's time stamps: start, pause by consent, claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.entry import Author, Entry
from engine.log.tree import Log
from engine.together.clocks import (
    TurnClock,
    describe,
    is_justified,
    is_opening_due,
    pause_question,
    time_claim,
    turn_clock,
)
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.manners import opening_question
from tests.together.lines import AT, BOB, header
from tests.together.tables import Player, two_players

BEGIN = datetime(2026, 11, 28, 12, tzinfo=UTC)
ORDER = act.ManualEdit(text="an order")


@dataclass
class Timed:
    """A log with the server's time of each line, in hours after the beginning."""

    pace: str | None = "3d"
    log: Log = field(init=False)
    times: list[str] = field(default_factory=lambda: ["", ""])

    def __post_init__(self) -> None:
        self.log = Log(header(pace=self.pace))
        self.times = [self.stamp(0)]
        self.add(0, "allied", act.Setup(scenario="s"))

    def stamp(self, hours: float) -> str:
        return f"{BEGIN + timedelta(hours=hours):%Y-%m-%dT%H:%M:%S}.123456789Z"

    def add(self, hours: float, by: str, action: act.Action, next_key: str | None = None) -> Entry:
        number = len(self.log) + 1
        author = Author(name=by, next_key=next_key)
        entry = Entry(id=number, parent=number - 1, at=AT, by=by, action=action, author=author)
        self.log.add(entry)
        self.times.append(self.stamp(hours))
        return entry

    def clock(self, side: str) -> TurnClock | None:
        return turn_clock(self.log, self.times, side, len(self.log))


def hours_left(clock: TurnClock | None, hours: float) -> float:
    assert clock is not None
    return clock.left(BEGIN + timedelta(hours=hours)) / timedelta(hours=1)


def test_a_clock_starts_with_the_last_order_of_the_other_side() -> None:
    game = Timed()
    game.add(1, "german", act.Note(text="joins"), next_key=BOB.key)
    assert hours_left(game.clock("allied"), 1) == 72
    game.add(5, "allied", ORDER)
    game.add(6, "german", act.Note(text="talk is no order"))
    assert hours_left(game.clock("allied"), 6) == 67  # its own orders do not wind it up
    assert hours_left(game.clock("german"), 6) == 71
    assert Timed("live").clock("allied") == TurnClock("allied", 1, BEGIN + timedelta(minutes=30))
    assert Timed(None).clock("allied") is None
    game.times.clear()  # offline: the server's time is not known
    assert game.clock("german") is None


def test_a_pause_needs_the_other_players_consent_and_ends_with_the_next_order() -> None:
    game = Timed("1d")
    clock = game.clock("allied")
    assert clock is not None
    question = pause_question(clock, "german")
    game.add(1, "allied", question)
    late = BEGIN + timedelta(days=30)
    asked = game.clock("allied")
    assert asked is not None
    assert asked.is_over(late)
    game.add(2, "german", act.Answer(name=question.name, option="yes"))
    paused = game.clock("allied")
    assert paused is not None
    assert not paused.is_over(late)
    assert describe(paused, "Allied", late) == "Allied: clock stopped"
    game.add(100, "allied", ORDER)
    going = game.clock("german")
    assert going is not None
    assert hours_left(going, 100) == 24


def test_a_claim_is_justified_by_the_servers_time_alone() -> None:
    game = Timed("1d")
    game.add(1, "german", ORDER)
    clock = game.clock("allied")
    assert clock is not None
    with pytest.raises(UserError, match="has not run out"):
        time_claim(clock, BEGIN + timedelta(hours=24))
    claim = time_claim(clock, BEGIN + timedelta(hours=26))
    early = game.add(24, "german", claim)  # a client whose clock is fast
    assert is_justified(game.log, game.times, early) is False
    right = game.add(26, "german", claim)
    assert is_justified(game.log, game.times, right) is True
    assert is_justified(game.log, game.times, game.log[1]) is None


def test_hidden_orders_are_opened_without_a_player_whose_time_has_run_out() -> None:
    game = Timed("1d")
    game.add(1, "german", ORDER)
    clock = game.clock("allied")
    assert clock is not None
    game.add(2, "german", opening_question(game.log, "allied"))
    assert not is_opening_due(game.log, game.times), "the player may answer"
    claim = time_claim(clock, BEGIN + timedelta(hours=26))
    game.add(24, "german", claim)  # a client whose clock is fast
    assert not is_opening_due(game.log, game.times)
    game.add(26, "german", claim)
    assert is_opening_due(game.log, game.times)
    game.add(27, "allied", act.Note(text="back again"))
    assert not is_opening_due(game.log, game.times)


def test_the_clock_is_shown_and_stopped_by_command(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    pytest.importorskip("nats")
    two_players(folder, tmp_path, as_user, pace="3d")
    as_user("bob")
    bob = Player(tmp_path / "bob.h44log")
    bob.until_connected()
    bob.table.ask_pause()
    bob.until(lambda: bob.table.waiting == 0)
    as_user("ann")
    done = CliRunner().invoke(app, ["clock", str(tmp_path / "ann.h44log")])
    assert done.exit_code == 0, done.output
    assert "Allied: 2 d 23 h left" in done.output
    done = CliRunner().invoke(app, ["clock", str(tmp_path / "ann.h44log"), "--decline"])
    assert "Declined:" in done.output
    assert "Allied: 2 d 23 h left" in done.output
    bob.table.ask_pause()
    bob.until(lambda: bob.table.waiting == 0)
    done = CliRunner().invoke(app, ["clock", str(tmp_path / "ann.h44log"), "--agree"])
    assert "Allied: clock stopped" in done.output
    bob.until(lambda: bob.table.clock is not None and bob.table.clock.paused)
    with pytest.raises(UserError, match="has not run out"):
        bob.table.claim_time()
    bob.table.close()
