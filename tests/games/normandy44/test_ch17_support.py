"""Artillery and headquarters (chapter 17): readiness, range, limits and price of their support."""

from __future__ import annotations

import pytest

from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch17_support as support
from tests.games.normandy44.expectations.asking import Asker
from tests.games.normandy44.givens import BEACH, ENGINEER, ENTRY, HQ
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of


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


def test_names_of_units_ships_and_guns() -> None:
    """A counter's printed name; texts of their own for ships and the guns of Caen."""
    table = campaign([counter("US-4-8", "2812")])
    port = table.rules.answers(table.state)
    assert port.name("US-4-8") not in ("US-4-8", "")
    assert port.name("US-4-8*") != port.name("US-4-8")
    assert port.name("US-4-8") in port.name("US-4-8*")
    assert len({port.name(n) for n in ("naval", "caen", "US-4-8")}) == 3


@pytest.mark.parametrize(
    ("support", "code"),
    [("naval", None), ("h", None), ("h*", None), ("caen", "bad_action"), ("ships", "unknown_unit")],
)
def test_the_probe_takes_support_that_is_no_unit(support: str, code: str | None) -> None:
    """19.2, 17.2, 11.6.2: ships, Caen and second shifts, as its own list of actions names them."""
    head: Json = {"kind": "hq", "steps": 1, "max_steps": 1}
    position = {
        "game": "normandy44",
        "phase": "combat",
        "active": "allied",
        "weather": "overcast",
        "turn": 3,
        "board": {"rows": [1, 9], "cols": [1, 9], "hexes": {"0505": {"naval_zone": True}}},
        "units": [allied("a", "0506"), german("g", "0505"), allied("h", "0507", 1, **head)],
    }
    asker = Asker()
    action = {"kind": "declare_attack", "attackers": ["a"], "target": "0505"}
    request = {"op": "apply", "pos": asker.position(position), "dice": [1]}
    reply = asker.answer({**request, "action": {**action, "artillery": [support]}})
    assert reply.get("error", {}).get("code") == code
