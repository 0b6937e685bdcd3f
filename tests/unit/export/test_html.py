"""The replay page: its data compared with the engine, its escaping, its size."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Source
from engine.core.errors import UserError
from engine.core.state import State
from engine.export.html import SCRIPTS, export_html, page
from engine.export.page_comments import comment_html
from engine.export.page_data import page_data
from engine.export.page_fonts import FACES, font_css
from engine.export.page_words import box_groups
from engine.i18n import catalogue
from engine.log.annotations import Annotation
from engine.modules.module import load_module
from engine.play.game import Game, Recording
from engine.report.settings import Settings
from tests.fixtures.export_game import AT, HOSTILE, FakeRenderer, write_game, write_long_game


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "short.h44log"
    write_game(path, title=HOSTILE)
    return path


@pytest.fixture(scope="module")
def recording(log: Path) -> Recording:
    return Recording.load(log)


@pytest.fixture(scope="module")
def html(recording: Recording) -> str:
    return page(recording, FakeRenderer())


@pytest.fixture(scope="module")
def data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    assert found is not None
    parsed: dict[str, Any] = json.loads(found[1])
    return parsed


@pytest.mark.slow
def test_settings_choose_moments_colours_and_statistics(recording: Recording) -> None:
    settings = Settings(entries="2,4", theme="night", statistics=False)
    text = page(recording, FakeRenderer(), settings=settings)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    assert json.loads(found[1])["moments"] == [2, 4]
    assert '<html lang="en" data-theme="dark">' in text
    assert 'id="tab-statistics"' not in text
    assert 'id="pane-statistics"' not in text


@pytest.mark.soak
def test_another_hash_seed_yields_the_same_page(html: str, log: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from engine.export.html import page; "
        "from engine.play.game import Recording; "
        "from tests.fixtures.export_game import FakeRenderer; "
        "sys.stdout.buffer.write(page(Recording.load(Path(sys.argv[1])), FakeRenderer()).encode())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(log)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "4816", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert run.stdout.decode() == html


def shown(state: State, recording: Recording) -> dict[str, Any]:
    """Return a state in the page's format."""
    places = recording.module.places
    return {
        "p": {u: places.name(p.place) for u, p in state.pieces.items()},
        "steps": {u: p.steps for u, p in state.pieces.items()},
        "status": {u: sorted(p.status) for u, p in state.pieces.items()},
        "s": {places.name(i): list(units) for i, units in state.stacks.items()},
        "m": {name: m.at for name, m in state.markers.items()},
        "h": dict(state.hexsides),
        "r": dict(state.tracks),
        "c": [state.clock.turn, state.clock.phase, state.clock.active],
    }


class Player:
    """An interpreter that applies and reverts the page's changes, as its script does."""

    def __init__(self) -> None:
        self.held: dict[str, dict[str, Any]] = {name: {} for name in "psmhr"}
        self.clock: Any = None

    def change(self, changes: dict[str, Any], side: int) -> None:
        for name, held in self.held.items():
            for key, values in changes.get(name, {}).items():
                assert held.get(key) == values[1 - side]
                if values[side] is None:
                    del held[key]
                else:
                    held[key] = values[side]
        if "c" in changes:
            self.clock = changes["c"][side]

    def shown(self) -> dict[str, Any]:
        return {
            "p": {u: p[0] for u, p in self.held["p"].items()},
            "steps": {u: p[2] for u, p in self.held["p"].items()},
            "status": {u: p[5] for u, p in self.held["p"].items()},
            "s": self.held["s"],
            "m": {name: m[0] for name, m in self.held["m"].items()},
            "h": self.held["h"],
            "r": self.held["r"],
            "c": self.clock,
        }


def test_changes_produce_every_position_forwards_and_backwards(
    recording: Recording, data: dict[str, Any]
) -> None:
    steps = data["steps"]
    assert len(steps) == len(recording)
    player = Player()
    for number, step in enumerate(steps, 1):
        player.change(step["x"], 1)
        assert player.shown() == shown(recording.state(number), recording)
    for number in range(len(steps) - 1, 0, -1):
        player.change(steps[number]["x"], 0)
        assert player.shown() == shown(recording.state(number), recording)


def test_a_step_describes_its_effects(data: dict[str, Any]) -> None:
    by_kind = {step["k"]: step for step in data["steps"]}
    move = data["steps"][2]
    assert move["moves"] == [
        {
            "u": ["BR-2-1P"],
            "path": ["6217", "6218", "6219", "6220"],
            "from": "6217",
            "to": "6220",
            "how": "normal",
            "side": "allied",
        }
    ]
    combat = by_kind["combat"]["combat"]
    assert combat["odds"] == ["6", "2"]
    assert combat["shifts"] == [[1, "elite"], [-1, "city"]]
    assert (combat["column"], combat["dice"], combat["result"]) == ("3:1", [4], "DR2")
    assert combat["further"] == []
    roles = [role for role, _, _ in by_kind["combat"]["draw"]]
    assert roles.count("arrow attack") == 1
    assert roles.count("ring target") == 1
    assert by_kind["combat"]["dice"][0]["v"] == [4]
    assert by_kind["combat"]["camera"] == ["6122"]
    assert by_kind["reveal"]["dice"][0]["draw"] is True
    assert by_kind["consult"]["consult"]["drm"] == -1
    assert by_kind["consult"]["focus"] == ["2515", "2516"]
    landing = next(s for s in data["steps"] if s.get("moves", [{}])[0].get("how") == "landing")
    assert landing["moves"][0]["path"] == ["6417"]
    assert [s["chapter"] for s in data["steps"] if "chapter" in s] == ["Allied movement", "Combat"]


def test_every_visible_counter_has_a_drawing(html: str, data: dict[str, Any]) -> None:
    symbols = set(re.findall(r'<symbol id="([dbm]\d+)"', html))
    pieces = [p for s in data["steps"] for v in s["x"].get("p", {}).values() for p in v if p]
    assert {f"d{p[3]}" for p in pieces} <= symbols
    assert {f"b{p[4]}" for p in pieces if p[4] is not None} <= symbols
    markers = [m for s in data["steps"] for v in s["x"].get("m", {}).values() for m in v if m]
    assert {m[1] for m in markers} | set(data["bridgeMarks"].values()) <= symbols
    assert len(symbols) == len(re.findall(r"<symbol id=\"[dbm]", html)), "each design once"
    assert len(data["designs"]) == sum(name.startswith("d") for name in symbols)


def test_hostile_text_stays_text(html: str, data: dict[str, Any]) -> None:
    assert "<img src=x" not in html
    assert html.count("<script") == html.count("</script>") == 2
    assert data["title"] == HOSTILE
    assert "&lt;/script&gt;&lt;img" in html
    note = next(step for step in data["steps"] if step["k"] == "note")
    assert "\u05e9\u05dc\u05d5\u05dd \U0001f681" in note["s"]
    comment = data["steps"][2]["html"]
    assert "<img" not in comment
    assert "<script" not in comment
    assert "</script>" not in comment
    assert 'href="javascript:' not in comment
    assert 'rel="noopener noreferrer nofollow"' in comment


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("a **b**", "<p>a <strong>b</strong></p>"),
        ("<b onclick=x>", "<p>&lt;b onclick=x&gt;</p>"),
        ("|a|\n|-|\n|b|", "<table>"),
        ("  \n", ""),
    ],
)
def test_comments_are_on_the_page(markdown: str, shown: str) -> None:
    assert comment_html(markdown).startswith(shown)


def test_page_downloads_nothing_and_runs_only_its_own_script(html: str) -> None:
    sources = re.findall(r'(?:src|href)="([^"#][^"]*)"', html.split('id="data"')[0])
    assert {source.split(":")[0] for source in sources} == {"data"}
    assert not re.findall(r"url\((?!data:)", html)
    script = re.search(r"<script>(.*)</script>", html, re.S)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html
    assert "default-src 'none'" in html


def test_credits_and_notice_are_in_the_page(html: str, recording: Recording) -> None:
    module = recording.module
    assert all(credit.replace("'", "&#39;") in html for credit in module.board.credits)
    assert module.meta.owner.split("'")[0] in html
    assert "1537 hexes" in html


def test_every_text_of_the_page_is_in_the_catalogue() -> None:
    folder = files("engine.export") / "templates"
    known = catalogue("en")
    scripts = "".join((folder / name).read_text(encoding="utf-8") for name in SCRIPTS)
    asked = {f"page.{key}" for key in re.findall(r'\bt\("([\w.]+)"', scripts)}
    template = (folder / "replay.html.j2").read_text(encoding="utf-8")
    asked |= set(re.findall(r"""["'](page\.[\w.]+)["']""", template)) - {"page.", "page.help."}
    asked |= {f"page.help.{key}" for key in re.findall(r'", "(\w+)"\)', _help(template))}
    asked |= {f"page.dice.{source}" for source in get_args(Source)}
    asked |= {f"page.box.group.{d.panel}" for d in load_module("holland44").displays.values()}
    asked |= {f"page.glyph.{name}" for name in re.findall(r'": "(\w+)"[,\s]', _glyphs(scripts))}
    asked |= {"page.play", "page.pause"}
    assert len(asked) > 80
    assert sorted(asked - set(known)) == []


@pytest.mark.parametrize(
    ("game", "panel", "title"),
    [
        ("airbridge", "ready", "To set up"),
        ("normandy44", "beaches", "Beaches"),
        ("holland44", "edge", "Entry areas"),
    ],
)
def test_a_group_of_boxes_has_the_title_of_its_module(game: str, panel: str, title: str) -> None:
    assert box_groups(load_module(game))[panel] == title


def _help(template: str) -> str:
    return next(line for line in template.splitlines() if "for keys, key in" in line)


def _glyphs(scripts: str) -> str:
    return scripts.split("const GLYPHS = ")[1].split(";")[0]


@pytest.mark.soak
def test_long_game_is_within_the_size_budget(tmp_path: Path) -> None:
    path = tmp_path / "long.h44log"
    write_long_game(path, 2000)
    recording = Recording.load(path)
    picture = FakeRenderer().board_picture(2600)
    size = len(page(recording, FakeRenderer()).encode()) - len(base64.b64encode(picture.data))
    assert len(recording) == 2000
    # 5 MB for 2,000 entries, of which the real picture takes 1.7.
    assert size < 3_000_000


def test_same_game_yields_the_same_page(recording: Recording, html: str) -> None:
    assert page(recording, FakeRenderer()) == html


def test_unknown_pieces_and_markers_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "odd.h44log"
    with Game.new(path, "holland44", "short", log_id="odd", at=AT) as game:
        effects = (
            fx.Place(
                unit="__proto__", counter="NO<pe>", side="allied", at="4816", index=0, steps=1
            ),
            fx.SetMarker(
                marker="weather-9",
                before=None,
                after=fx.MarkerFields(kind="weather", at="9999/x", face="snow"),
            ),
        )
        game.play(act.ManualEdit(effects=effects), at=AT)
        # A target and a place that are none: a log may say anything there.
        combat = act.Combat(
            attackers=("nobody",), target="nowhere", attack=1, defense=1, column="1:1", result="-"
        )
        game.play(combat, at=AT)
        game.play(act.Consult(table="odd", result="x", at="6217/nowhere"), at=AT)
    recording = Recording.load(path)
    data, symbols = page_data(recording, FakeRenderer().board_picture(200).frame)
    assert data["units"]["__proto__"]["n"] == "NO<pe>"
    assert data["steps"][2]["combat"]["place"] == "nowhere"
    assert "NO&lt;pe&gt;" in symbols.svg()


@pytest.mark.slow
def test_fonts_are_subset() -> None:
    css = font_css("Æ")
    assert css.count("@font-face") == len(FACES)
    assert len(css) < 150_000
    assert font_css("ÆØßéïñ") == css, "one cut of the fonts serves nearly all pages"
    assert len(font_css("™")) > len(css)


def test_unwritable_path_is_reported_in_one_sentence(recording: Recording, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be written") as error:
        export_html(recording, FakeRenderer(), tmp_path / "no" / "page.html")
    assert "\n" not in str(error.value)


def test_log_without_entries_makes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "empty.h44log"
    with Game.new(path, "holland44", "short", log_id="empty", at=AT):
        pass
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n")
    recording = Recording.load(path)
    assert len(recording) == 0
    data, _ = page_data(recording, FakeRenderer().board_picture(200).frame)
    assert data["steps"] == []
    assert data["title"] != ""


@pytest.mark.slow
def test_control_characters_are_removed_from_the_page(tmp_path: Path) -> None:
    log = tmp_path / "short.h44log"
    write_game(log)
    recording = Recording.load(log)
    bad = "a\x1b[31mb\x7fc\x9bd\u202ee"
    notes = recording.annotations
    told = {"title": bad, "author": bad, "entries": {3: Annotation(comment=bad, chapter=bad)}}
    recording.annotate(notes.model_copy(update=told))
    text = page(recording, FakeRenderer())
    assert text.count("31mb") >= 4, "the words are there"
    assert not set(text) & set("\x1b\x7f\x9b\u202e")
    assert "u001b" not in text, "no script makes one of it either"
