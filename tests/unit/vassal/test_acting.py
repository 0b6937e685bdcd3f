"""Counters and buttons act as their traits define, each command in one entry."""

from __future__ import annotations

import random
import time

import pytest

from engine.core.actions import MoveUnits
from engine.core.dice import Rolled
from engine.core.errors import UserError
from engine.log.verify import verify
from engine.play.game import Game
from engine.report.as_vassal import export_to_vassal
from engine.vassal import commands as cmd
from engine.vassal.codec import join
from engine.vassal.expressions import evaluate
from engine.vassal.module_commands import command, menu, pressed
from engine.vassal.savegame import read_game
from tests.unit.vassal import making
from tests.unit.vassal.conftest import slot

FLIP = (
    "emb2;Flip;128;F;;2;;;2;;Reset;82,130;1;false;0;0;full.png,half.png;,reduced +;true;Step;"
    "65,130;Chance;false;;1;1;false;70,130;;"
)
MARKER = cmd.Add("null", ("mark;Kind", "piece;;;half.png;Fort"), ("fort", "null;0;0")).encode()


def named(key):
    return f"57348,0,{key}"


def trait(name, *fields):
    return f"{name};" + join([str(f) for f in fields], ";")


def keys(*names):
    return join([named(n) for n in names], ",")


def changes(*specs):
    return join([join([text, key, join(change, ",")], ":") for text, key, change in specs], ",")


def prop(name, *specs, limits="true,0,9,false"):
    return trait("PROP", name, limits, changes(*specs), "")


def macro(text, key, actions, condition="", *more):
    return trait("macro", text, text, key, condition, "", keys(*actions), *more)


def add(*traits, name="Inf", states=None):
    kind = (*traits, f"piece;;;inf.png;{name}")
    told = [(states or {}).get(i, "") for i in range(len(traits))]
    return cmd.Add("null", kind, (*told, "null;0;0;7")).encode()


def do(game: Game, key, *units, side="Blue", ask=lambda _q: None):
    units = units or ("start-1",)
    play = command(
        game.module.drawing, game.now, game.module.places, units, key, Rolled(random.Random(1)),
        side=side, ask=ask,
    )  # fmt: skip
    entry = game.record(play.action, play.effects, play.dice)
    report = verify(game.log, game.module.places, game.annotations, lambda _: None)
    assert report.problems == []
    return entry


def texts(game, unit="start-1"):
    return [
        (item.menu, item.text) if item.menu else item.text
        for item in menu(game.module.drawing, game.now, game.module.places, unit)
    ]


def words(game, unit="start-1"):
    drawing = game.module.drawing
    return sorted(drawing.status_name(s) for s in game.now.pieces[unit].status)


def where(game, unit="start-1"):
    places = game.module.places
    return game.module.place_name(places.name(game.now.pieces[unit].place))


def test_layers_are_flipped_reset_and_randomised_by_their_keys(game):
    made = game(add(FLIP, states={0: "1"}))
    assert texts(made) == ["Flip", "Reset", "Chance"]
    before = made.now.pieces["start-1"].status
    do(made, "70,128")
    assert made.now.pieces["start-1"].status != before
    do(made, "70,128")
    assert made.now.pieces["start-1"].status == before
    assert do(made, "65,128").dice[0].sides == 2


def test_a_menu_has_submenus_and_separators_without_restricted_items(game):
    made = game(
        add(
            trait("hideCmd", "no", "Hide", "{Ammo==0}", keys("fire")),
            trait("submenu", "More", "Copy,Gone"),
            trait("menuSeparator", ""),
            trait("clone", "Copy", named("copy"), ""),
            trait("delete", "Gone", named("gone"), ""),
            prop("Ammo", ("Fire", named("fire"), ["I", "-1"]), ("Load", named("load"), ["P", "2"])),
            states={5: "0"},
        )
    )
    assert texts(made) == ["", ("More", "Copy"), ("More", "Gone"), "Load"]
    do(made, "name:load")
    assert words(made) == ["Ammo 2"]
    assert texts(made)[-2:] == ["Fire", "Load"]
    do(made, "name:fire")
    do(made, "name:fire")
    assert "Fire" not in texts(made)
    with pytest.raises(UserError):
        do(made, "name:fire")


def test_properties_are_asked_chosen_and_clamped(game):
    made = game(
        add(
            prop("Ammo", ("Set", named("set"), ["R", "How many?"])),
            prop("Mode", ("Pick", named("pick"), ["E", "Which?", "dug in,moving"])),
            prop("Turn", ("On", named("on"), ["I", "{Ammo}"]), limits="true,1,6,true"),
            states={0: "3", 1: "", 2: "5"},
        )
    )
    asked = []

    def ask(question):
        asked.append((question.text, question.now, question.choices))
        return "moving" if question.choices else "4"

    do(made, "name:set", ask=ask)
    do(made, "name:pick", ask=ask)
    do(made, "name:on")
    assert asked == [("How many?", "3", ()), ("Which?", "", ("dug in", "moving"))]
    assert words(made) == ["Ammo 4", "Mode moving", "Turn 3"]


def test_triggers_run_conditionally_and_in_loops(game):
    made = game(
        add(
            macro("Attack", named("attack"), ["tire", "say"], "{Fatigue < 2}"),
            macro("Rest", named("rest"), ["tire"], "", "true", "", "", "counted", "", "", "3"),
            trait("report", keys("say"), '{BasicName + " is at " + Fatigue}'),
            prop("Fatigue", ("", named("tire"), ["I", "1"])),
            states={3: "0"},
        )
    )
    entry = do(made, "name:attack")
    assert entry.action.text == "Inf is at 1"
    assert words(made) == ["Fatigue 1"]
    do(made, "name:rest")
    assert words(made) == ["Fatigue 4"]
    assert "Attack" not in texts(made)


def test_endless_commands_are_stopped_and_reported(game):
    made = game(
        add(
            macro("Round", named("a"), ["b"]),
            macro("And round", named("b"), ["a"]),
            prop("N", ("", named("n"), ["I", "1"]), limits="false,0,0,false"),
            macro("For ever", named("w"), ["n"], "", "true", "", "", "while", "{1==1}"),
        )
    )
    assert "did not end and was stopped" in do(made, "name:a").action.text
    assert "did not end and was stopped" in do(made, "name:w").action.text


def test_pieces_are_sent_to_places_and_back(game):
    fields = ["Main Map", "Field", "152", "96", "Back", named("back"), "", "", "", "", ""]
    made = game(
        add(
            trait("sendto", "Go", named("go"), *fields, "L"),
            trait("return", "Discard", named("discard"), "Cards", ""),
            trait("sendto", "Far", named("far"), *fields[:4], *[""] * 7, "G", "", "", "", "0502"),
        )
    )  # fmt: skip
    start = made.now.pieces["start-1"].place
    assert texts(made) == ["Go", "Discard", "Far"]
    do(made, "name:go")
    assert where(made) == "0302"
    assert "Back" in texts(made)
    do(made, "name:back")
    assert made.now.pieces["start-1"].place == start
    do(made, "name:far")
    assert where(made) == "0502"
    do(made, "name:discard")
    assert where(made) == "Cards"


def test_markers_are_placed_and_pieces_replaced_cloned_and_deleted(game):
    made = game(
        add(
            trait("placemark", "Dig in", named("dig"), MARKER, "", 0, 0, "true", "", "", "9", 2),
            trait("replace", "Become", named("become"), MARKER, "", 0, 0, "true", "", "", "9", 2),
            trait("clone", "Copy", named("copy"), ""),
            trait("delete", "Gone", named("gone"), ""),
        )
    )
    drawing = made.module.drawing
    do(made, "name:dig")
    names = sorted(drawing.name(p.counter) for p in made.now.pieces.values())
    assert names == ["Fort", "Inf"]
    do(made, "name:copy")
    do(made, "name:gone", "start-1~1")
    assert "start-1~1" not in made.now.pieces
    do(made, "name:become")
    assert {drawing.name(p.counter) for p in made.now.pieces.values()} == {"Fort"}


def test_a_command_is_sent_to_all_matching_pieces(game):
    tired = prop("Tired", ("", named("tire"), ["P", "yes"]), limits="false,0,0,false")
    made = game(
        add(
            trait("globalkey", "All Blue", named("all"), named("tire"), "{Army==\"Blue\"}", "false",
                  "0", "true", "true", "", "", "-1", ""),
            "mark;Army", tired, states={1: "Red"},
        ),
        add("mark;Army", tired, states={0: "Blue"}),
        add("mark;Army", tired, states={0: "Red"}),
    )  # fmt: skip
    do(made, "name:all")
    assert [words(made, u) for u in ("start-1", "start-2", "start-3")] == [[], ["Tired yes"], []]


def test_buttons_draw_a_card_count_and_do_several_things(game):
    spot = ("Main Map", "Field", "40", "32")
    to = trait("sendto", "Draw", named("draw"), *spot, *[""] * 7, "L")
    cards = "".join(slot(n, add(to, name=n)) for n in ("Ace", "King", "Ten"))
    more = f"""
      <VASSAL.build.module.GlobalKeyCommand name="Draw" buttonText="Draw one"
        hotkey="{named("draw")}" buttonHotkey="68,130" deckCount="1"
        filter="{{DeckName==&quot;Cards&quot;}}"/>
      <VASSAL.build.module.DoActionButton text="Next" doHotkey="true" hotkeys="68\\,130"
        doReport="true" reportFormat="Round $Round$ begins"/>
      <VASSAL.build.module.MultiActionButton text="Both" menuItems="Round on,Next"/>
      <VASSAL.build.module.properties.GlobalProperties>
        <VASSAL.build.module.properties.GlobalProperty name="Round" initialValue="1"
          isNumeric="true" min="1" max="3" wrap="false">
          <VASSAL.build.module.properties.ChangePropertyButton text="Round on" propChanger="I,1"/>
        </VASSAL.build.module.properties.GlobalProperty>
      </VASSAL.build.module.properties.GlobalProperties>"""
    made = game(add(FLIP), more=more, deck=cards)
    drawing, places = made.module.drawing, made.module.places
    buttons = {b.name: b for b in drawing.table.buttons}
    assert list(buttons) == ["Draw one", "Next", "Both", "Round on"]

    def press(name):
        play = pressed(drawing, made.now, places, buttons[name], Rolled(), side="Blue")
        return made.record(play.action, play.effects, play.dice)

    (pile,) = drawing.table.decks
    press("Draw one")
    assert len(made.now.stack(places.index(pile.id))) == 2
    assert where(made, "start-5") == "0101", "the top card"
    assert press("Both").action.text == "Round 2 begins"
    assert made.now.tracks["property:Round"] == "2"
    assert len(made.now.stack(places.index(pile.id))) == 1


def test_a_move_marks_the_piece_and_sends_the_maps_key(game, monkeypatch):
    monkeypatch.setattr(
        making,
        "BUILD_FILE",
        making.BUILD_FILE.replace(
            'mapName="Main Map"', f'mapName="Main Map" markMoved="Always" moveKey="{named("went")}"'
        ),
    )
    made = game(
        add(
            trait("markmoved", "moved.gif", 0, 0, "Mark moved", "77,130"),
            prop("Steps", ("", named("went"), ["I", "1"])),
        )
    )
    places = made.module.places
    here = places.name(made.now.pieces["start-1"].place)
    made.play(MoveUnits(units=("start-1",), path=(here, "m0:106,84"), mode="box"))
    assert words(made) == ["Steps 1", "moved"]
    do(made, "77,128")
    assert words(made) == ["Steps 1"]


def test_unknown_functions_are_reported(game):
    made = game(
        add(
            macro("Odd", named("odd"), ["n"], '{runtime.exec("rm")}'),
            macro("Odd", named("n"), ["n"]),
        )
    )
    with pytest.raises(UserError):
        do(made, "name:nothing")
    assert "cannot be evaluated" in do(made, "name:odd").action.text


def test_a_counter_with_130_traits_has_its_menu(game):
    many = [prop(f"P{n}", (f"Set {n}", named(f"k{n}"), ["P", str(n)])) for n in range(130)]
    made = game(add(*many))
    assert texts(made) == [f"Set {n}" for n in range(130)]
    do(made, "name:k129")
    assert words(made) == ["P129 129"]


PARTS = (
    "1", "2.5", '"a"', "name", "n", "(", ")", "?", ":", "+", "-", "*", "/", "%", "==", "!=", "<",
    "=~", "&&", "||", "!", ",", "$n$", "If(", "Sum(", "GetProperty(", ".length()", ".replace(",
    ".matches(", '"(a+)+b"', '".*.*.*x"', "Math.pow(", "9999999999", "while(", "new ", ";", "=",
)  # fmt: skip


def test_ten_thousand_random_expressions_end_quickly():
    generator = random.Random(44)
    values = {"name": "a" * 300, "n": "3"}
    slowest = 0.0
    for _ in range(10_000):
        text = "{" + "".join(generator.choices(PARTS, k=generator.randrange(1, 40))) + "}"
        began = time.process_time()
        value = evaluate(text, values.get)
        slowest = max(slowest, time.process_time() - began)
        assert value is None or len(value) <= 10_000
    assert slowest < 1.0, "none runs longer than its limit"


TRAIL = "footprint;84,130;Trail;true;false;10;255,255,255;0,0,255;100;50;20;30;2.0"


@pytest.fixture
def trailing(game, monkeypatch):
    """A gun with a visible trail, on a map that marks moved pieces."""
    marked = making.BUILD_FILE.replace(
        'mapName="Main Map"', 'mapName="Main Map" markMoved="Always"'
    )
    monkeypatch.setattr(making, "BUILD_FILE", marked)
    mark = trait("markmoved", "moved.gif", 0, 0, "Mark moved", "77,130")
    return game(add("immob;gN;N;N;N", mark, TRAIL))


def step_to(game, x, y):
    places = game.module.places
    here = places.name(game.now.pieces["start-1"].place)
    game.play(MoveUnits(units=("start-1",), path=(here, f"m0:{x},{y}"), mode="box"))


def test_a_trail_grows_with_each_move_until_the_mark_is_removed(trailing):
    drawing = trailing.module.drawing
    assert drawing.look(trailing.now.pieces["start-1"]).trails == ()
    start = drawing.spot(trailing.module.places.name(trailing.now.pieces["start-1"].place))
    step_to(trailing, 106, 84)
    step_to(trailing, 206, 90)
    (trail,) = drawing.look(trailing.now.pieces["start-1"]).trails
    assert trail.points == ((start.x, start.y), (106, 84))
    do(trailing, "77,128")  # it counts as not moved
    assert drawing.look(trailing.now.pieces["start-1"]).trails == ()


def trail_points(game):
    return [x.points for x in game.module.drawing.look(game.now.pieces["start-1"]).trails]


def test_the_key_of_a_trail_switches_it_off_and_on_with_its_points(trailing, tmp_path):
    step_to(trailing, 106, 84)
    do(trailing, "84,128")
    assert trail_points(trailing) == []
    step_to(trailing, 206, 90)
    given = export_to_vassal(trailing, tmp_path / "g0.h44log", tmp_path / "off.vsav", steps=False)
    (state,) = (c.state for c in read_game(given.path).setup if getattr(c, "id", "") == "start-1")
    assert state[2].startswith("false;Map0;2;")
    do(trailing, "84,128")
    ((_first, last),) = trail_points(trailing)
    assert last == (106, 84), "it grew while it did not show"
    do(trailing, "84,128")
    do(trailing, "77,128")  # it counts as not moved
    do(trailing, "84,128")
    assert trail_points(trailing) == []
    step_to(trailing, 40, 32)
    assert trail_points(trailing) == [((206, 90),)]


def test_a_trail_has_keys_for_on_off_and_clear(game, monkeypatch):
    marked = making.BUILD_FILE.replace(
        'mapName="Main Map"', 'mapName="Main Map" markMoved="Always"'
    )
    monkeypatch.setattr(making, "BUILD_FILE", marked)
    more = join(["", named("on"), named("off"), named("wipe")], ";")
    made = game(add("immob;gN;N;N;N", TRAIL.replace("true", "false", 1) + more + ";;false"))
    assert texts(made) == ["Trail"]
    step_to(made, 106, 84)
    assert trail_points(made) == [], "it does not show by itself"
    do(made, "name:on")
    step_to(made, 206, 90)
    assert trail_points(made) == [((106, 84),)]
    do(made, "name:off")
    assert trail_points(made) == []
    do(made, "name:on")
    do(made, "name:wipe")
    assert trail_points(made) == []


def test_a_trail_extended_here_is_exported_to_vassal(trailing, tmp_path):
    step_to(trailing, 106, 84)
    step_to(trailing, 206, 90)
    given = export_to_vassal(trailing, tmp_path / "g0.h44log", tmp_path / "back.vsav", steps=False)
    assert given.left_out == []
    (state,) = (
        command.state
        for command in read_game(given.path).setup
        if getattr(command, "id", "") == "start-1"
    )
    assert state[2].startswith("true;Map0;2;")
    assert state[2].endswith(";106,84")


def test_an_alert_is_shown_and_has_the_value_zero(game):
    owner = '{Owner == "" ? true : Alert("Ask the owner.")}'
    made = game(
        add(
            macro("Start", named("start"), ["go"], owner),
            macro("Anyway", named("anyway"), ["go"], '{Alert("Mind.")==0}'),
            prop("Ready", ("", named("go"), ["P", "1"])),
            prop("Owner", ("Own", named("own"), ["P", "Joe"]), limits="false,0,9,false"),
            states={2: "0", 3: ""},
        )
    )
    assert do(made, "name:start").action.text == "", "the branch that is not taken says nothing"
    assert "Ready 1" in words(made)
    do(made, "name:own")
    refused = command(
        made.module.drawing, made.now, made.module.places, ["start-1"], "name:start", Rolled()
    )
    assert refused.action.text == "Ask the owner."
    assert refused.effects == ()
    assert command(
        made.module.drawing, made.now, made.module.places, ["start-1"], "name:anyway", Rolled()
    ).action.text == "Mind."  # fmt: skip


def test_a_button_draws_at_random_from_a_deck_that_is_always_shuffled(game):
    to = trait("sendto", "Draw", named("draw"), "Main Map", "Field", "40", "32", *[""] * 7, "L")
    cards = "".join(slot(n, add(to, name=n)) for n in ("Ace", "King", "Ten"))
    more = f"""<VASSAL.build.module.GlobalKeyCommand name="Draw" buttonText="Draw two"
        hotkey="{named("draw")}" deckCount="2" filter="{{DeckName==&quot;Cards&quot;}}"/>"""
    made = game(add(FLIP), more=more, deck=cards)
    (pile,) = made.module.drawing.table.decks
    vars(pile)["shuffle"] = True
    (button,) = made.module.drawing.table.buttons
    play = pressed(made.module.drawing, made.now, made.module.places, button, Rolled())
    assert [d.sides for d in play.dice] == [3, 2]
    made.record(play.action, play.effects, play.dice)
    assert len(made.now.stack(made.module.places.index(pile.id))) == 1
