"""Keys of names and sides: the forgeries of one line of a signed game, and the honest cases."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.errors import UserError
from engine.log.chain import seal
from engine.log.entry import Author
from engine.log.signatures import SCHEME, KeySigner, is_key
from engine.log.signers import Signers, signature_problems
from engine.log.store import load
from engine.play import bylines
from engine.play.bylines import Byline
from engine.play.exchange import Refused, export_turn, import_turn
from engine.play.game import Game, Recording

pytest.importorskip("cryptography")
ANN, BOB, MALLORY = (KeySigner.from_seed(bytes([n]) * 32) for n in (1, 2, 3))
SMALL = f"{SCHEME}01{'00' * 31}"
Sign = Callable[[str], str | None]


def author(name: str, key: str | None = None, **more: str) -> dict[str, Any]:
    return {"name": name, "kind": "person", **({"key": key} if key else {}), **more}


def unsigned(_link: str) -> None:
    return None


FORGERIES: dict[str, tuple[dict[str, Any] | None, Sign]] = {
    "key and signature removed": (author("Ann"), unsigned),
    "author removed": (None, unsigned),
    "author removed, signature kept": (None, ANN.sign),
    "the forger's key under the name": (author("Ann", MALLORY.key), MALLORY.sign),
    "another name and key": (author("Mallory", MALLORY.key), MALLORY.sign),
    "the other player's key": (author("Bob", BOB.key), BOB.sign),
    "a program without a key": (author("random", kind="program"), unsigned),
    "a zero-width character": (author("Ann\u200b", MALLORY.key), MALLORY.sign),
    "a small-order key": (author("Ann", SMALL), lambda _link: "01" + "00" * 63),
    "rsa": (author("Ann", "rsa:" + "00" * 32), lambda _link: "00" * 64),
    "the scheme in capitals": (author("Ann", ANN.key.replace("ed", "Ed")), ANN.sign),
    "a leading blank": (author("Ann", " " + ANN.key), ANN.sign),
    "digits in capitals": (author("Ann", SCHEME + ANN.key.removeprefix(SCHEME).upper()), ANN.sign),
    "the key without a signature": (author("Ann", ANN.key), unsigned),
    "another key's signature": (author("Ann", ANN.key), MALLORY.sign),
    "the signature of another line": (author("Ann", ANN.key), lambda link: ANN.sign(link[::-1])),
}


@pytest.fixture(scope="module")
def signed_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that Ann plays for the Allies and Bob for the Germans, three entries long."""
    path = tmp_path_factory.mktemp("signed") / "game.h44log"
    with Game.new(path, "holland44", "short") as game:
        for name, signer, side in (("Ann", ANN, "allied"), ("Bob", BOB, "german")):
            game.write_as(Byline(Author(name=name, key=signer.key), signer))
            game.play(act.ManualEdit(text="an order"), by=side)
    return path


def with_line(
    path: Path, target: Path, who: dict[str, Any] | None, sign: Sign, **fields: object
) -> Path:
    """A copy of a log with one more entry of the Allies."""
    loaded = load(path)
    number = len(loaded.log) + 1
    entry = {"id": number, "parent": number - 1, "at": "2026-01-01T00:00:00Z", "by": "allied"}
    entry |= {"action": {"kind": "manual_edit", "text": "an order"}, **fields}
    line, _ = seal(entry if who is None else {**entry, "author": who}, loaded.link, sign)
    target.write_bytes(path.read_bytes() + line)
    return target


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(word) for word in words])
    return result.exit_code, result.output


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_line_is_reported_and_refused(
    tmp_path: Path, signed_game: Path, forgery: str
) -> None:
    forged = with_line(signed_game, tmp_path / "forged.h44log", *FORGERIES[forgery])
    code, output = run("verify", "--rules", forged)
    assert code == 1
    assert "ntry 4" in output
    recording = Recording.load(forged)
    shown = recording.written_by(recording.log[4])
    assert [said for said in shown if "ntry 4" in said] == signature_problems(recording.log)
    assert not any(said.startswith("Written by") for said in shown)
    assert recording.written_by(recording.log[2])[0].startswith("Written by Ann, signed with")
    turn, mine = tmp_path / "x.h44turn", tmp_path / "mine.h44log"
    assert export_turn(forged, turn, everything=True).notices
    shutil.copy(signed_game, mine)
    with pytest.raises(Refused, match="Entry 4"):
        import_turn(turn, mine)
    assert mine.read_bytes() == signed_game.read_bytes()
    import_turn(turn, mine, accept=True)
    assert isinstance(load(mine).log.entries[-1].action, act.Note)


def test_an_honest_line_passes(tmp_path: Path, signed_game: Path) -> None:
    honest = with_line(signed_game, tmp_path / "a.h44log", author("Ann", ANN.key), ANN.sign)
    code, output = run("verify", "--rules", honest)
    assert code == 0, output
    joined = " ".join(output.split())
    assert f"2 lines are signed by Ann with {ANN.key}" in joined
    assert f"1 line is signed by Bob with {BOB.key}" in joined
    assert "1 line is unsigned" in joined
    report = json.loads(run("verify", "--json", honest)[1])
    assert report["signed"][0] == {"name": "Ann", "key": ANN.key, "lines": 2}
    turn, mine = tmp_path / "x.h44turn", tmp_path / "mine.h44log"
    assert export_turn(honest, turn, everything=True).notices == ()
    shutil.copy(signed_game, mine)
    assert import_turn(turn, mine).last == 4


def test_remarks_and_agreements_may_come_from_the_other_player(
    tmp_path: Path, signed_game: Path
) -> None:
    note = {"action": {"kind": "note", "text": "accepted"}}
    agreed = {"action": {"kind": "set_rules", "mode": "off"}}
    bob, mallory = author("Bob", BOB.key), author("Mallory", MALLORY.key)

    def problems(who: dict[str, Any] | None, sign: Sign, fields: dict[str, Any]) -> list[str]:
        log = with_line(signed_game, tmp_path / "n.h44log", who, sign, **fields)
        return signature_problems(load(log).log)

    assert problems(bob, BOB.sign, note) == []
    assert problems(bob, BOB.sign, agreed) == []
    assert problems(mallory, MALLORY.sign, agreed)
    assert problems(None, unsigned, note)


def test_what_if_lines_bind_no_side(tmp_path: Path, signed_game: Path) -> None:
    ann = author("Ann", ANN.key)
    note = {"action": {"kind": "note", "text": "tried", "line": "What if"}}
    log = with_line(signed_game, tmp_path / "1.h44log", ann, ANN.sign, **note)
    log = with_line(log, tmp_path / "2.h44log", ann, ANN.sign, by="german")
    assert signature_problems(load(log).log) == []


def test_a_key_is_replaced_in_a_line_signed_with_the_old_one(
    tmp_path: Path, signed_game: Path
) -> None:
    new, log = KeySigner.from_seed(bytes(32)), tmp_path / "game.h44log"
    shutil.copy(signed_game, log)
    bylines.change_key(log, Byline(Author(name="Ann", key=ANN.key), ANN), new)
    after = with_line(log, tmp_path / "new.h44log", author("Ann", new.key), new.sign)
    assert signature_problems(load(after).log) == []
    again = with_line(log, tmp_path / "old.h44log", author("Ann", ANN.key), ANN.sign)
    assert new.key in signature_problems(load(again).log)[0]
    stolen = author("Ann", MALLORY.key, next_key=MALLORY.key)
    forged = with_line(signed_game, tmp_path / "s.h44log", stolen, MALLORY.sign)
    assert "old key did not sign" in signature_problems(load(forged).log)[-1]


@pytest.mark.parametrize("command", ["audit", "replay", "stats"])
def test_commands_report_a_bad_signature(tmp_path: Path, signed_game: Path, command: str) -> None:
    forged = with_line(signed_game, tmp_path / "f.h44log", author("Ann"), unsigned)
    code, output = run(command, forged)
    assert "Entry 4 names Ann and is not signed" in " ".join(output.split())
    assert code == (1 if command == "audit" else 0)


def test_invalid_keys_are_reported() -> None:
    assert is_key(ANN.key)
    prime = 2**255 - 19
    small = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
    for y in (0, 1, prime - 1, prime, prime + 1, small, prime - small):
        for sign in (0, 2**255):
            assert not is_key(SCHEME + (y + sign).to_bytes(32, "little").hex())


def test_a_name_with_invisible_characters_is_refused() -> None:
    for name in ("An\u200bn", "Ann\u3164", "An\x1bn", "\u202eAnn", "Ann\ufe0f"):
        with pytest.raises(UserError, match=r"<U\+"):
            bylines.byline(name)
    assert bylines.byline("Ann Ö. 安").author == Author(name="Ann Ö. 安")


def test_names_that_look_the_same_share_their_key(signed_game: Path) -> None:
    signers = Signers()
    for entry in load(signed_game).log.entries:
        assert signers.check(entry) == []
    last = load(signed_game).log[2]
    for name in ("ann", "\uff21nn", "A\u200cnn", " Ann"):
        imitated = last.model_copy(update={"author": Author(name=name)})
        assert any(ANN.key in wrong for wrong in signers.check(imitated.signed(None)))
