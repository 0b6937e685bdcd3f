"""Chapter 9: attacks into closed terrain, river assaults."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

AREAS = {
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
}
READY = {"status": ["river_assault"]}


def strike(attackers: str, target: str = "0506"):
    return {"kind": "declare_attack", "attackers": attackers.split(), "target": target}


def test_9_1e_units_attack_where_they_could_not_move(diagram):
    sides = {"0505/0506": ["minor_river"]}
    hexes = {"0506": {"terrain": "marsh"}}
    units = [tank("a1", "0505", attack=20), unit("g1", "0506", defense=2)]
    table = diagram(units, phase="combat", hexsides=sides, hexes=hexes, areas=AREAS)
    assert "8.5.2" in table.broken("a1", "0505", "0506")
    assert table.attack("a1", "0506", 1).state()["tracks"]["fought/g1"] == "defended"
    canal = diagram(units, phase="combat", hexsides={"0505/0506": ["canal"]}, areas=AREAS)
    assert canal.attack("a1", "0506", 1).state()["tracks"]["fought/g1"] == "defended"


@pytest.fixture
def river(diagram):
    """Infantry, tanks and engineers at a major river; the enemy behind it has one step."""

    def make(*units, waited=READY, sappers=READY, **fields):
        mine = [
            unit("a1", "0505", attack=90, **waited),
            unit("a9", "0505", attack=1, kind="engineer", max_steps=1, **sappers),
        ]
        foe = unit("g1", "0506", **{"max_steps": 1, "defense": 3, **fields})
        sides = {key: ["major_river"] for key in ("0505/0506", "0506/0606", "0504/0505")}
        base = [u for u in mine if u["id"] not in {given["id"] for given in units}]
        return diagram([*base, foe, *units], phase="combat", hexsides=sides, areas=AREAS)

    return make


def test_9_5_3b_infantry_that_waited_takes_part(river):
    assert river().attack("a1", "0506", 5).at("g1") == "eliminated-german"
    moved = river(waited={})
    assert {v["rule"] for v in moved.refused(strike("a1"))["verdicts"]} == {"9.5.1"}
    second = river(unit("a2", "0505", attack=3))  # it came up this turn and joins
    assert second.attack("a1 a2", "0506", 5).at("g1") == "eliminated-german"
    assert {v["rule"] for v in second.refused(strike("a2"))["verdicts"]} == {"9.5.1"}


def test_9_5_3c_engineers_support_it_from_its_hex(river):
    apart = river(unit("a9", "0605", attack=1, kind="engineer", **READY))
    assert {v["rule"] for v in apart.refused(strike("a1"))["verdicts"]} == {"9.5.1"}
    tired = river(sappers={})
    assert {v["rule"] for v in tired.refused(strike("a1"))["verdicts"]} == {"9.5.1"}


def test_9_5_3a_only_the_allies_assault(diagram):
    units = [
        unit("g1", "0505", attack=30, **READY),
        unit("g9", "0505", kind="engineer", **READY),
        unit("a1", "0506"),
    ]
    board = {"hexsides": {"0505/0506": ["major_river"]}, "active": "german", "phase": "combat"}
    error = diagram(units, **board).refused(strike("g1"))
    assert {v["rule"] for v in error["verdicts"]} == {"9.5.1"}


def test_9_5_3d_an_engineer_unit_supports_one_assault(river):
    units = [unit("a2", "0505", attack=9, **READY), unit("g2", "0504")]
    assert river(*units).ask("judge", action=strike("a2", "0504"))["legal"]
    table = river(*units).attack("a1", "0506", 5).choose("done")
    assert table.status("a9") == set()
    assert {v["rule"] for v in table.refused(strike("a2", "0504"))["verdicts"]} == {"9.5.1"}


def test_9_5_3e_infantry_and_engineers_cross_into_the_vacated_hex_first(river):
    table = river(unit("a2", "0505", attack=1)).attack("a1", "0506", 5)
    assert table.state()["tracks"]["combat"].split()[3] == "DS"
    options = table.asked[2]
    assert "a1 0505 0506" in options
    assert "a1 0505 0506 0507" in options
    assert "a1 0505 0405" in options  # nobody has to cross
    assert "a9 0505 0506" in options  # the engineers cross without having attacked,
    assert "a2 0505 0506" in options  # and so does the infantry with them,
    assert "a2 0505 0405" not in options  # which has no other advance
    table = table.choose("a1 0505 0506")
    assert "a9 0505 0506" in table.asked[2]


@pytest.mark.parametrize(("ready", "may"), [(READY, True), ({}, False)])
def test_9_5_3_an_attack_whose_bridge_is_blown_may_go_on_as_an_assault(diagram, ready, may):
    units = [
        unit("a1", "0505", attack=90, **ready),
        unit("a9", "0505", kind="engineer", attack=1, **ready),
        unit("g1", "0506"),
    ]
    sides = {"0505/0506": ["major_river", "road_bridge"]}
    table = diagram(units, phase="combat", areas=AREAS, hexsides=sides).attack("a1", "0506")
    table = table.choose("blow", 6)
    if may:
        assert table.asked == ("allied", "attack", ["attack", "cancel"])
    else:
        assert table.pending == []


def test_9_5_3f_tanks_attack_and_do_not_cross(river):
    table = river(tank("a3", "0505", attack=5)).attack("a1 a3", "0506", 5)
    ends = {o.split()[2] for o in table.asked[2] if o.startswith("a3")}
    assert ends
    assert "0506" not in ends


def test_9_5_3e_not_units_that_fought_elsewhere_in_the_phase(river):
    units = [unit("a2", "0505", attack=9), unit("g2", "0605")]
    table = river(*units).attack("a2", "0605", 1)  # 1:1, A1
    table = table.attack("a1", "0506", 5)
    assert {o.split()[0] for o in table.asked[2]} == {"done", "a1", "a9"}


@pytest.mark.parametrize(("word", "refused"), [("retreated", {"9.1"}), ("driven", set())])
def test_9_1b_units_driven_back_without_an_attack_may_be_attacked(diagram, word, refused):
    """Breakthrough combat is not an attack in this sense; a unit alone in a hex defends itself."""
    base = diagram([unit("a1", "0505", attack=10), unit("g1", "0506")], phase="combat")
    track = {"kind": "set_track", "track": "fought/g1", "before": None, "after": word}
    table = base.apply({"kind": "manual_edit", "effects": [track]}, mode="off")
    assert table.odds("a1", target="0506")["defense"] == 5
    attack = {"kind": "declare_attack", "attackers": ["a1"], "target": "0506"}
    verdicts = table.ask("judge", action=attack)["verdicts"]
    assert {v["rule"] for v in verdicts if v["level"] == "forbid"} == refused


def test_14_3_2c_units_that_run_without_combat_were_not_attacked(diagram):
    units = [
        unit("a1", "0504", attack=10),
        unit("g1", "0505", defense=2, max_steps=1),
        unit("g2", "0506", status=["full_retreat"]),
    ]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram(units, phase="combat", areas=areas).attack("a1", "0505", 6)
    ran = table.choose("a1 0504 0505")
    while ran.asked[1] == "retreat":
        ran = ran.choose(ran.asked[2][0])
    assert ran.state()["tracks"]["fought/g2"] == "driven"
