"""A real Chromium and the page it opens."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    sync_playwright,
)

from engine.export.html import export_html
from engine.play.game import Recording
from tests.fixtures.export_game import FakeRenderer, write_game

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
)


@pytest.fixture(scope="module")  # its event loop runs on, and would refuse asyncio.run elsewhere
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        why = f"no Chromium found ({', '.join(NAMES)}); apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    path = tmp_path_factory.mktemp("web") / "short.h44log"
    write_game(path)
    return Recording.load(path)


@pytest.fixture(scope="session")
def page_file(recording: Recording, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("web") / "short.html"
    export_html(recording, FakeRenderer(), path)
    return path


def wait_for(page: Page, condition: str, seconds: float = 10) -> None:
    """Wait for a condition in JavaScript; the page's policy forbids Playwright's own method."""
    until = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < until, f"never: {condition}"
        page.wait_for_timeout(40)


@dataclass
class Reader:
    """A user of the page, with all messages reported by the browser."""

    page: Page
    file: Path
    troubles: list[str] = field(default_factory=list)

    def open(self, address: str = "") -> None:
        self.page.goto(self.file.as_uri() + address)
        wait_for(self.page, "window.replay !== undefined")

    @property
    def step(self) -> int:
        return int(self.page.evaluate("replay.game.at"))

    @property
    def positions(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate("replay.game.positions()")
        return found


DESKTOP, PHONE = (1920, 1080), (390, 844)
both_sizes = pytest.mark.parametrize(
    "size", [DESKTOP, PHONE], ids=["desktop", "phone"], indirect=True
)


@pytest.fixture
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    """The size of the window; a desktop's unless a test requests both."""
    pair: tuple[int, int] = getattr(request, "param", DESKTOP)
    return pair


@pytest.fixture(scope="module")
def reading_page(browser: Browser) -> Iterator[Page]:
    """One page shared by all tests, because opening a window takes most of a test's time."""
    context = browser.new_context(
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, reduced_motion="reduce", offline=True
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def reader(reading_page: Page, page_file: Path, size: tuple[int, int]) -> Iterator[Reader]:
    reader = Reader(reading_page, page_file)
    page, troubles = reader.page, reader.troubles

    def complained(message: ConsoleMessage) -> None:
        troubles.append(f"{message.type}: {message.text}")

    def failed(error: Error) -> None:
        troubles.append(f"error: {error}")

    def asked(request: Request) -> None:
        if not request.url.startswith(("data:", "about:", page_file.as_uri())):
            troubles.append(f"request: {request.url}")

    heard = {"console": complained, "pageerror": failed, "request": asked}
    for event, hear in heard.items():
        page.on(event, hear)  # type: ignore[call-overload]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
    page.mouse.move(0, 0)
    reader.open()
    yield reader
    # Nothing of this reader is left for the next: neither script nor address.
    page.goto("about:blank")
    for event, hear in heard.items():
        page.remove_listener(event, hear)
    assert troubles == []
