"""Exports of text and facts: contents, omissions, refusals."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import signal
import zipfile
from collections.abc import Callable
from csv import reader as csv_rows
from pathlib import Path

import pytest

from engine import interrupts
from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations, Line, UnitShape
from engine.log.store import load
from engine.play.game import Game, Recording
from engine.report.as_bbcode import comment_bbcode, export_bbcode, inert
from engine.report.as_markdown import export_markdown
from engine.report.as_records import export_json
from engine.report.bbcode_dialects import BGG
from engine.report.document import chosen_steps
from engine.report.formats import ENGINE_FORMATS
from engine.report.job import Cancelled, Job
from engine.report.markdown import plain
from engine.report.one_file import LOG, NOTES, export_game, unpack
from engine.report.scene import Scene, Scenes
from engine.report.settings import Settings, recipe_named, settings_of, with_recipe
from tests.fixtures.export_game import HOSTILE, write_game

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360000000000500010d0a2db40000000049454e44ae426082"
)


class Draws:
    """A renderer of the smallest possible picture."""

    def plate(self, scene: Scene, settings: Settings) -> bytes:
        return PNG


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "short.h44log"
    write_game(path)
    return path


def job(log: Path, name: str, **settings: object) -> Job:
    recording = Recording.load(log)
    made = Job(recording, log.with_name(name), Settings.model_validate(settings))
    made.illustrator = Draws()
    return made


def test_markdown_has_only_moments_with_their_pictures(log: Path) -> None:
    work = job(log, "out.md")
    export_markdown(work)
    text = work.target.read_text(encoding="utf-8")
    pictures = sorted((log.parent / "out.md-pictures").iterdir())
    assert len(pictures) == 3
    for picture in pictures:
        assert f"](out.md-pictures/{picture.name})" in text
    assert "Dice for initiative" not in text, "nobody wrote about it"
    assert "## Combat" in text


def test_facts_around_a_moment_are_included_on_request(log: Path) -> None:
    work = job(log, "out.md", around=2)
    export_markdown(work)
    assert "Dice for initiative" in work.target.read_text(encoding="utf-8")


def test_markdown_of_all_entries_is_the_full_report(log: Path) -> None:
    work = job(log, "out.md", entries="all")
    export_markdown(work)
    assert "Dice for initiative" in work.target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("2. A company", "2\\. A company"),
        ("2) A company", "2\\) A company"),
        ("- not a list", "\\- not a list"),
        ("# 1 SS", "\\# 1 SS"),
        ("4. and 5.", "4\\. and 5."),
    ],
)
def test_titles_are_escaped_in_markdown(title: str, written: str) -> None:
    from engine.export.page_comments import comment_html

    assert plain(title) == written
    assert title in comment_html(plain(title))
    assert "<li>" not in comment_html(plain(title))


@pytest.mark.skipif(os.name != "posix", reason="names are text here")
@pytest.mark.parametrize("export", [export_markdown, export_bbcode])
def test_an_undecodable_file_name_links_to_its_pictures(
    log: Path, export: Callable[[Job], None]
) -> None:
    made = job(log, os.fsdecode(b"bad\xff.txt"))
    export(made)
    assert b"bad%FF.txt-pictures/" in made.target.read_bytes()


def test_pictures_are_named_after_the_titles_of_their_moments(log: Path) -> None:
    work = job(log, "titled.md")
    title = Annotation(title="Frost at the bridge!", moment=True)
    work.recording.annotate(Annotations(log=work.recording.log.header.id, entries={2: title}))
    export_markdown(work)
    names = [file.name for file in (work.target.parent / "titled.md-pictures").iterdir()]
    assert names == ["01-entry-2-frost-at-the-bridge.png"]


def test_a_forum_post_has_numbered_pictures_and_their_list(log: Path) -> None:
    work = job(log, "out.bbcode.txt", address="https://example.org/aar/")
    export_bbcode(work)
    text = work.target.read_text(encoding="utf-8")
    assert "[img]https://example.org/aar/01-entry-2-" in text
    assert text.count("[img]") == 3
    assert t("report.stats.luck.how") in text, "the legend of luck"
    tags = set(re.findall(r"\[/?([a-zA-Z*]+)", text))
    assert tags <= {"b", "i", "url", "img", "quote", "list", "code", "*"}, "tags of any forum"
    for opened in ("b", "i", "list", "quote", "code"):
        assert text.count(f"[{opened}]") == text.count(f"[/{opened}]")


def test_a_forum_post_has_placeholders_for_pictures(log: Path) -> None:
    work = job(log, "out.bbcode.txt", dialect="bgg")
    export_bbcode(work)
    text = work.target.read_text(encoding="utf-8")
    assert "[imageid=PICTURE02 large]" in text
    assert text.startswith("[size=18][b]")
    assert t("report.stats.luck.how") in text, "the legend of luck"
    tags = set(re.findall(r"\[/?([a-zA-Z*-]+)", text))
    assert tags <= {"b", "i", "url", "imageid", "q", "c", "o", "size"}, "tags of that site"
    for opened in ("b", "i", "o", "c"):
        assert text.count(f"[{opened}]") == text.count(f"[/{opened}]")


def test_comments_become_bbcode_and_brackets_stay_brackets() -> None:
    said = comment_bbcode(
        f"**bold** *slanted* [link](https://e.org) [b]no[/b] {HOSTILE}\n\n- one\n"
    )
    assert said.startswith("[b]bold[/b] [i]slanted[/i] [url=https://e.org]link[/url]")
    assert "[b]no" not in said
    assert "<img" in said, "HTML is text"
    assert "[list]\n[*]one\n[/list]" in said
    site = comment_bbcode("> told\n\n3. one\n4. `two` ~~no~~\n\n- x\n", BGG)
    assert site.startswith("[q]told")
    assert "3. one\n4. [c]two[/c] [-]no[/-]" in site
    assert site.endswith("• x")
    assert inert("a [quote] b [1] [x") == "a [\u200bquote] b [1] [x"


def test_json_has_entries_combats_and_dice(log: Path) -> None:
    work = job(log, "out.json")
    export_json(work)
    data = json.loads(work.target.read_bytes())
    assert len(data["record"]) == len(work.recording)
    assert data["combats"][0]["column"] == "3:1"
    assert data["record"][4]["dice"][0]["values"] == [3, 6]


def test_a_saved_what_if_line_changes_no_export(log: Path) -> None:
    before = job(log, "before.md", entries="all", pictures=False), job(log, "before.json")
    export_markdown(before[0])
    export_json(before[1])
    with Game.open(log) as game:
        main = game.head
        game.follow(5)
        game.play(act.Note(text="What if?", line="Another way"))
        game.play(act.Note(text="Stray."))
        assert game.head != main
    after = job(log, "after.md", entries="all", pictures=False), job(log, "after.json")
    assert after[0].recording.timeline.entries[-1].id == main
    export_markdown(after[0])
    export_json(after[1])
    for old, new in zip(before, after, strict=True):
        assert new.target.read_bytes() == old.target.read_bytes()


def test_a_game_in_one_file_round_trips(log: Path, tmp_path: Path) -> None:
    work = job(log, "out.h44game")
    export_game(work, log)
    there = unpack(work.target, tmp_path / "elsewhere").log
    assert there.read_bytes() == log.read_bytes()
    again = Recording.load(there)
    assert again.annotations == work.recording.annotations
    assert unpack(work.target, tmp_path / "elsewhere").log == there, "twice is no fault"
    with Game.open(there) as game:
        game.play(act.Note(text="played on"))
    assert unpack(work.target, tmp_path / "elsewhere").log == there, "what was played on stays"


def test_another_game_is_not_overwritten(log: Path, tmp_path: Path) -> None:
    work = job(log, "out.h44game")
    export_game(work, log)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "elsewhere.h44log").write_text("mine")
    with pytest.raises(UserError, match="A different game"):
        unpack(work.target, folder)
    assert (folder / "elsewhere.h44log").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_a_pipe_as_target_does_not_block(log: Path, tmp_path: Path) -> None:
    work = job(log, "out.h44game")
    export_game(work, log)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    os.mkfifo(folder / "elsewhere.h44log")
    with pytest.raises(UserError, match="not a plain file"):
        unpack(work.target, folder)


@pytest.mark.parametrize("what", ["nothing", "no zip", "no log", "paths"])
def test_an_invalid_game_is_reported_and_nothing_is_written(
    tmp_path: Path, log: Path, what: str
) -> None:
    path = tmp_path / "bad.h44game"
    if what == "no zip":
        path.write_bytes(b"PK no")
    elif what == "no log":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("about.json", "{}")
    elif what == "paths":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("../evil.h44log", "x")
            archive.writestr("about.json", '{"log":"x","game":"x","module":"x"}')
    with pytest.raises(UserError) as error:
        unpack(path, tmp_path / "out")
    assert "\n" not in str(error.value)
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "evil.h44log").exists()
    assert {LOG, NOTES}


def test_entries_can_be_selected_in_every_form(log: Path) -> None:
    scenes = Scenes(Recording.load(log))
    assert chosen_steps(scenes, Settings()) == [2, 3, 10]
    assert chosen_steps(scenes, Settings(entries="3,7, 12-14")) == [3, 7, 12, 13, 14]
    assert chosen_steps(scenes, Settings(entries="14-12")) == [12, 13, 14]
    assert len(chosen_steps(scenes, Settings(entries="all"))) == len(scenes)
    assert 10 in chosen_steps(scenes, Settings(entries="proposed"))
    for wrong in ("", "x", "3-", "1;2"):
        with pytest.raises(UserError, match="entries"):
            chosen_steps(scenes, Settings(entries=wrong))
    for missing in ("0", "3,9999", "9998-9999"):
        with pytest.raises(UserError, match="There is no entry"):
            chosen_steps(scenes, Settings(entries=missing))


def test_selected_moments_have_priority_over_annotated_ones(log: Path) -> None:
    recording = Recording.load(log)
    notes = recording.annotations
    entries = {**notes.entries, 5: Annotation(comment="only this", moment=True)}
    recording.annotate(notes.model_copy(update={"entries": entries}))
    assert chosen_steps(Scenes(recording), Settings()) == [5]


def test_a_game_without_comments_exports_its_notable_moments(log: Path) -> None:
    log.with_suffix(".h44aar").unlink()
    work = job(log, "out.md")
    export_markdown(work)
    text = work.target.read_text(encoding="utf-8")
    assert "5 rolled" in text, "the verdict in numbers"


def test_a_recipe_is_saved_with_the_annotations(tmp_path: Path) -> None:
    settings = settings_of({"width": 900, "pair": "pair"})
    notes = with_recipe(Annotations(log="x"), "weekly", "png", settings)
    path = tmp_path / "x.h44aar"
    notes.save(path)
    read = Annotations.load(path)
    assert read.format == "h44aar/2"
    assert recipe_named(read, "weekly") == ("png", settings)
    with pytest.raises(UserError, match="monthly"):
        recipe_named(read, "monthly")


@pytest.mark.parametrize(
    "given", [{"width": 5}, {"colour": "red"}, {"paper": "A0"}, {"fps": "many"}]
)
def test_invalid_settings_are_reported_in_one_sentence(given: dict[str, object]) -> None:
    with pytest.raises(UserError) as error:
        settings_of(given)
    assert "\n" not in str(error.value)


def test_annotations_without_new_features_keep_the_first_format(tmp_path: Path) -> None:
    path = tmp_path / "x.h44aar"
    Annotations(log="x", title="old", entries={1: Annotation(comment="c")}).save(path)
    assert json.loads(path.read_bytes())["format"] == "h44aar/1"
    line = Annotation(shapes=(Line(points=((0, 0), (1, 1))), UnitShape(unit="u")))
    Annotations(log="x", entries={1: line}).save(path)
    assert json.loads(path.read_bytes())["format"] == "h44aar/2"
    assert Annotations.load(path).entries[1] == line


def test_a_removed_moment_stays_removed(tmp_path: Path) -> None:
    path = tmp_path / "x.h44aar"
    Annotations(log="x", entries={1: Annotation(comment="c", moment=False)}).save(path)
    read = Annotations.load(path)
    assert read.entries[1].moment is False
    assert read.moments() == frozenset()


def test_an_export_that_is_cancelled_stops(log: Path) -> None:
    work = job(log, "out.md")

    def stop(done: int, total: int) -> None:
        raise Cancelled

    work.progress = stop
    before = sorted(log.parent.iterdir())
    for export in (export_markdown, export_bbcode):
        with pytest.raises(Cancelled):
            export(work)
    assert sorted(log.parent.iterdir()) == before, "no text, no pictures, no drafts"


def test_stale_pictures_are_removed_and_the_users_own_stay(log: Path) -> None:
    export_markdown(job(log, "out.md"))
    folder = log.with_name("out.md-pictures")
    first = {file.name for file in folder.iterdir()}
    (folder / "01-mine.png").write_bytes(b"mine")
    export_markdown(job(log, "out.md", entries="3"))
    left = {file.name for file in folder.iterdir()}
    assert "01-mine.png" in left
    assert len(left) == 2
    assert len(first) == 3


def test_formats_with_pictures_share_no_folder(log: Path) -> None:
    export_markdown(job(log, "out.md"))
    before = {f: f.read_bytes() for f in log.with_name("out.md-pictures").iterdir()}
    export_bbcode(job(log, "out.bbcode.txt", entries="3"))
    assert {f: f.read_bytes() for f in log.with_name("out.md-pictures").iterdir()} == before
    assert len(list(log.with_name("out.bbcode.txt-pictures").iterdir())) == 1


def test_selecting_a_moment_keeps_the_proposed_ones() -> None:
    notes = Annotations(log="x", entries={1: Annotation(comment="a"), 5: Annotation(comment="b")})
    more = notes.with_moment(9, on=True)
    assert more.moments() == {1, 5, 9}
    fewer = more.with_moment(5, on=False)
    assert fewer.moments() == {1, 9}
    assert notes.with_moment(1, on=False).moments() == {5}
    assert more.with_moment(9, on=False).entries.keys() == {1, 5}, "nothing is left of it"


def test_a_damaged_game_in_one_file_is_reported(log: Path, tmp_path: Path) -> None:
    export_game(job(log, "whole.h44game"), log)
    whole = log.with_name("whole.h44game").read_bytes()
    chance = random.Random(4)
    for n in range(60):
        wounded = bytearray(whole)
        for _ in range(3):
            wounded[chance.randrange(len(wounded))] ^= 1 << chance.randrange(8)
        path = tmp_path / f"{n}.h44game"
        path.write_bytes(wounded)
        with contextlib.suppress(UserError):
            unpack(path)


def test_a_small_file_cannot_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.h44game"
    about = {"log": "x", "game": "holland44", "module": "holland44"}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", json.dumps(about))
        archive.writestr(LOG, bytes(20 * 2**20))
    with pytest.raises(UserError, match="is not opened"):
        unpack(path)
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_between_two_drawings_leaves_no_file(log: Path) -> None:
    drawn: list[int] = []

    class Interrupted:
        def plate(self, scene: Scene, settings: Settings) -> bytes:
            signal.raise_signal(signal.SIGINT)
            drawn.append(scene.step.number)
            return PNG

    before = sorted(log.parent.iterdir())
    for export in (export_markdown, export_bbcode):
        work = job(log, "out.md")
        work.illustrator = Interrupted()
        work.progress = lambda *_: interrupts.check()
        drawn.clear()
        with pytest.raises(KeyboardInterrupt), interrupts.deferred():
            export(work)
        assert len(drawn) == 1, "the drawing was ended, the next not begun"
    assert sorted(log.parent.iterdir()) == before


def test_ctrl_c_before_the_end_creates_no_file(log: Path) -> None:
    work = job(log, "out.json")

    def interrupted() -> None:
        with interrupts.deferred():
            signal.raise_signal(signal.SIGINT)
            export_json(work)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not log.with_name("out.json").exists()


@pytest.mark.parametrize("name", ["o.md", "o.bbcode.txt", "o.csv", "o.json"])
def test_control_characters_are_removed_from_exports(log: Path, name: str) -> None:
    bad = "a\x1b[31mb\x7fc\x9bd\u202ee"
    work = job(log, name)
    notes = work.recording.annotations
    work.recording.annotate(
        notes.model_copy(update={"title": bad, "entries": {3: Annotation(comment=bad)}})
    )
    next(f for f in ENGINE_FORMATS if name.endswith(f.suffix)).write(work, log)
    text = work.target.read_text(encoding="utf-8-sig")
    assert "31mb" in text, "the words are there"
    assert not set(text) & set("\x1b\x7f\x9b\u202e")


def test_a_game_up_to_an_entry_has_no_later_one(log: Path, tmp_path: Path) -> None:
    recording = Recording.load(log, tip=4)
    made = Job(recording, tmp_path / "part.h44game", last=4)
    export_game(made, log)
    part = load(unpack(made.target, tmp_path / "part").log)
    assert len(part.log) == 4
    assert part.damage is None
    assert all(n <= 4 for n in Recording.load(part.path).annotations.entries)
    whole = Job(Recording.load(log), tmp_path / "whole.h44game")
    export_game(whole, log)
    assert len(load(unpack(whole.target, tmp_path / "whole").log).log) == len(load(log).log)


def test_tables_have_the_entries_selected_by_number(log: Path) -> None:
    csv, records = (f for f in ENGINE_FORMATS if f.name in ("csv", "json"))
    table = job(log, "out.csv", entries="1-3")
    csv.write(table, log)
    rows = csv_rows(io.StringIO(table.target.read_text(encoding="utf-8-sig")))
    assert [row[0] for row in rows] == ["id", "1", "2", "3"]
    facts = job(log, "out.json", entries="1-3")
    records.write(facts, log)
    told = json.loads(facts.target.read_text(encoding="utf-8"))
    assert [row["entry"] for row in told["record"]] == [1, 2, 3]
    assert any(str(len(facts.recording)) in sentence for sentence in facts.left_out)
