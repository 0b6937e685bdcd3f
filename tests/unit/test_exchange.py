"""Two players exchange turn files; a turn that does not continue a log is refused."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from engine.log.chain import START, seal, unseal
from engine.log.entry import Entry
from engine.log.store import load
from engine.play import referee
from engine.play.exchange import Parted, Refused, export_turn, import_turn, merge_turn
from engine.play.game import Game, Recording
from engine.play.scrutiny import scrutinise
from tests.forging import added, elimination, forge, forge_turn, play_by_rules, play_on


def start(path: Path) -> Path:
    with Game.new(path, "holland44", "campaign") as game:
        game.play(act.Note(text="Allied: ready."))
    return path


def play(path: Path, *texts: str) -> None:
    with Game.open(path) as game:
        for text in texts:
            game.play(act.Note(text=text))


def refused(turn: Path, log: Path) -> str:
    before = log.read_bytes() if log.exists() else None
    with pytest.raises(UserError) as caught:
        import_turn(turn, log)
    assert (log.read_bytes() if log.exists() else None) == before
    return str(caught.value)


def test_turns_are_exchanged_both_ways(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    assert import_turn(turn, theirs).last == 2
    assert mine.read_bytes() == theirs.read_bytes()

    play(theirs, "German: move.", "German: combat.")
    sent = export_turn(theirs, turn)
    assert (sent.first, sent.last) == (3, 4)
    received = import_turn(turn, mine)
    assert (received.first, received.last) == (3, 4)
    assert mine.read_bytes() == theirs.read_bytes()
    assert load(mine).damage is None

    play(mine, "Allied: on.")
    assert export_turn(mine, turn).first == 5


def test_a_turn_that_an_editor_has_saved_is_imported(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    turn.write_bytes(b"\xef\xbb\xbf" + turn.read_bytes().replace(b"\n", b"\r\n"))
    assert import_turn(turn, theirs).last == 2
    assert mine.read_bytes() == theirs.read_bytes()


def test_the_same_turn_twice_changes_nothing(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    import_turn(turn, theirs)
    again = import_turn(turn, theirs)
    assert again.last < again.first
    assert mine.read_bytes() == theirs.read_bytes()


def test_an_empty_turn_is_reported_and_all_exports_the_whole_game(tmp_path: Path) -> None:
    mine, turn = start(tmp_path / "a.h44log"), tmp_path / "t"
    export_turn(mine, turn)
    with pytest.raises(UserError, match="no new entries"):
        export_turn(mine, turn)
    assert export_turn(mine, turn, everything=True).first == 1


def test_another_game_is_refused(tmp_path: Path) -> None:
    mine, other, turn = start(tmp_path / "a.h44log"), start(tmp_path / "o.h44log"), tmp_path / "t"
    export_turn(other, turn)
    assert "belongs to another game" in refused(turn, mine)


def test_a_missing_turn_is_reported(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    import_turn(turn, theirs)
    play(mine, "one")
    export_turn(mine, tmp_path / "lost")
    play(mine, "two")
    export_turn(mine, turn)
    assert "entries 3 to 3 are missing" in refused(turn, theirs)
    assert "continues entry 3" in refused(turn, tmp_path / "new.h44log")


def test_diverged_games_are_refused(tmp_path: Path) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    import_turn(turn, theirs)
    play(mine, "mine")
    play(theirs, "theirs")
    export_turn(mine, turn)
    assert "differ from entry 3" in refused(turn, theirs)


@pytest.mark.parametrize("spoil", ["flip", "cut", "foreign", "empty", "missing"])
def test_a_damaged_turn_file_is_reported_in_one_sentence(tmp_path: Path, spoil: str) -> None:
    mine, theirs, turn = start(tmp_path / "a.h44log"), tmp_path / "b.h44log", tmp_path / "t"
    export_turn(mine, turn)
    data = turn.read_bytes()
    if spoil == "flip":
        turn.write_bytes(data.replace(b"Allied: ready.", b"Allied: steady"))
    elif spoil == "cut":
        turn.write_bytes(data[:-20])
    elif spoil == "foreign":
        turn.write_bytes(b"hello\n" + data)
    elif spoil == "empty":
        turn.write_bytes(b"")
    else:
        turn.unlink()
    text = refused(turn, theirs)
    assert "\n" not in text
    assert str(turn) in text
    assert not theirs.exists()


# -- what comes in is applied and judged, all or nothing -------------------------------------------


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """An enforced game; the opponent has the copy ``theirs``."""
    return play_by_rules(tmp_path / "mine.h44log", 30, seed=3)


@pytest.fixture
def theirs(mine: Path, tmp_path: Path) -> Path:
    """The opponent's copy."""
    export_turn(mine, tmp_path / "first.h44turn")
    copy = tmp_path / "theirs" / "copy.h44log"
    copy.parent.mkdir()
    import_turn(tmp_path / "first.h44turn", copy)
    return copy


def go_on(log: Path, entries: int, seed: int = 7) -> None:
    with Game.open(log) as game:
        play_on(game, len(game) + entries, random.Random(seed))


def test_an_honest_turn_is_imported_silently(mine: Path, theirs: Path, tmp_path: Path) -> None:
    go_on(theirs, 10)
    export_turn(theirs, tmp_path / "t")
    done = import_turn(tmp_path / "t", mine)
    assert (done.first, done.last, done.sentences()) == (31, 40, [])
    assert mine.read_bytes() == theirs.read_bytes()


def test_a_move_of_an_unknown_unit_is_refused(mine: Path, theirs: Path, tmp_path: Path) -> None:
    ghost = fx.Move(unit="GHOST", path=("4816", "4817"), from_index=0, to_index=0)
    edit = act.ManualEdit(text="x", effects=(ghost,))
    said = refused(forge_turn(theirs, tmp_path / "t", added(edit, edit.effects)), mine)
    assert "entry 31 does not fit the game" in said
    assert "GHOST" in said


def three_notes(entries: list[Entry]) -> list[Entry]:
    for _ in range(3):
        entries = added(act.Note(text="fine so far"))(entries)
    return entries


def test_a_bad_parent_in_the_third_entry_imports_nothing(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    def change(entries: list[Entry]) -> list[Entry]:
        *good, last = three_notes(entries)
        return [*good, last.model_copy(update={"parent": 99})]

    assert "entry 33" in refused(forge_turn(theirs, tmp_path / "t", change), mine)
    assert "entry 33" in refused(forge_turn(theirs, tmp_path / "t", change), tmp_path / "new")


def test_a_wrong_digest_imports_nothing(mine: Path, theirs: Path, tmp_path: Path) -> None:
    def change(entries: list[Entry]) -> list[Entry]:
        *good, last = three_notes(entries)
        return [*good, last.model_copy(update={"digest": "0" * 32})]

    assert "entry 33" in refused(forge_turn(theirs, tmp_path / "t", change), mine)


@pytest.mark.parametrize("to", ["mine", "new"])
def test_a_full_disk_imports_nothing(mine: Path, theirs: Path, tmp_path: Path, to: str) -> None:
    turn = forge_turn(theirs, tmp_path / "t", three_notes)
    log = mine if to == "mine" else tmp_path / "new.h44log"
    room = mine.stat().st_size + 300  # for one entry of the three
    old, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.SIG_IGN
    before = signal.signal(signal.SIGXFSZ, handler)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, old[1]))
    try:
        assert "cannot be written" in refused(turn, log)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, before)
    assert import_turn(turn, log).last == 33


@pytest.mark.parametrize(
    "preface", [{"log": "another"}, {"link": "0" * 32}, {"after": 2}], ids=["log", "link", "after"]
)
def test_a_preface_that_disagrees_is_refused(
    mine: Path, theirs: Path, tmp_path: Path, preface: dict[str, object]
) -> None:
    turn = forge_turn(theirs, tmp_path / "t", three_notes, preface)
    refused(turn, mine)
    refused(turn, tmp_path / "new.h44log")


def test_another_header_under_the_same_id_is_refused(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    turn = forge_turn(theirs, tmp_path / "t", three_notes)
    first, head, *rest = turn.read_bytes().splitlines(keepends=True)
    record, _ = unseal(head, START)
    line, link = seal({**json.loads(record), "title": "Another title"}, START)
    lines = [json.dumps({**json.loads(first), "link": link}).encode() + b"\n", line]
    for old in rest:
        body, _ = unseal(old, _link_before(old, head, rest))
        line, link = seal(json.loads(body), link)
        lines.append(line)
    turn.write_bytes(b"".join(lines))
    assert "another game" in refused(turn, mine)


def _link_before(line: bytes, head: bytes, rest: list[bytes]) -> str:
    lines = [head, *rest]
    return lines[lines.index(line) - 1][-35:-3].decode()


@pytest.mark.parametrize("kept", [2, 4])
def test_a_turn_cut_at_the_end_of_a_line_is_refused(mine: Path, tmp_path: Path, kept: int) -> None:
    turn = tmp_path / "t"
    export_turn(mine, turn, everything=True)
    lines = turn.read_bytes().splitlines(keepends=True)
    turn.write_bytes(b"".join(lines[:kept]))
    assert "not complete" in refused(turn, tmp_path / "new.h44log")
    assert not (tmp_path / "new.h44log").exists()


def test_a_log_without_its_last_newline_exports_a_valid_turn(mine: Path, tmp_path: Path) -> None:
    mine.write_bytes(mine.read_bytes().rstrip(b"\n"))
    export_turn(mine, tmp_path / "t", everything=True)
    assert import_turn(tmp_path / "t", tmp_path / "new.h44log").last == 30
    before = mine.read_bytes()
    assert import_turn(tmp_path / "t", mine).last == 30  # all known
    assert mine.read_bytes() == before


def test_a_folder_a_pipe_and_a_device_are_no_turn_files(mine: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.h44turn")
    for turn in (tmp_path / "pipe.h44turn", tmp_path, Path("/dev/zero")):
        assert "not a plain file" in refused(turn, mine)


# -- the rules judge what comes in -----------------------------------------------------------------


def test_an_illegal_turn_is_accepted_only_on_request(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    recording = Recording.load(theirs)
    lost = elimination(recording.state(len(recording)), recording, "german")
    tidying = act.ManualEdit(text="tidying", effects=(lost,))
    turn = forge_turn(theirs, tmp_path / "t.h44turn", added(tidying, tidying.effects))
    said = refused(turn, mine)
    assert "Entry 31, Allied: tidying" in said
    assert "(rule 3)" in said
    assert "is eliminated" in said
    assert "--accept" in said

    run = CliRunner().invoke(app, ["turn", "import", str(turn), str(mine), "--accept"])
    assert run.exit_code == 0
    assert "is eliminated" in run.output
    note = load(mine).log.entries[-1]
    assert note.id == 32
    assert isinstance(note.action, act.Note)
    assert note.action.text.startswith("Accepted anyway: entries 31.")
    # The acceptance is new to the other side, and goes back with the next turn.
    export_turn(mine, tmp_path / "back")
    other = forge(theirs, tmp_path / "o.h44log", added(tidying, tidying.effects))
    assert import_turn(tmp_path / "back", other).first == 32


@pytest.mark.parametrize("mode", ["off", "advisory", "enforced"])
def test_a_remark_that_eliminates_is_refused_in_every_mode(
    tmp_path: Path, mode: referee.Mode
) -> None:
    mine = play_by_rules(tmp_path / "m.h44log", 3, mode=mode)
    recording = Recording.load(mine)
    lost = elimination(recording.state(3), recording, "german")
    turn = forge_turn(mine, tmp_path / "t", added(act.Note(text="Fine day."), (lost,)))
    with pytest.raises(Refused) as caught:
        import_turn(turn, mine)
    assert "does not explain these effects" in str(caught.value)


@pytest.mark.slow
def test_dice_changed_after_the_fact_are_refused(mine: Path, theirs: Path, tmp_path: Path) -> None:
    go_on(theirs, 120, seed=5)
    entries = Recording.load(theirs).log.entries
    number = next(
        e.id for e in entries[30:] if e.dice and e.dice[0].sides == 6 and "attack" in e.action.kind
    )

    def other_die(old: list[Entry]) -> list[Entry]:
        entry = old[number - 1]
        die = entry.dice[0]
        dice = die.model_copy(update={"values": (7 - die.values[0], *die.values[1:])})
        return [*old[: number - 1], entry.model_copy(update={"dice": (dice, *entry.dice[1:])})]

    assert f"Entry {number}" in refused(forge_turn(theirs, tmp_path / "t", other_die), mine)


def test_a_period_with_the_rules_off_is_reported(mine: Path, theirs: Path, tmp_path: Path) -> None:
    with Game.open(theirs) as game:
        referee.set_rules(game, "off")
        referee.play(game, act.ManualEdit(text="shuffled"), by="german")
        referee.set_rules(game, "enforced")
    export_turn(theirs, tmp_path / "t")
    done = import_turn(tmp_path / "t", mine)
    assert [told.split(", ")[0] for told in done.sentences()] == [
        "Entry 31",
        "Entry 33",
        "Entry 32 was played with the rules off by German.",
    ]


def test_a_branch_is_reported(mine: Path, theirs: Path, tmp_path: Path) -> None:
    with Game.open(theirs) as game:
        game.follow(25)
        game.play(act.Note(text="another way"))
    export_turn(theirs, tmp_path / "t")
    done = import_turn(tmp_path / "t", mine)
    assert done.branches == ((31, 25),)
    assert done.sentences()[0].startswith("Entry 31 begins a branch: it continues from entry 25")


def test_rules_off_at_the_end_of_a_turn_are_reported(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    """Later entries here are not judged."""
    with Game.open(theirs) as game:
        referee.set_rules(game, "off")
    export_turn(theirs, tmp_path / "t")
    done = import_turn(tmp_path / "t", mine)
    assert done.sentences()[0].startswith("Entry 31, ")
    assert done.sentences()[0].endswith(": The rules are off: nothing is checked.")


# -- both went on at once --------------------------------------------------------------------------


def test_a_merge_overwrites_no_notes(mine: Path, theirs: Path, tmp_path: Path) -> None:
    play(mine, "we")
    play(theirs, "they")
    export_turn(theirs, tmp_path / "t")
    Annotations(log="another game", title="Mine").save(tmp_path / "both.h44aar")
    with pytest.raises(UserError, match="exists already"):
        merge_turn(tmp_path / "t", mine, tmp_path / "both.h44log")
    assert not (tmp_path / "both.h44log").exists()
    assert Annotations.load(tmp_path / "both.h44aar").title == "Mine"


def test_simultaneous_turns_are_merged(mine: Path, theirs: Path, tmp_path: Path) -> None:
    go_on(mine, 4, seed=1)
    go_on(theirs, 6, seed=2)
    header = load(mine).log.header
    Annotations(log=header.id, entries={32: Annotation(comment="My plan.")}).save(
        mine.with_suffix(".h44aar")
    )
    export_turn(mine, tmp_path / "mine.h44turn")
    export_turn(theirs, tmp_path / "theirs.h44turn")
    with pytest.raises(Parted, match="both players continued from entry 30"):
        import_turn(tmp_path / "mine.h44turn", theirs)
    said = refused(tmp_path / "theirs.h44turn", mine)
    assert "--merge" in said

    before, new = mine.read_bytes(), tmp_path / "merged.h44log"
    turn = str(tmp_path / "theirs.h44turn")
    run = CliRunner().invoke(app, ["turn", "import", turn, str(mine), "--merge", str(new)])
    assert run.exit_code == 0, run.output
    assert mine.read_bytes() == before
    merged = Recording.load(new)
    assert len(merged.log) == 30 + 6 + 4 + 1
    assert merged.log[37].parent == 30  # ours, a branch
    assert merged.log[41].parent == 36  # and on with theirs
    assert merged.annotations.entries[38].comment == "My plan."
    assert scrutinise(merged).is_clean
    assert new.read_bytes().startswith(theirs.read_bytes())

    # Sent back, the other side has both lines too.
    export_turn(new, tmp_path / "back")
    done = import_turn(tmp_path / "back", theirs)
    assert done.branches == ((37, 30), (41, 36))
    assert theirs.read_bytes() == new.read_bytes()


def test_games_diverged_before_the_turn_need_the_whole_game(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    go_on(mine, 2, seed=1)
    go_on(theirs, 1, seed=2)
    export_turn(theirs, tmp_path / "lost")
    go_on(theirs, 1, seed=2)
    export_turn(theirs, tmp_path / "t")
    assert "turn export --all" in refused(tmp_path / "t", mine)
    with pytest.raises(UserError, match="turn export --all"):
        merge_turn(tmp_path / "t", mine, tmp_path / "new.h44log")


def test_games_that_did_not_diverge_are_not_merged(
    mine: Path, theirs: Path, tmp_path: Path
) -> None:
    go_on(theirs, 1)
    export_turn(theirs, tmp_path / "t")
    with pytest.raises(UserError, match="nothing to merge"):
        merge_turn(tmp_path / "t", mine, tmp_path / "new.h44log")
    assert not (tmp_path / "new.h44log").exists()


def test_branches_beyond_three_are_counted(tmp_path: Path) -> None:
    mine = start(tmp_path / "many.h44log")
    with Game.open(mine) as game:
        for number in range(6):
            game.follow(1)
            game.play(act.Note(text=f"Way {number}."))
    export_turn(mine, tmp_path / "t")
    done = import_turn(tmp_path / "t", tmp_path / "got.h44log")
    assert len(done.branches) == 6
    said = [sentence for sentence in done.sentences() if "ranch" in sentence]
    assert len(said) == 4
    assert said[-1] == t("turn.more_branches", more=3)
