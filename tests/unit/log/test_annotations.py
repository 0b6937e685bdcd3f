"""Annotation files."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import UserError
from engine.log import annotations as aar
from engine.log.annotations import Annotation, Annotations, beside


def test_the_file_omits_empty_fields(tmp_path: Path) -> None:
    path = tmp_path / "a.h44aar"
    shape = aar.Arrow(hexes=("1000", "1001"))
    Annotations(
        log="x", entries={7: Annotation(comment="Oh", shapes=(shape,)), 2: Annotation()}
    ).save(path)
    text = path.read_text(encoding="utf-8")
    assert text.index('"2"') < text.index('"7"')
    assert "bookmark" not in text
    assert '"brush": "red"' in text


def test_an_empty_chapter_is_ignored() -> None:
    assert Annotation(chapter="").chapter is None


def test_the_file_of_a_log_is_beside_it(tmp_path: Path) -> None:
    log = tmp_path / "game.h44log"
    assert beside(log) is None
    Annotations(log="x").save(tmp_path / "game.h44aar")
    assert beside(log) == tmp_path / "game.h44aar"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the whole file"),
        (b"[1]", "the whole file"),
        (b"\xff\xfe", "the whole file"),
        (b"[" * 100_000, "the whole file"),
        (b'{"log":"x","intro":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "the whole file"),
        (b'{"log":"x","format":"h44aar/9"}', "format"),
        (b'{"log":"x","a\\nb":1}', "a b"),
        (b'{"log":"x","entries":{"one":{}}}', "entries"),
        (b'{"log":"x","entries":{"1":{"glyph":"hm"}}}', "entries.1.glyph"),
        (b'{"log":"x","entries":{"1":{"shapes":[{"kind":"a\\nb\\u001b"}]}}}', "entries.1.shapes.0"),
        (
            b'{"log":"x","entries":{"1":{"shapes":[{"kind":"circle","hex":"1","radius":NaN}]}}}',
            "entries.1.shapes.0|the whole file",
        ),
    ],
)
def test_a_damaged_file_is_reported_in_one_sentence(
    tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "a.h44aar"
    path.write_bytes(content)
    with pytest.raises(UserError, match=words) as caught:
        Annotations.load(path)
    text = str(caught.value)
    assert str(path) in text
    assert text.endswith(".")
    assert text.isprintable()
    assert len(text) < 700


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.h44aar"
    with path.open("wb") as file:
        file.truncate(aar.MAX_BYTES + 1)
    with pytest.raises(UserError, match="larger than such a file may be"):
        Annotations.load(path)


def test_a_folder_and_a_missing_file_are_reported(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.h44aar"):
        with pytest.raises(UserError, match=r"not a plain file|no file"):
            Annotations.load(path)


def test_branches_are_stored_by_their_first_entry(tmp_path: Path) -> None:
    path = tmp_path / "a.h44aar"
    notes = Annotations(
        log="x",
        branches={7: aar.Branch(name="Round by Elst"), 2: aar.Branch(pruned=True)},
    )
    notes.save(path)
    assert Annotations.load(path) == notes
    text = path.read_text(encoding="utf-8")
    assert text.index('"2"') < text.index('"7"')
    assert text.count("pruned") == 1
    Annotations(log="x").save(path)
    assert "branches" not in path.read_text(encoding="utf-8")


def test_annotations_of_another_log_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.h44aar"
    Annotations(log="x").save(path)
    assert aar.load_for(tmp_path / "a.h44log", "x", path).log == "x"
    with pytest.raises(UserError, match=r"another|other"):
        aar.load_for(tmp_path / "a.h44log", "y", path)


@pytest.mark.parametrize(
    "content",
    [
        b'{"format":"h44aar/9","log":"x"}',
        b'{"log":"x","sounds":{}}',
        b'{"log":"x","entries":{"1":{"comment":"Oh","mood":"grim"}}}',
        b'{"log":"x","entries":{"1":{"shapes":[{"kind":"spiral","hex":"1000"}]}}}',
    ],
    ids=["format", "field", "field of a note", "kind of shape"],
)
def test_unknown_fields_are_reported_as_a_newer_version(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.h44aar"
    path.write_bytes(content)
    with pytest.raises(UserError, match="newer version"):
        Annotations.load(path)


def test_invalid_values_are_not_reported_as_newer(tmp_path: Path) -> None:
    path = tmp_path / "a.h44aar"
    path.write_bytes(b'{"log":7,"sounds":{}}')
    with pytest.raises(UserError, match="not a valid annotation file"):
        Annotations.load(path)


def test_imported_report_settings_change_nothing_else() -> None:
    said = Annotations(log="x", entries={n: Annotation(comment="c") for n in (1, 2)})
    without = said.with_moment(1, on=False)
    assert (without.entries[1].moment, without.entries[2].moment) == (False, None)
    assert without.moments() == {2}
    chosen = said.with_moment(3, on=True)
    assert {n: note.moment for n, note in chosen.entries.items()} == {1: True, 2: True, 3: True}
    assert chosen.with_moment(3, on=False).entries.keys() == {1, 2}
    more = chosen.model_copy(update={"entries": {**chosen.entries, 4: Annotation(comment="d")}})
    assert more.with_moment(5, on=True).moments() == {1, 2, 3, 5}


@pytest.mark.parametrize(
    ("note", "more", "version"),
    [
        ({"comment": "Oh", "bookmark": True, "chapter": "One", "glyph": "!"}, {}, 1),
        ({"shapes": (aar.Arrow(hexes=("1000", "1001")),)}, {}, 1),
        ({"moment": True}, {}, 2),
        ({"moment": False}, {}, 2),
        ({"picture": "a.png"}, {}, 2),
        ({"shapes": (aar.UnitShape(unit="a"),)}, {}, 2),
        ({"comment": "Oh"}, {"subtitle": "Two"}, 2),
        ({"comment": "Oh"}, {"conclusion": "Well"}, 2),
        ({"comment": "Oh"}, {"intro": "Now"}, 1),
    ],
)
def test_a_file_is_written_in_the_oldest_sufficient_format(
    note: dict[str, object], more: dict[str, object], version: int
) -> None:
    """Older programs can read every file that they could have written themselves."""
    said = Annotations.model_validate({"log": "x", "entries": {3: Annotation(**note)}, **more})
    written = said.to_bytes()
    assert f'"format": "h44aar/{version}"'.encode() in written
    assert Annotations.model_validate_json(written) == said.model_copy(
        update={"format": f"h44aar/{version}"}
    )


def test_a_saved_file_is_within_the_reading_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.h44aar"
    said = Annotations(log="x", intro="Now")
    size = len(said.to_bytes())
    monkeypatch.setattr(aar, "MAX_BYTES", size)
    said.save(path)
    assert Annotations.load(path) == said
    before = path.read_bytes()
    monkeypatch.setattr(aar, "MAX_BYTES", size - 1)
    with pytest.raises(UserError, match="larger than such a file may be"):
        said.save(path)
    assert path.read_bytes() == before


def test_a_file_with_too_many_parts_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.h44aar"
    said = Annotations(log="x", entries={1: Annotation(comment="c")})
    said.save(path)
    parts = path.read_bytes().count(b"{") + path.read_bytes().count(b"[")
    monkeypatch.setattr(aar, "MAX_PARTS", parts)
    assert Annotations.load(path) == said
    monkeypatch.setattr(aar, "MAX_PARTS", parts - 1)
    with pytest.raises(UserError, match=str(parts - 1)):
        Annotations.load(path)


def test_a_read_only_file_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for root too, who may write all files."""
    path = tmp_path / "a.h44aar"
    Annotations(log="x").save(path)
    before = path.read_bytes()
    monkeypatch.setattr(aar.os, "access", lambda *_: False)
    with pytest.raises(UserError, match=path.name):
        Annotations(log="x", intro="Now").save(path)
    assert path.read_bytes() == before
    Annotations(log="x", intro="Now").save(tmp_path / "new.h44aar")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("**Bold** and _slanted_ `code`", "Bold and slanted code"),
        ("# Head\n- one\n2. two\n> said", "Head\none\ntwo\nsaid"),
        ("[the bridge](h44:6219) at 3 * 4 snake_case", "the bridge at 3  4 snake_case"),
        ("  \n", ""),
    ],
)
def test_a_comment_is_stripped_of_markup(written: str, plain: str) -> None:
    assert aar.plain_text(written) == plain
