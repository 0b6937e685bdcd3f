"""Several annotation files beside one log: found, named, imported, merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import UserError
from engine.log.annotation_files import REFEREE, files_of, free_name, merged, take_in
from engine.log.annotations import Annotation, Annotations, Camera, Circle, Photo

RING = Circle(hex="0101")
DOT = Photo(mime="image/png", data="iVBORw0KGgo=")


def notes(author: str = "", **fields: object) -> Annotations:
    return Annotations.model_validate({"log": "x", "author": author, **fields})


def test_the_logs_own_file_is_first_and_other_logs_files_are_ignored(tmp_path: Path) -> None:
    log = tmp_path / "a[1].h44log"
    notes("me").save(tmp_path / "a[1].h44aar")
    notes("Anna").save(tmp_path / "a[1].anna.h44aar")
    Annotations(log="y").save(tmp_path / "a[1].zed.h44aar")
    (tmp_path / "a[1].bad.h44aar").write_text("{")
    notes("other").save(tmp_path / "a1.h44aar")
    assert [f.notes.author for f in files_of(log, "x")] == ["me", "Anna"]


def test_a_hidden_file_is_marked(tmp_path: Path) -> None:
    log = tmp_path / "a.h44log"
    notes(side="german", revealed=False).save(tmp_path / "a.g.h44aar")
    notes(side="allied").save(tmp_path / "a.h.h44aar")
    assert [f.hidden for f in files_of(log, "x")] == [True, False]


def test_import_copies_once_and_never_overwrites(tmp_path: Path) -> None:
    log, theirs = tmp_path / "a.h44log", tmp_path / "elsewhere" / "b.h44aar"
    theirs.parent.mkdir()
    notes("Anna K./é").save(theirs)
    first = take_in(log, "x", theirs)
    assert first.name == "a.anna-k-é-en.h44aar"
    assert take_in(log, "x", theirs) == first
    assert free_name(log, "Anna K./é", "en").name == "a.anna-k-é-en-2.h44aar"
    Annotations(log="y").save(theirs)
    with pytest.raises(UserError):
        take_in(log, "x", theirs)


def test_merging_keeps_both_texts_with_their_authors() -> None:
    mine = notes("Me", intro="Mine.", entries={1: Annotation(comment="Good.", glyph="!")})
    both = Annotation(comment="Bad.", glyph="?", shapes=(RING,), picture="a.png", chapter="One")
    hers = notes(
        "Anna", intro="Hers.", title="T", entries={1: both, 2: both}, photos={"a.png": DOT}
    )
    whole = merged(mine, hers)
    assert whole.author == "Me, Anna"
    assert whole.title == "T"
    assert whole.intro == "Mine.\n\n**Anna:** Hers."
    first = whole.entries[1]
    assert (first.comment, first.glyph) == ("Good.\n\n**Anna:** Bad.", "!")
    assert (first.shapes, first.chapter, first.picture) == ((RING,), "One", "a.png")
    assert whole.entries[2].comment == "Bad."
    assert merged(whole, hers).entries == whole.entries, "twice says no more than once"


def test_moments_of_both_files_are_kept() -> None:
    mine = notes(entries={1: Annotation(comment="a", moment=True), 5: Annotation(comment="b")})
    hers = notes(entries={3: Annotation(comment="c")})
    assert merged(mine, hers).moments() == {1, 3}


def test_annotations_of_other_logs_are_not_merged() -> None:
    with pytest.raises(UserError):
        merged(notes(), Annotations(log="y"))


def test_of_two_cameras_the_own_one_is_kept() -> None:
    here, there = Camera(hexes=("0101",)), Camera(hexes=("0505",))
    mine = notes(entries={1: Annotation(comment="a"), 2: Annotation(comment="b", camera=here)})
    hers = notes(entries={1: Annotation(camera=there), 2: Annotation(camera=there)})
    whole = merged(mine, hers)
    assert whole.entries[1].camera == there
    assert whole.entries[2].camera == here


def test_two_pictures_with_one_name_are_both_kept() -> None:
    other = Photo(mime="image/png", data="iVBORw0KGgoA")
    third = Photo(mime="image/png", data="iVBORw0KGgoB")
    mine = notes(photos={"a.png": DOT, "a (2).png": third})
    hers = notes("Anna", photos={"a.png": other}, entries={1: Annotation(picture="a.png")})
    whole = merged(mine, hers)
    assert whole.photos == {"a.png": DOT, "a (2).png": third, "a (3).png": other}
    assert whole.entries[1].picture == "a (3).png"
    assert merged(notes(photos={"a.png": DOT}), hers).photos["a (2).png"] == other


def test_merged_texts_are_complete_or_not_saved(tmp_path: Path) -> None:
    long = "a" * 99_990
    mine = notes(entries={1: Annotation(comment=long), 2: Annotation(bookmark=True)})
    hers = notes("Anna", entries={1: Annotation(comment="b" * 100, bookmark=True)})
    whole = merged(mine, hers)
    assert [whole.entries[n].bookmark for n in (1, 2)] == [True, True]
    assert whole.entries[1].comment.endswith("b" * 100)
    with pytest.raises(UserError, match=r"entries\.1\.comment is longer than 100000 characters"):
        whole.save(tmp_path / "both.h44aar")
    assert not list(tmp_path.iterdir())


def test_merged_notes_keep_their_owner() -> None:
    def owned(side: str, *, revealed: bool) -> Annotations:
        return notes(side=side, revealed=revealed)

    public = notes()
    german, allied = owned("german", revealed=False), owned("allied", revealed=False)
    for one, other, side, revealed in (
        (public, german, "german", False),
        (german, public, "german", False),
        (owned("german", revealed=True), german, "german", False),
        (german, allied, REFEREE, False),
        (owned("german", revealed=True), owned("german", revealed=True), "german", True),
        (owned("german", revealed=True), owned("allied", revealed=True), "german", True),
        (owned("german", revealed=True), public, "", True),
        (public, owned("german", revealed=True), "", True),
    ):
        whole = merged(one, other)
        assert (whole.side, whole.revealed) == (side, revealed)
