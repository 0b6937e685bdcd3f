"""Tests that detect small changes of ten rules, one each."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import unit
from tests.games.holland44.rules.test_ch25_unknown import hiding, relocation

ROAD = [f"05{c:02d}" for c in range(1, 11)]


@pytest.mark.parametrize("side", ["allied", "german"])
def test_18_6_only_the_allies_dismount_over_a_canal(diagram, side):
    canal = {f"05{c:02d}/06{c:02d}": ["canal"] for c in range(1, 11)}
    canal |= {f"05{c:02d}/06{c + 1:02d}": ["canal"] for c in range(1, 10)}
    name, foe = ("a1", "g9") if side == "allied" else ("g1", "a9")
    units = [unit(name, "0605", mechanized=True, movement=5), unit(foe, "0110")]
    board = {
        "hexsides": canal,
        "areas": {"N": {"side": side, "hexes": ["0501"]}},
        "roads": [{"class": "primary", "hexes": ROAD}],
        "phase": "reorganization",
        "active": side,
    }
    after = diagram(units, **board).next()
    assert "out_of_supply" not in after.status(name)
    assert ("dismounted" in after.status(name)) is (side == "allied")


def test_20_2_5_two_hexes_are_too_many_after_a_replacement(diagram):
    table = diagram([unit("a1", "0505", status=["replacement"])])
    assert "20.2.5" in table.broken("a1", "0505", "0506", "0507")
    assert "20.2.5" not in table.broken("a1", "0505", "0506")


def test_12_1_2_a_supply_head_leads_no_defence(diagram):
    head = unit("a2", "0506", kind="supply_head", attack=0, defense=1, max_steps=1)
    units = [unit("g1", "0505", attack=12), unit("a1", "0506", defense=3), head]
    for die in range(1, 7):
        table = diagram(units, phase="combat", active="german").attack("g1", "0506", die)
        if table.pending and table.asked[1] == "determined":
            assert "a1" in table.asked[2]
            assert not any("a2" in option.split()[:1] for option in table.asked[2])
            break
    else:
        pytest.fail("no die leads to a determined defence")


def test_23_7_a_reconnaissance_unit_does_not_escape_an_exchange_with_retreat(diagram):
    units = [unit("a1", "0505", attack=33), unit("g1", "0506", kind="recon")]
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    table = diagram(units, phase="combat", areas=areas).attack("a1", "0506", 1)
    assert table.state()["tracks"]["combat"].split()[3] == "DRX"
    assert table.steps("g1") == 1


def test_24_4_units_on_foot_are_no_spearhead_of_the_30th_corps(table):
    position = {"turn": 3, "phase": "supply", "active": "german"}
    before = table(position).next()
    walkers = {**position, "units": [{"id": "BR-5EY/69", "hex": "5013"}]}
    after = table(walkers).next()

    def front(found):
        return max(option.split()[1] for option in found.asked[2] if option != "done")

    assert front(after)[:2] == front(before)[:2]


def test_9_5_3_the_marker_of_an_assault_goes_with_the_phase(diagram):
    ready = {"status": ["river_assault"]}
    table = diagram(
        [unit("a1", "0505", **ready), unit("g1", "0808")],
        phase="combat",
        markers=[{"kind": "river_assault", "hex": "0505"}],
    )
    held = table.state()
    assert [m for m in held["markers"].values() if m["kind"] == "river_assault"]
    after = table.next()
    left = [m for m in after.state()["markers"].values() if m["kind"] == "river_assault"]
    assert left == []
    assert "river_assault" not in after.status("a1")


def test_25_6_no_redeployment_beside_the_allies_even_across_a_river(diagram):
    river = {"0509/0609": ["major_river"]}
    ways = hiding(diagram, unit("a2", "0809"), hexsides=river).ask("legal")["actions"]
    assert relocation("0509") in ways
    beside = hiding(diagram, unit("a2", "0609"), hexsides=river).ask("legal")["actions"]
    assert relocation("0509") not in beside
