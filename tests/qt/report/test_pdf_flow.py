"""The pages of a printed report: no widows or orphans, no nearly empty page of contents."""

from __future__ import annotations

import base64
import re
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontInfo, QTextDocument
from pytestqt.qtbot import QtBot

from engine.i18n import t
from engine.log.annotations import Annotation, Photo
from engine.play.game import Recording
from engine.report.job import Job
from engine.report.settings import Settings
from holland44_qt.photos import SIDE_SHOWN
from holland44_qt.report.as_pdf import _Contents, _contents, _Writer, export_pdf
from holland44_qt.report.illustrator import options_of
from holland44_qt.report.lettering import Face, fitted, wrap
from holland44_qt.report.pdf_flow import BODY, MARGIN, Flow, _set_spaces, stretches
from holland44_qt.report.plate import Plates
from tests.fixtures.export_game import write_game

SAMPLE = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"


@pytest.mark.parametrize("lines", range(1, 14))
@pytest.mark.parametrize("left", [0.0, 10.0, 25.0, 35.0, 60.0])
@pytest.mark.parametrize("keep", [0.0, 12.0])
def test_paragraphs_have_no_widows_or_orphans(lines: int, left: float, keep: float) -> None:
    ends = stretches([10.0] * lines, (left, 60.0), keep)
    assert ends[-1] == lines
    sizes = [b - a for a, b in pairwise([0, *ends])]
    for page, size in enumerate(sizes):
        assert size * 10.0 <= (60.0 if page else left)
        assert size != 1 or lines == 1
    assert all(sizes[1:])
    room = 60.0 if len(sizes) > 1 else left
    assert sizes[-1] * 10.0 + keep <= room, "what follows stays with the last lines"


def test_a_comment_moves_two_lines_to_the_next_page(qtbot: QtBot) -> None:
    flow = Flow("A4", "Title", "Foot")
    try:
        words = "word " * 60
        flow.markdown(words)
        flow.y = flow.bottom - (flow.y - MARGIN - 30)  # all lines fit but the last
        page = flow.page
        flow.markdown(words)
        assert flow.page == page + 1
        assert flow.y > MARGIN + 2 * BODY, "more than a line is there"
    finally:
        flow.end()


def test_a_document_links_to_the_web_only(qtbot: QtBot) -> None:
    flow = Flow("A4", "Title", "Foot")
    flow.markdown("[a](https://example.org) [b](javascript:alert(1)) [c](file:///etc/passwd)")
    flow.end()
    assert b"https://example.org" in flow.data
    assert b"javascript" not in flow.data
    assert b"passwd" not in flow.data


@pytest.mark.parametrize("chapters", [1, 25, 60])
def test_the_contents_name_the_pages_of_the_headings(
    qtbot: QtBot, tmp_path: Path, chapters: int
) -> None:
    recording = Recording.load(SAMPLE)
    notes = recording.annotations
    for number in range(2, 2 + chapters):
        title = f"Chapter {number}"
        notes = notes.with_note(number, lambda n, t=title: n.model_copy(update={"chapter": t}))
    recording.annotate(notes)
    job = Job(recording, tmp_path / "report.pdf", Settings(pictures=False))
    plates = Plates(job.scenes, options_of(job.settings))
    printed = _contents(job, plates)
    assert _Writer(job, plates, printed, quick=True).write() == printed


def test_the_introduction_begins_on_the_page_of_the_contents(qtbot: QtBot) -> None:
    recording = Recording.load(SAMPLE)
    job = Job(recording, Path("report.pdf"), Settings())
    plates = Plates(job.scenes, options_of(job.settings))
    found = _Writer(job, plates, _Contents(), quick=True).write().chapters
    assert found[0][1] == 2


@pytest.mark.slow
def test_a_long_title_is_made_smaller_instead_of_cut(qtbot: QtBot) -> None:
    title = "Air Bridge to Victory: a reconstruction, Introductory: the break-out of the Guards"
    face = Face(40, QFont.Weight.Bold)
    width = face.width(title) / 3.1
    assert len(wrap(title, face, width)) > 3
    smaller = fitted(title, face, width, 3)
    assert 20 < smaller.size < 40
    assert " ".join(wrap(title, smaller, width, 3)) == title
    assert fitted("Market-Garden", face, width, 3) == face


def test_the_author_is_named_in_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    log = tmp_path / "short.h44log"
    write_game(log)
    recording = Recording.load(log)
    notes = recording.annotations.model_copy(update={"author": "Ann Author"})
    recording.annotations = notes
    job = Job(recording, tmp_path / "report.pdf", Settings(entries="1-2", pictures=False))
    export_pdf(job)
    data = job.target.read_bytes()
    name = "Ann Author"
    wide = b"".join(b"\\000" + c.encode() for c in name)
    assert re.search(rb"/Author\s*\(", data)
    assert name.encode("utf-16-be") in data or wide in data or name.encode() in data


def test_paragraphs_are_separated_and_headings_stay_small(qtbot: QtBot) -> None:
    document = QTextDocument()
    document.setDefaultFont(Face(BODY).font)
    document.setMarkdown("# Head\n\nOne.\n\n- a\n- b\n\nTwo.")
    _set_spaces(document, BODY)
    block, gaps = document.begin(), []
    while block.isValid():
        gaps.append(block.blockFormat().bottomMargin() > 0)
        block = block.next()
    assert gaps == [True, True, False, True, False], "none between the lines of a list"
    letters = document.begin().begin().fragment().charFormat()
    assert QFontInfo(letters.font()).pixelSize() < BODY * 1.5


def test_a_table_of_a_comment_is_drawn_as_a_table(qtbot: QtBot) -> None:
    def height(comment: str) -> float:
        flow = Flow("A4", "Title", "Foot")
        try:
            flow.markdown(comment)
            return flow.y - MARGIN
        finally:
            flow.end()

    three_rows = height("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |")
    assert three_rows > 3 * height("| a | b | c | d |")


def test_a_word_wider_than_a_line_is_divided(qtbot: QtBot) -> None:
    face, word = Face(20), "W" * 300
    lines = wrap(f"so {word} end", face, 400)
    assert all(face.width(line) <= 400 for line in lines)
    assert "".join(lines).replace(" ", "") == f"so{word}end"


def test_a_photo_that_cannot_be_printed_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "short.h44log"
    write_game(path)
    recording = Recording.load(path)
    entry = recording.timeline.entries[2].id
    photo = Photo(mime="image/png", data=base64.b64encode(b"\x89PNG\r\n\x1a\nbroken").decode())
    notes = recording.annotations.model_copy(update={"photos": {"a.png": photo}, "entries": {
        entry: Annotation(comment="Look.", picture="a.png", moment=True)}})  # fmt: skip
    job = Job(
        Recording(recording.log, recording.module, notes),
        tmp_path / "r.pdf",
        Settings(statistics=False),
    )
    export_pdf(job)
    assert job.left_out == [t("report.photo.unshown", entry=entry, most=SIDE_SHOWN)]
