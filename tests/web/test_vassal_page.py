"""A VASSAL game's report in a real browser: positions of pieces, boards that change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine.export.html import export_html
from engine.export.vassal_sheet import Sheet
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.vassal import commands as cmd
from tests.unit.vassal import making
from tests.web.conftest import Reader

OTHER = (
    '<VASSAL.build.module.map.boardPicker.Board name="Other" width="300" height="200"/>'
    "</VASSAL.build.module.map.BoardPicker>"
)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    folder = tmp_path_factory.mktemp("vassal")
    build = making.BUILD_FILE.replace("</VASSAL.build.module.map.BoardPicker>", OTHER)
    (folder / "little.vmod").write_bytes(making.module(build))
    boards = cmd.Boards("Main Map", (cmd.Placing("Other", "0", "0", False),))
    (folder / "g.vlog").write_bytes(making.log(making.setup(), [*making.steps(), [boards]]))
    import_files([folder / "g.vlog"], folder / "g.h44log")
    return Recording.load(folder / "g.h44log")


@pytest.fixture
def vassal_reader(browser: Browser, recording: Recording, tmp_path: Path) -> Iterator[Reader]:
    file = tmp_path / "g.html"
    sheet = Sheet(recording)
    export_html(recording, sheet, file)
    context = browser.new_context(viewport={"width": 1400, "height": 900}, offline=True)
    reader = Reader(context.new_page(), file)
    reader.page.on("pageerror", lambda error: reader.troubles.append(str(error)))
    reader.page.on("console", lambda message: reader.troubles.append(message.text))
    reader.open()
    yield reader
    context.close()
    assert reader.troubles == []


def go(reader: Reader, step: int) -> None:
    reader.page.evaluate(f"replay.show({step})")


def test_pieces_are_at_the_engines_positions(vassal_reader: Reader, recording: Recording) -> None:
    places = recording.module.places
    for step in (1, 2, len(recording), 3):
        go(vassal_reader, step)
        state = recording.state(step)
        assert vassal_reader.positions == {u: places.name(p.place) for u, p in state.pieces.items()}


def test_every_stack_is_drawn_at_its_spot(vassal_reader: Reader) -> None:
    go(vassal_reader, 1)
    drawn = vassal_reader.page.evaluate(
        "[...document.querySelectorAll('#stacks > .stack')].map(n => n.getAttribute('transform'))"
    )
    wanted = vassal_reader.page.evaluate(
        "[...replay.game.stacks.keys()].map(p => DATA.spots[p])"
        ".map(([x, y]) => `translate(${x} ${y})`)"
    )
    assert sorted(drawn) == sorted(wanted)
    assert len(drawn) == 2


def test_a_click_on_a_counter_opens_its_stack(vassal_reader: Reader) -> None:
    go(vassal_reader, 1)
    vassal_reader.page.evaluate("replay.camera.fit()")
    vassal_reader.page.wait_for_timeout(700)
    box = vassal_reader.page.locator("#stacks > .stack").first.bounding_box()
    assert box is not None
    vassal_reader.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    text = vassal_reader.page.locator("#stack").inner_text()
    assert "1/12 Inf" in text
    assert "0101" in text or "0301" in text


def test_the_boards_change_with_the_step(vassal_reader: Reader) -> None:
    pictures = []
    for step in (1, 9, 1):
        go(vassal_reader, step)
        pictures.append(vassal_reader.page.evaluate("document.getElementById('map').src"))
    assert pictures[0] == pictures[2] != pictures[1]


def test_unknown_turns_are_not_mentioned(vassal_reader: Reader) -> None:
    go(vassal_reader, 1)
    assert "Turn 0" not in vassal_reader.page.locator("body").inner_text()
