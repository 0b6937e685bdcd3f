"""A meeting of groupings with a real mouse: both sides at one screen, a curtain between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import as_json
from engine.play.game import Recording
from engine.report.formats import ENGINE_FORMATS
from engine.report.job import Job
from engine.report.settings import Settings
from engine.report.viewpoint import viewed
from logs.build import FOLDER
from tests.games.test_secrets import named
from tests.qt.referee.test_real_use import Seat, seated
from tests.qt.screen import display as display
from tests.qt.screen import until

PLAYED = 11
"""The entries of the diagram before its groupings move."""
COUNTER = -21, 26
"""From the middle of a hex to the counter of a grouping."""
ANSWERS = {"placement": "all that are left", "shot": "109 Inf", "area_move": "close up"}
FORMATS = {"md", "bbcode", "csv", "json"}
FALSE = "grouping/german/ground/2"

# Half a minute of a real screen.
pytestmark = pytest.mark.soak


@pytest.fixture
def seat(display: str, tmp_path: Path) -> Iterator[Seat]:
    """The diagram of two groupings before they move, in play under enforced rules."""
    lines = (FOLDER / "two-groupings.h44log").read_text(encoding="utf-8").splitlines()
    path = tmp_path / "game.h44log"
    path.write_text("\n".join(lines[: PLAYED + 1]) + "\n", encoding="utf-8")
    with seated(display, tmp_path) as seat:
        assert seat.ask("play_from", path, PLAYED)
        yield seat


def lift(seat: Seat) -> None:
    """Lift the curtain; the side that acts looks at its own view."""
    seat.xdotool("mousemove", *seat.ask("curtain"), "sleep", "0.1", "click", "1")
    assert until(lambda: seat.ask("curtain") is None)
    seen, _, acting = seat.ask("eyes")
    assert seen == acting
    seat.ask("show")


def answer(seat: Seat, state: dict[str, Any]) -> None:
    """Click an answer: shots at one regiment, close up, attack whoever is beside."""
    wanted = ANSWERS.get(state["asked"], "")
    fallback = state["rows"][1 if state["asked"] == "area_attack" else 0]
    row = next((r for r in state["rows"] if wanted and wanted in r), fallback)
    seat.xdotool("mousemove", *seat.ask("row", row.replace(" ", "_")), "sleep", "0.1", "click", "1")
    assert until(lambda: seat.ask("curtain") or seat.ask("state")["entries"] > state["entries"])


def test_two_groupings_advance_and_one_fights_a_stack(seat: Seat, tmp_path: Path) -> None:
    seat.ask("look", "3720", 90)
    x, y = seat.ask("hex", "3918")
    to = [tuple(seat.ask("hex", h)) for h in ("3818", "3718")]
    seat.drag_over([(x + COUNTER[0], y + COUNTER[1]), *to])
    assert "3718" in seat.until(lambda s: s["entries"] == PLAYED + 1)["told"]
    seat.drag("3921", "3821", "3721")  # one counter takes its grouping along
    state = seat.until(lambda s: s["entries"] == PLAYED + 2)
    assert state["at"]["GE-Lehr-Pz"] == state["at"]["GE-Lehr-Art"] == "3721"
    for _ in range(5):  # 18 units might still come in
        seat.xdotool("mousemove", *seat.ask("button", "next"), "sleep", "0.1", "click", "1")
        if until(lambda: seat.ask("state")["phase"] == "combat", 5):
            break
    for entries in (PLAYED + 4, PLAYED + 5):  # declared, then fought
        seat.ask("aim", "3621")
        seat.click("button", "attack", lambda s, n=entries: s["entries"] >= n)
    sides = []
    while True:
        if seat.ask("curtain"):
            lift(seat)
            sides.append(seat.ask("eyes")[0])
            shown = "\n".join(seat.ask("texts"))
            assert not named(shown, {FALSE}) or sides[-1] == "german"
        state = seat.ask("state")
        if state["asked"] is None:
            break
        answer(seat, state)
    assert sides[:2] == ["allied", "german"]
    lost = [u for u, place in state["at"].items() if place.startswith("eliminated")]
    assert lost or any("affected" in status for status in state["status"].values())

    game = Recording.load(tmp_path / "game.h44log")
    played = [entry.action for entry in game.timeline.entries[PLAYED:]]
    assert sum(action.kind == "ardenas.march" for action in played) == 2
    assert sum(isinstance(action, act.DeclareAttack) for action in played) == 2
    for side in ("german", "allied"):
        words = unseen(game, side)
        if side == "allied":
            assert words, "the units of a grouping are never seen together with its hex"
            words.add(FALSE)
        for form in ENGINE_FORMATS:
            target = tmp_path / f"{side}.{form.name}"
            job = Job(game, target, Settings(viewpoint=side, entries="all"))
            if form.name not in FORMATS:  # the whole log is written for nobody's eyes
                with pytest.raises(UserError):
                    form.write(job, tmp_path / "none.h44log")
                continue
            form.write(job, tmp_path / "none.h44log")
            assert named(target.read_text(encoding="utf-8"), words) == []


def unseen(game: Recording, side: str) -> set[str]:
    """Names of pieces, tracks and markers, and contents of groupings, that a side never sees."""
    places, line = game.module.places, viewed(game, side)
    shown = [orjson.dumps(as_json(line.state(n), places)).decode() for n in range(len(line) + 1)]
    words = set[str]()
    for state in map(game.state, range(len(game) + 1)):
        words |= {*state.pieces, *state.markers, *state.tracks}
        words |= {v for v in state.tracks.values() if isinstance(v, str) and " " in v}
    return words - set(named("\n".join(shown), words))
