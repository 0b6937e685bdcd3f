import gc
import itertools
import zipfile

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.cli.new import LISTED
from engine.core import effects as fx
from engine.core.actions import Note
from engine.core.state import State
from engine.log.store import LogError, load
from engine.log.verify import verify
from engine.modules.validate import validate
from engine.play.game import Game, Recording
from engine.play.vassal.log_import import import_files, read_series
from engine.vassal import commands as cmd
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.log_text import lines
from engine.vassal.obfuscation import HEX, disguise
from engine.vassal.spots import SpotPlaces
from engine.vassal.steptree import KEPT, Step, StepTree
from tests.unit.vassal import making


@pytest.fixture
def recording(vlog, vmod, tmp_path):
    import_files([vlog], tmp_path / "game.h44log", vmod)
    return Recording.load(tmp_path / "game.h44log")


def names(recording, step):
    state = recording.state(step)
    module = recording.module
    return {
        unit: module.place_name(module.places.name(piece.place))
        for unit, piece in state.pieces.items()
    }


def test_an_imported_log_is_valid(recording):
    assert recording.notices == ()
    report = verify(recording.log, recording.module.places, recording.annotations, lambda _: None)
    assert report.problems == []


def test_an_imported_module_is_valid(recording):
    assert validate(recording.module.files) == []


def test_pieces_are_at_the_modules_places(recording):
    assert names(recording, 1) == {"a": "0101", "b": "0301"}
    assert names(recording, 2) == {"a": "0201", "b": "0301"}


def test_steps_have_vassals_words_without_html(recording):
    assert recording.step(2).sentence == "1/12 Inf moves 0101 -> 0201"
    assert recording.step(2).entry.by == "Blue"


def test_dice_are_imported_as_numbers(recording):
    (dice,) = recording.step(3).entry.dice
    assert (dice.sides, dice.values, dice.source) == (6, (3, 4), "imported")


def test_an_undone_move_stays_as_a_branch(recording):
    undone = next(e for e in recording.log.entries if "0301" in getattr(e.action, "text", ""))
    line = [entry.id for entry in recording.timeline.entries]
    assert undone.id not in line
    back = recording.log[undone.id + 1]
    assert isinstance(back.action, Note)
    assert back.parent == undone.parent
    assert names(recording, len(recording))["a"] == "0201"


def test_the_undo_line_of_newer_versions_is_recognised(tmp_path):
    going = [making.move("a", (106, 84), (50, 52)), cmd.Chat("* moves *")]
    back = [cmd.Chat("* UNDO: * moves *"), making.move("a", (50, 52), (106, 84))]
    path = tmp_path / "u.vlog"
    path.write_bytes(making.log(making.setup(), [going, back]))
    imported = making.import_log(path)
    assert imported.undone == 1
    assert [e.parent for e in imported.entries] == [0, 1, 1]


def test_two_undos_in_a_row_go_back_two_steps(tmp_path):
    one = [making.move("a", (106, 84), (50, 52)), cmd.Chat("* one *")]
    two = [making.move("a", (162, 52), (106, 84)), cmd.Chat("* two *")]
    undo_two = [cmd.Undo(True), making.move("a", (106, 84), (162, 52)), cmd.Undo(False)]
    undo_one = [cmd.Undo(True), making.move("a", (50, 52), (106, 84)), cmd.Undo(False)]
    path = tmp_path / "u.vlog"
    # Without "b", which would come to lie in the same place.
    start = [c for c in making.setup() if getattr(c, "id", "") != "b"]
    path.write_bytes(making.log(start, [one, two, undo_two, undo_one]))
    imported = making.import_log(path)
    assert [e.parent for e in imported.entries] == [0, 1, 2, 2, 1]


def test_every_undo_of_a_long_series_goes_back_a_step(tmp_path):
    count = 2 * KEPT
    spots = [(50 + 56 * i, 52) for i in range(count + 1)]
    forth = [[making.move("a", to, at)] for at, to in itertools.pairwise(spots)]
    back = [
        [cmd.Undo(True), making.move("a", to, at), cmd.Undo(False)]
        for at, to in itertools.pairwise(reversed(spots))
    ]
    path = tmp_path / "u.vlog"
    path.write_bytes(making.log([making.unit("a", 50, 52)], [*forth, *back]))
    imported = making.import_log(path)
    assert [e.parent for e in imported.entries] == [*range(count + 1), *range(count, 0, -1)]


@pytest.mark.slow
def test_few_states_are_kept_of_a_long_log():
    gc.collect()
    before = _states()
    tree = StepTree("1970-01-01T00:00:00.000Z", SpotPlaces(("1000",)))
    for number in range(4 * KEPT):
        after = fx.SetTrack(track="weather", before=number or None, after=number + 1)
        tree.add(Step((after,), "The weather changes."))
    assert _states() - before <= KEPT


def _states():
    return sum(isinstance(thing, State) for thing in gc.get_objects())


def test_turns_become_chapters_in_the_modules_words(recording):
    titles = [n.chapter for n in recording.annotations.entries.values() if n.chapter]
    assert titles == ["Set-up", "Turn 2, Move"]


def test_a_layer_becomes_a_status(recording):
    last = recording.state(len(recording)).pieces["a"]
    assert "reduced" in last.status


def test_a_step_for_an_unknown_piece_is_reported(vlog):
    imported = making.import_log(vlog)
    assert imported.problems == [
        "little.vlog: A piece that is not in the game is removed (nobody)."
    ]


def test_no_password_leaves_the_reader(vlog, vmod, tmp_path):
    imported, written = import_files([vlog], tmp_path / "game.h44log", vmod)
    told = "\n".join(lines(imported))
    assert "•••" in told
    with zipfile.ZipFile(written.module) as archive:
        inside = b"".join(archive.read(name) for name in archive.namelist())
    for data in (written.log.read_bytes(), inside, told.encode()):
        assert making.PASSWORD.encode() not in data
        assert b"hunter2" not in data


def test_masks_and_hidden_pieces_depend_on_the_side(tmp_path):
    player = next(c for c in making.setup() if type(c).__name__ == "Player")
    pieces = [
        making.unit("m", 50, 52, mask=making.PASSWORD),
        making.unit("h", 106, 84, hide=making.PASSWORD),
        player,
    ]
    path = tmp_path / "m.vsav"
    path.write_bytes(making.log(pieces, []))
    (effects,) = (e.effects for e in making.import_log(path).entries)
    assert [(e.unit, e.counter) for e in effects] == [("m", "?")]
    (effects,) = (e.effects for e in making.import_log(path, side="Blue").entries)
    assert sorted((e.unit, e.counter) for e in effects) == [("h", "1/12 Inf"), ("m", "1/12 Inf")]
    (effects,) = (e.effects for e in making.import_log(path, side="Red").entries)
    assert [e.unit for e in effects] == ["m"]


def test_a_series_is_ordered_and_its_joints_are_reported(tmp_path, vmod):
    first = tmp_path / "z-first.vlog"
    second = tmp_path / "a-second.vlog"
    third = tmp_path / "m-third.vlog"
    b = making.unit("b", 162, 52, side="Red")
    first.write_bytes(
        making.log([making.unit("a", 50, 52), b], [[making.move("a", (106, 84), (50, 52))]])
    )
    second.write_bytes(
        making.log([making.unit("a", 106, 84), b], [[making.move("a", (50, 116), (106, 84))]])
    )
    onwards = [[making.move("a", (162, 116), (50, 116))]]
    third.write_bytes(making.log([making.unit("a", 50, 116)], onwards))
    imported, _ = read_series([third, second, first], vmod, join=True)
    assert list(imported.chapters.values()) == [
        "Part 1: z-first",
        "Part 2: a-second",
        "Part 3: m-third",
    ]
    assert imported.differences == ["m-third.vlog: 1/12 Inf at 0301 is no longer there."]
    assert len(imported.entries) == 6


def test_several_files_need_join(vlog, vmod):
    with pytest.raises(VassalError, match="--join"):
        read_series([vlog, vlog], vmod)


def test_the_module_is_found_beside_the_log(vlog, vmod):
    _, info = read_series([vlog])
    assert isinstance(info, ModuleInfo)
    assert info.path == vmod


def test_nothing_is_overwritten(vlog, vmod, tmp_path):
    target = tmp_path / "game.h44log"
    target.write_text("mine")
    with pytest.raises(LogError, match=r"game\.h44log"):
        import_files([vlog], target, vmod)
    assert target.read_text() == "mine"


def test_the_same_import_yields_the_same_bytes(vlog, vmod, tmp_path):
    target = tmp_path / "game.h44log"
    import_files([vlog], target, vmod)
    once = [p.read_bytes() for p in sorted(tmp_path.glob("game.*"))]
    for path in tmp_path.glob("game.*"):
        path.unlink()
    import_files([vlog], target, vmod)
    assert [p.read_bytes() for p in sorted(tmp_path.glob("game.*"))] == once
    assert len(once) == 3


def test_a_file_imported_again_after_deletion_can_be_continued(vlog, vmod, tmp_path):
    target = tmp_path / "game.h44log"
    import_files([vlog], target, vmod)
    with Game.open(target) as game:
        game.play(Note(text="played on"))
    for path in tmp_path.glob("game.*"):
        path.unlink()
    import_files([vlog], target, vmod)
    loaded = load(target)
    assert loaded.damage is None
    assert loaded.notices == []


def test_public_notes_are_imported_and_others_stay_private(tmp_path):
    path = tmp_path / "notes.vlog"
    setup = [
        making.unit("a", 50, 52),
        cmd.Notes("NOTES", ("A scenario|of <b>two</b> lines",)),
        cmd.Notes("PNOTES", ("hold the bridge",)),
        cmd.Notes("PNOTE", (making.PASSWORD, "my plan")),
        cmd.Other("CLOCK\t", "Blue\tJoe\t3725000\tfalse\tfalse\ttrue"),
        cmd.Notes("SNOTE", ("plot", making.PASSWORD, "true", "not yet", "", "")),
    ]
    path.write_bytes(making.log(setup, [[cmd.Notes("PNOTES", ("hold both",))]]))
    texts = [entry.action.text for entry in making.import_log(path).entries]
    assert texts[1:] == [
        "Scenario notes: A scenario / of two lines",
        "Public notes: hold the bridge",
        "The clock of Joe shows 1:02:05.",
        "Public notes: hold both",
    ]


def test_dots_replace_only_passwords(tmp_path):
    path = tmp_path / "duke.vlog"
    kind = (*making.UNIT[:-1], "piece;;;inf.png;21st Duke's artillery")
    piece = cmd.Add("a", kind, making.unit("a", 50, 52).state)
    setup = [piece, cmd.Player(cmd.Secret("Duke"), "Joe", "Blue")]
    chats = ["* 21st Duke's artillery moves *", "&lt;Joe&gt; - Duke is my password"]
    path.write_bytes(making.log(setup, [[cmd.Chat(text)] for text in chats]))
    imported = making.import_log(path)
    assert list(imported.tracker.kinds.by_id) == ["21st Duke's artillery"]
    assert [entry.action.text for entry in imported.entries[1:]] == [
        "21st Duke's artillery moves",
        "<Joe> - ••• is my password",
    ]


def test_global_properties_of_old_versions_are_imported(tmp_path):
    old, new = "GlobalProperty\t;Weather;mud", "GlobalProperty\t;Turn;3;Module"
    path = tmp_path / "old.vsav"
    path.write_bytes(making.log([making.unit("a", 50, 52), cmd.Unknown(old), cmd.Unknown(new)], []))
    imported = making.import_log(path)
    assert imported.tracker.table.globals == {"Weather": "mud", "Turn": "3"}
    assert [cmd.parse(text).encode() for text in (old, new)] == [old, new]


def test_levels_without_names_round_trip(tmp_path):
    vmod, path = tmp_path / "little.vmod", tmp_path / "two.vsav"
    vmod.write_bytes(making.playable())
    layer = making.UNIT[3].replace("full.png,half.png;,reduced +", "full.png,half.png;,")
    kind = (*making.UNIT[:3], layer, *making.UNIT[4:])
    piece = cmd.Add("a", kind, making.unit("a", 50, 52, level="2").state)
    path.write_bytes(making.log([piece], []))
    _, written = import_files([path], tmp_path / "two.h44log", vmod)
    recording = Recording.load(written.log)
    drawing = recording.module.drawing
    look = drawing.look(recording.state(1).pieces["a"])
    (half,) = (p.image for p in look.pictures[1:])
    assert half in drawing.kind("1/12 Inf").parts[0].trait.images[1:]


def test_a_map_class_of_the_modules_own_is_numbered_among_the_maps(tmp_path):
    """Saves name a map by its number: subclasses of VASSAL's map count too."""
    build = making.BUILD_FILE.replace("VASSAL.build.module.Map ", "VASL.build.module.ASLMap ")
    build = build.replace("</VASSAL.build.module.Map>", "</VASL.build.module.ASLMap>")
    end = "</VASSAL.build.module.folder.ModuleSubFolder>"
    build = build.replace(end, f'<VASSAL.build.module.Map mapName="Casualties"/>{end}')
    vmod, save = tmp_path / "asl.vmod", tmp_path / "asl.vsav"
    vmod.write_bytes(making.module(build))
    state = ("null", "null", "0", "1", "Blue", "", making.at(162, 52, "Map0"))
    save.write_bytes(making.log([cmd.Add("a", making.UNIT, state)], []))
    imported = making.import_log(save, vmod)
    assert imported.tracker.maps == {"Main Map": 0, "Casualties": 1}
    assert imported.tracker.shown["a"].place == "m0:162,52"


def test_a_save_that_ends_with_a_line_feed_is_complete(tmp_path):
    text = making.write_game(making.setup(), []) + "\n"
    path = tmp_path / "scenario_5.sav"
    path.write_bytes(making.zipped({"savedGame": disguise(text, HEX)}))
    assert set(making.import_log(path).tracker.shown) == {"a", "b"}


def test_a_piece_far_off_its_map_is_omitted_and_reported(tmp_path):
    path = tmp_path / "far.vsav"
    far = making.unit("c", 50, -99999999999)
    path.write_bytes(making.log([*making.setup(), far], []))
    imported = making.import_log(path)
    assert set(imported.tracker.shown) == {"a", "b"}
    assert imported.problems == [
        "far.vsav: A piece (c) is too far off its map to be shown (50, -99999999999) "
        "and is left out."
    ]


@pytest.mark.parametrize("mark", ["!", "?", "~", "`", ""])
def test_colour_marks_are_removed_from_reports(tmp_path, mark):
    path = tmp_path / "c.vlog"
    path.write_bytes(making.log(making.setup(), [[cmd.Chat(f"* {mark}Fort Destroyed moved to .")]]))
    (step,) = making.import_log(path).entries[1:]
    assert step.action.text == "Fort Destroyed moved to ."


def test_the_number_of_printed_messages_is_limited(tmp_path):
    path = tmp_path / "gone.vlog"
    steps = [[cmd.Remove(f"nobody-{n}")] for n in range(100)]
    path.write_bytes(making.log(making.setup(), steps))
    result = CliRunner().invoke(app, ["import", str(path)])
    assert result.exit_code == 0, result.output
    assert result.output.count("nobody-") == LISTED
    assert "60 more" in result.output
