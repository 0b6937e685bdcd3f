"""A module opened as a board, and players' actions on it."""

import random

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.core.state import digest
from engine.log.store import LogError
from engine.log.verify import verify
from engine.modules.validate import validate
from engine.play.game import Game, Recording
from engine.play.vassal.opened_module import new_game
from engine.vassal import orders as od
from engine.vassal import turn_trackers as turning
from engine.vassal.drawing import Drawing
from tests.unit.vassal import making


@pytest.fixture
def vmod(tmp_path):
    path = tmp_path / "little.vmod"
    path.write_bytes(making.playable())
    return path


@pytest.fixture
def game(vmod, tmp_path):
    with new_game(vmod, tmp_path / "game.h44log") as opened:
        yield opened


@pytest.fixture
def drawing(game):
    return game.module.drawing


def do(game, order, *units, **options):
    drawing, places = game.module.drawing, game.module.places
    play = od.perform(order, drawing, game.now, places, units, **options)
    return game.record(play.action, play.effects, play.dice)


def place_of(game, unit):
    return game.module.place_name(game.module.places.name(game.now.pieces[unit].place))


def orders(game, unit):
    return [o.id for o in od.orders(game.module.drawing, game.now.pieces[unit])]


def test_at_start_pieces_are_at_the_modules_places(game):
    assert place_of(game, "start-1") == "0101"
    assert [place_of(game, u) for u in ("start-4", "start-5", "start-6")] == ["Cards"] * 3
    assert game.now.clock.turn == 1


def test_the_new_module_and_log_are_valid(game):
    assert validate(game.module.files) == []
    path = game.file.path
    game.close()
    recording = Recording.load(path)
    report = verify(recording.log, recording.module.places, recording.annotations, lambda _: None)
    assert report.problems == []
    assert recording.notices == ()


def test_a_predefined_set_up_can_be_chosen(vmod, tmp_path):
    with new_game(vmod, tmp_path / "other.h44log", "Battle") as opened:
        assert sorted(opened.now.pieces) == ["a", "b"]
        assert opened.log.header.scenario == "setup-1"


def test_an_unknown_set_up_is_reported_with_the_known_ones(vmod, tmp_path):
    with pytest.raises(UserError, match="Battle"):
        new_game(vmod, tmp_path / "other.h44log", "Peace")
    assert not list(tmp_path.glob("other.*"))


def test_nothing_is_overwritten(vmod, tmp_path):
    (tmp_path / "x.h44mod").write_text("mine")
    with pytest.raises(LogError):
        new_game(vmod, tmp_path / "x.h44log")
    assert (tmp_path / "x.h44mod").read_text() == "mine"


def test_palette_dice_trackers_charts_and_sides_are_imported(drawing, game):
    table = drawing.table
    assert [(p.group, p.name) for p in table.palette] == [("Counters / Blue", "Inf")]
    assert [(d.name, d.count, d.sides) for d in table.dice] == [("2d6", 2, 6)]
    assert [s.faces for s in table.symbols] == [("hit", "miss")]
    assert [x.name for x in table.trackers] == ["Turn"]
    assert [(c.name, c.text) for c in table.charts] == [("Notes", "Mind the gap")]
    assert [s.id for s in game.module.meta.sides] == ["Blue", "Red"]


def test_a_move_is_an_ordinary_move(game, drawing):
    to = drawing.place(0, 110, 90)
    start = game.module.places.name(game.now.pieces["start-1"].place)
    entry = game.play(act.MoveUnits(units=("start-1",), path=(start, to), mode="box"))
    assert entry.action.kind == "move"
    assert place_of(game, "start-1") == "0201"


def test_a_layer_is_flipped_and_flipped_back(game, drawing):
    assert "layer:0:+1" in orders(game, "start-1")
    do(game, "layer:0:+1", "start-1")
    assert drawing.look(game.now.pieces["start-1"]).name == "reduced Inf"
    do(game, "layer:0:+1", "start-1")
    assert drawing.look(game.now.pieces["start-1"]).name == "Inf"


def test_a_stack_is_rotated(game, drawing):
    do(game, "turn:2:60", "start-1", "start-2")
    do(game, "turn:2:-120", "start-2")
    looks = [drawing.look(game.now.pieces[u]).angle for u in ("start-1", "start-2")]
    assert looks == [60, 300]


def test_a_mask_belongs_to_the_side_that_sets_it(game, drawing):
    do(game, "mask:3", "start-1", side="Blue")
    masked = game.now.pieces["start-1"]
    assert drawing.look(masked, "Red").name == "?"
    assert drawing.look(masked, "Blue").name == "Inf"
    assert "unmask:3" in orders(game, "start-1")
    do(game, "unmask:3", "start-1", side="Blue")
    assert not drawing.look(game.now.pieces["start-1"], "Red").masked


def test_a_label_is_edited(game, drawing):
    (order,) = [o for o in od.orders(drawing, game.now.pieces["start-1"]) if o.asks]
    do(game, order.id, "start-1", text="<b>hello</b>\nthere")
    (text,) = drawing.look(game.now.pieces["start-1"]).texts
    assert text.text == "hello there"


def test_copies_have_new_ids_and_can_be_deleted(game):
    do(game, "clone", "start-1", "start-2")
    assert {"start-1~1", "start-2~1"} <= set(game.now.pieces)
    do(game, "clone", "start-1~1")
    do(game, "delete", "start-1", "start-1~1")
    assert "start-1" not in game.now.pieces
    assert "start-1~2" in game.now.pieces


def test_unknown_statuses_are_preserved(game, drawing):
    change = fx.SetStatus(unit="start-1", before=(), after=("tired",))
    game.play(act.ManualEdit(effects=(change,)))
    do(game, "layer:0:+1", "start-1")
    assert game.now.pieces["start-1"].status == {"tired", "reduced"}


def test_an_inapplicable_order_is_refused(game):
    before = len(game)
    with pytest.raises(UserError):
        do(game, "turn:9:60", "start-1")
    with pytest.raises(UserError):
        do(game, "clone", "nobody")
    assert len(game) == before


def test_a_shuffle_follows_its_recorded_dice(game, drawing):
    (deck,) = drawing.table.decks
    before = game.now
    play = od.shuffle(deck, before, game.module.places, Rolled(random.Random(5)))
    game.record(play.action, play.effects, play.dice)
    assert [d.sides for d in play.dice] == [3, 2]
    cards = list(before.stack(game.module.places.index(deck.id)))
    for height, dice in enumerate(play.dice):
        cards.insert(height, cards.pop(height + dice.values[0] - 1))
    assert list(game.now.stack(game.module.places.index(deck.id))) == cards


def test_every_order_of_a_deck_is_equally_likely(game, drawing):
    (deck,) = drawing.table.decks
    dice, seen = Rolled(random.Random(1)), {}
    for _ in range(600):
        play = od.shuffle(deck, game.now, game.module.places, dice)
        order = tuple(d.values[0] for d in play.dice)
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert min(seen.values()) > 60


def test_cards_are_drawn_from_the_top_and_returned(game, drawing):
    (deck,) = drawing.table.decks
    places = game.module.places
    top = game.now.stack(places.index(deck.id))[-2:]
    to = drawing.place(0, 300, 100)
    play = od.draw(deck, game.now, places, to, game.dice, 2, game.module.place_name)
    game.record(play.action, play.effects, play.dice)
    assert set(game.now.stack(places.index(to))) == set(top)
    play = od.return_to_deck(deck, game.now, places, top)
    game.record(play.action, play.effects, play.dice)
    assert game.now.stack(places.index(deck.id))[-2:] == top
    with pytest.raises(UserError, match="Cards has 3"):
        od.draw(deck, game.now, places, to, game.dice, 4)


def test_a_card_in_a_face_down_deck_shows_its_back(game, drawing):
    (deck,) = drawing.table.decks
    card = game.now.pieces["start-4"]
    assert drawing.look(card, None, deck.id).name == "card"
    assert drawing.look(card, None, "m0:1,1").name == "Inf"


def test_a_counter_comes_from_the_palette_with_a_new_id_each_time(game, drawing):
    item, to = drawing.table.palette[0], drawing.place(0, 300, 100)
    for _ in range(2):
        play = od.bring(game.now, game.module.places, item, to)
        game.record(play.action, play.effects)
    assert sorted(game.now.stack(game.module.places.index(to))) == ["slot-1~1", "slot-1~2"]
    assert game.now.pieces["slot-1~1"].side == "Blue"


def test_dice_buttons_roll(game, drawing):
    entry = game.play(od.roll(drawing, "2d6"))
    assert [(d.sides, d.count) for d in entry.dice] == [(6, 2)]
    play = od.roll_symbols(drawing, drawing.table.symbols[0].name, game.dice)
    assert play.action.text.rstrip(".").endswith(("hit", "miss"))
    with pytest.raises(UserError):
        od.roll(drawing, "3d6")


def test_the_symbol_dice_of_one_button_are_thrown_together(game, drawing):
    die = drawing.table.symbols[0]
    two = Drawing(drawing.table.model_copy(update={"symbols": (die, die)}), game.module.files)
    play = od.roll_symbols(two, die.name, game.dice)
    assert len(play.dice) == 2
    assert play.action.text.count(",") == 1
    with pytest.raises(UserError):
        od.roll_symbols(two, "another", game.dice)


@pytest.mark.parametrize(
    ("x", "y", "to"), [(100, 100, (162, 100)), (560, 100, (498, 100)), (300, 100, (362, 100))]
)
def test_a_drawn_card_is_placed_beside_its_deck_on_the_map(drawing, x, y, to):
    deck = drawing.table.decks[0].model_copy(update={"map": 0, "x": x, "y": y, "width": 50})
    board = drawing.maps[0].model_copy(update={"width": 600, "height": 400})
    spot = od.beside(deck, board)
    assert (spot.x, spot.y) == to


def test_the_turn_tracker_advances_and_turns_back(game, drawing):
    (tracker,) = drawing.table.trackers
    said = [turning.turn_text(tracker, turning.position(tracker, game.now))]
    for by in (1, 1, -1, -1):
        game.play(turning.advance(drawing, game.now, tracker.id, by, ["Blue", "Red"]))
        said.append(turning.turn_text(tracker, turning.position(tracker, game.now)))
    assert said == [
        "Turn 1, Move",
        "Turn 1, Fight",
        "Turn 2, Move",
        "Turn 1, Fight",
        "Turn 1, Move",
    ]
    assert (game.now.clock.turn, game.now.clock.phase) == (1, "Move")


def test_played_entries_are_restored(game):
    do(game, "layer:0:+1", "start-1")
    do(game, "mask:3", "start-2", side="Red")
    path, here = game.file.path, digest(game.now, game.module.places)
    game.close()
    with Game.open(path) as again:
        assert digest(again.now, again.module.places) == here
        do(again, "unmask:3", "start-2")


def test_ten_moves_on_the_template_are_recorded(samples, tmp_path):
    vmod = samples / "hex-n-counters-template.vmod"
    with new_game(vmod, tmp_path / "game.h44log") as opened:
        drawing, places = opened.module.drawing, opened.module.places
        item = next(p for p in drawing.table.palette if p.name.startswith("INF-lIII"))
        play = od.bring(opened.now, places, item, drawing.find_place("0303"))
        opened.record(play.action, play.effects)
        unit = play.effects[0].unit
        for name in ("0304", "0404", "0504", "0505", "0605", "0604", "0704", "0703", "0803"):
            here = places.name(opened.now.pieces[unit].place)
            path = (here, drawing.find_place(name))
            opened.play(act.MoveUnits(units=(unit,), path=path, mode="box"))
            assert place_of(opened, unit) == name
        do(
            opened,
            "turn:6:60" if "turn:6:60" in orders(opened, unit) else orders(opened, unit)[0],
            unit,
        )
    recording = Recording.load(tmp_path / "game.h44log")
    assert len(recording) == 12
    report = verify(recording.log, recording.module.places, recording.annotations, lambda _: None)
    assert report.problems == []


def test_a_shuffle_does_not_reveal_the_new_order(game, drawing):
    (deck,) = drawing.table.decks
    play = od.shuffle(deck, game.now, game.module.places, Rolled(random.Random(5)))
    assert play.effects
    game.record(play.action, play.effects, play.dice)
    step = game.step(len(game))
    assert step.sentence == "Cards is shuffled."
    assert step.details == ()


def test_palette_drawers_of_an_extension_are_imported(tmp_path):
    vmod, folder = tmp_path / "p.vmod", tmp_path / "p_ext"
    vmod.write_bytes(making.playable())
    folder.mkdir()
    more = (
        '<VASSAL.build.module.ModuleExtension name="More" version="1">'
        '<VASSAL.build.module.ExtensionElement target="VASSAL.build.module.PieceWindow:Counters/'
        'VASSAL.build.widget.ListWidget:Blue">'
        f"{making.slot().replace('Inf', 'Guards')}</VASSAL.build.module.ExtensionElement>"
        "</VASSAL.build.module.ModuleExtension>"
    )
    (folder / "more.vmdx").write_bytes(
        making.zipped({"buildFile.xml": more, "extensiondata": making.metadata("More")})
    )
    with new_game(vmod, tmp_path / "g.h44log") as game:
        palette = game.module.drawing.table.palette
    assert [(i.group, i.name) for i in palette] == [
        ("Counters / Blue", "Inf"),
        ("Counters / Blue", "Guards"),
    ]
