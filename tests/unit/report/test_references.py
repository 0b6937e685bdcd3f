"""References in comments are found; all other text is unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.export.page_comments import comment_html, photo_html
from engine.log.annotations import Annotation, Annotations, Photo
from engine.play.game import Recording
from engine.report.as_bbcode import bbcode
from engine.report.as_markdown import markdown
from engine.report.job import Job
from engine.report.photos import photo_name, with_photo, without_photo
from engine.report.pictures import folder_of, picture_folder, write_photos
from engine.report.references import References, named
from engine.report.settings import Settings

LOG = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"
DOT = Photo(mime="image/png", data="iVBORw0KGgo=", caption="Our <table>")


@pytest.fixture(scope="module")
def references() -> References:
    return References(Recording.load(LOG))


def told(references: References, text: str) -> list[tuple[str, str, str]]:
    return [(text[r.start : r.end], r.kind, r.target) for r in references.in_text(text)]


def test_entries_hexes_and_places_are_found(references: References) -> None:
    text = "After #88 nobody holds Veghel, but 3806 is open; #9999 and 9999 are nothing."
    assert told(references, text) == [
        ("#88", "entry", "88"),
        ("Veghel", "place", "3810"),
        ("3806", "hex", "3806"),
    ]


def test_a_place_of_several_hexes_refers_to_all(references: References) -> None:
    (nijmegen,) = references.in_text("to Nijmegen.")
    assert nijmegen.hexes == ("5320", "5321")


def test_a_unit_is_found_by_its_name(references: References) -> None:
    (krafft,) = [r for r in references.in_text("Krafft retreats") if r.kind == "unit"]
    assert krafft.target in references.recording.state(1).pieces


@pytest.mark.parametrize("text", ["138065", "#0", "x#88", "Veghelse", "37/3806"])
def test_parts_of_words_are_no_references(references: References, text: str) -> None:
    assert told(references, text) == []


def test_addresses_round_trip(references: References) -> None:
    (ref,) = references.in_text("#88")
    assert named(ref.address) == ("entry", "88")
    assert named("https://example.org/hex/1") is None
    assert named("h44:hex/") is None


def test_references_become_buttons_except_in_links(references: References) -> None:
    html = comment_html("**3806** and [3806](https://example.org) <b>", references)
    assert html.count('<button type="button" class="ref" data-ref="hex/3806"') == 1
    assert "&lt;b&gt;" in html
    assert "<button" not in comment_html("3806")


def test_a_photo_belongs_to_one_entry_and_is_removed_with_it() -> None:
    notes = Annotations(log="x", entries={7: Annotation(comment="a")})
    name = photo_name("my/../table?", DOT)
    assert name == "my .. table.png"
    held = with_photo(notes, 7, name, DOT)
    assert held.photos[held.entries[7].picture or ""] == DOT
    other = DOT.model_copy(update={"caption": "another"})
    both = with_photo(held, 8, name, other)
    assert len(both.photos) == 2
    assert Annotations.model_validate_json(both.to_bytes()) == both.model_copy(
        update={"format": "h44aar/2"}
    )
    assert without_photo(without_photo(both, 8), 7).photos == {}
    assert without_photo(both, 8).entries == held.entries


def test_texts_show_the_photos_of_their_moments(tmp_path: Path) -> None:
    recording = Recording.load(LOG)
    recording.annotate(with_photo(recording.annotations, 88, "table.png", DOT))
    job = Job(recording, tmp_path / "r.md", Settings(entries="88", statistics=False))
    with picture_folder(folder_of(job.target)) as draft:
        photos = write_photos(job, draft, 2)
    (photo,) = photos.values()
    assert photo.file.read_bytes()[:4] == b"\x89PNG"
    assert f"]({photo.file.parent.name}/{photo.file.name})" in markdown(job.document, {}, photos)
    post = bbcode(job.document, {}, job.settings, photos)
    assert f"[img]r.md-pictures/{photo.file.name}[/img]" in post
    assert "&lt;table&gt;" in photo_html(DOT)
    assert photo_html(None) == ""
