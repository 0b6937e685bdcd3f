"""Two tables: played at once, sent in the background, offline and reconnected."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.store import load
from engine.log.verify import verify
from engine.play import referee
from engine.play.exchange import import_turn
from engine.play.game import Recording
from engine.play.scrutiny import scrutinise
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.joining import NOBODY, begin, join
from engine.together.manners import is_agreed
from engine.together.membership import membership_of
from tests.running import output
from tests.together.tables import Player, join_soon, two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")


@pytest.fixture
def players(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> Iterator[tuple[Player, Player]]:
    two_players(folder, tmp_path, as_user)
    made = []
    for name in ("ann", "bob"):
        as_user(name)
        made.append(Player(tmp_path / f"{name}.h44log"))
    for player in made:
        player.until_connected()
    yield made[0], made[1]
    for player in made:
        player.table.close()


def order(player: Player, side: str, text: str) -> None:
    player.table.game.play(act.ManualEdit(text=text), by=side)


def texts(player: Player) -> list[str]:
    return [
        entry.action.text
        for entry in player.table.game.timeline.entries
        if isinstance(entry.action, act.ManualEdit)
    ]


def test_a_played_entry_reaches_the_other_player(players: tuple[Player, Player]) -> None:
    ann, bob = players
    for number in range(5):
        order(ann, "allied", f"{number}")
        assert len(texts(ann)) == number + 1  # at once
    bob.until(lambda: texts(bob) == ["0", "1", "2", "3", "4"])
    ann.until(lambda: ann.table.waiting == 0)
    order(bob, "german", "back")
    ann.until(lambda: texts(ann)[-1] == "back")
    bob.until(lambda: bob.table.waiting == 0)
    assert ann.path.read_bytes() == bob.path.read_bytes()
    assert not list(ann.path.parent.glob("*.h44turn"))
    assert scrutinise(Recording.load(ann.path)).is_clean


def test_a_game_is_hosted_for_two_others(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    begun = begin(folder, tmp_path / "host.h44log", "holland44", "short", NOBODY, "Host")
    assert membership_of(begun.game) is None
    for name, side in (("Ann", "allied"), ("Bob", "german")):
        as_user(name)
        member = join_soon(begun.invitations[side], tmp_path / f"{name}.h44log", name)
        player = Player(member.path)
        player.until_connected()
        order(player, side, f"by {name}")
        player.until(lambda p=player: p.table.waiting == 0)  # type: ignore[misc]
        player.table.close()
    report = verify(load(player.path).log, player.table.game.module.places)
    assert report.problems == []


def test_playing_the_other_side_is_refused(players: tuple[Player, Player]) -> None:
    ann, bob = players
    with pytest.raises(UserError, match="belongs to the side German"):
        order(ann, "german", "not mine")
    order(ann, "allied", "mine")
    bob.until(lambda: texts(bob) == ["mine"])


def test_thirty_offline_orders_are_sent_after_reconnecting(
    players: tuple[Player, Player], host: HostThread, tmp_path: Path
) -> None:
    ann, bob = players
    host.stop()
    for player in players:
        player.until(lambda p=player: p.standing == "offline")  # type: ignore[misc]
    before = ann.path.read_bytes()
    for number in range(30):
        order(ann, "allied", f"{number}")
    assert ann.table.waiting == 30
    assert ann.path.read_bytes() == before  # only accepted lines are in the file
    again = HostThread(host.host.folder, lambda _: None)
    again.start()
    try:
        bob.until(lambda: len(texts(bob)) == 30)
        ann.until(lambda: ann.table.waiting == 0)
        assert ann.path.read_bytes() == bob.path.read_bytes()
    finally:
        again.stop()


def test_a_connection_that_closes_during_a_report_is_made_again(
    players: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    from nats.aio.client import Client
    from nats.errors import ConnectionClosedError

    ann, bob = players
    publish, reports = Client.publish, list[str]()

    async def fail_once(client: Client, subject: str, *args: Any, **named: Any) -> None:
        if subject.startswith("h44here") and subject.endswith("allied"):
            reports.append(subject)
            if len(reports) == 1:
                raise ConnectionClosedError
        await publish(client, subject, *args, **named)

    monkeypatch.setattr(Client, "publish", fail_once)
    ann.table.network.point("3120")
    ann.until(lambda: ann.standing == "offline")
    ann.until_connected()
    order(ann, "allied", "again")
    bob.until(lambda: texts(bob) == ["again"])
    ann.until(lambda: len(reports) > 1)


def test_unsent_orders_survive_a_restart(
    players: tuple[Player, Player], host: HostThread, as_user: Callable[[str], None]
) -> None:
    ann, bob = players
    host.stop()
    ann.until(lambda: ann.standing == "offline")
    for number in range(3):
        order(ann, "allied", f"{number}")
    signed = [one.line for one in ann.table.keeper.waiting]
    ann.table.close()
    # The last line was being written when the program was killed.
    with ann.table.outbox.path.open("ab") as file:
        file.write(signed[-1][:50])
    as_user("ann")
    later = Player(ann.path)
    try:
        assert texts(later) == ["0", "1", "2"]
        assert [one.line for one in later.table.keeper.waiting] == signed
        again = HostThread(host.host.folder, lambda _: None)
        again.start()
        try:
            bob.until(lambda: texts(bob) == ["0", "1", "2"])
            later.until(lambda: later.table.waiting == 0)
            assert load(ann.path).log[5].signature is not None
        finally:
            again.stop()
    finally:
        later.table.close()


def test_orders_are_judged_again_when_the_other_was_first(
    players: tuple[Player, Player], host: HostThread
) -> None:
    ann, bob = players
    host.stop()
    for player in players:
        player.until(lambda p=player: p.standing == "offline")  # type: ignore[misc]
    order(ann, "allied", "ann's")
    ann.table.game.play(act.Roll(sides=6, count=2, reason="weather"), by="allied")
    dice = ann.table.game.log.entries[-1].dice
    order(bob, "german", "bob's")
    bob.table.close()  # Ann is first
    again = HostThread(host.host.folder, lambda _: None)
    again.start()
    try:
        ann.until(lambda: ann.table.waiting == 0)
        late = Player(bob.path)
        try:
            late.until(lambda: late.standing == "connected" and late.table.waiting == 0)
            assert texts(late) == ["ann's", "bob's"]
            assert late.table.game.log[4].dice == dice
            ann.until(lambda: texts(ann) == ["ann's", "bob's"])
            assert ann.path.read_bytes() == bob.path.read_bytes()
        finally:
            late.table.close()
    finally:
        again.stop()


def test_an_outdated_order_is_kept_and_reported(
    players: tuple[Player, Player], host: HostThread
) -> None:
    ann, bob = players
    host.stop()
    for player in players:
        player.until(lambda p=player: p.standing == "offline")  # type: ignore[misc]
    for player, by in ((ann, "allied"), (bob, "german")):
        game = player.table.game
        unit = next(iter(sorted(game.now.pieces)))
        places = game.module.places
        here = places.name(game.now.pieces[unit].place)
        there = next(name for name in ("2720", "2721", "2722") if name != here)
        game.play(act.MoveUnits(units=(unit,), path=(here, there), mode=""), by=by)
    again = HostThread(host.host.folder, lambda _: None)
    again.start()
    try:
        for player in players:
            player.until(lambda p=player: p.standing == "connected" and not p.table.waiting)  # type: ignore[misc]
        for player in players:
            player.until(lambda: ann.path.read_bytes() == bob.path.read_bytes())
        lost = [change for player in players for change in player.changes if change.lost]
        assert len(lost) == 1
        assert ann.refusals == bob.refusals == []
        assert lost[0].kept is not None
        assert lost[0].kept.exists()
        assert len(lost[0].lost) == 1
    finally:
        again.stop()


def test_the_outbox_can_be_sent_as_a_file(
    players: tuple[Player, Player], host: HostThread, as_user: Callable[[str], None]
) -> None:
    ann, bob = players
    host.stop()
    ann.until(lambda: ann.standing == "offline")
    order(ann, "allied", "by letter")
    letter = ann.table.outbox.path.rename(ann.path.with_name("letter.h44turn"))
    ann.table.outbox.path.write_bytes(letter.read_bytes())
    ann.table.close()
    bob.table.close()
    import_turn(letter, bob.path)
    as_user("bob")
    again = HostThread(host.host.folder, lambda _: None)
    again.start()
    try:
        # Bob's file knows more than the server now: he restores Ann's signed line.
        later = Player(bob.path)
        later.until_connected()
        assert texts(later) == ["by letter"]
        as_user("ann")
        own = Player(ann.path)
        own.until(lambda: own.standing == "connected" and not own.table.waiting)
        assert ann.path.read_bytes() == bob.path.read_bytes()
        later.table.close()
        own.table.close()
    finally:
        again.stop()


def test_a_game_is_played_by_the_rules(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user, mode="enforced", scenario="campaign")
    players = []
    for name in ("ann", "bob"):
        as_user(name)
        players.append(Player(tmp_path / f"{name}.h44log"))
    try:
        ann, bob = players
        for player in players:
            player.until_connected()
        game = ann.table.game
        ruling = referee.ruling_of(game)
        assert ruling is not None
        for number in range(3, 9):
            action = ruling.legal(game.now, 4).actions[0]
            by = {"allied": ann, "german": bob}[game.now.clock.active]
            referee.play(by.table.game, action)
            for player in players:
                player.until(lambda n=number, p=player: len(p.table.accepted) == n)  # type: ignore[misc]
        bob.until(lambda: len(bob.table.game.log) == len(ann.table.game.log))
        assert ann.path.read_bytes() == bob.path.read_bytes()
        assert scrutinise(Recording.load(bob.path)).is_clean
    finally:
        for player in players:
            player.table.close()


@pytest.mark.slow
def test_two_diverged_versions_are_kept_and_one_is_chosen(
    players: tuple[Player, Player],
    host: HostThread,
    folder: HostFolder,
    as_user: Callable[[str], None],
    tmp_path: Path,
) -> None:
    ann, bob = players
    game = ann.table.member.game
    order(ann, "allied", "shared")
    bob.until(lambda: texts(bob) == ["shared"])
    ann.until(lambda: ann.table.waiting == 0)
    for player in players:
        player.table.close()
    host.stop()
    shared = ann.path.read_bytes()
    # Two servers, and each player goes on at another one.
    for player, name, text in ((ann, "ann", "here"), (bob, "bob", "there")):
        for part in ("games", "store"):
            shutil.rmtree(folder.path / part)
            (folder.path / part).mkdir()
        as_user(name)
        folder.add(player.path)
        again = HostThread(folder, lambda _: None)
        again.start()
        try:
            alone = Player(player.path)
            alone.until_connected()
            order(alone, "allied" if name == "ann" else "german", text)
            alone.until(lambda p=alone: p.table.waiting == 0)  # type: ignore[misc]
            alone.table.close()
        finally:
            again.stop()
    own = ann.path.read_bytes()
    assert own.startswith(shared)
    last = HostThread(folder, lambda _: None)
    last.start()
    try:
        as_user("ann")
        parted = Player(ann.path)
        parted.until(lambda: parted.standing == "parted")
        parted.table.close()
        theirs = tmp_path / "ann (server).h44log"
        assert theirs.read_bytes() == bob.path.read_bytes()
        assert ann.path.read_bytes() == own  # neither shortened nor changed
        # Ann takes the server's version.
        ann.path.rename(tmp_path / "mine.h44log")
        asyncio.run(join(folder.invitation(game, "allied"), ann.path, "Ann"))
        assert ann.path.read_bytes() == bob.path.read_bytes()
    finally:
        last.stop()


@pytest.mark.slow
def test_undo_is_free_or_agreed_and_leaves_a_branch(players: tuple[Player, Player]) -> None:
    ann, bob = players
    game = ann.table.game
    order(ann, "allied", "a slip")
    game.follow(2)
    order(ann, "allied", "better")
    bob.until(lambda: texts(bob) == ["better"])
    assert len(bob.table.game.log) == 4  # the slip is a branch
    order(bob, "german", "an answer")
    ann.until(lambda: texts(ann)[-1] == "an answer")
    game.follow(2)
    with pytest.raises(UserError, match="other player's"):
        order(ann, "allied", "too late")
    game.follow(5)
    asked = ann.table.ask_undo(2)
    bob.until(lambda: len(bob.table.game.log) == 6)
    bob.table.answer(asked, "yes")
    ann.until(lambda: len(game.log) == 7)
    game.follow(2)
    order(ann, "allied", "agreed")
    bob.until(lambda: texts(bob) == ["agreed"])
    ann.until(lambda: ann.table.waiting == 0)
    assert ann.path.read_bytes() == bob.path.read_bytes()


@pytest.mark.slow
def test_going_back_is_asked_and_answered_by_command(
    host: HostThread, folder: HostFolder, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    two_players(folder, tmp_path, as_user)
    ann, bob = str(tmp_path / "ann.h44log"), str(tmp_path / "bob.h44log")
    as_user("ann")
    player = Player(tmp_path / "ann.h44log")
    player.until_connected()
    order(player, "allied", "a slip")
    player.until(lambda: player.table.waiting == 0)
    last = player.table.game.head
    player.table.close()
    assert "only ask to continue from an earlier entry" in output(
        "take-back", ann, "--to", last, code=2
    )
    assert f"continue from entry {last - 1}" in output("take-back", ann, "--to", last - 1)
    as_user("bob")
    assert f"asks to go back to entry {last - 1}" in output("take-back", bob)
    assert "Declined: Continue from entry" in output("take-back", bob, "--decline")
    assert "asked nothing" in output("take-back", bob)
    assert "asked nothing" in output("take-back", bob, "--agree", code=2)
    as_user("ann")
    output("take-back", ann, "--to", last - 1)
    as_user("bob")
    assert f"may continue from entry {last - 1}" in output("take-back", bob, "--agree")
    assert is_agreed(load(tmp_path / "bob.h44log").log, last - 1)


def test_an_order_that_was_outrun_is_reported_as_played_again(
    players: tuple[Player, Player], host: HostThread
) -> None:
    host.stop()
    ann, bob = players
    ann.until(lambda: ann.standing == "offline")
    bob.until(lambda: bob.standing == "offline")
    order(ann, "allied", "of the Ally")
    order(bob, "german", "of the German")
    again = HostThread(host.host.folder, lambda _: None)
    again.start()

    def all_accepted() -> bool:
        bob.handle()  # either of the two may come first, and the other plays again
        return all(len(player.table.accepted) == 4 for player in players)

    try:
        ann.until(all_accepted)
        assert sum(change.replayed for player in players for change in player.changes) == 1
        assert [player.refusals for player in players] == [[], []]
    finally:
        again.stop()
