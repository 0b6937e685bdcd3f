"""Export to VASSAL: games opened here are written so that VASSAL can continue them."""

from __future__ import annotations

import io
import random
import zipfile

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core.actions import MoveUnits, Note
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.play.game import Game, Recording
from engine.play.vassal.log_import import import_files
from engine.play.vassal.opened_module import new_game
from engine.report.as_vassal import _Base, export_to_vassal
from engine.vassal import commands as cmd
from engine.vassal import orders as od
from engine.vassal.obfuscation import RAW, reveal
from engine.vassal.players import Ids
from engine.vassal.replay import Table
from engine.vassal.savegame import read_game
from engine.vassal.turn_trackers import advance
from tests.unit.vassal import making

GAMES = (
    "tour.log", "3d6.vlog", "4players.vlog", "full.vlog", "custom-labels.vlog",
    "basic.vsav", "hip-concealed.vsav", "vasl-game-in-progress.vsav",
    pytest.param("ccn-tutorial.vlog", marks=pytest.mark.soak),
)  # fmt: skip


def plaintext(path):
    with zipfile.ZipFile(path) as archive:
        return reveal(archive.read("savedGame"))


def table(path):
    game = read_game(path)
    found = Table(game.ids)
    found.set_up(game.setup)
    for step in game.steps:
        for command in step:
            found.apply(command)
    return found


def written(log, target, *, steps, source="", at=None):
    return export_to_vassal(Recording.load(log, tip=at), log, target, steps=steps, source=source)


@pytest.mark.parametrize("name", GAMES)
def test_unchanged_data_is_exported_character_for_character(samples, name, tmp_path):
    path = samples / name
    log = tmp_path / "game.h44log"
    import_files([path], log)
    given = written(log, tmp_path / "back.vlog", steps=True, source=str(path))
    assert given.left_out == []
    if read_game(path).is_log:
        assert plaintext(given.path) == plaintext(path)
    saved = written(log, tmp_path / "back.vsav", steps=False, source=str(path)).path
    if not read_game(path).is_log:
        assert plaintext(saved) == plaintext(path)
        with zipfile.ZipFile(saved) as ours, zipfile.ZipFile(path) as theirs:
            assert ours.read("savedGame") == theirs.read("savedGame")
    then, now = table(path), table(saved)
    assert {i: (then.spot(i), p.state[:-1]) for i, p in then.pieces.items()} == {
        i: (now.spot(i), p.state[:-1]) for i, p in now.pieces.items()
    }
    assert {s.name for s in now.players.values()} == {s.name for s in then.players.values()}


@pytest.fixture
def played(tmp_path):
    """The small log, continued: a move, a flip, a mask, a new piece, dice, a turn, a removal."""
    vmod, path = tmp_path / "little.vmod", tmp_path / "little.vlog"
    vmod.write_bytes(making.playable())
    path.write_bytes(making.log(making.setup(), making.steps(), RAW))
    log = tmp_path / "little.h44log"
    import_files([path], log, vmod, side="Blue")
    with Game.open(log) as game:
        drawing, places = game.module.drawing, game.module.places

        def do(play):
            game.record(play.action, play.effects, play.dice, by="Blue")

        def order(name, *units, **more):
            do(od.perform(name, drawing, game.now, places, units, side="Blue", **more))

        here = places.name(game.now.pieces["a"].place)
        game.play(MoveUnits(units=("a",), path=(here, "m0:162,52"), mode="box"), by="Blue")
        order("turn:1:60", "a")
        order("mask:2", "a")
        do(od.bring(game.now, places, drawing.table.palette[0], "m0:162,52"))
        game.play(od.roll(drawing, "2d6"), by="Blue")
        game.play(advance(drawing, game.now, "TurnTracker0"))
        game.play(Note(text="over <there> & back"))
        order("delete", "b")
    return log, path


def _thrown(imported):
    return sum(bool(entry.dice) for entry in imported.entries)


def test_a_continued_log_is_exported_and_read_back(played, tmp_path):
    log, path = played
    back = tmp_path / "back.vlog"
    assert written(log, back, steps=True).left_out == []
    assert plaintext(back).startswith(plaintext(path))
    ours = Recording.load(log)
    end = ours.state(len(ours))
    again = making.import_log(back, tmp_path / "little.vmod", side="Blue")
    tracker = again.tracker
    assert {u: tracker.shown[u].place for u in tracker.shown} == {
        u: ours.module.places.name(p.place) for u, p in end.pieces.items()
    }
    assert "masked: Blue" in tracker.shown["a"].status
    assert "60°" in tracker.shown["a"].status
    stack = list(tracker.table.on(tracker.table.spot("a")))
    assert stack == list(end.stack(end.pieces["a"].place))
    texts = [e.action.text for e in again.entries[-8:]]
    assert any("2d6 = " in text for text in texts)
    assert any("over <there> & back" in text for text in texts)
    assert sum(bool(e.dice) for e in again.entries) == 1 + sum(
        bool(e.dice) for e in making.import_log(path).entries
    )
    assert again.entries[-3].effects or again.chapters
    assert tracker.table.turns["TurnTracker0"] != ""
    players = [c for c in read_game(back).setup if isinstance(c, cmd.Player)]
    assert [p.id for p in players] == [making.PASSWORD], "VASSAL knows its players again"
    masked = [c for s in read_game(back).steps for c in s if isinstance(c, cmd.Change)][-1]
    assert making.PASSWORD in "".join(masked.new), "a mask is its owner's"


def test_a_position_in_the_middle_is_saved(played, tmp_path):
    log, _ = played
    saved = written(log, tmp_path / "mid.vsav", steps=False, at=3).path
    then = Recording.load(log, tip=3)
    state = then.state(3)
    now = table(saved)
    assert not read_game(saved).is_log
    for unit, piece in state.pieces.items():
        place = then.module.drawing.spot(then.module.places.name(piece.place))
        assert now.spot(unit) == ("Main Map", place.x, place.y)


def test_without_its_file_visible_data_is_exported_and_the_rest_reported(played, tmp_path):
    log, path = played
    path.unlink()
    given = written(log, tmp_path / "back.vsav", steps=False)
    assert any("little.vlog" in text for text in given.left_out)
    now = table(given.path)
    recording = Recording.load(log)
    end = recording.state(len(recording))
    assert set(now.pieces) == set(end.pieces)
    assert making.PASSWORD not in plaintext(given.path)
    with pytest.raises(UserError, match="is not the file"):
        written(log, tmp_path / "x.vsav", steps=False, source=str(tmp_path / "little.vmod"))


def test_public_notes_of_a_set_up_are_written_without_its_file(tmp_path):
    path = tmp_path / "noted.vsav"
    setup = [
        cmd.Notes("NOTES", ("Hold the bridge.|No retreat.",)),
        cmd.Notes("PNOTE", ("me", "My plan.")),
        making.unit("a", 330, 84),
    ]
    path.write_bytes(making.log(setup, []))
    vmod = tmp_path / "p.vmod"
    vmod.write_bytes(making.playable())
    log = tmp_path / "noted.h44log"
    import_files([path], log, vmod)
    path.unlink()
    given = written(log, tmp_path / "back.vsav", steps=False)
    notes = [c for c in read_game(given.path).setup if isinstance(c, cmd.Notes)]
    assert [note.kind for note in notes] == ["NOTES"]
    assert "Hold the bridge. / No retreat." in notes[0].fields[0]
    assert (
        "One line of notes or chat from its set-up is written as a public note." in given.left_out
    )
    assert "My plan" not in plaintext(given.path)


def test_a_game_started_here_exports_decks_trackers_and_properties(tmp_path):
    vmod = tmp_path / "p.vmod"
    vmod.write_bytes(making.playable())
    log = tmp_path / "p.h44log"
    with new_game(vmod, log) as game:
        drawing, places = game.module.drawing, game.module.places
        (pile,) = drawing.table.decks
        generator = Rolled(random.Random(2))
        for play in (
            od.shuffle(pile, game.now, places, generator),
            od.draw(pile, game.now, places, "m0:106,84", generator),
        ):
            game.record(play.action, play.effects, play.dice, by="Blue")
        game.play(advance(drawing, game.now, "TurnTracker0"))
        end = game.now
        (drawn,) = end.stack(places.index("m0:106,84"))
        left = end.stack(places.index(pile.id))
    for kind, steps in (("vsav", False), ("vlog", True)):
        back = tmp_path / f"back.{kind}"
        assert written(log, back, steps=steps).left_out == []
        now = table(back)
        assert now.spot(drawn) == ("Main Map", 106, 84)
        deck = now.deck_of(left[0])
        assert deck is not None
        assert (deck.deck, deck.face_down, tuple(deck.contents)) == ("Cards", True, left)
        assert now.turns["TurnTracker0"].startswith("0|1;")
        kinds = {now.pieces[u].type[0] for u in left}
        assert all(kind.startswith("obs;") for kind in kinds), "with their whole chains"
        game = read_game(back)
        assert any(isinstance(c, cmd.Other) and c.kind == "SETUP_STACK\t" for c in game.setup)
        again = making.import_log(back, vmod)
        assert again.problems == []


def test_the_command_line_exports_to_vassal(played, tmp_path):
    log, _ = played
    target = tmp_path / "cli.vlog"
    result = CliRunner().invoke(app, ["export", str(log), "--to", "vlog", "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert read_game(target).is_log


def test_a_new_stack_stays_below_an_older_one_in_the_save():
    """A piece moves under a stack, onto a loose one: their new stack is later in the file."""
    units = [making.unit(name, x, 52) for name, x in (("a", 50), ("b", 50), ("c", 300))]
    stack = cmd.Add("sb", ("stack",), ("Main Map;50;52;b",))
    before = Table(Ids(b""))
    setup = [*units, stack]
    before.set_up(setup)
    base = _Base((tuple(c.encode() for c in setup),), (), (), before, {}, {})
    base.remember()
    before.apply(
        cmd.Move("c", cmd.Spot("Main Map", 50, 52, "a"), cmd.Spot("Main Map", 300, 52, None), None)
    )
    assert list(before.on(before.spot("a"))) == ["a", "c", "b"]
    after = Table(Ids(b""))
    after.set_up(cmd.parse(text) for top in base.saved() for text in cmd.leaves(top))
    assert list(after.on(after.spot("a"))) == ["a", "c", "b"]


EMPTY = making.BUILD_FILE.replace(
    '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>', ""
)


def test_a_game_without_initial_pieces_is_exported(tmp_path):
    vmod, log = tmp_path / "empty.vmod", tmp_path / "empty.h44log"
    vmod.write_bytes(making.module(EMPTY))
    with new_game(vmod, log) as game:
        assert not game.now.pieces
        item = game.module.drawing.table.palette[0]
        play = od.bring(game.now, game.module.places, item, "m0:162,52")
        game.record(play.action, play.effects, play.dice)
    saved = written(log, tmp_path / "back.vsav", steps=False).path
    assert [p.spot for p in table(saved).pieces.values()] == [("Main Map", 162, 52)]
    assert [
        p.spot for p in table(written(log, tmp_path / "b.vlog", steps=True).path).pieces.values()
    ]


def test_a_piece_is_added_to_the_save_of_an_empty_game(tmp_path):
    path, log, vmod = (tmp_path / n for n in ("bare.vsav", "bare.h44log", "little.vmod"))
    vmod.write_bytes(making.playable())
    path.write_bytes(making.log([cmd.Boards("Main Map", ())], []))
    import_files([path], log, vmod)
    with Game.open(log) as game:
        item = game.module.drawing.table.palette[0]
        play = od.bring(game.now, game.module.places, item, "m0:162,52")
        game.record(play.action, play.effects, play.dice)
    saved = written(log, tmp_path / "back.vsav", steps=False).path
    assert [p.spot for p in table(saved).pieces.values()] == [("Main Map", 162, 52)]


def test_cards_stay_at_the_place_of_a_removed_deck(tmp_path):
    """The state of a card in a deck is "null;x;y": its deck has the place, until it is removed."""
    path, log = tmp_path / "deck.vlog", tmp_path / "deck.h44log"
    deck = cmd.Add("d", ("deck;;;;;;;;;;;;;Cards",), ("Main Map;510;320;false;a",))
    card = cmd.Add("a", ("piece;;;full.png;Ace",), ("null;0;0;7;0",))
    path.write_bytes(making.log([card, deck], [[cmd.Remove("d")]]))
    import_files([path], log)
    saved = written(log, tmp_path / "back.vsav", steps=False).path
    assert table(saved).spot("a") == ("Main Map", 510, 320)


def owners(path):
    """Return the owners of masks and hidden pieces by piece."""
    return {
        i: [s.split(";")[0] for s, link in zip(p.state, p.type, strict=True)
            if link.startswith(("obs;", "hide;"))]
        for i, p in table(path).pieces.items()
    }  # fmt: skip


@pytest.mark.parametrize("side", ["", "Red"])
@pytest.mark.parametrize("order", ["mask:2", "hide:0"])
def test_a_cover_set_here_always_has_an_owner(tmp_path, side, order):
    """Neither without an owner, nor owned by a player unknown to the file."""
    path, log = tmp_path / "little.vsav", tmp_path / "little.h44log"
    ann, bob = (
        cmd.Player(cmd.Secret(f"{n}s secret"), n, s) for n, s in (("Ann", "Blue"), ("Bob", "Green"))
    )
    path.write_bytes(making.log([making.unit("a", 50, 52), ann, bob], []))
    vmod = tmp_path / "little.vmod"
    vmod.write_bytes(making.playable())
    import_files([path], log, vmod)
    with Game.open(log) as game:
        drawing, places = game.module.drawing, game.module.places
        index = [o.id for o in od.orders(drawing, game.now.pieces["a"], "a")]
        order = next(o for o in index if o.startswith(order.partition(":")[0]))
        play = od.perform(order, drawing, game.now, places, ["a"], side=side)
        game.record(play.action, play.effects)
    given = written(log, tmp_path / "back.vsav", steps=False)
    made = f"h44-{Recording.load(log).log.header.id[:8]}"
    assert made in owners(given.path)["a"]
    assert any(made in line for line in given.left_out)
    named = export_to_vassal(
        Recording.load(log), log, tmp_path / "mine.vsav", steps=False, owner="my own"
    )
    assert "my own" in owners(named.path)["a"]
    assert not any("my own" in line for line in named.left_out)


def test_a_cover_belongs_to_the_only_player_of_the_file(played, tmp_path):
    log, _ = played
    given = written(log, tmp_path / "back.vsav", steps=False)
    assert making.PASSWORD in owners(given.path)["a"]
    assert given.left_out == []


@pytest.mark.parametrize("up", [False, True])
def test_a_card_from_a_face_down_deck_belongs_to_the_drawing_player(tmp_path, up):
    vmod, log = tmp_path / "little.vmod", tmp_path / "new.h44log"
    build = making.playable()
    if up:
        text = making.BUILD_FILE
        with zipfile.ZipFile(io.BytesIO(build)) as archive:
            files = {n: archive.read(n) for n in archive.namelist()}
        text = (
            files["buildFile.xml"]
            .decode()
            .replace('faceDown="Always">', 'faceDown="Always" drawFaceUp="true">')
        )
        build = making.zipped({**files, "buildFile.xml": text})
    vmod.write_bytes(build)
    with new_game(vmod, log) as game:
        (pile,) = game.module.drawing.table.decks
        top = game.now.stack(game.module.places.index(pile.id))[-1]
        play = od.draw(pile, game.now, game.module.places, "m0:162,52", Rolled(random.Random(1)))
        game.record(play.action, play.effects, play.dice, by="Blue")
    given = written(log, tmp_path / "back.vlog", steps=True)
    assert owners(given.path)[top] == [("null" if up else "Blue")]
    assert {
        i: o for i, o in owners(given.path).items() if i != top and o != ["null"] and o != [""]
    } == {}
