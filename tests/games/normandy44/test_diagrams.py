"""Positions given with a board, units and values of their own: everything that is read."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.normandy44 import tracks
from engine.games.normandy44.rules.ch18_supply import sources_of, southern_roads
from engine.games.normandy44.units import Values
from tests.games.normandy44.tabletop import CHARTS, Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import campaign, counter


def marks(table: Table, number: str) -> set[str]:
    return set(table.now.ground.marks[table.hex(number)])


# -- units ----------------------------------------------------------------------------------------


def test_a_unit_without_values_of_its_own() -> None:
    """2.3.1, 2.3.3a, 2.3.6: what its kind says, and nothing else."""
    table = Table([{"id": "a", "hex": "0505", "side": "allied", "kind": "tank", "attack": 3}])
    unit, kind = table.unit("a"), table.unit("a").type
    assert unit.values == Values(3, defends_only=False, movement=0)
    assert (unit.tq, unit.grey, unit.armour_value) == (0, None, None)
    assert (kind.nationality, kind.army, kind.formation) == ("US", "us", "")
    assert (kind.mechanised, kind.silhouette, kind.armoured) == (True, True, True)
    assert (kind.tiger, kind.restricted, kind.cadre) == (False, False, False)


def test_a_unit_with_all_values_of_its_own() -> None:
    """2.3.1: its words count before those of its kind."""
    own: Json = {
        "defense": 5,
        "attack": 0,
        "movement": 7,
        "tq": -1,
        "armor": 3,
        "antitank": 2,
        "division": "21 Pz Div",
        "mechanized": False,
        "silhouette": False,
        "tiger": True,
        "restricted": True,
        "steps": 2,
        "max_steps": 3,
    }
    table = Table([{"id": "g", "hex": "0505", "side": "german", "kind": "tank", **own}])
    unit, kind = table.unit("g"), table.unit("g").type
    assert unit.values == Values(5, True, 7, -1, 3, 2)
    assert (unit.steps, kind.steps, unit.can_attack) == (2, 3, False)
    assert (kind.nationality, kind.army, kind.formation) == ("German Army", "german", "21 Pz Div")
    assert (kind.mechanised, kind.silhouette) == (False, False)
    assert (kind.tiger, kind.restricted, kind.cadre) == (True, True, False)


def test_words_of_nations_formations_and_cadres() -> None:
    """2.3.4, 17.9.2: a cadre only defends; a formation counts before a division."""
    units = [
        allied("c", "0101", nationality="canadian", formation="3", division="4"),
        allied("b", "0201", nationality="British"),
        german("s", "0301", nationality="SS"),
        allied("k", "0401", cadre=True),
        allied("n", "0501", 0),
    ]
    table = Table(units)
    told = {u: (table.unit(u).type.nationality, table.unit(u).type.army) for u in "cbs"}
    assert told == {"c": ("Canadian", "cw"), "b": ("British", "cw"), "s": ("SS", "german")}
    assert table.unit("c").type.formation == "3"
    assert (table.unit("k").can_attack, table.unit("k").factor) == (False, 4)
    assert not table.unit("n").can_attack


def test_only_the_charts_of_results_are_read() -> None:
    assert CHARTS["crt"].columns[0] == "1:3"
    for name in ("calendar", "nothing"):
        with pytest.raises(KeyError):
            CHARTS[name]


# -- tracks and markers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "weather", "told", "row", "aircraft"),
    [
        (1, None, "overcast", 2, 0),
        (2, None, "clear", 4, 2),
        (1, "storm", "storm", 1, 0),
        (3, "storm", "storm", 1, 2),
        (3, "overcast", "overcast", 2, 2),
    ],
)
def test_the_weather_and_the_support_of_a_position(
    turn: int, weather: str | None, told: str, row: int, aircraft: int
) -> None:
    """4.1b, 19.1.1: overcast on turn 1, with no aircraft; else two of each army."""
    table = campaign([], turn=turn, weather=weather)
    assert table.now.weather == told
    assert table.now.track(tracks.WEATHER_ROW) == row
    for army in ("us", "cw"):
        assert table.now.track(tracks.NAVAL + army) == 2
        assert table.now.track(tracks.AIR + army) == aircraft


def test_supply_points_of_a_diagram_and_of_the_map() -> None:
    """24.2: on the map those of the scenario; on a diagram enough; given tracks replace them."""
    purses = ("us", "cw", "german7", "cherbourg")
    diagram = Table([], tracks={tracks.POINTS + "cw": 1, tracks.NAVAL + "us": 0})
    assert [diagram.now.track(tracks.POINTS + p) for p in purses] == [9, 1, 9, 9]
    assert [diagram.now.track(tracks.NAVAL + army) for army in ("us", "cw")] == [0, 2]
    scenario = campaign([])
    assert [scenario.now.track(tracks.POINTS + p) for p in purses] == [0, 0, 3, 3]


def test_mulberries_of_a_diagram() -> None:
    """21.1: a complete Mulberry stands in the first hex of its area, and only there."""
    areas: Json = {
        "m": {"kind": "mulberry", "hexes": ["0303", "0404"]},
        "b": {"kind": "beach", "hexes": ["0101"]},
    }
    assert Table([], areas=areas).now.mulberries == {Table([]).hex("0303")}
    assert Table([], areas=areas).state.markers.keys() == {"mulberry-m"}
    assert campaign([]).now.mulberries == frozenset()


# -- the board ------------------------------------------------------------------------------------


def test_marks_and_names_of_hexes() -> None:
    """11.8, 16.1.6, 19.2d: only those that are given."""
    hexes: Json = {
        "0202": {"hilltop": True, "terrain": "woods"},
        "0303": {"improved_position": True, "naval_zone": True},
        "0404": {"settlement": "city", "name": "Caen"},
    }
    table = Table([], hexes=hexes, terrain="mixed")
    ground = table.now.ground
    assert marks(table, "0202") == {"hilltop"}
    assert marks(table, "0303") == {"permanent_ip", "naval_zone"}
    assert marks(table, "0101") == set()
    assert [ground.terrain[table.hex(n)] for n in ("0202", "0303")] == ["woods", "mixed"]
    assert ground.settlement[table.hex("0303")] is None
    assert table.numbers(table.now.improved) == {"0303"}
    assert table.numbers(ground.caen) == table.numbers(ground.cities) == {"0404"}


def test_rivers_and_marks_of_hexsides() -> None:
    """9.4.2b, 9.5.2c: a river along a flooded side or a causeway does not count."""
    sides: Json = {
        "0505/0506": ["major_river"],
        "0505/0405": ["minor_river"],
        "0505/0605": ["major_river", "flooded"],
        "0505/0504": ["causeway"],
        "0505/0406": ["impassable"],
        "0505/0606": ["all_sea", "airfield"],
        "0707/0708": ["perimeter"],
    }
    table = Table([], hexsides=sides)
    ground = table.now.ground

    def pairs(found: Any) -> set[str]:
        names = {"/".join(sorted(table.numbers(pair))) for pair in found}
        assert len(found) == 2 * len(names), "both ways"
        return names

    assert pairs(ground.major) == {"0505/0506"}
    assert pairs(ground.minor) == {"0405/0505"}
    assert pairs(ground.flooded) == {"0505/0605", "0504/0505"}
    assert pairs(ground.causeways) == {"0504/0505"}
    assert pairs(ground.blocked) == {"0406/0505", "0505/0606"}
    assert pairs(ground.airfield_sides) == {"0505/0606"}
    here = table.hex("0505")
    wet = {n for n in ("0506", "0405", "0605", "0504", "0406") if ground.wet(here, table.hex(n))}
    assert wet == {"0506", "0605"}


@pytest.mark.parametrize(
    ("given", "inside"),
    [
        ({"hexsides": {"0707/0708": ["perimeter"]}}, {"0707"}),
        ({"hexsides": {"0708/0707": ["perimeter"]}}, {"0708"}),
        ({"hexsides": {"0707/0708": ["perimeter"]}, "inside": ["0708"]}, {"0708"}),
        ({"hexsides": {"0707/0708": ["perimeter"]}, "hexes": {"0708": {"inside": True}}}, {"0708"}),
        ({"inside": ["0101", "0102"]}, {"0101", "0102"}),
        ({"hexsides": {"0707/0708": ["minor_river"]}}, set()),
    ],
)
def test_hexes_inside_a_perimeter(given: Json, inside: set[str]) -> None:
    """16.3: those marked, else the first hex of each side."""
    board: Json = {"rows": [1, 12], "cols": [1, 12], **given}
    table = campaign([], board=board)
    assert table.numbers(table.now.ground.perimeter) == inside


@pytest.mark.parametrize(
    ("side", "west", "east"),
    [
        ("0506/0606", "0606", "0506"),  # odd rows lie half a hex east
        ("0606/0506", "0606", "0506"),
        ("0506/0607", "0506", "0607"),
        ("0303/0403", "0403", "0303"),
        ("0605/0505", "0605", "0505"),
        ("0505/0506", "0505", "0506"),
    ],
)
def test_the_american_bank_of_a_boundary_is_the_western_one(
    side: str, west: str, east: str
) -> None:
    """22.1.2a."""
    table = Table([], hexsides={side: ["army_boundary"]})
    for number in table.now.ground.numbers:
        here = table.hex(number)
        near, far = (table.now.ground.distance(here, table.hex(n)) for n in (west, east))
        sectors = {"us_sector"} if near < far else {"cw_sector"}
        assert marks(table, number) == (sectors if near != far else {"us_sector", "cw_sector"})


def test_areas_of_a_diagram_belong_to_a_side() -> None:
    """6.6a, 18.1: entries and Cherbourg are German, beaches Allied, unless given otherwise."""
    areas: Json = {
        "E": {"kind": "entry", "hexes": ["0112", "0212"]},
        "x": {"kind": "beach", "hexes": ["0101"]},
        "c": {"kind": "cherbourg", "hexes": ["1212"]},
    }
    ground = Table([], areas=areas).now.ground
    table = Table([])
    assert {n: table.numbers(hexes) for n, hexes in ground.entries.items()} == {
        "E": {"0112", "0212"}
    }
    assert table.numbers(ground.cherbourg) == {"1212"}
    found = {name: (area.side, area.title) for name, area in ground.board.areas.items()}
    assert found == {
        "E": ("german", "E"),
        "beach-x": ("allied", "x"),
        "cherbourg": ("german", "c"),
    }


def test_control_of_a_diagram_is_only_what_is_given() -> None:
    """2.2.2: the scenario's control is of its own map."""
    table = Table([], control={"0505": "german"})
    assert table.now.control(table.hex("0505")) == "german"
    assert table.now.control(table.hex("0506")) is None
    assert campaign([]).now.control(campaign([]).now.ground.index["2512"]) == "german"


def test_the_southern_roads_begin_behind_the_line() -> None:
    """26.2.1: hexes that the Germans hold beyond the line of 27 June, where roads cross it."""
    table = campaign([counter("GE-709-919", "2512")], "cherbourg")
    ground = table.now.ground
    behind = ground.with_mark("behind_27_june")

    found = southern_roads(table.now)
    assert found
    assert not found & behind
    for i in range(len(ground.numbers)):
        over = any(ground.road(i, j) and (j in behind) != (i in behind) for j in ground.ring[i])
        assert (i in found) is (over and i not in behind)
    assert found <= sources_of(table.now, "german").keys()
    assert not found & sources_of(table.now, "allied").keys()
    assert not found & sources_of(campaign([]).now, "german").keys()
