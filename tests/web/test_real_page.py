"""The page with the real map: its size, and the positions of counters on their hexes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from engine.export.html import PICTURE_WIDTH, export_html
from engine.export.renderer import BoardPicture
from engine.play.game import Recording
from tests.fixtures.export_game import write_game
from tests.grids import HOLLAND

SAMPLE = Path(__file__).parents[2] / "logs" / "market-garden-turn-1.h44log"
BUDGET = 3_000_000


class Once:
    """A picture that is drawn already."""

    def __init__(self, picture: BoardPicture) -> None:
        self.picture = picture

    def board_picture(self, width: int) -> BoardPicture:
        assert width == PICTURE_WIDTH
        return self.picture


@pytest.fixture(scope="module")
def picture(qapp: object) -> BoardPicture:
    from engine.modules.module import load_module
    from holland44_qt.page_renderer import PageRenderer

    return PageRenderer(load_module("holland44")).board_picture(PICTURE_WIDTH)


def test_frame_fits_the_picture(picture: BoardPicture) -> None:
    image = Image.open(io.BytesIO(picture.data)).convert("RGB")
    frame = picture.frame
    assert image.size == (frame.width, frame.height) == (PICTURE_WIDTH, frame.height)
    assert picture.mime == "image/webp"

    def color(number: str) -> tuple[int, int, int]:
        u, v = HOLLAND.center(number)
        x, y = frame.x + frame.scale * u, frame.y - frame.scale * v
        half = frame.scale * 0.3
        spot = image.crop((int(x - half), int(y - half), int(x + half), int(y + half)))
        red, green, blue = spot.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))  # type: ignore[misc]
        return red, green, blue

    # Polder is bluish green, the heath in the south pale yellow: the grid lies where it should.
    assert color("5806")[2] > color("1923")[2]
    red, green, blue = color("1923")
    assert red > blue
    assert green > blue


@pytest.mark.parametrize("game", ["short", "sample"])
def test_page_is_within_its_size_budget(picture: BoardPicture, tmp_path: Path, game: str) -> None:
    path = SAMPLE
    if game == "short":
        path = tmp_path / "short.h44log"
        write_game(path)
    elif not SAMPLE.exists():
        pytest.skip("the sample game is not part of this installation")
    page = tmp_path / "page.html"
    export_html(Recording.load(path), Once(picture), page)
    assert 1_000_000 < page.stat().st_size < BUDGET
