"""Imported saves and logs are continued with their module's features; hidden cards are revealed."""

from __future__ import annotations

import pytest

from engine.core.dice import Rolled
from engine.core.state import State
from engine.play.game import Game, Recording
from engine.play.vassal.log_import import import_files
from engine.report.as_vassal import export_to_vassal
from engine.vassal import commands as cmd
from engine.vassal import orders as od
from engine.vassal.module_commands import pressed
from engine.vassal.players import Ids
from engine.vassal.replay import Table
from engine.vassal.savegame import read_game
from engine.vassal.turn_trackers import advance, position, turn_text
from tests.unit.vassal import making

BACK = "obs;72,130;half.png;Mask;B;?;side:"


def card(unit, name):
    """A card with a back."""
    kind = (BACK, "PROP;Used;false,0,0,false;;", f"piece;;;full.png;{name}")
    return cmd.Add(unit, kind, ("null", name.lower(), making.at(510, 320)))


def deck(*cards):
    """The deck of the small module, face down, bottom first."""
    fields = ["deck", *[""] * 12, "Cards"]
    return cmd.Add("d", (";".join(fields),), (f"Main Map;510;320;true;{','.join(cards)}",))


@pytest.fixture
def played(tmp_path):
    vmod, path = tmp_path / "little.vmod", tmp_path / "mid.vlog"
    vmod.write_bytes(making.playable())
    setup = [
        making.unit("a", 50, 52),
        card("c1", "Ace"),
        card("c2", "King"),
        card("c3", "Ten"),
        deck("c2", "c3", "c1"),
        cmd.GlobalProperty("Weather", "mud", None),
        cmd.Turn("TurnTracker0", r"0|2;0;false;0;0\;0\;0\;true,true"),
    ]
    path.write_bytes(making.log(setup, [[cmd.Turn("TurnTracker0", r"0|3;0;false;0;1\;0\;0\;t,t")]]))
    target = tmp_path / "mid.h44log"
    import_files([path], target, vmod)
    with Game.open(target) as game:
        yield game


def test_an_imported_game_has_all_features_of_a_new_one(played):
    table = played.module.drawing.table
    assert [item.name for item in table.palette] == ["Inf"]
    assert [die.name for die in table.dice] == ["2d6"]
    assert [die.name for die in table.symbols] == ["Shot die"]
    assert [chart.name for chart in table.charts] == ["Notes"]
    item = table.palette[0]
    play = od.bring(played.now, played.module.places, item, "m0:106,84")
    played.record(play.action, play.effects)
    played.play(od.roll(played.module.drawing, "2d6"))
    assert any(p.counter == item.kind for p in played.now.pieces.values())


def test_trackers_continue_from_their_position(played):
    (tracker,) = played.module.drawing.table.trackers
    assert turn_text(tracker, position(tracker, played.now)) == "Turn 3, Fight"
    played.play(advance(played.module.drawing, played.now, tracker.id))
    assert turn_text(tracker, position(tracker, played.now)) == "Turn 4, Move"
    assert played.now.clock.turn == 4
    assert played.state(1).clock.turn == 2


def test_global_properties_are_in_the_position(played):
    assert played.now.tracks["property:Weather"] == "mud"


def test_cards_are_drawn_in_their_true_order_and_revealed(played):
    drawing, places = played.module.drawing, played.module.places
    (pile,) = (d for d in drawing.table.decks if d.name == "Cards")
    shown = played.now.stack(places.index(pile.id))
    assert shown == ("c1", "c2", "c3"), "what is shown says nothing of the order"
    assert {played.now.pieces[u].counter for u in shown} == {"card"}
    raw = b"".join(played.module.files.read(n) for n in ("vassal/hidden.bin",))
    assert b"King" not in raw
    names = []
    for _ in range(3):
        play = od.draw(pile, played.now, places, "m0:106,84", Rolled(), hidden=drawing.hidden)
        played.record(play.action, play.effects, play.dice)
        top = played.now.stack(places.index("m0:106,84"))[-1]
        names.append(drawing.name(played.now.pieces[top].counter))
    assert names == ["Ace", "Ten", "King"]
    assert isinstance(played.now, State)


def test_a_card_in_a_deck_shows_its_back(played):
    drawing = played.module.drawing
    (pile,) = (d for d in drawing.table.decks if d.name == "Cards")
    look = drawing.look(played.now.pieces["c1"], None, pile.id)
    assert [p.image for p in look.pictures] == [drawing.kind("card").image]
    assert look.masked


def test_a_button_draws_the_top_cards_of_a_face_down_deck_of_an_opened_game(tmp_path):
    key = "57348,0,draw"
    button = (
        f'<VASSAL.build.module.GlobalKeyCommand name="Draw" buttonText="Draw two" hotkey="{key}" '
        'deckCount="2" filter="{DeckName==&quot;Cards&quot; &amp;&amp; BasicName!=&quot;Ace&quot;}"'
        "/>"
    )
    build = making.BUILD_FILE.replace("<org.example.Custom/>", button)
    vmod, path, log = (tmp_path / n for n in ("b.vmod", "b.vsav", "b.h44log"))
    vmod.write_bytes(making.module(build))
    to = f"sendto;Draw;{key};Main Map;Field;40;32;;;;;;;;L"

    def drawn(unit, name):
        kind = (BACK, to, f"piece;;;full.png;{name}")
        return cmd.Add(unit, kind, ("null", "", making.at(510, 320)))

    cards = [drawn("c1", "Ace"), drawn("c2", "King"), drawn("c3", "Ten"), drawn("c4", "Two")]
    path.write_bytes(making.log([*cards, deck("c4", "c2", "c3", "c1")], []))
    import_files([path], log, vmod)
    with Game.open(log) as game:
        drawing, places = game.module.drawing, game.module.places
        (button,) = drawing.table.buttons
        play = pressed(drawing, game.now, places, button, Rolled())
        game.record(play.action, play.effects, play.dice)
        (pile,) = drawing.table.decks
        assert sorted(game.now.stack(places.index(pile.id))) == ["c1", "c4"]
        assert {drawing.name(game.now.pieces[u].counter) for u in ("c2", "c3")} == {"King", "Ten"}
        assert game.now.pieces["c1"].counter == game.now.pieces["c4"].counter == "card"


def test_cards_are_exported_in_their_true_order_without_the_original_file(tmp_path):
    """The module stores the covered identities: no card is lost, and no cover is removed."""
    path, log, vmod = (tmp_path / n for n in ("mid.vsav", "mid.h44log", "little.vmod"))
    vmod.write_bytes(making.playable())
    masked = making.unit("a", 50, 52, mask=making.PASSWORD)
    player = cmd.Player(cmd.Secret(making.PASSWORD), "Joe", "Blue")
    cards = [card("c1", "Ace"), card("c2", "King"), card("c3", "Ten"), deck("c2", "c3", "c1")]
    path.write_bytes(making.log([masked, player, *cards], []))
    import_files([path], log, vmod)
    path.unlink()
    given = export_to_vassal(Recording.load(log), log, tmp_path / "back.vsav", steps=False)
    back = Table(Ids(b""))
    back.set_up(read_game(given.path).setup)
    (pile,) = (s for s in back.stacks.values() if s.deck)
    assert pile.contents == ["c2", "c3", "c1"]
    assert [back.pieces[u].type[-1].split(";")[-1] for u in pile.contents] == ["King", "Ten", "Ace"]
    assert back.pieces["a"].state[1].split(";")[0] not in ("", "null", making.PASSWORD)
    assert not any("what it is made of" in line for line in given.left_out)
