"""The live page of a shared game in a real Chromium, opened by a link only."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from engine.core import actions as act
from engine.export.html import page as replay_page
from engine.log.store import load
from engine.play.game import Recording
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.joining import begin
from engine.together.live_pages import watch_link
from tests.fixtures.export_game import FakeRenderer
from tests.together.conftest import as_user, free_port
from tests.together.tables import Player
from tests.web.conftest import wait_for

pytest.importorskip("nats")
pytest.importorskip("nkeys")
pytestmark = pytest.mark.web
__all__ = ["as_user"]


def draw(path: Path) -> str:
    return replay_page(Recording.load(path), FakeRenderer())


def shown(page: Page) -> tuple[int, int]:
    """Return the current step of the page, and the last one."""
    at, last = page.evaluate("[replay.game.at, replay.game.last]")
    return int(at), int(last)


def until(page: Page, step: int) -> None:
    wait_for(page, f"replay.game.at === {step}", 20)


def test_a_spectator_follows_the_game_with_a_link(
    browser: Browser, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    folder = HostFolder(tmp_path / "host")
    folder.prepare("127.0.0.1", free_port())
    path = tmp_path / "ann.h44log"
    begun = begin(folder, path, "holland44", "short", "allied", "Ann")
    link = watch_link(folder, folder.invite_spectator(begun.game).seed)
    host = HostThread(folder, lambda _: None, draw)
    host.start()
    ann = Player(path)
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    try:
        ann.until_connected()
        page.goto(link, timeout=90_000)  # the host draws the page first
        page.wait_for_selector('#live-state[data-state="connected"]', timeout=20_000)
        assert shown(page) == (1, 1)
        game = ann.table.game
        unit, piece = next((u, p) for u, p in sorted(game.now.pieces.items()) if p.side == "allied")
        here = game.module.places.name(piece.place)
        game.play(act.MoveUnits(units=(unit,), path=(here, "6217"), mode=""), by="allied")
        until(page, 2)
        assert page.evaluate("replay.game.positions()")[unit] == "6217"
        assert page.locator("#count").text_content() == "2 / 2" or shown(page) == (2, 2)
        assert page.locator("#entries button").count() == 2
        # A spectator who looks at the past stays there.
        page.evaluate("replay.show(1)")
        for number in range(3):
            game.play(act.ManualEdit(text=f"{number}"), by="allied")
        wait_for(page, "replay.game.last === 5", 20)
        assert shown(page) == (1, 5)
        page.evaluate("replay.show(5)")
        # The server goes away and comes back.
        host.stop()
        page.wait_for_selector('#live-state[data-state="offline"]', timeout=20_000)
        again = HostThread(folder, lambda _: None, draw)
        again.start()
        try:
            page.wait_for_selector('#live-state[data-state="connected"]', timeout=30_000)
            game.play(act.ManualEdit(text="on it goes"), by="allied")
            until(page, 6)
            assert len(load(path).log) == 6
            late = browser.new_page()
            late.goto(link, timeout=90_000)
            until(late, 6)
            late.close()
            # A link that nobody gave, and one that was withdrawn, lead to nothing.
            other = link[:-43] + "A" * 43
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(other)
        finally:
            again.stop()
        assert faults == []
    finally:
        page.close()
        ann.table.close()
        host.stop()
