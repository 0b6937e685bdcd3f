"""Winners: by victory points, automatic victory, and in the Cherbourg game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.resolution import Resolution
from engine.games.normandy44.rules import ch23_victory as victory
from engine.games.normandy44.rules.ch06_replacements import buy
from engine.rules.base.sequence import WINNER
from engine.rules.judge import Given
from tests.games.normandy44.tabletop import BOOK, Table, allied, german, opened
from tests.games.normandy44.test_rules_by_themselves import campaign, counter


def at_end(scenario: str, turn: int, **hexes: str) -> Table:
    table = opened(scenario)
    clock = table.state.clock.model_copy(update={"turn": turn, "phase": "end", "active": "allied"})
    control = dict(table.state.control)
    for number, side in hexes.items():
        control[table.hex(number[1:])] = side
    table.state = replace(table.state, clock=clock, control=control)
    return table


def test_the_campaign_counts_beyond_the_line_of_27_june():
    table = at_end("campaign", 22)
    allied_ = victory.scored_by(table.now, "allied")
    germans = victory.scored_by(table.now, "german")
    assert not allied_
    assert all("vp_german" in table.now.ground.marks[i] for i in germans)
    assert victory.campaign_points(table.now) == -sum(victory.worth(table.now, i) for i in germans)
    assert victory.winner(table.now) == "german"


def test_cities_are_worth_two_points_and_villages_one():
    now = opened().now
    assert victory.worth(now, now.ground.index["2322"]) == 2
    assert victory.worth(now, now.ground.index["2512"]) == 1


def test_seven_turns_count_cities_villages_drops_and_engineers():
    table = at_end("seven_turns", 7, h2322="allied", h2512="allied", h1005="allied")
    items = {(name, rule): by for name, _, by, rule in victory.seven_turn_items(table.now)}
    assert items["city", "25.2c"] == 2
    assert items["town", "25.2d"] == 1
    assert items["drop", "25.2e"] == 1
    assert items["engineers", "25.2f"] == -2
    # Bayeux 2, Granville 1 (Carentan lies inside the zone), nine drop hexes, five engineers away.
    assert victory.points(table.now) == 2 + 1 + 9 - 10
    assert victory.winner(table.now) == "german"


def test_the_beaches_are_linked_by_a_road_without_germans():
    table = at_end("seven_turns", 7)
    assert not victory.linked(table.now)
    pieces = {n: p for n, p in table.state.pieces.items() if p.side == "allied"}
    stacks = {
        i: kept
        for i, names in table.state.stacks.items()
        if (kept := tuple(n for n in names if n in pieces))
    }
    table.state = replace(table.state, pieces=pieces, stacks=stacks)
    assert victory.linked(table.now)


def test_germans_win_at_once_by_cadres_and_closed_beaches():
    table = opened()
    assert victory.german_automatic(table.now) == ""
    opened_ = {tracks.OPENED + beach: 1 for beach in ("utah", "omaha", "gold")}
    table.state = replace(table.state, tracks={**table.state.tracks, **opened_})
    assert victory.german_automatic(table.now) == "23.3a"
    work = Resolution(table.rules.setting, table.state, Given([]))
    victory.check(work, after_german=False)
    assert work.state.tracks[WINNER] == "german"
    assert work.state.tracks[tracks.VP] == victory.points(work.position)


@pytest.mark.parametrize(
    ("nation", "lost", "rule"),
    [("US", 6, ""), ("US", 7, "23.3b"), ("British", 4, ""), ("British", 5, "23.3c")],
)
def test_the_germans_win_by_seven_american_or_five_british_regiments(
    nation: str, lost: int, rule: str
) -> None:
    """23.3b, 23.3c: regiments of three steps, eliminated or cadres."""
    regiments = [c.id for c in BOOK.module.counters if c.steps == 3 and c.nationality == nation]
    gone = [counter(name, "eliminated-allied", steps=0) for name in regiments[:lost]]
    assert victory.german_automatic(campaign(gone).now) == rule


BEACHES = {
    "US-Eng-1S": "2814",
    "US-Eng-5S": "2719",
    "BR-Eng-9+10": "2525",
    "BR-Eng-7+8": "2527",
    "BR-Eng-5": "2330",
}
CAEN = ("2029", "2030", "1929", "1930")


@pytest.mark.parametrize(
    ("places", "beaches", "city", "won"),
    [
        (("1840", "1740", "2240"), 5, 4, True),
        (("1027", "1032", "1034"), 5, 4, True),
        (("1840", "1740"), 5, 4, False),
        (("1840", "1740", "2239"), 5, 4, False),
        (("1840", "1740", "2240"), 4, 4, False),
        (("1840", "1740", "2240"), 5, 3, False),
    ],
)
def test_the_allies_win_at_the_far_edge_with_all_beaches_and_caen(
    places: tuple[str, ...], beaches: int, city: int, won: bool
) -> None:
    """23.2."""
    units = [counter(name, hex_) for name, hex_ in list(BEACHES.items())[:beaches]]
    names = ("BR-3-8", "BR-3-9", "BR-3-185")
    units += [counter(name, hex_) for name, hex_ in zip(names, places, strict=False)]
    ground = opened().now.ground
    held = {ground.numbers[i]: "allied" for i in ground.cities | ground.towns}
    held |= dict.fromkeys(CAEN[city:], "german")
    assert victory.allied_automatic(campaign(units, control=held).now) is won


def test_the_broken_units_that_decide_the_game_are_known_to_players() -> None:
    """23.3b, 23.3c: Units of three steps break with their second loss."""
    units = [
        counter("US-4-8", "2814", steps=2),
        counter("US-4-12", "2814"),
        counter("US-4-22", "eliminated-allied", steps=0),
        counter("BR-3-8", "2537", steps=2),
    ]
    table = campaign(units)
    found = table.rules.answers(table.state).perils()
    assert [(p.side, p.count, p.limit, set(p.units)) for p in found] == [
        ("allied", 1, 7, {"US-4-8"}),
        ("allied", 0, 5, {"BR-3-8"}),
    ]
    assert not campaign(units, scenario="cherbourg").rules.answers(table.state).perils()


def test_cherbourg_is_won_with_carentan_and_a_unit_inside_the_perimeter():
    assert not victory.cherbourg_won(at_end("cherbourg", 12).now)
    towns = ("2512", "2811", "3110", "3209", "2809", "2807", "3105")
    table = at_end("cherbourg", 12, **{f"h{n}": "allied" for n in towns})
    pieces = {n: p for n, p in table.state.pieces.items() if p.side == "allied"}
    stacks = {
        i: kept
        for i, names in table.state.stacks.items()
        if (kept := tuple(n for n in names if n in pieces))
    }
    table.state = replace(table.state, pieces=pieces, stacks=stacks)
    # Nobody inside, and the roads to the south are open.
    assert victory.winner(table.now) == "german"
    work = Resolution(table.rules.setting, table.state, Given([]))
    work.put("US-Eng-1S", "2814")
    work.put("US-4-8", "3507")
    assert victory.winner(work.position) == "allied"


def test_supply_points_stop_at_nineteen():
    table = Table([allied("a", "0101"), german("d", "0909")], tracks={"supply_points.us": 18})
    work = Resolution(table.rules.setting, table.state, Given([]))
    buy(work, "us", 2)
    assert work.state.tracks["supply_points.us"] == 19


def test_the_cotentin_headquarters_goes_to_cherbourg_once():
    table = opened()
    clock = table.state.clock.model_copy(
        update={"turn": 2, "phase": "movement", "active": "german"}
    )
    table.state = replace(table.state, clock=clock)
    order = table.move("GE-HQ-Cotentin", "3606", mode="cherbourg")
    assert table.judge(order) == set()
    assert table.judge(table.move("GE-HQ-Cotentin", "3209", mode="cherbourg")) == {"17.4c"}
    table.play(order)
    assert table.at("GE-HQ-Cotentin") == "3606"
    assert "17.4c" in table.judge(table.move("GE-HQ-Cotentin", "3705", mode="cherbourg"))


@pytest.mark.parametrize(
    ("at", "active", "ends"),
    [
        ("2604", "german", ["3606", "3705"]),
        ("2604", "allied", []),
        ("eliminated-german", "german", []),
    ],
)
def test_every_list_has_the_way_of_the_cotentin_headquarters_to_cherbourg(
    at: str, active: str, ends: list[str]
) -> None:
    """17.4: from any place on the map, not from the dead, into German city hexes only."""
    steps = {} if at.isdigit() else {"steps": 0}
    hq, other = counter("GE-HQ-Cotentin", at, **steps), counter("GE-HQ-84", "2605")
    table = campaign([hq, other], active=active, control={"3706": "allied"})
    names = [hq["id"], other["id"]]
    moves = [
        act.MoveUnits(units=names[:1], path=(at, end), mode="cherbourg")
        for end in ("3606", "3705", "3706")
    ]
    answers = table.rules.answers(table.state)
    legal = table.rules.legal(table.state, 900).actions
    assert [m.path[1] for m in moves if not answers.judge(m)] == ends
    assert [m.path[1] for m in moves if m in legal] == ends
    listed = [order.action for order in answers.orders(names)]
    assert [order for order in listed if isinstance(order, act.MoveUnits)] == moves[: len(ends)]


@pytest.mark.parametrize("kind", ["rolled", "historical", "three_days"])
def test_storms_by_option(kind: str):
    from engine.games.normandy44.rules.ch04_weather import weather_roll

    def rolled(turn: int, *dice: int) -> int:
        table = opened()
        clock = table.state.clock.model_copy(update={"turn": turn})
        held = {**table.state.tracks, "option/storms": kind}
        state = replace(table.state, clock=clock, tracks=held)
        source = Given(dice)
        found = weather_roll(Resolution(table.rules.setting, state, source))
        assert not source.left
        return found

    if kind == "rolled":
        assert rolled(5, 1) == 1
    elif kind == "historical":
        assert rolled(14) == 1
        assert rolled(5, 1, 4) == 4
    else:
        assert rolled(5, 1, 4) == 4
        assert rolled(12, 1) == 1


@pytest.mark.parametrize(
    ("phase", "active", "won"),
    [
        ("supply", "german", True),
        ("recovery", "german", False),
        ("supply", "allied", False),
        ("end", "allied", False),
    ],
)
def test_the_allies_win_as_the_german_turn_ends(phase: str, active: str, won: bool) -> None:
    """23.2."""
    units = [counter(name, hex_) for name, hex_ in BEACHES.items()]
    names = ("BR-3-8", "BR-3-9", "BR-3-185")
    units += [counter(n, h) for n, h in zip(names, ("1840", "1740", "2240"), strict=True)]
    ground = opened().now.ground
    held = {ground.numbers[i]: "allied" for i in ground.cities | ground.towns}
    table = campaign(units, control=held, phase=phase, active=active, turn=9)
    dice = (2,) if phase == "end" else ()
    table.play(act.NextPhase(), *dice)
    assert (table.state.tracks.get(WINNER) == "allied") is won


def test_poor_replacements_are_lost_after_the_german_replacement_phase() -> None:
    """6.4c, 6.4d."""
    pool = {"repl/german/infantry0": 1, "repl/german/infantry": 1}
    left = {}
    for phase, active in (("initial", "german"), ("replacement", "german"), ("combat", "german")):
        table = campaign([], phase=phase, active=active, tracks=pool)
        table.play(act.NextPhase())
        left[phase] = table.state.tracks.get("repl/german/infantry0", 0)
        assert table.state.tracks["repl/german/infantry"] == 1
    assert left == {"initial": 1, "replacement": 0, "combat": 1}


@pytest.mark.parametrize(("mark", "won"), [([], True), (["out_of_supply"], False)])
def test_the_supply_phase_of_the_allies_decides_who_is_supplied_at_the_edge(
    mark: list[str], won: bool
) -> None:
    """23.2, 18.3: a line that the German turn cut or opened does not matter."""
    engineers = {"US-Eng-1S": "2814", "US-Eng-5S": "2719", "BR-Eng-9+10": "2525"}
    engineers |= {"BR-Eng-7+8": "2527", "BR-Eng-5": "2330"}
    units = [counter(name, hex_) for name, hex_ in engineers.items()]
    units += [counter("BR-3-8", "1840"), counter("BR-3-9", "1740")]
    units += [counter("BR-3-185", "2240", status=mark)]
    caen = dict.fromkeys(("2029", "2030", "1929", "1930"), "allied")
    assert victory.allied_automatic(campaign(units, control=caen).now) is won


@pytest.mark.parametrize(("drop", "kept"), [("2710", False), ("2811", True)])
def test_an_empty_drop_hex_counts_only_if_it_is_a_village(drop: str, kept: bool) -> None:
    """25.2, 2.2.5: open ground is controlled by presence; Ste-Mère-Église is remembered."""
    here = [counter("US-82-505", drop)]
    table = campaign(here, "seven_turns", turn=7)
    held = ("drop", table.hex(drop), 1, "25.2e")
    assert held in victory.seven_turn_items(table.now)
    table.play(table.move("US-82-505", "2711"))
    assert (held in victory.seven_turn_items(table.now)) is kept
