"""Notices that a side has to act, sent to a web address."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from tests.together.tables import Player, two_players

pytest.importorskip("nats")
pytest.importorskip("nkeys")
RUN = CliRunner()


@pytest.fixture
def received() -> Iterator[tuple[str, Queue[dict[str, object]]]]:
    """A web server, its address, and the notices that it gets."""
    notices: Queue[dict[str, object]] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            notices.put(json.loads(body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/secret-path", notices
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_notice_names_game_turn_and_question(
    host: HostThread,
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
    received: tuple[str, Queue[dict[str, object]]],
) -> None:
    url, notices = received
    begun = two_players(folder, tmp_path, as_user)
    set_webhook(folder, begun.game, url)
    as_user("ann")
    ann = Player(tmp_path / "ann.h44log")
    ann.until_connected()
    game = ann.table.game
    before = game.now.clock
    other = "german" if before.active == "allied" else "allied"
    game.play(act.ManualEdit(text="no notice: the same side goes on"), by="allied")
    game.play(act.SetClock(turn=before.turn, phase=before.phase, active=other), by="allied")
    ann.until(lambda: ann.table.waiting == 0)
    turn = notices.get(timeout=20)
    assert (turn["game"], turn["side"], turn["asked"]) == (begun.game, other, "")
    assert turn["content"] == turn["text"] == f"{game.log.header.title}: it is German's turn."
    ann.table.ask_undo(3)
    ann.until(lambda: ann.table.waiting == 0)
    asked = notices.get(timeout=20)
    assert (asked["side"], asked["asked"]) == ("german", "Continue from entry 3?")
    assert notices.empty()
    ann.table.close()


def test_the_notices_to_one_side_go_to_its_own_address(
    host: HostThread,
    folder: HostFolder,
    tmp_path: Path,
    as_user: Callable[[str], None],
    received: tuple[str, Queue[dict[str, object]]],
) -> None:
    url, notices = received
    begun = two_players(folder, tmp_path, as_user)
    set_webhook(folder, begun.game, f"german={url}?a=b")
    as_user("ann")
    ann = Player(tmp_path / "ann.h44log")
    ann.until_connected()
    game = ann.table.game
    clock = game.now.clock
    order = ("german", "allied", "german") if clock.active == "allied" else ("allied", "german")
    for side in order:
        game.play(act.SetClock(turn=clock.turn, phase=clock.phase, active=side), by="allied")
        ann.until(lambda: ann.table.waiting == 0)
        if side == "german":
            assert notices.get(timeout=20)["side"] == "german"
    set_webhook(folder, begun.game, "german=none")
    assert folder.game(begun.game).webhooks == {}
    ann.table.close()
    assert notices.empty()


def set_webhook(folder: HostFolder, game: str, text: str) -> None:
    options = ["--webhook", text, "--folder", str(folder.path)]
    done = RUN.invoke(app, ["host", game[:8], *options])
    assert done.exit_code == 0, done.output


def test_an_address_that_is_no_web_address_is_refused(folder: HostFolder) -> None:
    done = RUN.invoke(
        app, ["host", "--webhook", "file:///etc/passwd", "--folder", str(folder.path)]
    )
    assert "http:// or https://" in str(done.exception)
