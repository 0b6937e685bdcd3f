"""Features of ``h44log/2`` only: authors, signatures, sealed values, questions, proofs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.dice import Dice
from engine.core.errors import UserError
from engine.core.places import Places
from engine.log.commitments import seal_value
from engine.log.entry import Author, CorrectionsName, Entry, Header, Opened, RulebookName, Sealed
from engine.log.signatures import KeySigner, check_signature
from engine.log.store import LogError, LogFile, load, repair
from engine.log.verify import Report, verify
from engine.play import referee
from engine.play.exchange import export_turn, import_turn, merge_turn
from engine.play.game import Game, Recording

AT = "1944-09-17T13:00:00.000Z"
NOWHERE = Places([])
ANN = Author(name="Ann")


def note(number: int, parent: int | None = None, **more: Any) -> Entry:
    told: dict[str, Any] = {"action": act.Note(text=f"Note {number}"), "by": "allied", **more}
    return Entry(id=number, parent=number - 1 if parent is None else parent, at=AT, **told)


def written(path: Path, header: Header, *entries: Entry) -> Path:
    LogFile.create(path, header, entries).close()
    return path


def path_of(game: Game) -> Path:
    assert isinstance(game.file, LogFile)
    return game.file.path


def checked(path: Path) -> Report:
    loaded = load(path)
    assert loaded.damage is None
    return verify(loaded.log, NOWHERE)


@pytest.fixture
def first(header: Header) -> Header:
    """A header of the first format."""
    told = {**header.to_json(), "format": "h44log/1", "rules_version": "1.0"}
    return Header.model_validate(told)


@pytest.fixture
def signer() -> KeySigner:
    pytest.importorskip("cryptography")
    return KeySigner.from_seed(bytes(range(32)))


# -- the header -----------------------------------------------------------------------------------


def test_a_new_game_names_its_rulebook(tmp_path: Path) -> None:
    with referee.new_game(tmp_path / "a.h44log", "holland44", "campaign") as game:
        header = json.loads(path_of(game).read_bytes().splitlines()[0])
    assert header["format"] == "h44log/2"
    assert header["rulebook"]["id"] == "holland44"
    assert "rules_version" not in header
    assert "corrections" not in header


def test_corrections_and_rulebook_are_stored(tmp_path: Path, header: Header) -> None:
    told = {"corrections": CorrectionsName(hash="ab" * 16)}
    told |= {"rulebook": RulebookName(id="holland44", version="1.1")}
    path = written(tmp_path / "a.h44log", header.model_copy(update=told))
    assert load(path).log.header == header.model_copy(update=told)
    assert load(path).log.header.recorded_with == "1.1"


@pytest.mark.parametrize(
    "more",
    [
        {"format": "h44log/1"},
        {"format": "h44log/1", "rules_version": "1", "rulebook": {"id": "a", "version": "1"}},
        {"format": "h44log/1", "rules_version": "1", "corrections": {"hash": "ab" * 16}},
        {"rules_version": "1.0"},
    ],
)
def test_a_header_has_the_fields_of_its_format(header: Header, more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="h44log/"):
        Header.model_validate({**header.to_json(), **more})


# -- authors and signatures -----------------------------------------------------------------------


def test_author_and_side_are_separate(tmp_path: Path, header: Header) -> None:
    path = written(tmp_path / "a.h44log", header, note(1, author=ANN, by="german"))
    line = json.loads(path.read_bytes().splitlines()[1])
    assert (line["by"], line["author"]) == ("german", {"name": "Ann", "kind": "person"})
    assert load(path).log[1].author == ANN


def test_signed_lines_are_verified(tmp_path: Path, header: Header, signer: KeySigner) -> None:
    path = tmp_path / "a.h44log"
    ann = Author(name="Ann", key=signer.key)
    with LogFile.create(path, header) as file:
        file.signer = signer
        file.append(note(1, author=ann))
        file.append(note(2, author=Author(name="Bob")))
        file.append(note(3, author=ann))
        assert file.log[1].signature is not None
        assert file.log[2].signature is None
    with LogFile.open(path) as file:  # the end of a signed line is known again
        file.append(note(4))
        file.append(note(5))
    report = checked(path)
    assert (report.problems, report.signatures, report.notices) == ([], 2, [])

    copy = written(tmp_path / "b.h44log", header, *load(path).log.entries)
    assert copy.read_bytes() == path.read_bytes()
    path.write_bytes(path.read_bytes()[:-9])
    repaired = tmp_path / "c.h44log"
    repair(load(path), repaired)
    assert checked(repaired).signatures == 2


def test_a_missing_or_wrong_signature_is_reported(
    tmp_path: Path, header: Header, signer: KeySigner
) -> None:
    path = tmp_path / "a.h44log"
    with LogFile.create(path, header) as file:
        file.signer = signer
        file.append(note(1, author=Author(name="Ann", key=signer.key)))
        file.append(note(2))
    lines = path.read_bytes().splitlines(keepends=True)
    start = lines[1].index(b',"signature":"')
    signature = lines[1][start + 14 : -3]

    def with_line(line: bytes) -> list[str]:
        changed = tmp_path / "changed.h44log"
        changed.write_bytes(b"".join([lines[0], line, lines[2]]))
        return checked(changed).problems

    assert with_line(lines[1]) == []
    assert "signature is missing" in with_line(lines[1][:start] + b"}\n")[0]
    other = signature[::-1]
    assert "is wrong" in with_line(lines[1].replace(signature, other))[0]
    two = lines[2].rstrip(b"}\n") + b',"signature":"' + signature + b'"}\n'
    path.write_bytes(b"".join([*lines[:2], two]))
    assert "names no key" in checked(path).problems[0]
    torn = tmp_path / "torn.h44log"
    torn.write_bytes(b"".join([lines[0], lines[1][:-20]]))
    assert len(load(torn).log) == 0
    assert load(torn).damage is None


def test_without_the_package_signatures_are_reported_as_unchecked(
    tmp_path: Path, header: Header, signer: KeySigner, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.h44log"
    with LogFile.create(path, header) as file:
        file.signer = signer
        file.append(note(1, author=Author(name="Ann", key=signer.key)))
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)
    report = checked(path)
    assert report.problems == []
    assert report.signatures == 0
    assert "not installed" in report.notices[0]
    with pytest.raises(UserError, match="pip install cryptography"):
        KeySigner.from_seed(bytes(32))
    assert check_signature("other:00", "00", "00") == "bad"


def test_a_signed_entry_cannot_be_moved(tmp_path: Path, header: Header, signer: KeySigner) -> None:
    path = tmp_path / "a.h44log"
    with LogFile.create(path, header) as file:
        file.signer = signer
        file.append(note(1, author=Author(name="Ann", key=signer.key)))
        signed = file.log[1]
    other = header.model_copy(update={"id": "another"})
    with pytest.raises(LogError, match="signed for another place"):
        LogFile.create(tmp_path / "b.h44log", other, [signed])
    assert not (tmp_path / "b.h44log").exists()
    moved = signed.moved(1, 0)
    assert moved.author == Author(name="Ann")
    LogFile.create(tmp_path / "b.h44log", other, [moved]).close()
    assert checked(tmp_path / "b.h44log").problems == []


# -- sealed values --------------------------------------------------------------------------------


def test_a_sealed_value_is_opened(tmp_path: Path, header: Header) -> None:
    sealed, opened = seal_value("plan", {"hexes": ["6217"], "weight": 1.5})
    assert sealed == seal_value("plan", {"weight": 1.5, "hexes": ["6217"]}, opened.salt)[0]
    path = written(
        tmp_path / "a.h44log", header, note(1, sealed=(sealed,)), note(2), note(3, opened=(opened,))
    )
    assert b"6217" not in path.read_bytes().splitlines()[2]
    assert checked(path).problems == []
    assert load(path).log[3].opened == (opened,)


def test_a_value_that_does_not_match_its_seal_is_reported(tmp_path: Path, header: Header) -> None:
    sealed, opened = seal_value("plan", "yes")
    lied = opened.model_copy(update={"value": "no"})

    def problems(*entries: Entry) -> list[str]:
        path = tmp_path / "a.h44log"
        path.unlink(missing_ok=True)
        return checked(written(path, header, *entries)).problems

    assert "another value" in problems(note(1, sealed=(sealed,)), note(2, opened=(lied,)))[0]
    assert "not sealed before" in problems(note(1, opened=(opened,)))[0]
    beside = (note(1), note(2, sealed=(sealed,)), note(3, parent=1, opened=(opened,)))
    assert "not sealed before" in problems(*beside)[0]
    twice = (note(1, sealed=(sealed,)), note(2, sealed=(Sealed(name="plan", hash="0" * 64),)))
    assert "seals “plan” again" in problems(*twice)[0]
    again = (note(1, sealed=(sealed,)), note(2, opened=(opened,)), note(3, opened=(opened,)))
    assert "already been opened" in problems(*again)[0]


# -- questions between players --------------------------------------------------------------------


def ask(number: int, **more: Any) -> Entry:
    told = {"name": "fire", "to": "german", "text": "Defensive fire?", **more}
    return note(number, action=act.Ask(**told))


def answer(number: int, by: str = "german", **more: Any) -> Entry:
    return note(number, by=by, action=act.Answer(**{"name": "fire", **more}))


def test_a_question_is_answered(tmp_path: Path, header: Header) -> None:
    asked = ask(1, options=("yes", "no"))
    path = written(tmp_path / "a.h44log", header, asked, note(2), answer(3, option="no"))
    assert checked(path).problems == []


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ((answer(1, option="no"),), "was not asked"),
        ((ask(1), answer(2, by="allied")), "the other side was asked"),
        ((ask(1, options=("yes", "no")), answer(2, option="perhaps")), "perhaps"),
        ((ask(1), ask(2)), "before it was answered"),
        ((ask(1), answer(2, text="Yes."), answer(3, text="No.")), "already been answered"),
    ],
)
def test_answers_without_a_question_are_reported(
    tmp_path: Path, header: Header, entries: tuple[Entry, ...], told: str
) -> None:
    (problem,) = checked(written(tmp_path / "a.h44log", header, *entries)).problems
    assert told in problem


def test_questions_are_played_and_described(game: Game) -> None:
    game.play(act.Ask(name="fire", to="german", text="Defensive fire?"))
    game.play(act.Answer(name="fire", text="No."), by="german")
    assert game.step(2).sentence == "German receives a question: Defensive fire?"
    assert game.step(3).sentence == "German answers: No."


# -- proofs of dice, actions of a game's own ------------------------------------------------------


def test_a_proof_of_dice_is_stored_and_described(tmp_path: Path, header: Header) -> None:
    proof = {"scheme": "server/3", "seed": "00ff", "round": 7, "more": [1.5, None]}
    dice = Dice(sides=6, count=1, values=(3,), source="rolled", proof=proof)
    path = written(tmp_path / "a.h44log", header, note(1, dice=(dice,)))
    assert load(path).log[1].dice[0].proof == proof
    report = checked(path)
    assert report.problems == []
    assert "cannot check" in report.notices[0]
    with pytest.raises(ValueError, match="names its scheme"):
        Dice(sides=6, count=1, values=(3,), source="rolled", proof={})


def test_an_unknown_action_is_preserved_byte_for_byte(tmp_path: Path, game: Game) -> None:
    told = {"kind": "holland44.glide", "to": ["6217", None, 1.5], "by": {"z": 1, "a": True}}
    path = path_of(game)
    game.play(act.Note(text="before"))
    game.record(act.OwnAction.model_validate(told), ())
    game.play(act.Note(text="after"))
    line = path.read_bytes().splitlines()[3]
    assert json.loads(line)["action"] == told
    loaded = load(path)
    assert (loaded.damage, loaded.newer) == (None, False)
    copy = written(tmp_path / "copy.h44log", loaded.log.header, *loaded.log.entries)
    assert copy.read_bytes() == path.read_bytes()
    assert "newer version of the rules" in game.step(3).sentence
    run = CliRunner().invoke(app, ["audit", str(path), "--json"])
    assert "A newer version of the rules wrote this action" in run.output
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0


# -- the first format holds none of it ------------------------------------------------------------

ONLY_SECOND = [
    {"author": ANN},
    {"rules": "2.0"},
    {"sealed": (Sealed(name="a", hash="0" * 64),)},
    {"opened": (Opened(name="a", value=1, salt="s"),)},
    {"action": act.Ask(name="a", to="german", text="?")},
    {"action": act.Answer(name="a", text="!")},
    {"action": act.OwnAction(kind="toy.lift")},
    {"dice": (Dice(sides=6, count=1, values=(1,), source="rolled", proof={"scheme": "x"}),)},
]


@pytest.mark.parametrize("more", ONLY_SECOND, ids=lambda more: next(iter(more)))
def test_a_first_log_refuses_features_of_the_second(
    tmp_path: Path, first: Header, header: Header, more: dict[str, Any]
) -> None:
    path = written(tmp_path / "a.h44log", first, note(1))
    before = path.read_bytes()
    with LogFile.open(path) as file, pytest.raises(LogError, match="h44log/1"):
        file.append(note(2, **more))
    assert path.read_bytes() == before
    second = written(tmp_path / "b.h44log", header, note(1), note(2, **more))
    assert load(second).log[2] == note(2, **more)


def test_a_first_log_with_features_of_the_second_is_invalid(tmp_path: Path, first: Header) -> None:
    from tests.unit.log.test_newer import add_line

    path = written(tmp_path / "a.h44log", first, note(1))
    add_line(path, note(2, author=ANN).to_json())
    loaded = load(path)
    assert len(loaded.log) == 1
    assert loaded.damage is not None
    assert "h44log/1 cannot hold" in loaded.damage


# -- turns ----------------------------------------------------------------------------------------


def test_turns_carry_signatures_and_refuse_false_claims(tmp_path: Path, signer: KeySigner) -> None:
    mine, theirs, turn = tmp_path / "a.h44log", tmp_path / "b.h44log", tmp_path / "t"
    with Game.new(mine, "holland44", "campaign") as game:
        game.author = Author(name="Ann", key=signer.key)
        assert isinstance(game.file, LogFile)
        game.file.signer = signer
        game.play(act.Note(text="ready"))
    export_turn(mine, turn)
    import_turn(turn, theirs)
    assert theirs.read_bytes() == mine.read_bytes()
    assert b'"signature":"' in turn.read_bytes()

    with Game.open(mine) as game:
        game.play(act.Note(text="mine"))
    with Game.open(theirs) as game:
        game.author = Author(name="Bob", key=signer.key)
        assert isinstance(game.file, LogFile)
        game.file.signer = signer
        game.play(act.Note(text="theirs"))
    export_turn(mine, turn)
    merge_turn(turn, theirs, tmp_path / "merged.h44log")
    merged = load(tmp_path / "merged.h44log").log
    assert verify(merged, Recording.load(mine).module.places).problems == []
    assert merged[4].author == Author(name="Bob")  # renumbered: what was signed was another line

    with Game.open(mine) as game:
        game.play(act.Answer(name="never asked", text="No."))
    export_turn(mine, turn)
    before = theirs.read_bytes()
    with pytest.raises(UserError):
        import_turn(turn, theirs)
    assert theirs.read_bytes() == before
