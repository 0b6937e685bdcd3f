"""Chapter 25 played: unknown units revealed by movement and attack."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit


@pytest.fixture
def before_the_unknown(diagram):
    """An Allied unit next to an unknown one, with one counter in the pool."""

    def make(*, garrison, phase="movement", **fields):
        drawn = unit("g9", "unknown-pool", max_steps=1, defense=0 if garrison else 2)
        mine = unit("a1", "0504", attack=14, movement=5, **fields)
        return diagram([mine, unit("g1", "0506", kind="unknown"), drawn], phase=phase)

    return make


def test_25_3_1_an_empty_garrison_is_removed_and_the_move_goes_on(before_the_unknown):
    table = before_the_unknown(garrison=True).march("a1", "0504", "0505", "0506", dice=[1])
    assert table.at("a1") == "0506"
    assert "g1" not in table.state()["units"]
    assert "g9" not in table.state()["units"]
    assert table.pending == []


def test_25_3_1_a_unit_is_fought_from_the_hex_before(before_the_unknown):
    table = before_the_unknown(garrison=False).march("a1", "0504", "0505", "0506", dice=[1, 2])
    assert table.state()["tracks"]["combat"] == "0506 7:1 2 DMR"
    assert table.asked[:2] == ("german", "retreat")
    free = table.choose(table.asked[2][0])
    assert "spent" not in free.status("a1")  # 25.3.2
    assert "fought/a1" not in free.state()["tracks"]  # it may attack in the combat phase
    assert free.at("a1") in ("0505", "0506")


@pytest.mark.parametrize(
    "fields",
    [
        {"status": ["disrupted"]},
        {"status": ["full_retreat"]},
        {"kind": "artillery", "attack": 0},
        {"kind": "supply_head", "attack": 0},
    ],
)
def test_25_3_1_units_that_cannot_attack_do_not_enter(diagram, fields):
    units = [unit("a1", "0505", **fields), unit("g1", "0506", kind="unknown")]
    table = diagram([*units, unit("a2", "0406")])
    assert "0506" not in table.reach("a1")
    assert table.broken("a1", "0505", "0506", mode="tactical") >= {"25.3.1"}
    assert "0506" in table.reach("a2")


def test_25_3_3_any_other_result_spends_the_movers(before_the_unknown):
    table = before_the_unknown(garrison=False).march("a1", "0504", "0505", "0506", dice=[1, 1])
    assert table.state()["tracks"]["combat"].split()[3] == "A1/D1"
    assert "spent" in table.status("a1")
    assert table.at("g9") == "eliminated-german"
    assert table.asked == ("allied", "advance", ["done", "a1 0505 0506"])


def test_25_3_4_an_attack_reveals_and_goes_on(before_the_unknown):
    table = before_the_unknown(garrison=False, phase="combat")
    near = table.apply(
        {
            "kind": "manual_edit",
            "effects": [
                {
                    "kind": "move",
                    "unit": "a1",
                    "path": ["0504", "0505"],
                    "from_index": 0,
                    "to_index": 0,
                }
            ],
        },
        mode="off",
    )
    fought = near.attack("a1", "0506", 1, 2)
    assert fought.state()["tracks"]["combat"] == "0506 7:1 2 DMR"


def test_25_3_4_an_empty_garrison_gives_a_bonus_advance(before_the_unknown):
    table = before_the_unknown(garrison=True, phase="combat")
    near = table.apply(
        {
            "kind": "manual_edit",
            "effects": [
                {
                    "kind": "move",
                    "unit": "a1",
                    "path": ["0504", "0505"],
                    "from_index": 0,
                    "to_index": 0,
                }
            ],
        },
        mode="off",
    )
    after = near.attack("a1", "0506", 1)
    assert after.asked[:2] == ("allied", "advance")
    assert "a1 0505 0506 0507" in after.asked[2]


UNSEEN = {"kind": "unknown", "max_steps": 1}
EAST = {"G": {"side": "german", "hexes": ["0510"]}, "N": {"side": "allied", "hexes": ["0501"]}}


def test_25_2_1_unknown_units_do_not_count_for_stacking(diagram):
    here = [unit("g1", "0505"), unit("g2", "0505"), unit("g3", "0505", **UNSEEN)]
    table = diagram([*here, unit("a1", "0901")], active="german", phase="movement")
    assert table.next().state()["phase"] == "combat"
    onto = [unit("g1", "0505"), unit("g3", "0505", **UNSEEN), unit("g2", "0504")]
    found = diagram([*onto, unit("a1", "0901")], active="german").move("g2", "0504", "0505")
    assert "6.4.1" not in {v["rule"] for v in found["verdicts"]}


@pytest.mark.parametrize("seen", [True, False])
def test_25_2_1_unknown_units_blow_and_rewire_bridges(diagram, seen):
    bridge = {"0505/0506": ["canal", "road_bridge"]}
    fields = {} if seen else UNSEEN
    board = {"hexsides": bridge, "phase": "artillery_resupply", "active": "german"}
    units = [unit("g1", "0505", **fields), unit("a1", "0506")]
    assert "blow 0505/0506" in diagram(units, **board).next().asked[2]
    intact = {**board, "bridges": {"0505/0506": "intact"}}
    far = [unit("g1", "0505", **fields), unit("a1", "0901")]
    assert "rewire 0505/0506" in diagram(far, **intact).next().asked[2]


def test_25_2_1_unknown_units_cancel_the_allied_zone_for_supply(diagram):
    """The path goes over two hexes in Allied zones; it needs a German in one of them."""
    base = [unit("g1", "0507"), unit("a1", "0409", max_steps=1), unit("a2", "0609", max_steps=1)]
    board = {"areas": EAST, "active": "german"}
    cut = diagram(base, **board).ask("supply", side="german")["units"]["g1"]
    held = diagram([*base, unit("g9", "0509", **UNSEEN)], **board)
    assert not cut["supplied"]
    assert held.ask("supply", side="german")["units"]["g1"]["supplied"]


def test_25_2_1_germans_retreat_through_an_unknown_units_hex_and_allies_never(diagram):
    allies = [unit("a1", "0505"), unit("a2", "0407"), unit("a3", "0607")]
    unseen = unit("g9", "0507", **UNSEEN)
    board = {"areas": EAST}
    asked = {"units": ["g1"], "hexes": 1, "from": "0506"}
    without = diagram([*allies, unit("g1", "0506")], **board).ask("retreat", **asked)
    within = diagram([*allies, unit("g1", "0506"), unseen], **board).ask("retreat", **asked)

    def dead(found):
        return {c["path"][-1]: c["eliminated"] for c in found["candidates"]}

    assert dead(without)["0507"]
    assert not dead(within)["0507"]
    away = diagram([unit("a1", "0506"), unit("g1", "0505"), unseen], **board)
    found = dead(away.ask("retreat", units=["a1"], hexes=1, **{"from": "0506"}))
    assert found["0507"]


def test_25_2_2_revealed_units_are_units_like_others(diagram):
    units = [unit("a1", "0405"), unit("g1", "0506", max_steps=1, movement=3, defense=2)]
    table = diagram(units, active="german")
    assert table.reach("g1")
    assert "0505" in table.zone("german")
    still = [unit("a1", "0505", attack=9), unit("g1", "0506", movement=0, defense=2)]
    beaten = diagram(still, phase="combat", areas=EAST).attack("a1", "0506", 3)
    while beaten.at("g1") == "0506":
        beaten = beaten.choose("decline" if "decline" in beaten.asked[2] else beaten.asked[2][0])
    assert beaten.at("g1") == "eliminated-german"  # 13.2: no movement, no retreat


def test_25_5_twenty_unknown_units_are_hidden_at_the_start(table):
    units = table({"scenario": "campaign"}).state()["units"].values()
    unseen = [u for u in units if u["counter"].startswith("GE-unknown")]
    assert len(unseen) == len({u["at"] for u in unseen}) == 20
    assert all(u["at"].isdigit() for u in unseen)
    hidden = [u for u in units if u["at"] == "unknown-pool"]
    assert len(hidden) == 20
    assert {u["counter"] for u in hidden}.isdisjoint({u["counter"] for u in unseen})


ROAD_EAST = [{"class": "minor", "hexes": ["0507", "0508", "0509", "0510"]}]


def hiding(diagram, *more, **board):
    """The Germans' movement phase with an unknown unit in the open and two towns on a road."""
    towns = {n: {"settlement": "town"} for n in ("0507", "0509", "0809")}
    units = [unit("g1", "0806", **UNSEEN), unit("a1", "0101"), *more]
    full = {"hexes": towns, "roads": ROAD_EAST, "areas": EAST, "active": "german", **board}
    return diagram(units, **full)


def relocation(target, name="g1", start="0806"):
    return {"kind": "move", "units": [name], "path": [start, target], "mode": "relocation"}


def rules(table, action):
    return {v["rule"] for v in table.refused(action)["verdicts"] if v["level"] == "forbid"}


def test_25_6_the_german_moves_one_unknown_unit_a_turn(diagram):
    table = hiding(diagram)
    listed = [a for a in table.ask("legal")["actions"] if a.get("mode") == "relocation"]
    assert listed == [relocation("0507"), relocation("0509")]
    there = table.apply(relocation("0509"))
    assert there.at("g1") == "0509"
    assert there.state()["control"]["0509"] == "german"
    assert rules(there, relocation("0507", start="0509")) == {"25.6"}
    assert table.ask("why_not", unit="g1", hex="0509")["legal"]
    assert not table.ask("why_not", unit="g1", hex="0508")["legal"]
    two = hiding(diagram, unit("g2", "0808", **UNSEEN)).apply(relocation("0507"))
    assert rules(two, relocation("0509", "g2", "0808")) == {"25.6"}
    assert "relocated" not in two.next().state()["tracks"]


@pytest.mark.parametrize(
    ("target", "more", "board"),
    [
        ("0508", (), {}),  # open country
        ("0809", (), {}),  # no road
        ("0509", ({"id": "a2", "hex": "0609"},), {}),  # next to the Allies
        ("0507", ({"id": "a2", "hex": "0509"},), {}),  # the road is cut
        ("0509", (), {"turn": 2}),
        ("0509", (), {"phase": "combat"}),
    ],
)
def test_25_6_where_and_when_it_may_not(diagram, target, more, board):
    others = [unit(m["id"], m["hex"]) for m in more]
    assert rules(hiding(diagram, *others, **board), relocation(target)) == {"25.6"}


def test_25_6_only_an_unrevealed_unit_moves_so_and_only_one_to_a_hex(diagram):
    seen = hiding(diagram, unit("g2", "0808"))
    assert rules(seen, relocation("0509", "g2", "0808")) == {"25.6"}
    taken = hiding(diagram, unit("g2", "0509", **UNSEEN))
    assert rules(taken, relocation("0509")) == {"25.2.1"}


@pytest.mark.parametrize("marked", ["a1", "a2"])
def test_20_2_5_no_unknown_unit_is_fought_beside_a_replacement_marker(diagram, marked):
    units = [unit("a1", "0505"), unit("a2", "0505"), unit("a3", "0607"), unit("a4", "0504")]
    units = [{**u, "status": ["replacement"]} if u["id"] == marked else u for u in units]
    table = diagram([*units, unit("g1", "0506", kind="unknown")])
    for mode in ("normal", "tactical"):
        assert table.broken("a1", "0505", "0506", mode=mode) >= {"25.3.1"}
        assert table.broken("a4", "0504", "0505", "0506", mode=mode) >= {"25.3.1"}
        assert "0506" in table.reach("a3", mode)  # out of a hex without the marker
        for name in ("a1", "a4"):
            around = table.reach(name, mode).get("0506", {"path": ["0505"]})["path"]
            assert "0505" not in around[1:]
    assert ("0506" in table.reach("a1")) == (marked == "a2")


def test_11_5_1_engaged_units_fight_no_unknown_unit_across_a_canal(diagram):
    units = [unit("a1", "0505", status=["engaged"]), unit("a2", "0505")]
    water = {"0505/0506": ["canal"]}
    table = diagram([*units, unit("g1", "0506", kind="unknown")], hexsides=water)
    assert table.broken("a1", "0505", "0506", mode="tactical") == {"25.3.1"}
    assert table.reach("a1")["0506"]["path"] != ["0505", "0506"]  # it goes round
    assert table.reach("a2", "tactical")["0506"]["path"] == ["0505", "0506"]


def test_14_3_2_units_in_full_retreat_run_from_an_empty_garrison(diagram):
    drawn = unit("g9", "unknown-pool", max_steps=1, defense=0)
    fleeing = unit("g2", "0506", status=["full_retreat"])
    mine = unit("a1", "0504", movement=5)
    table = diagram([mine, unit("g1", "0506", kind="unknown"), fleeing, drawn])
    table = table.march("a1", "0504", "0505", "0506", dice=[1])
    assert table.asked[:2] == ("german", "retreat")
    table = table.choose("g2 0506 0507 0508")
    assert (table.at("a1"), table.at("g2"), table.steps("g2")) == ("0506", "0508", 2)
    assert "spent" not in table.status("a1")


def overrun(diagram, *movers, dice):
    """Movers out of 0504 enter the hex of an unknown unit from 0505, where a8 stands."""
    drawn = unit("g9", "unknown-pool", max_steps=1, defense=2)
    units = [*movers, unit("a8", "0505"), unit("g1", "0506", kind="unknown"), drawn]
    names = " ".join(u["id"] for u in movers)
    return diagram(units).march(names, "0504", "0505", "0506", dice=dice)


def test_6_4_2_two_units_fight_an_unknown_unit_and_the_rest_goes_with_them(diagram):
    movers = [unit(f"a{n}", "0504", attack=n + 1, movement=5) for n in (1, 2, 3)]
    table = overrun(diagram, *movers, dice=[1, 5])
    assert table.state()["tracks"]["combat"] == "0506 3:1 5 A1/D1"
    assert table.asked == ("allied", "loss", ["a2", "a3"])
    assert all(table.status(name) == {"spent"} for name in ("a1", "a2", "a3"))
    options = table.choose("a3").asked[2]
    assert {"a1 0505 0506", "a2 0505 0506"} <= set(options)
    assert not [o for o in options if o.startswith("a8")]  # it did not enter the hex


def test_9_1_units_without_an_attack_factor_only_go_with_the_attackers(diagram):
    bridging = unit("a2", "0504", kind="bridging", attack=0, max_steps=1, movement=5)
    mine = unit("a1", "0504", attack=2, movement=5)
    table = overrun(diagram, mine, bridging, dice=[1, 4])
    assert table.state()["tracks"]["combat"] == "0506 1:1 4 EX"
    assert (table.steps("a1"), table.steps("a2")) == (1, 1)  # nobody can pick a2
    assert table.status("a2") == {"spent"}
    assert table.choose("a2 0505 0506").at("a2") == "0506"
