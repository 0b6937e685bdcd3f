import pytest

from engine.core.errors import UserError
from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.vassal import TABLE
from engine.vassal import commands as cmd
from engine.vassal.spots import MAX_SPOTS, Spot, SpotPlaces, read_spot_name
from tests.unit.vassal import making


def imported(tmp_path, setup, steps, vmod=None, **options):
    path = tmp_path / "drawn.vlog"
    path.write_bytes(making.log(setup, steps))
    import_files([path], tmp_path / "drawn.h44log", vmod, **options)
    return Recording.load(tmp_path / "drawn.h44log")


@pytest.fixture
def recording(tmp_path, vmod):
    return imported(tmp_path, making.setup(), making.steps(), vmod)


def piece(recording, unit, step=None):
    return recording.state(len(recording) if step is None else step).pieces[unit]


def test_a_map_has_its_boards_and_its_size(recording):
    (board,) = recording.module.drawing.maps
    assert (board.name, board.used, board.width, board.height) == ("Main Map", True, 620, 440)
    assert [(b.name, b.x, b.y, b.width) for b in board.boards] == [("Field", 10, 20, 600)]


def test_the_look_of_a_piece_depends_on_the_position(recording):
    drawing = recording.module.drawing
    assert drawing.look(piece(recording, "a", 1)).name == "1/12 Inf"
    assert drawing.look(piece(recording, "a")).name == "reduced 1/12 Inf"


def test_every_spot_is_a_place_named_by_the_grid(recording):
    drawing, places = recording.module.drawing, recording.module.places
    fresh = drawing.place(0, 165, 60)
    assert fresh == "m0:162,52"
    assert fresh in places
    assert places.name(places.index(fresh)) == fresh
    assert recording.module.place_name(fresh) == "0301"
    assert drawing.place(0, 165, 60, snap=False) == "m0:165,60"


def test_a_set_up_off_the_middle_keeps_its_place(recording):
    drawing = recording.module.drawing
    assert drawing.place(0, 165, 60, taken=["m0:150,52"]) == "m0:150,52"
    assert drawing.place(0, 165, 60, taken=["m0:50,52"]) == "m0:162,52"


def test_a_piece_dropped_on_a_deck_joins_it(tmp_path, vmod):
    deck = cmd.Add(
        "d", ("deck;true;;9;9;Always;Always;f;t;f;;;;Cards",), ("Main Map;510;320;true;c",)
    )
    drawn = imported(tmp_path, [*making.setup(), making.unit("c", 510, 320), deck], [], vmod)
    drawing = drawn.module.drawing
    assert drawing.place(0, 515, 330) == "m0:510,320"
    assert drawing.place_name("m0:510,320") == "Cards"
    assert drawing.find_place("Cards") == "m0:510,320"
    assert drawn.module.unit_name(piece(drawn, "c").counter) == "card"


def test_a_place_is_found_by_the_modules_name(recording):
    drawing = recording.module.drawing
    assert drawing.find_place("0201") == "m0:106,84"
    assert drawing.find_place("m0:1,2") == "m0:1,2"
    assert drawing.find_place("nowhere") is None


def test_without_a_module_counter_size_depends_on_distances(tmp_path):
    setup = [making.unit(f"p{i}", 50 + 60 * i, 52) for i in range(5)]
    drawing = imported(tmp_path, setup, []).module.drawing
    assert not drawing.has_pictures
    assert set(map(drawing.size, drawing.table.kinds)) == {(40, 40)}


def test_boards_that_change_change_with_the_position(tmp_path, vmod, monkeypatch):
    other = making.BUILD_FILE.replace(
        "</VASSAL.build.module.map.BoardPicker>",
        '<VASSAL.build.module.map.boardPicker.Board name="Other" width="300" height="200"/>'
        "</VASSAL.build.module.map.BoardPicker>",
    )
    vmod.write_bytes(making.module(other))
    boards = cmd.Boards("Main Map", (cmd.Placing("Other", "0", "0", False),))
    drawn = imported(tmp_path, making.setup(), [[boards], [cmd.Chat("* more *")]], vmod)
    drawing = drawn.module.drawing
    names = [
        [b.name for b in drawing.map_at(0, drawn.state(step).tracks).boards]
        for step in range(1, len(drawn) + 1)
    ]
    assert names == [["Field"], ["Other"], ["Other"]]


def test_masked_pieces_are_covered_for_other_sides(tmp_path, vmod):
    pieces = [
        making.unit("m", 50, 52, mask=making.PASSWORD),
        *[c for c in making.setup() if isinstance(c, cmd.Player)],
    ]
    drawn = imported(tmp_path, pieces, [], vmod, side="Blue")
    drawing = drawn.module.drawing
    masked = piece(drawn, "m")
    assert masked.status >= {"masked: Blue"}
    assert drawing.look(masked, "Blue").name == "1/12 Inf"
    assert drawing.look(masked, "Red").name == "?"
    assert drawing.look(masked, "Red").status == ("masked: Blue",)


def test_a_damaged_table_is_reported_in_one_sentence(recording, monkeypatch):
    files = recording.module.files
    read = files.read
    monkeypatch.setattr(files, "read", lambda n: b'{"format": 1}' if n == TABLE else read(n))
    del recording.module.__dict__["drawing"]
    with pytest.raises(UserError, match=r"vassal/table\.json") as error:
        _ = recording.module.drawing
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["m0:1", "m0:1,2,3", "m0:1,x", "x", "m99999:1,2", "m0:1,99999999"])
def test_an_invalid_spot_is_no_place(name):
    places = SpotPlaces(("1000",))
    assert name not in places
    assert read_spot_name(name) is None
    with pytest.raises(UserError):
        places.index(name)


def test_spots_are_numbered_in_order_of_use():
    places = SpotPlaces(("1000",))
    assert [places.index(n) for n in ("m0:1,2", "m1:-3,4", "m0:1,2")] == [1, 2, 1]
    assert len(places) == 3
    assert read_spot_name("m1:-3,4:2") == Spot(1, -3, 4)
    assert MAX_SPOTS > 500_000


HAND = """<VASSAL.build.module.PlayerHand mapName="Blue's hand" side="Blue" {visible}/>
<org.example.Custom/>"""


@pytest.mark.parametrize(
    ("side", "visible", "name"),
    [(None, "", "card"), ("Red", "", "card"), ("Blue", "", "Inf"), (None, 'visible="true"', "Inf")],
)
def test_a_hand_is_visible_to_its_side_only(tmp_path, vmod, side, visible, name):
    build = making.BUILD_FILE.replace("<org.example.Custom/>", HAND.format(visible=visible))
    vmod.write_bytes(making.module(build))
    held = making.unit("h", 50, 52)
    held = cmd.Add("h", held.type, (*held.state[:-1], "Blue's hand;50;52;17;0"))
    drawn = imported(tmp_path, [*making.setup(), held], [], vmod, side=side)
    assert name in drawn.module.unit_name(piece(drawn, "h").counter)
