"""Sealed values: the shared log has only hashes, and an opened value matches its seal."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.console import seen
from engine.cli.main import app
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.log import commitments
from engine.log.commitments import UNIT
from engine.log.entry import Opened, Sealed
from engine.log.private_file import PrivateFile, private_path, waiting
from engine.log.store import load
from engine.log.verify import verify
from engine.play.exchange import export_turn, import_turn
from engine.play.game import Game, Recording
from engine.play.sealing import known_state, open_values, seal_values

AT = "2026-11-25T00:00:00Z"
UNITS = ("GE-unknown-2608", "GE-unknown-2707")
RUN = CliRunner()


def begun(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "game.h44log"
    Game.new(path, "holland44", "campaign", log_id="secrets", at=AT).close()
    return path


def problems(path: Path) -> list[str]:
    recording = Recording.load(path)
    return verify(recording.log, recording.module.places).problems


@pytest.fixture
def salts(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make salts repeat from the start each time the returned function is called."""
    numbers: list[int] = []

    def salt(size: int) -> str:
        numbers.append(1)
        return f"{len(numbers):0{2 * size}x}"

    monkeypatch.setattr(commitments.secrets, "token_hex", salt)
    return numbers.clear


def test_a_value_is_sealed_listed_and_opened_by_command(tmp_path: Path) -> None:
    path = begun(tmp_path)
    plan = "Attack 6217 on turn 3"
    sealed = RUN.invoke(app, ["secret", "seal", str(path), f"plan={plan}", "--side", "german"])
    assert sealed.exit_code == 0, sealed.output
    private = private_path(path, "german")
    assert plan not in path.read_text(encoding="utf-8")
    assert plan in private.read_text(encoding="utf-8")
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    listed = RUN.invoke(app, ["secret", "list", str(path)])
    assert listed.exit_code == 0
    assert plan not in listed.output
    opened = RUN.invoke(app, ["secret", "open", str(path), "--side", "german"])
    assert plan in opened.output
    assert plan in path.read_text(encoding="utf-8")
    assert problems(path) == []
    wrong = RUN.invoke(app, ["secret", "seal", str(path), "plan", "--side", "german"])
    assert isinstance(wrong.exception, UserError)


def test_a_missing_private_file_is_reported_when_the_game_opens(tmp_path: Path) -> None:
    path = begun(tmp_path)
    with Game.open(path) as game:
        seal_values(game, path, "german", {"plan": "left"})
    assert Recording.load(path).notices == ()
    held = private_path(path, "german").rename(tmp_path / "elsewhere")
    for notices in (Recording.load(path).notices, _opened(path)):
        assert any("game.german.h44secret" in sentence for sentence in notices)
    with Game.open(path) as game, pytest.raises(UserError, match="plan"):
        open_values(game, path, "german")
    held.rename(private_path(path, "german"))
    with Game.open(path) as game:
        seal_values(game, path, "allied", {"plan of the Allies": "right"})
    private_path(path, "german").unlink()
    assert Recording.load(path).notices == (), "the other player's file is not expected here"


def _opened(path: Path) -> tuple[str, ...]:
    with Game.open(path) as game:
        return game.notices


def played(folder: Path, counters: tuple[str, str]) -> Path:
    """Play a game with two face-down units with the identities ``counters``."""
    path = begun(folder)
    with Game.open(path) as game:
        values = {UNIT + u: {"counter": c} for u, c in zip(UNITS, counters, strict=True)}
        seal_values(game, path, "german", values, at=AT)
        piece = game.now.pieces[UNITS[0]]
        start = game.module.places.name(piece.place)
        move = fx.Move(unit=UNITS[0], path=(start, "2707"), from_index=0, to_index=0)
        game.play(act.ManualEdit(effects=(move,)), by="german", at=AT)
    return path


def test_swapping_two_hidden_units_changes_only_hashes(tmp_path: Path, salts: Callable) -> None:
    first = played(tmp_path / "a", ("GE-Garrison-1", "GE-Flak-1"))
    salts()
    second = played(tmp_path / "b", ("GE-Flak-1", "GE-Garrison-1"))
    for one, other in zip(load(first).log.entries, load(second).log.entries, strict=True):
        bare = [e.model_copy(update={"sealed": ()}) for e in (one, other)]
        assert bare[0] == bare[1]
        assert [s.name for s in one.sealed] == [s.name for s in other.sealed]
    text = first.read_text(encoding="utf-8").splitlines()[2:]
    assert not any("Garrison" in line or "Flak" in line for line in text)


def test_hashes_do_not_reveal_the_arrangement(tmp_path: Path) -> None:
    """Hashes depend on the salt: all arrangements of six values match equally badly."""
    path = begun(tmp_path)
    with Game.open(path) as game:
        entry = seal_values(game, path, "german", {f"box {n}": n for n in range(6)})
    guesses = {
        commitments.commitment(Opened(name="x", value=value, salt=salt))
        for value in range(6)
        for salt in ("0", "0" * 32, "box", entry.at, game.log.header.id)
    }
    assert not guesses & {sealed.hash for sealed in entry.sealed}


def test_the_owner_knows_the_sealed_unit_and_reveals_it(tmp_path: Path) -> None:
    path = played(tmp_path, ("GE-Garrison-1", "GE-Flak-1"))
    recording = Recording.load(path)
    mine = known_state(recording, path, ["german"])
    assert mine.pieces[UNITS[0]].counter == "GE-Garrison-1"
    assert known_state(recording, path, ["allied"]) == recording.state(len(recording))
    with Game.open(path) as game:
        entry = open_values(game, path, "german", [UNIT + UNITS[0]])
        assert game.now.pieces[UNITS[0]].counter == "GE-Garrison-1"
        assert list(waiting(game.timeline.entries)) == [UNIT + UNITS[1]]
    assert entry.opened[0].value == {"counter": "GE-Garrison-1"}
    assert problems(path) == []


@dataclass
class Forgery:
    """A forged entry: its sealed, opened and revealed values."""

    by: str = "german"
    sealed: tuple[Sealed, ...] = ()
    opened: tuple[Opened, ...] = ()
    effects: tuple[fx.Effect, ...] = ()


def forged(kind: str, path: Path, game: Game) -> Forgery:
    seals = waiting(game.timeline.entries)
    private = PrivateFile.load(path, game.log.header.id, "german")
    true = {name: private.opening(sealed) for name, (_, sealed) in seals.items()}
    one, two = (true[UNIT + unit] for unit in UNITS)
    assert one is not None
    assert two is not None
    turn = fx.Reveal(unit=UNITS[0], before=UNITS[0], after="GE-Garrison-1")
    match kind:
        case "another value":
            return Forgery(opened=(one.model_copy(update={"value": {"counter": "GE-Flak-1"}}),))
        case "a swapped seal":
            swapped = (one.model_copy(update={"name": two.name}),)
            return Forgery(opened=swapped)
        case "a reused salt":
            seal = commitments.seal_value("x", "y", one.salt)
            return Forgery(sealed=(seal[0],), opened=(one,), effects=(turn,))
        case "a copied seal":
            return Forgery("allied", (seals[UNIT + UNITS[0]][1].model_copy(update={"name": "c"}),))
        case "another side":
            return Forgery("allied", opened=(one,), effects=(turn,))
        case "nothing opened":
            return Forgery(effects=(turn,))
        case "another counter":
            return Forgery(opened=(one,), effects=(turn.model_copy(update={"after": "GE-Flak-1"}),))
    raise AssertionError(kind)


@pytest.mark.parametrize(
    "kind",
    [
        "another value",
        "a swapped seal",
        "a reused salt",
        "a copied seal",
        "another side",
        "nothing opened",
        "another counter",
    ],
)
def test_forgeries_are_reported_by_verify_and_refused_by_import(kind: str, tmp_path: Path) -> None:
    path = played(tmp_path / "mine", ("GE-Garrison-1", "GE-Flak-1"))
    turn, theirs = tmp_path / "turn", tmp_path / "theirs.h44log"
    export_turn(path, turn)
    import_turn(turn, theirs)
    with Game.open(path) as game:
        said = forged(kind, path, game)
        note = act.Note(text="forged")
        game.record(note, said.effects, by=said.by, sealed=said.sealed, opened=said.opened)
        if kind == "a reused salt":
            second = Opened(name="x", value="y", salt=said.opened[0].salt)
            game.record(note, (), by="german", opened=(second,))
    assert len(problems(path)) == 1
    before = theirs.read_bytes()
    export_turn(path, turn)
    with pytest.raises(UserError):
        import_turn(turn, theirs)
    assert theirs.read_bytes() == before


def test_a_damaged_private_file_is_reported(tmp_path: Path) -> None:
    path = begun(tmp_path)
    with Game.open(path) as game:
        seal_values(game, path, "german", {"plan": "left"})
    private_path(path, "german").write_text("{", encoding="utf-8")
    assert any("damaged" in notice for notice in Recording.load(path).notices)
    other = begun(tmp_path / "other")
    foreign = PrivateFile.load(other, "another", "german")
    foreign.seal({"a": 1})
    with pytest.raises(UserError, match="another game"):
        PrivateFile.load(other, "secrets", "german")


def test_players_see_only_their_own_sealed_units(tmp_path: Path) -> None:
    path = played(tmp_path, ("GE-Garrison-1", "GE-Flak-1"))
    with Game.open(path) as game:
        status = fx.SetStatus(unit=UNITS[1], before=(), after=("moved",))
        game.play(act.ManualEdit(effects=(status,)), by="german")
    shown = {}
    for opened in (False, True):
        if opened:
            with Game.open(path) as game:
                open_values(game, path, "german", [UNIT + UNITS[0]])
        for eyes in ("german", "allied", "both"):
            recording = seen(Recording.load(path), eyes, path)
            end = recording.state(len(recording))
            shown[opened, eyes] = [end.pieces[unit].counter for unit in UNITS]
            assert "moved" in end.pieces[UNITS[1]].status
    own = ["GE-Garrison-1", "GE-Flak-1"]
    assert shown == {
        (False, "german"): own,
        (False, "allied"): list(UNITS),
        (False, "both"): own,
        (True, "german"): own,
        (True, "allied"): ["GE-Garrison-1", UNITS[1]],
        (True, "both"): own,
    }
    private_path(path, "german").unlink()
    recording = seen(Recording.load(path), "german", path)
    assert recording.state(len(recording)).pieces[UNITS[1]].counter == UNITS[1]
