"""The report in Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from engine.core import actions as act
from engine.log.annotations import Annotation, Annotations
from engine.play.game import Game, Recording
from engine.report.markdown import export_markdown, harmless, plain, report
from tests.fixtures.export_game import AT, HOSTILE, write_game


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "short.h44log"
    write_game(path, title=HOSTILE)
    target = path.with_suffix(".md")
    export_markdown(Recording.load(path), target)
    return target.read_text(encoding="utf-8")


def test_report_has_chapters_turns_sentences_dice_and_comments(text: str) -> None:
    lines = text.splitlines()
    assert lines[2] == "By A. Reader."
    assert "An *invented* game." in lines
    assert lines.index("## Allied movement") < lines.index("## Combat")
    assert "**Turn 2: Allied movement phase.**" in lines or "**Turn 2: Allied Movement.**" in lines
    move = next(line for line in lines if "6217 Heelsum" in line)
    assert move.startswith("- **!** ")
    assert any(line.startswith("- Dice for initiative: 3, 6.") and "⚂⚅" in line for line in lines)
    assert any(line.startswith("> The **southern** road.") for line in lines)
    assert "> - two" in lines
    fight = next(i for i, line in enumerate(lines) if "attack" in line and "⚃" in line)
    assert lines[fight + 1].startswith("  - ")


def test_hostile_text_stays_text(text: str) -> None:
    html = MarkdownIt("commonmark", {"html": True}).render(text)
    assert "<script" not in html
    assert "<img src=x" not in html
    assert "<b>bold" not in html
    assert "*stars*" in html, "a player's stars are no emphasis"


@pytest.mark.parametrize(
    "line",
    ["1. not a list", "- not a list", "# no heading", "> no quote", "`a`", "_a_ [b](c)", "|a|"],
)
def test_plain_text_is_escaped(line: str) -> None:
    html = MarkdownIt("commonmark").render(plain(line))
    assert html.startswith("<p>")
    assert html.count("<") == 2


def test_without_chapters_every_phase_is_a_chapter(tmp_path: Path) -> None:
    path = tmp_path / "bare.h44log"
    with Game.new(path, "holland44", "campaign", log_id="bare", at=AT) as game:
        game.play(act.SetClock(turn=1, phase="movement", active="allied"), at=AT)
        game.play(act.Note(text="Two\nlines."), at=AT)
    lines = report(Recording.load(path)).splitlines()
    assert sum(line.startswith("## Turn 1: Allied") for line in lines) == 1
    assert not any(line.startswith("## ") and line.endswith(".") for line in lines)
    assert "- Two lines." in lines


EVIL_LINKS = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x]( \n javascript:alert(1))",
    "[x](java\\script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](vbscript:x) [y](data:text/html,x) [z](file:///etc/passwd)",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "[x][r]\n\n[r]:\n  <javascript:alert(1)>",
    "[r]\n\n> [r]: data:text/html,x",
    "<javascript:alert(1)>",
    "![p](http://spy.invalid/p.png)",
    "!![p](https://spy.invalid/p.png)",
    "![p](file:///etc/passwd) ![p](/dev/zero)",
    "![p][r]\n\n[r]: https://spy.invalid/p.png",
    "[![p](http://spy.invalid/p.png)](javascript:alert(1))",
    "<img src='http://spy.invalid/p.png'>",
    "\\![p](http://spy.invalid/p.png) \\\\[x](javascript:alert(1))",
]


@pytest.mark.parametrize("comment", EVIL_LINKS)
def test_comments_have_only_web_links_and_no_pictures(tmp_path: Path, comment: str) -> None:
    said = Annotation(comment=comment)
    notes = Annotations(log="x", intro=comment, entries={1: said, 2: said})
    with Game.new(tmp_path / "g.h44log", "holland44", "campaign", log_id="x") as game:
        game.play(act.Note(text=comment))
        game.annotate(notes)
        told = report(game)
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parser.validateLink = lambda _: True  # a careless reader
    for token in parser.parse(told):
        assert token.type != "html_block"
        for part in token.children or ():
            assert part.type not in ("image", "html_inline"), told
            if part.type == "link_open":
                assert str(part.attrs["href"]).startswith(("http://", "https://")), told


def test_links_to_the_web_stay_links() -> None:
    said = "See [the order](https://example.org/a_(b)) and [this][r].\n\n[r]: http://example.org"
    assert harmless(said) == said
    assert harmless("![a map](https://example.org/m.png)") == "[a map](https://example.org/m.png)"
