"""Arrivals in full: entry hexes, modes, reinforcement points, and what an arrival leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.rules import ch06_replacements as replacements
from engine.rules.registry import text
from tests.games.normandy44.tabletop import Table, opened
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of

BRITAIN = "in-britain"


def reasons(
    table: Table, *path: str, mode: str = "normal", units: str = ""
) -> set[tuple[str, str]]:
    """The rules that forbid a move, each with the word of its reason."""
    names = tuple(units.split())
    found = table.verdicts(act.MoveUnits(units=names, path=path, mode=mode))
    return {(v.rule, v.key.rpartition(".")[2]) for v in found if v.level == "forbid"}


# -- landings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "box", "hex_", "why"),
    [
        ("US-4-22", "follow-up-utah", "2814", "engineers_first"),
        ("US-4-22", "follow-up-utah", "2719", "no_beach"),
        ("US-9-39", BRITAIN, "2814", "engineers_first"),
        ("US-9-39", BRITAIN, "2719", "not_taken"),
        ("US-9-39", BRITAIN, "2010", "no_beach"),
        ("US-9-39", BRITAIN, "2525", "no_beach"),
    ],
)
def test_why_a_beach_receives_no_unit(unit: str, box: str, hex_: str, why: str) -> None:
    """6.5.2a, 17.8a, 20.5.2: of the own army and, for the follow-up, of the own box."""
    units = [counter(unit, box), counter("US-Eng-1S", "follow-up-utah")]
    table = campaign(units, control={"2814": "allied"})
    assert reasons(table, box, hex_, units=unit) == {("6.5.2a", why)}


def test_a_refused_landing_names_the_open_hexes_and_the_enemy() -> None:
    """6.5.2a, 9.1c: so that a player sees where else the unit may land, and who is in its way."""
    units = [ENGINEERS, counter("US-9-39", BRITAIN), counter("GE-91-1058", "2719")]
    table = campaign(units)
    found = table.verdicts(act.MoveUnits(units=("US-9-39",), path=(BRITAIN, "2719"), mode="normal"))
    by = {v.rule: v for v in found}
    assert by["6.5.2a"].args["open"] == "2814"
    assert text(by["6.5.2a"]).endswith("Open to the unit now: 2814.")
    assert by["6.5.2a"].units == ("US-9-39", "GE-91-1058")
    assert by["9.1c"].units == ("GE-91-1058",)


def test_nobody_lands_on_an_enemy() -> None:
    """9.1c."""
    engineers = counter("US-Eng-1S", "follow-up-utah")
    units = [engineers, counter("GE-91-1058", "2814")]
    table = campaign(units, control={"2814": "allied"})
    assert ("9.1c", "enemy") in reasons(table, "follow-up-utah", "2814", units="US-Eng-1S")


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("normal", None),
        ("tactical", None),
        ("strategic", ("6.5.2b", "tactical")),
        ("truck", ("6.5.2b", "tactical")),
        ("truck_strategic", ("6.5.2b", "tactical")),
        ("reserve", ("15.2", "mode")),
    ],
)
def test_landings_are_tactical_moves(mode: str, why: tuple[str, str] | None) -> None:
    """6.5.2b, 15.2."""
    table = campaign([ENGINEERS, counter("US-9-39", BRITAIN)])
    assert reasons(table, BRITAIN, "2814", mode=mode, units="US-9-39") == ({why} if why else set())


def test_landings_only_in_the_movement_phase() -> None:
    """6.5.2a."""
    table = campaign([ENGINEERS, counter("US-9-39", BRITAIN)], phase="reserve_movement")
    assert ("6.5.2a", "phase") in reasons(table, BRITAIN, "2814", units="US-9-39")


def test_a_beach_takes_four_points_and_an_army_has_six() -> None:
    """6.5.1a, 6.5.2e: the follow-up costs nothing."""
    names = ("US-9-39", "US-9-47", "US-634TD", "US-702TD", "US-803TD")
    units = [ENGINEERS, counter("US-Eng-5S", "2719")]
    units += [counter(n, BRITAIN) for n in names] + [counter("US-4-22", "follow-up-utah")]
    table = campaign(units)
    assert arrivals.points_left(table.now, "us") == 6
    table.play(act.MoveUnits(units=("US-9-39",), path=(BRITAIN, "2814", "2813"), mode="normal"))
    assert arrivals.points_left(table.now, "us") == 3
    utah = reasons(table, BRITAIN, "2814", units="US-9-47")
    assert utah == {("6.5.2e", "beach_full")}
    assert reasons(table, BRITAIN, "2719", units="US-9-47") == set()
    assert reasons(table, BRITAIN, "2814", units="US-634TD") == set()
    table.play(act.MoveUnits(units=("US-634TD",), path=(BRITAIN, "2814"), mode="normal"))
    assert reasons(table, BRITAIN, "2814", units="US-702TD") == {("6.5.2e", "beach_full")}
    assert reasons(table, "follow-up-utah", "2814", units="US-4-22") == set()
    assert reasons(table, BRITAIN, "2719", units="US-9-47") == {("6.5.1a", "no_points")}
    assert table.state.tracks[tracks.RP + "us"] == 4
    assert table.state.tracks[tracks.LANDED + "utah"] == 4
    table.play(act.MoveUnits(units=("US-4-22",), path=("follow-up-utah", "2814"), mode="normal"))
    assert table.state.tracks[tracks.RP + "us"] == 4


def test_what_a_landing_leaves() -> None:
    """6.5.2b, 6.5.2c, 17.2h, 23.3a: regrouped beside an enemy; moved; the beach has been open."""
    units = [
        counter("US-Eng-1S", BRITAIN),
        counter("US-9-39", BRITAIN),
        counter("GE-91-1058", "2812"),
    ]
    table = campaign(units, control={"2814": "allied"})
    table.play(act.MoveUnits(units=("US-Eng-1S",), path=(BRITAIN, "2814"), mode="normal"))
    assert table.state.tracks[tracks.OPENED + "utah"] == 3
    assert tracks.RP + "us" not in table.state.tracks
    table.play(act.MoveUnits(units=("US-9-39",), path=(BRITAIN, "2814", "2813"), mode="normal"))
    assert table.unit("US-9-39").status == {"regroup"}
    assert table.state.tracks[tracks.MOVED + "US-9-39"] == -1
    near = campaign([ENGINEERS, counter("US-HQ-8", BRITAIN)])
    near.play(act.MoveUnits(units=("US-HQ-8",), path=(BRITAIN, "2814"), mode="normal"))
    assert near.unit("US-HQ-8").status == frozenset()
    far = campaign([ENGINEERS, counter("US-HQ-8", BRITAIN)])
    far.play(act.MoveUnits(units=("US-HQ-8",), path=(BRITAIN, "2814", "2813"), mode="normal"))
    assert far.unit("US-HQ-8").status == {"moved"}


# -- German entries -------------------------------------------------------------------------------

FIRST = "GE-12SS-26"
FOOT = "GE-77-1049"


def entering(name: str, **more: Any) -> tuple[Table, str, str]:
    """A German reinforcement off the map, its first entry hex, and a road hex beyond."""
    table = campaign([counter(name, "turn-2")], turn=2, active="german", **more)
    ground = table.now.ground
    doors = arrivals.entry_hexes(table.now, table.now.waiting(name))
    door, inland = next(
        (i, j) for i in doors for j in ground.ring[i] if ground.road(i, j) and j not in doors
    )
    return table, table.now.number(door), table.now.number(inland)


@pytest.mark.parametrize(
    ("name", "mode", "status", "spent"),
    [
        (FIRST, "normal", set(), 6),
        (FIRST, "strategic", {"strategic"}, 6),
        (FIRST, "tactical", set(), -1),
        (FOOT, "truck", {"truck"}, 6),
        (FOOT, "truck_strategic", {"truck", "strategic"}, 6),
    ],
)
def test_what_an_entry_leaves(name: str, mode: str, status: set[str], spent: int) -> None:
    """6.6b, 9.8.1c, 9.8.6b, 15.1a: markers, and the points spent (two hexes of road: one)."""
    table, door, inland = entering(name)
    table.play(act.MoveUnits(units=(name,), path=("turn-2", door, inland), mode=mode))
    assert table.at(name) == inland
    assert table.unit(name).status == status
    assert table.state.tracks[tracks.MOVED + name] == spent
    assert tracks.HEXES + name not in table.state.tracks


def test_an_entry_hex_costs_half_a_point() -> None:
    """6.6b, 6.6d: a unit may still go into reserve."""
    table, door, _ = entering(FIRST)
    table.play(act.MoveUnits(units=(FIRST,), path=("turn-2", door), mode="normal"))
    assert table.state.tracks[tracks.MOVED + FIRST] == 3
    assert not table.judge(act.PlaceMarker(unit=FIRST, marker="reserve"))


def test_a_headquarters_that_enters_has_moved_its_hexes() -> None:
    """17.2h: more than one hex turns it over."""
    name = "GE-HQ-47Pz"
    for inland in (False, True):
        table, door, further = entering(name)
        path = ("turn-2", door, further)[: 3 if inland else 2]
        table.play(act.MoveUnits(units=(name,), path=path, mode="normal"))
        assert table.unit(name).status == ({"moved"} if inland else set())
        assert table.state.tracks[tracks.HEXES + name] == len(path) - 1


def test_why_an_entry_is_refused() -> None:
    """6.6a, 8.2, 9.1c."""
    table, door, inland = entering(FIRST)
    assert reasons(table, "turn-2", inland, units=FIRST) == {("6.6a", "elsewhere")}
    held = campaign([counter(FIRST, "turn-2"), counter("US-4-8", door)], turn=2, active="german")
    assert ("9.1c", "enemy") in reasons(held, "turn-2", door, units=FIRST)
    beside = campaign(
        [counter(FIRST, "turn-2"), counter("US-4-8", inland)], turn=2, active="german"
    )
    assert reasons(beside, "turn-2", door, units=FIRST) == set()
    ring = beside.now.ground.ring[beside.hex(door)]
    on = next(n for n in beside.numbers(ring) if n != inland)
    assert ("8.2", "stops") in reasons(beside, "turn-2", door, on, units=FIRST)
    early = campaign([counter(FIRST, "turn-3")], turn=2, active="german")
    assert reasons(early, "turn-3", door, units=FIRST) == {("6.6a", "not_due")}


def test_a_late_unit_may_use_the_neighbouring_colours() -> None:
    """6.6c: in order around the edge: blue, red, orange, green."""
    order = ("blue", "red", "orange", "green")
    late, start = campaign([], turn=9).now, opened().now
    germans = [start.any_unit(n) for n, p in start.state.pieces.items() if p.side == "german"]
    by_colour = {u.type.where: u for u in germans if u is not None and 0 < u.type.arrives < 9}
    wider = {c: arrivals.entry_colours(late, by_colour[c]) for c in order if c in by_colour}
    expected = {"blue": order[:2], "red": order[:3], "orange": order[1:], "green": order[2:]}
    assert wider == {c: expected[c] for c in wider}
    assert len(wider) > 2
    assert all(arrivals.entry_colours(start, u) == (c,) for c, u in by_colour.items() if c in order)


# -- mobilisation ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "path", "why"),
    [
        ({}, ("3209",), set()),
        ({"turn": 1}, ("3209",), {("6.7a", "phase")}),
        ({}, ("2803",), {("6.7a", "elsewhere")}),
        ({}, ("3209", "3109"), {("6.7a", "elsewhere")}),
        (
            {"tracks": {tracks.MOBILISED + "mobilisation-709": 1}},
            ("3209",),
            {("6.7a", "one_a_turn")},
        ),
        ({"phase": "movement"}, ("3209",), {("6.7a", "phase")}),
        ({"units": ("US-4-8", "3209")}, ("3209",), {("6.7b", "enemy")}),
        ({"units": ("US-4-8", "3109")}, ("3209",), {("6.7b", "enemy")}),
    ],
)
def test_why_a_unit_is_not_mobilised(
    position: dict[str, Any], path: tuple[str, ...], why: set[tuple[str, str]]
) -> None:
    """6.7a, 6.7b."""
    box, name = "mobilisation-709", "GE-709-919"
    units = [counter(name, box)]
    if "units" in position:
        units.append(counter(*position["units"]))
    more = {"turn": 2, "phase": "replacement", "active": "german", **position, "units": units}
    given = more.pop("units")
    table = campaign(given, **more)
    assert reasons(table, box, *path, units=name) == why


# -- evacuation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hex_", "position", "why"),
    [
        ("US-4-8", "2814", {}, set()),
        ("US-4-8", "2813", {}, {("21.2a", "no_beach")}),
        ("US-4-8", "2814", {"phase": "combat"}, {("3.B2", "no_move"), ("21.2a", "phase")}),
        ("US-4-8", "2814", {"tracks": {"moved/US-4-8": 3}}, {("9.1a", "moved")}),
        ("US-Eng-5S", "2814", {}, {("2.3.1b", "immobile")}),
        ("US-2Rgr", "2818", {}, set()),
        ("US-4-8", "2818", {}, {("21.2a", "no_beach")}),
        ("US-4-8", "2814", {"tracks": {"evacuated/2814": 2}}, {("21.2a", "two_a_turn")}),
        ("US-4-8", "2814", {"tracks": {"evacuated/2814": 1}}, set()),
    ],
)
def test_why_a_unit_does_not_evacuate(
    name: str, hex_: str, position: dict[str, Any], why: set[tuple[str, str]]
) -> None:
    """21.2a, 21.2c: over an open beach; Rangers also from Pointe du Hoc."""
    table = campaign([ENGINEERS, counter(name, hex_)], **position)
    assert reasons(table, hex_, BRITAIN, mode="evacuation", units=name) == why


def test_what_an_evacuation_leaves() -> None:
    """21.2a."""
    table = campaign([ENGINEERS, counter("US-4-8", "2814", status=["disrupted"])])
    table.play(act.MoveUnits(units=("US-4-8",), path=("2814", BRITAIN), mode="evacuation"))
    assert table.at("US-4-8") == BRITAIN
    assert table.state.pieces["US-4-8"].status == frozenset()
    assert table.state.tracks[tracks.EVACUATED + "2814"] == 1


# -- budgets and returns --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "us", "cw"),
    [
        ({}, 6, 6),
        ({"turn": 1}, 0, 0),
        ({"weather": "storm"}, 0, 0),
        ({"tracks": {tracks.MULBERRY_DUE + "us": 0}}, 4, 6),
        ({"tracks": {tracks.MULBERRY_DUE + "cw": 0}}, 6, 4),
        ({"tracks": {tracks.MULBERRY_DUE + "cw": 5}}, 6, 6),
    ],
)
def test_the_points_of_a_turn(position: dict[str, Any], us: int, cw: int) -> None:
    """6.5.1a, 6.5.3a, 6.5.3b: the closing of Sword costs nothing."""
    open_ = [
        ENGINEERS,
        counter("US-Eng-5S", "2719"),
        counter("BR-Eng-9+10", "2525"),
        counter("BR-Eng-7+8", "2527"),
    ]
    now = campaign(open_, **position).now
    assert (arrivals.budget(now, "us"), arrivals.budget(now, "cw")) == (us, cw)


@pytest.mark.parametrize(("weather", "us"), [("clear", 4), ("overcast", 3), ("storm", 0)])
def test_the_points_of_the_cherbourg_game(weather: str, us: int) -> None:
    """26.2.7a."""
    now = campaign([ENGINEERS], "cherbourg", weather=weather).now
    assert (arrivals.budget(now, "us"), arrivals.budget(now, "cw")) == (us, 0)


def test_headquarters_come_back_in_cities_and_on_beaches() -> None:
    """17.2l: not in villages, nor with other headquarters."""
    held = dict.fromkeys(("2814", "2811", "2512"), "allied")
    units = [
        ENGINEERS,
        counter("US-HQ-8", "2813"),
        counter("US-HQ-7", "eliminated-allied", steps=0),
    ]
    table = campaign(units, phase="replacement", control=held, tracks={"repl/us/infantry": 1})
    gone = table.now.any_unit("US-HQ-7")
    assert gone is not None
    assert table.numbers(replacements.places_of_return(table.now, gone)) == {"2814"}


def test_a_return_pays_for_a_step() -> None:
    """6.2.1, 6.2.3c, 6.2.3e: the replacement is spent; airborne divisions take one a turn."""
    unit = counter("US-82-505", "2812", steps=1)
    pool = {"repl/us/airborne": 2, "repl/us/infantry": 1}
    table = campaign(
        [ENGINEERS, unit, counter("US-82-507", "2811", steps=1)], phase="replacement", tracks=pool
    )
    table.play(act.PlaceMarker(unit="US-82-505", marker="replacement"))
    assert table.unit("US-82-505").steps == 2
    assert table.unit("US-82-505").status == {"replacement"}
    assert table.state.tracks["repl/us/airborne"] == 1
    assert table.state.tracks["repl/us/infantry"] == 1
    assert table.judge(act.PlaceMarker(unit="US-82-507", marker="replacement")) == {"6.2.3e"}


@pytest.mark.parametrize(
    ("name", "pools", "taken"),
    [
        ("GE-91-1058", ("infantry",), "infantry"),
        ("GE-91-1058", ("infantry0",), "infantry0"),
        ("GE-91-1058", ("infantry-1",), None),
        ("GE-6FJ", ("infantry0", "infantry-1"), None),
        ("GE-6FJ", ("infantry0", "infantry"), "infantry"),
        ("US-4-8", ("us/infantry",), "us/infantry"),
        ("US-4-8", ("cw/infantry", "us/armour"), None),
        ("US-70Tk", ("us/armour",), "us/armour"),
        ("CAN-3-7", ("canadian/infantry",), "canadian/infantry"),
        ("CAN-3-7", ("cw/infantry",), None),
        ("CAN-2A-SFR", ("cw/armour",), "cw/armour"),
        ("BR-3-8", ("canadian/infantry",), None),
        ("BR-3-8", ("cw/infantry",), "cw/infantry"),
    ],
)
def test_which_replacements_serve_a_unit(
    name: str, pools: tuple[str, ...], taken: str | None
) -> None:
    """6.2.3d, 6.4c, 6.4d: British armour also for Canadians; poor infantry for low quality."""
    full = [p if "/" in p else f"german/{p}" for p in pools]
    table = campaign([counter(name, "2812")], tracks={f"repl/{p}": 1 for p in full})
    wanted = taken if taken is None or "/" in taken else f"german/{taken}"
    assert replacements.pool_for(table.now, table.unit(name)) == wanted


def test_supply_points_are_bought_and_paid() -> None:
    """5.3b, 6.5.1b: three reinforcement points for a supply point, in the replacement phase."""
    here = [ENGINEERS, counter("US-Eng-5S", "2719")]
    table = campaign(here, phase="replacement", tracks={tracks.MULBERRY_DUE + "us": 3})
    work = work_of(table)
    before = work.position.track(tracks.POINTS + "us")
    replacements.buy(work, "us", 1)
    assert work.position.track(tracks.POINTS + "us") == before + 1
    assert work.state.tracks[tracks.RP + "us"] == 3
    assert work.state.tracks[tracks.LANDED + "omaha"] == 3


def test_an_entry_hex_with_an_enemy_is_no_way_in() -> None:
    """9.1c: nor is anything beyond it; an enemy beside it ends the move there (8.2)."""
    table, door, _ = entering(FIRST)
    free = arrivals.arrival_places(table.now, (table.now.waiting(FIRST),))
    doors = table.numbers(arrivals.entry_hexes(table.now, table.now.waiting(FIRST)))
    enemies = [counter(n, h) for n, h in zip(("US-4-8", "US-4-12"), sorted(doors), strict=False)]
    held = campaign([counter(FIRST, "turn-2"), *enemies], turn=2, active="german")
    left = arrivals.arrival_places(held.now, (held.now.waiting(FIRST),))
    for end in left.values():
        assert held.now.number(end.path[1]) not in {e["hex"] for e in enemies}
    assert door in doors
    assert 0 < len(left) < len(free)
    assert table.numbers(left) & (doors - {e["hex"] for e in enemies})


# -- replacements ---------------------------------------------------------------------------------

POOL = {"repl/us/infantry": 2, "repl/us/armour": 1}
RETURNS = [ENGINEERS, counter("US-HQ-7", "2813"), counter("US-4-8", "2812")]


def returning(*units: Any, **position: Any) -> Table:
    usual = {"phase": "replacement", "tracks": POOL, **position}
    return campaign([*RETURNS, *units], **usual)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({}, set()),
        ({"turn": 1}, {("6.2.3a", "phase")}),
        ({"phase": "movement"}, {("6.1a", "phase")}),
        ({"active": "german"}, {("6.1a", "other_side")}),
        ({"tracks": {}}, {("6.2.6", "none_left")}),
        ({"tracks": POOL | {"withdrawn/US-4-12": 2}}, {("17.9.1b", "gone")}),
    ],
)
def test_why_a_unit_does_not_return(position: dict[str, Any], why: set[tuple[str, str]]) -> None:
    """6.1a, 6.2.3a, 6.2.6, 17.9.1b."""
    table = returning(counter("US-4-12", "eliminated-allied", steps=0), **position)
    found = reasons(table, "eliminated-allied", "2813", mode="return", units="US-4-12")
    assert found == why


def test_no_unit_returns_to_a_full_hex() -> None:
    """7.1a: two regiments fill it."""
    units = [counter("US-4-12", "eliminated-allied", steps=0), counter("US-4-22", "2813")]
    box = "eliminated-allied"
    free = returning(*units)
    assert reasons(free, box, "2813", mode="return", units="US-4-12") == set()
    full = returning(*units, counter("US-9-39", "2813"))
    assert reasons(full, box, "2813", mode="return", units="US-4-12") == {("7.1a", "full")}


def test_units_return_one_by_one_straight_to_their_hex() -> None:
    """6.2.1, 6.2.2."""
    box = "eliminated-allied"
    gone = [counter(n, box, steps=0) for n in ("US-4-12", "US-4-22", "US-2Rgr", "US-1-16")]
    table = returning(*gone)
    assert ("6.2.1", "one") in reasons(table, box, "2813", mode="return", units="US-4-12 US-4-22")
    assert ("6.2.1", "one") in reasons(table, box, "2813", "2812", mode="return", units="US-4-12")
    assert reasons(table, box, "2711", mode="return", units="US-4-12") == {("6.2.2a", "no_place")}
    assert ("6.3a", "never") in reasons(table, box, "2813", mode="return", units="US-2Rgr")
    assert reasons(table, box, "2813", mode="return", units="US-1-16") == {("6.2.2a", "no_place")}
    table.play(act.MoveUnits(units=("US-4-12",), path=(box, "2813"), mode="return"))
    assert (table.unit("US-4-12").steps, table.state.tracks["repl/us/infantry"]) == (1, 1)


def test_a_regiment_returns_after_its_cadre() -> None:
    """17.9.3, 17.9.4: the cadre first; then the regiment in its place, on its second step."""
    cadre, regiment = "US-Cadre-AG-1", "US-4-12"
    known = POOL | {tracks.CADRE + cadre: regiment}
    units = [counter(cadre, "cadres-allied", steps=0), counter(regiment, "cadres-allied")]
    table = returning(*units, tracks=known)
    first = reasons(table, "cadres-allied", "2813", mode="return", units=regiment)
    assert ("17.9.4", "cadre_first") in first
    table.play(act.MoveUnits(units=(cadre,), path=("cadres-allied", "2813"), mode="return"))
    assert table.unit(cadre).steps == 1
    here = returning(counter(cadre, "2813"), units[1], tracks=known)
    here.play(act.PlaceMarker(unit=cadre, marker="replacement"))
    assert (here.at(regiment), here.unit(regiment).steps) == ("2813", 2)
    assert here.at(cadre) == "cadres-allied"
    assert here.unit(regiment).status == {"replacement"}


@pytest.mark.parametrize(
    ("name", "more", "why"),
    [
        ("US-4-22", {"steps": 2}, set()),
        ("US-4-22", {}, {("6.2.1", "whole")}),
        ("US-4-22", {"steps": 2, "status": ["disrupted"]}, {("6.2.3b", "state")}),
        ("US-4-22", {"steps": 2, "status": ["scattered"]}, {("6.2.3b", "state")}),
        ("US-4-22", {"steps": 2, "status": ["out_of_supply"]}, {("6.2.3b", "state")}),
        ("US-4-22", {"steps": 2, "status": ["replacement"]}, {("6.2.3c", "again")}),
        ("US-2Rgr", {"steps": 1}, {("6.3a", "never"), ("6.2.6", "none_left")}),
        ("US-70Tk", {"steps": 1}, set()),
    ],
)
def test_why_a_unit_takes_no_replacement(
    name: str, more: dict[str, Any], why: set[tuple[str, str]]
) -> None:
    """6.2.1, 6.2.3, 6.3a."""
    table = returning(counter(name, "2811", **more))
    found = table.verdicts(act.PlaceMarker(unit=name, marker="replacement"))
    told = {(v.rule, v.key.rpartition(".")[2]) for v in found}
    assert told - {("6.2.6", "none_left")} == why - {("6.2.6", "none_left")}


def test_an_army_without_beaches_and_mulberry_gets_nothing() -> None:
    """6.5.3."""
    lost = {tracks.MULBERRY_DUE + "us": 0, tracks.MULBERRY_DUE + "cw": 0}
    now = campaign([], tracks=lost).now
    assert (arrivals.budget(now, "us"), arrivals.budget(now, "cw")) == (0, 0)
    assert arrivals.budget(campaign([]).now, "us") == 2


@pytest.mark.parametrize(
    ("turn", "army", "spent", "count"),
    [(6, "us", 0, 0), (7, "us", 0, 1), (7, "cw", 0, 0), (7, "us", 1, 0), (8, "us", 0, 1)],
)
def test_points_bought_in_the_cherbourg_game(turn: int, army: str, spent: int, count: int) -> None:
    """26.2.2b: American, from turn 7, for three of the three reinforcement points."""
    used = {tracks.RP + "us": spent} if spent else {}
    now = campaign([ENGINEERS], "cherbourg", turn=turn, phase="replacement", tracks=used).now
    assert replacements.can_buy(now, army) == count


@pytest.mark.parametrize(
    ("turn", "due", "used", "count"),
    [
        (3, 3, {}, 1),
        (3, 4, {}, 0),
        (3, None, {}, 0),
        (3, 0, {}, 0),
        (3, 2, {tracks.RP + "us": 4}, 0),
        (3, 2, {tracks.LANDED + "omaha": 2}, 0),
        (3, 2, {tracks.LANDED + "omaha": 1}, 1),
        (3, 2, {tracks.LANDED + "utah": 4}, 1),
    ],
)
def test_points_bought_through_a_mulberry(
    turn: int, due: int | None, used: dict[str, int], count: int
) -> None:
    """5.3b, 6.5.2e: complete; three of the four points of its beach, and of the army's six."""
    known = used if due is None else {tracks.MULBERRY_DUE + "us": due, **used}
    here = [ENGINEERS, counter("US-Eng-5S", "2719")]
    now = campaign(here, turn=turn, phase="replacement", tracks=known).now
    assert replacements.can_buy(now, "us") == count


def test_buying_is_asked_of_each_army_that_can() -> None:
    """5.3c: as the Allied replacement phase begins."""
    here = [ENGINEERS, counter("US-Eng-5S", "2719")]
    known = {tracks.MULBERRY_DUE + "us": 2}
    table = campaign(here, turn=3, phase="supply", active="german", tracks=known)
    before = table.now.track(tracks.POINTS + "us")
    table.play(act.NextPhase())
    assert table.options == ["us 0", "us 1"]
    table.choose("us 1")
    assert table.now.track(tracks.POINTS + "us") == before + 1
    assert not table.state.pending
