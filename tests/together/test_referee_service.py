"""A hosted referee: signed orders go in, entries with verifiable dice come out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.store import load
from engine.log.tree import Log
from engine.log.verify import verify
from engine.play import referee
from engine.play.game import OrderSent, Recording
from engine.play.scrutiny import scrutinise
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.invitation import Invitation
from engine.together.referee_machine import RefereeFolder, RefereeMachine
from engine.together.referee_service import RefereeName
from tests.together.tables import Player, two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")
FOUR = 4


@pytest.fixture
def players(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> Iterator[tuple[Player, Player]]:
    two_players(folder, tmp_path, as_user, mode="enforced", scenario="campaign", dice="referee")
    made = []
    for name in ("ann", "bob"):
        as_user(name)
        made.append(Player(tmp_path / f"{name}.h44log"))
    for player in made:
        player.until_connected()
    yield made[0], made[1]
    for player in made:
        player.table.close()


def give_next_order(players: tuple[Player, Player], choose: int = 0) -> None:
    """Have the active side give a legal order, and wait until both players have its entry."""
    game = players[0].table.game
    known = len(game.log)
    ruling = referee.ruling_of(game)
    assert ruling is not None
    action = ruling.legal(game.now, FOUR).actions[choose]
    side = game.now.clock.active
    decision = game.now.pending[-1] if game.now.pending else None
    side = decision.side if decision is not None else side
    giver = players[("allied", "german").index(side)]
    with pytest.raises(OrderSent):
        referee.play(giver.table.game, action)
    for player in players:
        player.until(lambda p=player: len(p.table.game.log) > known or p.refusals)  # type: ignore[misc]
        assert player.refusals == []


def test_orders_are_judged_thrown_and_verified(
    players: tuple[Player, Player],
) -> None:
    ann, bob = players
    for _ in range(12):
        give_next_order(players)
    assert ann.path.read_bytes() == bob.path.read_bytes()
    log = load(bob.path).log
    orders = [entry for entry in log.entries if entry.order is not None]
    assert len(orders) == 12
    report = verify(log, ann.table.game.module.places)
    assert report.problems == []
    assert report.notices == []
    assert scrutinise(Recording.load(bob.path)).is_clean
    # A referee who leaves an effect out is named.
    false = next(entry for entry in reversed(orders) if entry.effects)
    without = false.model_copy(update={"effects": false.effects[:-1]})
    cheated = Log(log.header, [*log.entries[: false.id - 1], without])
    told = scrutinise(Recording(cheated, ann.table.game.module))
    assert [fault.entry for fault in told.breaches] == [false.id]


def test_dice_come_from_the_referee(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user, dice="referee")
    as_user("ann")
    ann = Player(tmp_path / "ann.h44log")
    try:
        ann.until_connected()
        for number in range(5):
            with pytest.raises(OrderSent):
                ann.table.game.play(act.Roll(sides=6, count=2, reason="test"), by="allied")
            ann.until(lambda n=number: len(ann.table.game.log) == n + 3)  # type: ignore[misc]
        log = load(ann.path).log
        proofs = [entry.dice[0].proof for entry in log.entries if entry.dice]
        assert [proof["index"] for proof in proofs if proof] == [1, 2, 3, 4, 5]
        assert verify(log, ann.table.game.module.places).problems == []
        # An order of the other side, and one after an old line, are refused.
        with pytest.raises(Exception, match="another player"):
            ann.table.game.play(act.Roll(), by="german")
        # The host is killed between two orders and comes back: the chain goes on.
        host.stop()
        ann.until(lambda: ann.standing == "offline")
        again = HostThread(folder, lambda _: None)
        again.start()
        try:
            ann.until(lambda: ann.standing == "connected")
            with pytest.raises(OrderSent):
                ann.table.game.play(act.Roll(), by="allied")
            ann.until(lambda: len(ann.table.game.log) == 8)
            proof = ann.table.game.log[8].dice[0].proof
            assert proof is not None
            assert proof["index"] == 6
        finally:
            again.stop()
    finally:
        ann.table.close()


class ThirdMachine:
    """A referee on a machine of its own, in a thread."""

    def __init__(self, folder: RefereeFolder) -> None:
        self.said: list[str] = []
        self._loop, self._stop = asyncio.new_event_loop(), asyncio.Event()
        machine = RefereeMachine(folder, self.said.append)
        run = self._loop.run_until_complete
        self._thread = threading.Thread(target=run, args=(machine.run(self._stop),))
        self._thread.start()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)
        self._loop.close()


def test_a_third_persons_machine_is_the_referee(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    judge = RefereeFolder(tmp_path / "judge")
    seat = judge.new_seat()
    begun = two_players(
        folder, tmp_path, as_user, dice="referee", judge=RefereeName.parse(seat.to_text())
    )
    assert list((folder.path / "referees").iterdir()) == []  # the host has no secret of the dice
    address = folder.referee_address(begun.game)
    assert address is not None
    as_user("ann")
    ann = Player(tmp_path / "ann.h44log")
    try:
        ann.until_connected()
        for number in range(2):
            judge.add(Invitation.parse(address.to_text()))
            third = ThirdMachine(judge)
            with pytest.raises(OrderSent):
                ann.table.game.play(act.Roll(), by="allied")
            ann.until(lambda n=number: len(ann.table.game.log) == n + 3)  # type: ignore[misc]
            third.stop()  # and comes back: the chain goes on
            assert len(third.said) == 1, third.said
    finally:
        ann.table.close()
    log = load(ann.path).log
    proofs = [entry.dice[0].proof for entry in log.entries if entry.dice]
    assert [proof["index"] for proof in proofs if proof] == [1, 2]
    assert verify(log, ann.table.game.module.places).problems == []
    with pytest.raises(UserError, match="another game"):
        judge.seat_of(replace(address, link="0" * 32))
    with pytest.raises(UserError, match="not the referee"):
        RefereeFolder(tmp_path / "other").seat_of(address)


def test_a_forbidden_order_is_refused_with_the_rule(players: tuple[Player, Player]) -> None:
    ann, _ = players
    game = ann.table.game
    unit = next(u for u, piece in sorted(game.now.pieces.items()) if piece.side == "allied")
    here = game.module.places.name(game.now.pieces[unit].place)
    # Past the local judge, as another program would send it.
    with pytest.raises(OrderSent):
        game.record(act.MoveUnits(units=(unit,), path=(here, "6217")), (), by="allied")
    ann.until(lambda: bool(ann.refusals))
    assert len(game.log) == 2
    assert ann.refusals[0].endswith(".")
