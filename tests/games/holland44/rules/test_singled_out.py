"""Rules that other tests only touch together with more rules, each by itself."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from tests.games.holland44.rules.tabletop import Json, Table, tank, unit

GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
RIVER = {"0505/0506": ["major_river"]}
ROAD_TO_N = {
    "areas": {"N": {"side": "allied", "hexes": ["0501"]}},
    "roads": [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 6)]}],
}


def forbidden(found: Json) -> set[str]:
    return {v["rule"] for v in found["verdicts"] if v["level"] == "forbid"}


def supported(diagram, **gun) -> set[str]:
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("a2", "0501", **{**GUN, **gun})]
    return forbidden(diagram(units).odds("a1", target="0506", artillery=["a2"]))


@pytest.mark.parametrize("status", ["engaged", "scattered"])
def test_11_5_1c_22_3_6c_engaged_and_scattered_artillery(diagram, status):
    assert supported(diagram) == set()
    assert supported(diagram, status=[status])


def test_9_5_3c_an_assault_needs_engineers_and_infantry(diagram):
    engineers = unit("a9", "0505", kind="engineer", attack=1, max_steps=1)
    marked = {"markers": [{"kind": "river_assault", "hex": "0505"}], "hexsides": RIVER}
    foot, enemy = unit("a1", "0505"), unit("g1", "0506")
    with_all = diagram([foot, engineers, enemy], **marked)
    assert with_all.odds("a1", target="0506")["legal"]
    assert "9.5.1" in forbidden(diagram([foot, enemy], **marked).odds("a1", target="0506"))
    tanks = diagram([tank("a1", "0505"), engineers, enemy], **marked)
    assert "9.5.1" in forbidden(tanks.odds("a1", target="0506"))


def ways(table: Table, *names: str, hexes: int = 2) -> tuple[list[Json], list[Json]]:
    found = table.ask("retreat", units=list(names), hexes=hexes)
    return found["candidates"], [found["candidates"][n] for n in found["legal"]]


def test_13_1_3_1_survival_comes_before_every_other_priority(diagram):
    """All ways that keep the later priorities are fatal: one that breaks some is taken."""
    walls = {f"0505/{n}": ["canal"] for n in ("0506", "0605", "0606")}
    walls |= {f"{n}/0505": ["canal"] for n in ("0405", "0406")}
    table = diagram([unit("a1", "0505"), unit("g1", "0506")], hexsides=walls)
    candidates, legal = ways(table, "a1")
    assert any(c["eliminated"] for c in candidates)
    assert legal
    assert not any(c["eliminated"] for c in legal)


def test_13_1_3_5_into_supply_rather_than_out_of_it(diagram):
    """Retreats that end in supply break nothing; equal ones out of supply break the fifth."""
    river = {f"{a}/{b}": ["major_river"] for a, b in (("0404", "0405"), ("0405", "0504"))}
    table = diagram([unit("a1", "0505"), unit("g1", "0606")], hexsides=river, **ROAD_TO_N)
    candidates, legal = ways(table, "a1")
    out = [c for c in candidates if 5 in c["priorities_broken"]]
    assert all(5 not in c["priorities_broken"] for c in legal)
    assert {c["path"][-1] for c in out}.isdisjoint(c["path"][-1] for c in legal)
    cut_off = diagram([unit("a1", "0505"), unit("g1", "0606")])
    assert all(5 in c["priorities_broken"] for c in ways(cut_off, "a1")[1])


def test_13_2b_no_retreat_into_prohibited_terrain(diagram):
    lake = diagram([unit("a1", "0505"), unit("g1", "0506")], hexes={"0504": {"terrain": "lake"}})
    paths = [c for c in ways(lake, "a1")[0] if c["path"][1] == "0504"]
    assert all(c["eliminated"] for c in paths)


@pytest.mark.parametrize(
    ("friend", "stops"), [({}, True), ({"status": ["disrupted"]}, False), (None, False)]
)
def test_13_3b_a_retreat_stops_in_ezoc_only_with_friends_in_good_order(diagram, friend, stops):
    """0504 is a village in the zone of g2."""
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("g2", "0503")]
    units += [unit("a2", "0504", **friend)] if friend is not None else []
    table = diagram(units, hexes={"0504": {"settlement": "village"}}, **ROAD_TO_N)
    early = {c["path"][-1] for c in ways(table, "a1")[0] if c["extra_loss"]}
    assert ("0504" in early) is stops


def test_13_3_an_early_stop_needs_its_own_conditions_only(diagram):
    """13.3 (page 19): friends of nine steps next to an enemy, out of supply, are no bar to it."""
    crowd = [unit(f"a{n}", "0504", steps=3, max_steps=3) for n in range(2, 5)]
    table = diagram([unit("a1", "0505"), unit("g1", "0506"), unit("g2", "0503"), *crowd])
    early = [c for c in ways(table, "a1")[1] if c["extra_loss"]]
    assert [c["path"] for c in early] == [["0505", "0504"]]
    assert set(early[0]["priorities_broken"]) == {4, 5, 6}


def test_16_3_5d_no_support_in_breakthrough_combat(diagram):
    units = [unit("a1", "0505"), unit("g1", "0506"), unit("a2", "0501", **GUN)]
    table = diagram(units)
    alone = table.odds("a1", target="0506", breakthrough=True)
    assert alone["legal"]
    for support in ({"artillery": ["a2"]}, {"air": 1}, {"artillery": ["a2"], "air": 1}):
        helped = table.odds("a1", target="0506", breakthrough=True, **support)
        assert "16.3.5" in forbidden(helped), support
        assert helped["column"] == alone["column"]
        assert "16.3.5" not in forbidden(table.odds("a1", target="0506", **support))


@pytest.mark.parametrize(
    ("quality", "die", "holds"),
    [("normal", 4, False), ("normal", 5, True), ("elite", 4, True), ("low", 5, False)],
)
def test_12_2b_quality_changes_the_die_of_determined_defence(diagram, quality, die, holds):
    """On clear ground a 5 holds: elite units add 1, low quality takes 1 off."""
    defender = unit("g1", "0506", quality=quality)
    table = diagram(
        [unit("a1", "0505"), unit("a2", "0505"), defender],
        phase="combat",
        areas={"G": {"side": "german", "hexes": ["0510"]}},
    )
    odds = table.odds("a1", "a2", target="0506")
    roll = next(int(d) for d, r in odds["results"].items() if r == "DR")
    attacked = table.attack("a1 a2", "0506", roll)
    assert attacked.asked[1] == "determined"
    after = attacked.choose("g1", die)
    assert (not after.pending or after.pending[0]["kind"] == "loss") is holds


def test_26_5_1b_a_victory_hex_that_is_lost_is_no_longer_worth_anything(table):
    board = setting("campaign").board
    hex_ = next(n for n, worth in zip(board.numbers, board.victory, strict=True) if worth)
    points = {
        side: table({"clear_board": True, "turn": 9, "control": {hex_: side}, "units": []}).state()
        for side in ("allied", "german")
    }
    assert points["allied"]["victory_points"]["allied"] == 1
    assert points["german"]["victory_points"]["allied"] == 0


def test_24_5_three_traffic_markers_on_turn_1_and_one_more_on_each_of_the_next_three(table):
    markers = table({"scenario": "campaign"}).state()["markers"]
    traffic = {name: m["at"] for name, m in markers.items() if m["kind"] == "traffic"}
    assert traffic == {
        **{f"traffic-{n}": "traffic" for n in (1, 2, 3)},
        **{f"traffic-{n}": f"turn-{n - 2}" for n in (4, 5, 6)},
    }


def test_15_1a_artillery_and_units_that_did_not_attack_do_not_advance(diagram):
    units = [unit("a1", "0505", attack=40), unit("a2", "0505"), unit("g1", "0506")]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram(units, phase="combat", areas=areas).attack("a1", "0506", 5)
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    assert {o.split()[0] for o in table.asked[2]} == {"done", "a1"}


def test_6_4_2_excess_units_may_advance_with_the_attackers(diagram):
    """Page 43, H: the third battalion of the hex adds nothing, and advances."""
    three = [unit(f"a{n}", "0505", attack=20, max_steps=3) for n in (1, 2, 3)]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram([*three, unit("g1", "0506")], phase="combat", areas=areas)
    table = table.attack("a1 a2", "0506", 5)
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    gone = table.choose("a3 0505 0506")
    assert gone.at("a3") == "0506"
    assert gone.state()["tracks"]["fought/a3"] == "attacked"
    while gone.pending:
        gone = gone.choose("done")
    beside = {"kind": "declare_attack", "attackers": ["a3"], "target": "0507"}
    assert "9.1" in {v["rule"] for v in gone.refused(beside)["verdicts"]}


@pytest.mark.parametrize("status", [["disrupted"], ["spent"], []])
def test_6_4_2_units_that_others_do_not_keep_from_attacking_stay(diagram, status):
    """15.1: attackers advance; beside them only those in excess that could have attacked."""
    attackers = "a1 a2" if status else "a1"  # a1 alone leaves room for each of the others
    three = [unit(f"a{n}", "0505", attack=20) for n in (1, 2, 3)]
    three[2]["status"] = status
    weak = unit("g1", "0506", max_steps=1)
    table = diagram([*three, weak, unit("g9", "0109")], phase="combat")
    table = table.attack(attackers, "0506", 5)
    assert table.asked[1] == "advance"
    assert {o.split()[0] for o in table.asked[2]} == {"done", *attackers.split()}


PRIMARY = [{"class": "primary", "hexes": [f"05{c:02d}" for c in range(1, 9)]}]
TRUCKS: Json = {"mechanized": True, "movement": 1}


def drive(table: Table, to: int) -> set[str]:
    """Return the rules that forbid the path from 0501 along the road to a hex."""
    return table.broken("a1", *(f"05{c:02d}" for c in range(1, to + 1)))


def test_8_4a_three_hexes_of_primary_road_for_a_point(diagram):
    table = diagram([unit("a1", "0501", **TRUCKS), unit("g1", "0510")], roads=PRIMARY)
    assert drive(table, 4) == set()
    assert drive(table, 5) == {"8.1"}


def test_8_4c_the_road_rate_holds_in_towns_and_cities(diagram):
    towns = {f"05{c:02d}": {"settlement": s} for c, s in ((2, "town"), (3, "city"), (4, "town"))}
    units = [unit("a1", "0501", **TRUCKS), unit("g1", "0510")]
    table = diagram(units, roads=PRIMARY, hexes=towns)
    assert drive(table, 4) == set()
    assert drive(table, 5) == {"8.1"}


@pytest.mark.parametrize(("movement", "legal"), [(2, False), (3, True)])
def test_8_4d_out_of_ezoc_by_road_costs_two_points_more(diagram, movement, legal):
    truck = unit("a1", "0501", mechanized=True, movement=movement)
    table = diagram([truck, unit("g1", "0601")], roads=PRIMARY)
    assert (drive(table, 2) == set()) is legal


@pytest.mark.parametrize(("movement", "legal"), [(3, False), (4, True)])
def test_8_6_1_the_third_woods_hex_off_the_roads_costs_a_point_more(diagram, movement, legal):
    table = diagram([unit("a1", "0501", movement=movement)], terrain="woods")
    assert (table.broken("a1", "0501", "0502", "0503", "0504") == set()) is legal


def test_7_2c_from_ezoc_to_ezoc_and_no_further(diagram):
    table = diagram([unit("a1", "0506", movement=7), unit("g1", "0507")])
    assert table.broken("a1", "0506", "0607") == set()
    assert table.broken("a1", "0506", "0607", "0608") == {"7.2"}
    tired = diagram([unit("a1", "0506", movement=2), unit("g1", "0507")])
    assert tired.broken("a1", "0506", "0607") == {"8.1"}


@pytest.mark.parametrize(
    ("name", "fields", "mode", "paid"),
    [
        ("a1", {"mechanized": True, "movement": 5}, "normal", True),
        ("a1", {"mechanized": True, "movement": 5}, "tactical", False),
        ("a1", {}, "normal", False),
        ("g1", {"mechanized": True, "movement": 5}, "normal", False),
    ],
)
def test_24_2_units_that_pay_for_a_traffic_marker(diagram, name, fields, mode, paid):
    """24.2a, 24.2c: Allied mechanized units, but not in tactical movement."""
    active = "allied" if name == "a1" else "german"
    markers = [{"kind": "traffic", "hex": "0502"}]
    table = diagram([unit(name, "0501", **fields)], markers=markers, active=active)
    verdicts = table.move(name, "0501", "0502", mode=mode)["verdicts"]
    assert ("24.2" in {v["rule"] for v in verdicts}) is paid


def test_15_4_1_no_advance_into_a_bond_but_into_the_vacated_hex(diagram):
    """7.4.2c: g2 and g3 form a bond over the hex between them."""
    table = diagram([unit("a1", "0606"), unit("g2", "0505"), unit("g3", "0507")])
    assert "0506" in {b[0] for b in table.bonds("german")}
    elsewhere = table.ask("advance", units=["a1"], vacated="0605", kind="bonus")["hexes"]
    into = table.ask("advance", units=["a1"], vacated="0506", kind="bonus")["hexes"]
    assert "0605" in elsewhere
    assert "0506" not in elsewhere
    assert "0506" in into


@pytest.mark.parametrize("bridged", [False, True])
def test_18_6_infantry_with_a_canal_in_its_supply_path_dismounts(diagram, bridged):
    """The supply phase turns it to its foot side; over a bridge it stays on its trucks."""
    canal = {f"05{c:02d}/06{c:02d}": ["canal"] for c in range(1, 11)}
    canal |= {f"05{c:02d}/06{c + 1:02d}": ["canal"] for c in range(1, 10)}
    if bridged:
        canal["0505/0605"] = ["canal", "road_bridge"]
    trucks = unit("a1", "0605", mechanized=True, movement=5)
    board = {"hexsides": canal, "phase": "reorganization", **ROAD_TO_N}
    after = diagram([trucks, unit("g1", "0110")], **board).next()
    assert after.state()["phase"] == "supply"
    assert ("dismounted" in after.status("a1")) is not bridged


def test_19_7a_the_victor_comes_out_of_his_entry_area(diagram):
    areas = {"G": {"side": "german", "hexes": ["0501"]}, "N": {"side": "allied", "hexes": ["0510"]}}
    units = [unit("g1", "G", attack=40), unit("a1", "0501")]
    table = diagram(units, areas=areas, phase="combat", active="german").attack("g1", "0501", 5)
    while table.asked[1] != "advance":
        table = table.choose(table.asked[2][0])
    ways = [o for o in table.asked[2] if o.startswith("g1")]
    assert {o.split()[2] for o in ways} == {"0501"}  # through the hex that was attacked
    assert table.choose(ways[0]).at("g1") == "0501"
