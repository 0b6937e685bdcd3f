"""Support, supply, fortifications, beaches and options in full, each as a table of cases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch04_weather as weather
from engine.games.normandy44.rules import ch16_fortifications as fortifications
from engine.games.normandy44.rules import ch17_special_units as special
from engine.games.normandy44.rules import ch17_support as support
from engine.games.normandy44.rules import ch18_supply as supply
from engine.games.normandy44.rules import ch19_air_and_naval as air_and_naval
from engine.games.normandy44.rules import ch20_assault as assault
from engine.games.normandy44.rules import ch21_beachheads as beachheads
from engine.games.normandy44.rules import ch22_special_rules as special_rules
from engine.games.normandy44.rules import ch28_batteries as batteries
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_each_by_itself import with_dice
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
ENTRY: Json = {"E": {"kind": "entry", "hexes": ["0101"]}}
BEACH: Json = {"x": {"kind": "beach", "hexes": ["0101"]}}
ENGINEER = allied("e", "0101", 1, "beach_engineer", attack=0, movement=0)


# -- 4 and 28 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "sky", "ships", "air"),
    [(1, "storm", (0, 0), None), (2, "overcast", (2, 2), None), (4, "clear", (2, 2), (2, 2))],
)
def test_the_weather_of_a_turn(
    die: int, sky: str, ships: tuple[int, int], air: tuple[int, int] | None
) -> None:
    """4.1a, 4.3e, 19.1.1, 19.2c; the example of a four: two air units of each army."""
    table = campaign([ENGINEERS], turn=3, phase="end")
    table.state = table.state.__class__(
        **{f: getattr(table.state, f) for f in table.state.__dataclass_fields__}
    )
    table.play(act.NextPhase(), die)
    held = table.state.tracks
    assert (held[tracks.WEATHER], held[tracks.WEATHER_ROW]) == (sky, die)
    assert (held[tracks.NAVAL + "us"], held[tracks.NAVAL + "cw"]) == ships
    if air is not None:
        assert (held[tracks.AIR + "us"], held[tracks.AIR + "cw"]) == air
        assert held["repl/us/infantry"] == held["repl/us/armour"] == held["repl/cw/armour"] == 1
        assert held["repl/german/infantry"] == 1
        assert table.state.pending[-1].kind == "allocation"
    got = 0 if sky == "storm" else 1
    assert held.get("supply_points.us", 0) == held.get("supply_points.cw", 0) == got


@pytest.mark.parametrize(("due", "points"), [(None, 1), (3, 2), (4, 1), (0, 1), (1, 2)])
def test_a_complete_mulberry_gives_two_points(due: int | None, points: int) -> None:
    """5.3a, 21.1.3: not one that is under construction or lost."""
    built: Json = {} if due is None else {tracks.MULBERRY_DUE + "us": due}
    table = campaign([ENGINEERS], turn=3, tracks=built)
    work = work_of(table)
    before = work.position.track("supply_points.us")
    weather.allied_supply(work)
    assert work.position.track("supply_points.us") == before + points
    stormy = work_of(campaign([ENGINEERS], turn=3, tracks=built, weather="storm"))
    weather.allied_supply(stormy)
    assert stormy.position.track("supply_points.us") == before


@pytest.mark.parametrize(
    ("die", "sky", "points", "german_", "american", "british", "air"),
    [
        (1, "storm", 3, "panther", {"infantry"}, None, 0),
        (2, "overcast", 2, "infantry", {"infantry"}, None, 1),
        (3, "overcast", 2, "infantry", {"infantry"}, None, 1),
        (4, "clear", 1, "infantry", {"infantry", "armour"}, "armour", 2),
        (5, "clear", 1, "infantry0", {"infantry"}, None, 2),
        (6, "clear", 1, "infantry-1", {"infantry"}, None, 3),
    ],
)
def test_receipts_of_each_row(
    die: int,
    sky: str,
    points: int,
    german_: str,
    american: set[str],
    british: str | None,
    air: int,
) -> None:
    """4.1a, 5.1b, 6.1a, 6.2.7: the weather table; British infantry may be Canadian."""
    lost = {"3606": "allied", "3705": "allied", "3706": "allied"}
    table = campaign([ENGINEERS], turn=3, phase="end", control=lost)
    before = table.now.track("supply_points.german7")
    table.play(act.NextPhase(), die)
    held = table.state.tracks
    assert (held[tracks.WEATHER], held[tracks.WEATHER_ROW]) == (sky, die)
    assert (held[tracks.AIR + "us"], held[tracks.AIR + "cw"]) == (air, air)
    assert held["supply_points.german7"] == before + points
    received = {k.removeprefix("repl/"): v for k, v in held.items() if k.startswith("repl/") and v}
    wanted = {f"german/{german_}": 1, **{f"us/{kind}": 1 for kind in american}}
    assert received == wanted | ({f"cw/{british}": 1} if british else {})
    asked = [d.kind for d in table.state.pending]
    assert asked == ([] if british else ["commonwealth"])


@pytest.mark.parametrize("choice", [0, 1, 2])
def test_all_points_of_a_turn_may_go_to_cherbourg(choice: int) -> None:
    """5.2a: two points under an overcast sky."""
    held = {"supply_points.cherbourg": 3, "supply_points.german7": 5}
    table = campaign([], turn=3, phase="end", tracks=held)
    table.play(act.NextPhase(), 2)
    while table.state.pending[-1].kind != "allocation":
        table.choose(table.options[0])
    assert table.options == ["cherbourg 0", "cherbourg 1", "cherbourg 2"]
    table.choose(f"cherbourg {choice}")
    points = table.state.tracks
    assert points["supply_points.cherbourg"] == 3 + choice
    assert points["supply_points.german7"] == 7 - choice


def test_german_points_are_shared_with_cherbourg() -> None:
    """5.2a."""
    held = {"supply_points.cherbourg": 3, "supply_points.german7": 5}
    for choice, cherbourg, army in (("cherbourg 1", 4, 5), ("cherbourg 0", 3, 6)):
        table = campaign([], turn=3, phase="end", tracks=held)
        table.play(act.NextPhase(), 4)
        assert table.options == ["cherbourg 0", "cherbourg 1"]
        table.choose(choice)
        points = table.state.tracks
        assert points["supply_points.cherbourg"] == cherbourg
        assert points["supply_points.german7"] == army


@pytest.mark.parametrize(
    ("turn", "option", "strongpoints", "us", "cw"),
    [
        (2, "on", ("GE-SP-Crisbecq", "GE-SP-PtHoc", "GE-SP-Longues"), 1, 1),
        (2, "on", ("GE-SP-PtHoc",), 1, 2),
        (2, "on", ("GE-SP-Longues",), 2, 1),
        (2, "on", (), 2, 2),
        (2, "off", ("GE-SP-Crisbecq", "GE-SP-Longues"), 2, 2),
        (1, "on", ("GE-SP-Crisbecq", "GE-SP-Longues"), 2, 2),
    ],
)
def test_batteries_occupy_a_ship_of_their_sector(
    turn: int, option: str, strongpoints: tuple[str, ...], us: int, cw: int
) -> None:
    """28.3a, 28.3b."""
    units = [counter(n, f"2{n_}10") for n_, n in enumerate(strongpoints)]
    table = campaign(units, turn=turn, tracks={"option/coast_batteries": option})
    work = work_of(table)
    batteries.suppress(work)
    ships = work.state.tracks[tracks.NAVAL + "us"], work.state.tracks[tracks.NAVAL + "cw"]
    assert ships == (us, cw)
    assert (batteries.SUPPRESSED in work.state.tracks) is (cw == 1)


# -- 16 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("army", "position", "count"),
    [
        ("us", {}, 1),
        ("cw", {"turn": 1}, 1),
        ("us", {"weather": "storm"}, 0),
        ("german", {"turn": 4, "tracks": {tracks.WEATHER_ROW: 4}}, 0),
        ("german", {"turn": 5, "tracks": {tracks.WEATHER_ROW: 4}}, 1),
        ("german", {"turn": 5, "weather": "storm"}, 0),
    ],
)
def test_positions_that_may_be_begun(army: str, position: Json, count: int) -> None:
    """16.1.2a, 16.1.4a; the example of a four."""
    assert fortifications.allowed(campaign([], **position).now, army) == count


@pytest.mark.parametrize(("sky", "count"), [("overcast", 1), ("clear", 0), ("storm", 0)])
def test_german_positions_of_the_cherbourg_game(sky: str, count: int) -> None:
    """26.2.5."""
    now = campaign([], "cherbourg", turn=5, weather=sky).now
    assert fortifications.allowed(now, "german") == count


def test_beginning_a_position() -> None:
    """16.1.2a, 16.1.3: one a turn of each army; the unit leaves reserve and moves no more."""
    units = [
        ENGINEER,
        allied("i", "0102", status=["reserve"]),
        allied("j", "0201"),
        allied("b", "0202", nationality="british"),
    ]
    table = Table(units, phase="movement", areas=BEACH)
    begin = {n: act.PlaceMarker(unit=n, marker="improved_position") for n in "ijb"}
    table.play(begin["i"])
    assert table.hex("0102") in table.now.building
    assert table.unit("i").status == frozenset()
    assert table.judge(table.move("i", "0103")) == {"9.1a"}
    assert table.judge(begin["j"]) == {"16.1.2a"}
    assert table.judge(begin["b"]) == set()
    assert "16.1.4b" in table.judge(begin["i"])
    assert "16.1.3b" in table.judge(act.PlaceMarker(unit="i", marker="reserve"))


# -- 17 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "status", "ready"),
    [
        ("hq", [], True),
        ("hq", ["moved"], False),
        ("hq", ["disrupted"], False),
        ("hq", ["out_of_supply"], False),
        ("hq", ["isolated"], False),
        ("werfer", [], True),
        ("werfer", ["fired"], False),
        ("werfer", ["disrupted"], False),
        ("werfer", ["out_of_supply"], True),
    ],
)
def test_guns_that_are_ready(kind: str, status: list[str], ready: bool) -> None:
    """11.6.1a, 17.3c."""
    table = Table([german("g", "0505", 1, kind, status=status, **HQ)], areas=ENTRY)
    assert support.is_ready(table.unit("g")) is ready


@pytest.mark.parametrize(
    ("kind", "at", "reaches"),
    [
        ("hq", "0510", True),
        ("hq", "0511", False),
        ("werfer", "0508", True),
        ("werfer", "0509", False),
    ],
)
def test_the_range_of_guns(kind: str, at: str, reaches: bool) -> None:
    """17.2d, 17.3b: five and three hexes."""
    table = Table([german("g", at, 1, kind, **HQ)])
    assert support.in_range(table.now, table.unit("g"), table.hex("0505")) is reaches


def guns(table: Table, side: str, army: str, *names: str, target: str = "0506") -> set[str]:
    found = support.gun_verdicts(table.now, side, army, names, table.hex(target))
    return {v.rule for v in found}


def test_limits_of_artillery_shifts() -> None:
    """4.3f, 5.1a, 11.6.1, 11.6.2, 17.2g."""
    ours = [
        ENGINEER,
        allied("q", "0402", 1, "hq", **HQ),
        allied("r", "0403", 1, "hq", **HQ),
        allied("c", "0404", 1, "hq", nationality="british", **HQ),
    ]
    table = Table(ours, areas=BEACH)
    assert guns(table, "allied", "us", "q", "q") == set()
    assert guns(table, "allied", "us", "q", "r") == set()
    assert guns(table, "allied", "us", "q", "q", "r") == {"11.6.1b"}
    assert guns(table, "allied", "us", "c") == {"11.6.1a"}
    assert guns(table, "allied", "us", "q", "q", "q") == {"11.6.1b", "11.6.2"}
    storm = Table(ours, areas=BEACH, weather="storm")
    assert guns(storm, "allied", "us", "q") == set()
    assert guns(storm, "allied", "us", "q", "r") == {"4.3f"}
    poor = Table(ours, areas=BEACH, tracks={"supply_points.us": 1})
    assert guns(poor, "allied", "us", "q") == set()
    assert guns(poor, "allied", "us", "q", "q") == {"5.1a"}
    theirs = [
        german("h", "0402", 1, "hq", **HQ),
        german("w", "0404", 1, "werfer", **HQ),
        german("v", "0405", 1, "werfer", **HQ),
    ]
    table = Table(theirs, areas=ENTRY, tracks={"supply_points.german7": 1})
    assert guns(table, "german", "german", "h", "w") == set()
    assert guns(table, "german", "german", "w", "v") == set()
    assert guns(table, "german", "german", "h", "h") == {"11.6.2", "5.1a"}
    assert guns(table, "german", "german", "w", "w") == {"11.6.2"}
    broke = Table(theirs, areas=ENTRY, tracks={"supply_points.german7": 0})
    assert guns(broke, "german", "german", "h") == {"11.6.1a"}
    assert guns(broke, "german", "german", "w") == set()


def test_what_support_costs() -> None:
    """11.6.2, 17.3c: a point for each shift of a headquarters; a Werfer has fired."""
    units = [german("h", "0402", 1, "hq", **HQ), german("w", "0404", 1, "werfer", **HQ)]
    work = work_of(Table(units, areas=ENTRY))
    before = work.position.track("supply_points.german7")
    support.spend(work, ["h", "w"])
    assert work.position.track("supply_points.german7") == before - 1
    assert work.position.units["w"].status == {"fired"}
    assert work.position.units["h"].status == frozenset()


def test_whose_points_a_headquarters_spends() -> None:
    """5.3d, 17.2m, 17.4a."""
    units = [
        ENGINEERS,
        counter("GE-HQ-Cotentin", "3008"),
        counter("GE-HQ-84", "1005"),
        counter("US-HQ-7", "2813"),
        counter("BR-HQ-1", "2527"),
    ]
    now = campaign(units).now
    assert support.purses(now, "GE-HQ-Cotentin") == ["cherbourg"]
    assert support.purses(now, "GE-HQ-84") == ["german7", "cherbourg"]
    assert support.purses(now, "US-HQ-7") == ["us"]
    assert support.purses(now, "BR-HQ-1") == ["cw"]
    assert support.purses(now, "caen") == ["german7"]
    held = {now.number(i): "allied" for i in now.ground.cherbourg}
    lost = campaign(units, control=held).now
    assert support.purses(lost, "GE-HQ-Cotentin") == []
    assert support.purses(lost, "GE-HQ-84") == ["german7"]


def test_commandos_leave_arromanches_when_it_is_quiet() -> None:
    """17.5: the strongpoint of Longues counts only with its guns (28.3)."""
    units = [counter("BR-4SS", "2525"), counter("GE-SP-Longues", "2623")]
    for option, stays in (("off", False), ("on", True)):
        work = work_of(campaign(units, tracks={"option/coast_batteries": option}))
        special.withdrawals(work)
        assert ("BR-4SS" in work.position.units) is stays


@pytest.mark.parametrize(
    ("turn", "enemy", "released"),
    [(2, "0504", {"r"}), (2, "0505", set()), (1, "0504", set())],
)
def test_an_alarm_releases_a_garrison(turn: int, enemy: str, released: set[str]) -> None:
    """17.6a: within two hexes, from the second turn."""
    units = [
        german("r", "0502", restricted=True),
        german("s", "1002", restricted=True),
        german("f", "0302"),
        allied("a", enemy),
    ]
    work = work_of(Table(units, active="german", turn=turn))
    special.release(work)
    prefix = tracks.RELEASED
    assert {n.removeprefix(prefix) for n in work.state.tracks if n.startswith(prefix)} == released


def test_one_alarm_inside_the_perimeter_releases_all_inside() -> None:
    """17.6b; until then they stay inside."""
    inside = [f"0{r}0{c}" for r in range(1, 6) for c in range(1, 6)]
    units = [
        german("r", "0505", restricted=True),
        german("s", "0101", restricted=True),
        german("o", "1111", restricted=True),
        allied("a", "0506"),
    ]
    board = {"hexes": {n: {"inside": True} for n in inside}}
    table = Table(units, active="german", phase="movement", **board)
    assert "17.6b" in table.judge(table.move("r", "0605"))
    assert "17.6b" not in table.judge(table.move("s", "0102"))
    work = work_of(table)
    special.release(work)
    assert {n for n in "rso" if tracks.RELEASED + n in work.state.tracks} == {"r", "s"}


# -- 18 -------------------------------------------------------------------------------------------


def test_supply_markers_go_and_come() -> None:
    """18.3: out of supply, then isolated; reserves are lost; a line removes both."""
    units = [
        german("in", "0102", status=["out_of_supply", "isolated"]),
        german("out", "1010", status=["reserve"]),
        german("worse", "1110", status=["out_of_supply"]),
    ]
    work = work_of(Table(units, areas=ENTRY, active="german"))
    supply.supply_phase(work, "german")
    status = {n: set(u.status) for n, u in work.position.units.items()}
    assert status == {"in": set(), "out": {"out_of_supply"}, "worse": {"out_of_supply", "isolated"}}


@pytest.mark.parametrize(
    ("unit", "others", "die", "steps"),
    [
        ({}, [], 4, 1),
        ({}, [], 5, 2),
        ({"tq": 1}, [], 4, 2),
        ({"tq": -1}, [], 5, 1),
        ({}, [german("s", "1010", 2, "strongpoint", movement=0, **HQ)], 2, 1),
        ({}, [german("s", "1010", 2, "strongpoint", movement=0, **HQ)], 3, 2),
    ],
)
def test_attrition(unit: Json, others: list[Json], die: int, steps: int) -> None:
    """18.5.1, 18.5.2: one to four costs a step; quality and shelter are added."""
    lone = german("x", "1010", status=["out_of_supply", "isolated"], **unit)
    work = with_dice(Table([lone, *others, allied("a", "1011")], active="german"), die)
    supply.attrition(work, "german")
    assert work.position.units["x"].steps == steps


def test_no_attrition_away_from_the_enemy_or_in_mere_want() -> None:
    """18.5.1."""
    for status, enemy in ((["isolated"], "0101"), (["out_of_supply"], "1011")):
        lone = german("x", "1010", status=status)
        work = with_dice(Table([lone, allied("a", enemy)], active="german"))
        supply.attrition(work, "german")
        assert work.position.units["x"].steps == 2


def test_an_isolated_headquarters_without_friends_is_lost() -> None:
    """18.5.4."""
    head = german("h", "1010", 1, "hq", status=["isolated"], **HQ)
    for friends, stays in (([], False), ([german("f", "1012")], True)):
        work = with_dice(Table([head, *friends, allied("a", "0101")], active="german"))
        supply.attrition(work, "german")
        assert ("h" in work.position.units) is stays


# -- 19 -------------------------------------------------------------------------------------------


def backed(table: Table, side: str, army: str, air: int, naval: int) -> set[str]:
    found = air_and_naval.support_verdicts(table.now, side, army, table.hex("0506"), air, naval)
    return {f"{v.rule} {v.key.rpartition('.')[2]}" for v in found}


def test_limits_of_air_and_naval_support() -> None:
    """19.1.1, 19.1.2, 19.2."""
    zone: Json = {"hexes": {"0506": {"naval_zone": True}}}
    units = [allied("a", "0505"), german("d", "0506")]
    table = Table(units, **zone)
    assert backed(table, "allied", "us", 1, 1) == set()
    assert backed(table, "german", "german", 1, 0) == {"19.1.1 german"}
    assert backed(table, "allied", "us", 2, 0) == {"19.1.2 too_many"}
    assert backed(table, "allied", "us", 0, 2) == {"19.2a too_many"}
    late = Table(units, turn=17, **zone)
    assert backed(late, "allied", "us", 2, 0) == set()
    assert backed(late, "allied", "us", 3, 0) == {"19.1.2 too_many"}
    none = {tracks.AIR + "us": 0, tracks.AIR + "cw": 0, tracks.NAVAL + "us": 0}
    spent = Table(units, tracks=none, **zone)
    assert backed(spent, "allied", "us", 1, 0) == {"19.1.1 none_left"}
    assert backed(spent, "allied", "us", 0, 1) == {"19.2b none_left"}
    assert backed(spent, "allied", "cw", 0, 1) == set()
    assert backed(Table(units), "allied", "us", 0, 1) == {"19.2b out_of_zone"}
    assert backed(Table(units, weather="storm", **zone), "allied", "us", 0, 1) == {"19.2e storm"}


def test_aircraft_are_used_of_the_army_with_more() -> None:
    """19.1.1: each flies once a turn."""
    left = {tracks.AIR + "us": 1, tracks.AIR + "cw": 2}
    work = work_of(Table([allied("a", "0505")], tracks=left))
    air_and_naval.use_air(work, 1)
    assert air_and_naval.air_left(work.position) == 2
    assert work.state.tracks[tracks.AIR + "cw"] == 1
    air_and_naval.use_air(work, 2)
    assert air_and_naval.air_left(work.position) == 0


def test_the_bombardment_of_cherbourg() -> None:
    """19.2f: American ships, in one turn of the game."""
    inside: Json = {"hexes": {"0506": {"inside": True}}}
    units = [allied("a", "0505"), german("d", "0506")]

    def left(army: str, turn: int | None) -> int:
        done = {} if turn is None else {tracks.CHERBOURG_BOMBARDED: turn}
        table = Table(units, tracks=done, turn=9, **inside)
        return air_and_naval.naval_left(table.now, army, table.hex("0506"))

    assert [left("us", t) for t in (None, 9, 8)] == [2, 2, 0]
    assert left("cw", None) == 0
    table = Table(units, turn=9, **inside)
    work = work_of(table)
    air_and_naval.use_naval(work, "us", table.hex("0506"))
    assert work.state.tracks[tracks.CHERBOURG_BOMBARDED] == 9
    assert work.state.tracks[tracks.NAVAL + "us"] == 1


@pytest.mark.parametrize(
    ("tank", "others", "die", "steps"),
    [
        ({}, [], 6, 1),
        ({}, [], 5, 2),
        ({"status": ["strategic"]}, [], 5, 1),
        ({}, [german("f", "0507", 2, "flak88")], 6, 2),
        ({"status": ["strategic"]}, [german("f", "0507", 2, "flak88")], 6, 1),
        ({}, [german("f", "0509", 2, "flak88")], 6, 1),
    ],
)
def test_strafing(tank: Json, others: list[Json], die: int, steps: int) -> None:
    """17.7b, 19.1.4."""
    units = [german("k", "0506", 3, "tank", armor=3, silhouette=True, **tank), *others]
    table = Table([*units, allied("a", "0101")])
    work = with_dice(table, die)
    air_and_naval.strafe(work, table.hex("0506"), 1)
    air_and_naval.fly(work)
    assert work.position.units["k"].steps == steps
    assert work.state.tracks[tracks.STRAFED + "0506"] == 1
    assert air_and_naval.air_left(work.position) == 3


@pytest.mark.parametrize(
    ("position", "rules"),
    [
        ({}, set()),
        ({"phase": "reserve_combat"}, {"19.1.4b"}),
        ({"active": "german"}, {"19.1.4b"}),
        ({"tracks": {"fought/a": 1}}, {"19.1.4b"}),
        ({"hexes": {"0506": {"terrain": "woods"}}}, {"19.1.4a"}),
        ({"hexes": {"0506": {"settlement": "city"}}}, {"19.1.4a"}),
        ({"hexes": {"0506": {"settlement": "town"}}}, set()),
        ({"tracks": {tracks.STRAFED + "0506": 1}}, {"19.1.4c"}),
        ({"tracks": {tracks.STRAFED + "0506": 1}, "turn": 17}, set()),
        ({"tracks": {tracks.AIR + "us": 0, tracks.AIR + "cw": 0}}, {"19.1.1"}),
    ],
)
def test_when_aircraft_strafe(position: Json, rules: set[str]) -> None:
    """19.1.4a, 19.1.4b, 19.1.4c."""
    units = [german("k", "0506", 3, "tank", armor=3, silhouette=True), allied("a", "0505")]
    assert Table(units, **position).judge(act.Bombard(target="0506", air=1)) == rules


# -- 20 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "dice", "scattered", "steps"),
    [
        ("US-82-505", (6,), False, 3),
        ("US-82-505", (5,), True, 3),
        ("US-82-505", (3,), True, 2),
        ("US-101-501", (5,), False, 3),
        ("US-101-501", (4,), True, 3),
        ("US-101-501", (2,), True, 2),
        ("BR-6-5", (4,), False, 3),
        ("BR-6-5", (3,), True, 3),
        ("BR-6-5", (1,), True, 2),
    ],
)
def test_drops_by_division(name: str, dice: tuple[int, ...], scattered: bool, steps: int) -> None:
    """20.2.1, 20.2.2: the table of each division; lost steps give one replacement."""
    work = with_dice(campaign([counter(name, "2710")], turn=1, phase="invasion"), *dice)
    assault.scatter(work)
    unit = work.position.units[name]
    assert ("scattered" in unit.status, unit.steps) == (scattered, steps)
    army = "cw" if name.startswith("BR") else "us"
    assert work.state.tracks.get(f"repl/{army}/airborne", 0) == int(steps < 3)


def test_a_bad_drop_costs_two_steps_and_leaves_a_scattered_cadre() -> None:
    """20.2.2c, 17.9.1a: only one of the steps can be replaced."""
    units = [counter("US-82-505", "2710"), counter("US-Cadre-AG-1", "cadres-allied")]
    work = with_dice(campaign(units, turn=1, phase="invasion"), 1)
    assault.scatter(work)
    assert "US-82-505" not in work.position.units
    assert "scattered" in work.position.units["US-Cadre-AG-1"].status
    assert work.state.tracks["repl/us/airborne"] == 1


LANDING_RESULTS = {
    "utah": ("EX 1", "A1/D1 1", "A1/D1 1", "A1/D1 2", "D1 2", "D1 2"),
    "jig": ("A2/D1 1", "EX 1", "A1/D1 1", "A1/D1 1", "A1/D1 2", "D1 2"),
}


@pytest.mark.parametrize("name", LANDING_RESULTS)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_result_of_an_assault(name: str, die: int) -> None:
    """20.3.2: losses of infantry, chosen by the Germans in an exchange; the strongpoint falls."""
    _, number, _, box, names = assault.BY_NAME[name]
    units = [counter(n, box) for n in names] + [counter("GE-91-1058", number)]
    table = campaign(units, turn=1, phase="invasion", tracks={tracks.SCATTER: 1})
    work = with_dice(table, die)
    assault._land(work, name)
    code, _, hexes = LANDING_RESULTS[name][die - 1].partition(" ")
    record = work.combat
    assert record is not None
    assert (record.result, record.limit) == (code, int(hexes))
    assert set(record.attackers) == set(names) == set(record.force)
    assert all(work.position.number(work.state.pieces[n].place) == number for n in names)
    assert "GE-91-1058" not in work.position.units
    lost = {"EX": 1, "A1/D1": 1, "D1": 0, "A2/D1": 2}[code]
    first = record.stages[0]
    assert (first.steps if first.kind == "assault_loss" else 0) == lost
    if lost:
        assert first.chooser == ("other" if code == "EX" else "owner")


# -- 21 and 22 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "due", "german_", "now_due", "asked"),
    [
        (2, None, None, 7, False),
        (2, None, "2719", None, False),
        (7, 7, None, 7, True),
        (6, 7, None, 7, False),
        (9, 0, None, 0, False),
    ],
)
def test_building_the_american_mulberry(
    turn: int, due: int | None, german_: str | None, now_due: int | None, asked: bool
) -> None:
    """21.1.1b: five turns after no German is in or next to either hex of Omaha."""
    held = {"2620": "allied", "2719": "allied"}
    units = [] if german_ is None else [counter("GE-12SS-26", german_)]
    known: Json = {} if due is None else {tracks.MULBERRY_DUE + "us": due}
    work = work_of(campaign(units, turn=turn, control=held, tracks=known))
    beachheads.build(work)
    assert work.state.tracks.get(tracks.MULBERRY_DUE + "us") == now_due
    assert [d.kind for d in work.state.pending] == ["mulberry"] * asked


@pytest.mark.parametrize("hex_", ["2719", "2620"])
def test_the_allies_choose_the_hex_of_the_american_mulberry(hex_: str) -> None:
    """21.1.1b: either hex of Omaha; the question is asked once."""
    table = campaign([ENGINEERS], turn=6, phase="end", tracks={tracks.MULBERRY_DUE + "us": 7})
    table.play(act.NextPhase(), 2)
    while table.state.pending[-1].kind != "mulberry":
        table.choose(table.options[0])
    assert table.state.pending[-1].side == "allied"
    assert set(table.options) == {"2719", "2620"}
    question = table.rules.answers(table.state).question()
    assert {table.now.number(o.place): o.text for o in question.options} == {
        n: table.rules.names.place_name(n) for n in ("2719", "2620")
    }
    table.choose(hex_)
    assert table.state.markers["mulberry-us"].at == hex_
    later = work_of(table)
    beachheads.build(later)
    assert later.state.pending == table.state.pending


def with_both_sources(**purses: int) -> Table:
    """A German headquarters with lines to the map edge and to Cherbourg; its owner attacks."""
    areas: Json = {
        "E": {"side": "german", "kind": "entry", "hexes": ["0502"]},
        "C": {"side": "german", "kind": "cherbourg", "hexes": ["0602"]},
    }
    units = [
        german("h", "0503", 1, "hq", **HQ),
        german("a", "0504", 4),
        allied("x", "0505", 4),
    ]
    return Table(
        units,
        areas=areas,
        hexes={"0602": {"terrain": "clear", "settlement": "city"}},
        control={"0602": "german"},
        active="german",
        phase="combat",
        tracks={tracks.POINTS + name: left for name, left in purses.items()},
    )


@pytest.mark.parametrize(("answer", "left"), [("german7", (1, 2)), ("cherbourg", (2, 1))])
def test_a_headquarters_with_both_sources_chooses_who_pays(
    answer: str, left: tuple[int, int]
) -> None:
    """17.2m."""
    table = with_both_sources(german7=2, cherbourg=2)
    table.attack(["a"], "0505", 3, artillery=("h",))
    (asked,) = [d for d in table.state.pending if d.kind == "purse"]
    assert asked.side == "german"
    while table.state.pending[-1].kind != "purse":
        table.choose(table.options[0])
    question = table.rules.answers(table.state).question()
    assert question.text.startswith("h can trace a line to both sources.")
    table.choose(answer)
    points = (tracks.POINTS + "german7", tracks.POINTS + "cherbourg")
    assert tuple(table.state.tracks[p] for p in points) == left


@pytest.mark.parametrize("purses", [(1, 0), (0, 1)])
def test_a_single_source_with_points_pays_without_a_question(purses: tuple[int, int]) -> None:
    """17.2m."""
    table = with_both_sources(german7=purses[0], cherbourg=purses[1])
    table.attack(["a"], "0505", 3, artillery=("h",))
    assert "purse" not in [d.kind for d in table.state.pending]
    assert sum(table.now.track(tracks.POINTS + p) for p in ("german7", "cherbourg")) == 0


@pytest.mark.parametrize(("due", "later"), [(7, 8), (3, 3), (2, 2), (0, 0)])
def test_a_german_near_by_delays_what_is_not_complete(due: int, later: int) -> None:
    """21.1.2: on turn 3."""
    known = {tracks.MULBERRY_DUE + "us": due}
    beside = campaign([]).now
    near = beside.number(beside.ground.ring[beside.ground.index["2719"]][0])
    units = [counter("GE-12SS-26", near)]
    work = work_of(campaign(units, turn=3, tracks=known))
    beachheads.delay(work)
    assert work.state.tracks[tracks.MULBERRY_DUE + "us"] == later


@pytest.mark.parametrize(
    ("units", "may"),
    [
        ([counter("US-82-505", "2811")], True),
        ([], False),
        ([counter("US-82-505", "2811", status=["out_of_supply"])], False),
        ([counter("US-82-505", "2811", status=["isolated"])], False),
        ([counter("US-82-505", "2811", status=["disrupted"])], True),
        ([counter("US-82-505", "2811"), counter("GE-91-1058", "2812")], False),
        ([counter("US-101-506", "2811")], False),
    ],
)
def test_when_a_division_may_leave(units: list[Json], may: bool) -> None:
    """22.2a."""
    now = campaign([ENGINEERS, *units], turn=9, phase="end").now
    assert special_rules.may_withdraw(now, "82 AB Div") is may


def test_allied_units_stay_within_a_hex_of_their_sector() -> None:
    """22.1.2a, 22.1.2b: unless they come from further beyond."""
    now = campaign([ENGINEERS]).now
    deep = now.ground.foreign["us"]
    assert set(deep.values()) >= {1, 2, 3}
    for depth, too_far in ((1, False), (2, True), (3, True)):
        hex_ = min(i for i, d in deep.items() if d == depth)
        unit = now.units["US-Eng-1S"]
        assert bool(special_rules.too_far_over(now, unit, hex_)) is too_far
        back = replace(unit, place=min(i for i, d in deep.items() if d == depth + 1))
        assert not special_rules.too_far_over(now, back, hex_)


def test_conditions_of_the_turn() -> None:
    """4.3, 6.1a, 6.5.1a, 16.1.2a, 19.1.1: the sky first, then each army, by rule."""
    pool = {"repl/us/infantry": 2, "repl/canadian/infantry": 1, "repl/german/armour": 1}
    units = [ENGINEERS, counter("US-Eng-5S", "2719")]

    def told(**position: Any) -> list[tuple[str, str]]:
        table = campaign(units, turn=5, **position)
        found = table.rules.answers(table.state).conditions()
        assert all(c.text for c in found)
        return [(c.group, c.rule) for c in found]

    clear = told(weather="clear", tracks=pool | {tracks.WEATHER_ROW: 4})
    assert [rule for _, rule in clear] == [
        "4.1a", "4.3a", "9.7b", "19.1.3", "19.1.1", "6.5.1a", "19.1.1", "6.5.1a",
        "6.1a", "6.1a", "6.1a", "16.1.2a", "16.1.2a", "16.1.2a",
    ]  # fmt: skip
    storm = told(weather="storm")
    assert [rule for _, rule in storm] == ["4.1a", "4.3d", "4.3e", "4.3f", "19.1.1", "19.1.1"]


# -- the Cherbourg game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "die", "before", "cherbourg", "german_", "american"),
    [
        (3, 1, {}, 1, {"armour"}, True),
        (3, 1, {"cherbourg-armour": 2}, 1, set(), True),
        (3, 2, {}, 1, set(), False),
        (3, 3, {}, 1, set(), True),
        (3, 4, {}, 0, set(), False),
        (3, 5, {}, 0, {"infantry0"}, True),
        (3, 6, {}, 0, set(), False),
    ],
)
def test_receipts_of_the_cherbourg_game(
    turn: int, die: int, before: Json, cherbourg: int, german_: set[str], american: bool
) -> None:
    """26.2.2b, 26.2.3: a point for Cherbourg unless it is clear; armour in the first storm."""
    held = {"supply_points.cherbourg": 3, "supply_points.us": 3, **before}
    table = campaign([], "cherbourg", turn=turn, phase="end", tracks=held)
    table.play(act.NextPhase(), die)
    now = table.state.tracks
    assert now["supply_points.cherbourg"] == 3 + cherbourg
    assert now["supply_points.us"] == 3 + int(die != 1)
    assert not now.get("supply_points.cw")
    kinds = {k.rpartition("/")[2] for k, v in now.items() if k.startswith("repl/german/") and v}
    assert kinds == german_
    row = table.rules.setting.charts.weather[die]
    if row.us_replacement:
        assert any(k.startswith("repl/us/") for k in now) is american
    assert (now[tracks.NAVAL + "us"], now[tracks.NAVAL + "cw"]) == (int(die != 1), 0)
    assert now[tracks.AIR + "us"] == min(row.us_air, 2)
    assert now[tracks.AIR + "cw"] == 0


def test_gliders_that_found_no_room_land_as_the_allies_move() -> None:
    """20.2.4c."""
    name = "US-82-325"
    hex_ = assault.GLIDERS[name]
    for active, lands in (("allied", True), ("german", False)):
        table = campaign([counter(name, "turn-2")], turn=2, phase="replacement", active=active)
        table.play(act.NextPhase(), *((6,) if lands else ()))
        assert (table.at(name) == hex_) is lands


@pytest.mark.parametrize(("left", "row", "after"), [(2, 1, 1), (1, 1, None), (None, 4, None)])
def test_a_long_storm_goes_on_without_a_roll(left: int | None, row: int, after: int | None) -> None:
    """28.2."""
    storm: Json = {"option/storms": "three_days"}
    storm |= {} if left is None else {tracks.STORM_LEFT: left}
    table = campaign([], turn=13, phase="end", tracks=storm)
    table.play(act.NextPhase(), *([] if left else [4]))
    assert table.state.tracks[tracks.WEATHER_ROW] == row
    assert table.state.tracks.get(tracks.STORM_LEFT) == after


def test_names_of_units_ships_and_guns() -> None:
    """A counter's printed name; texts of their own for ships and the guns of Caen."""
    table = campaign([counter("US-4-8", "2812")])
    port = table.rules.answers(table.state)
    assert port.name("US-4-8") not in ("US-4-8", "")
    assert port.name("US-4-8*") != port.name("US-4-8")
    assert port.name("US-4-8") in port.name("US-4-8*")
    assert len({port.name(n) for n in ("naval", "caen", "US-4-8")}) == 3
