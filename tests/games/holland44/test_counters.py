"""The counters of Holland '44 against their source and the statements of the rulebook."""

import csv
import json
import shutil
from collections import Counter as Tally
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core.counters import CounterSet
from engine.games.holland44.build_counters import compile_counters
from engine.i18n import has
from engine.modules.module import load_module

FOLDER = Path(str(files("resources") / "holland44"))
SHARED = Path(__file__).parents[3].parent / "shared" / "data" / "holland44"


@pytest.fixture(scope="module")
def counters() -> CounterSet:
    return load_module("holland44").counters


def test_the_file_is_what_its_sources_compile_to():
    assert (FOLDER / "counters.json").read_bytes() == compile_counters(FOLDER)


@pytest.mark.parametrize(
    ("where", "hexes"), [("the moon", ""), ("the moon", "4301"), ("", ""), ("drops A", "4301")]
)
def test_a_unit_of_the_table_arrives_at_a_place_that_there_is(tmp_path, where, hexes):
    source = tmp_path / "source"
    shutil.copytree(FOLDER / "source", source)
    with (source / "units.csv").open(encoding="utf-8", newline="") as file:
        first, *rows = csv.DictReader(file)
    first |= {"arrival_where": where, "start_hex": hexes}
    with (source / "units.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, first.keys())
        writer.writeheader()
        writer.writerows([first, *rows])
    with pytest.raises(ValueError, match=rf"units.csv: {first['id']} .*{where}"):
        compile_counters(tmp_path)


def test_counts(counters):
    real = [c for c in counters if c.role != "unknown"]
    assert len(real) == 271
    assert sum(c.count for c in real) == 303
    assert Tally(c.side for c in real for _ in c.pieces()) == {"allied": 148, "german": 155}


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared data beside the repository")
def test_every_printed_value_of_the_shared_list(counters):
    text = (SHARED / "units.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["id"] for row in rows] == [c.id for c in counters if c.role != "unknown"]
    for row in rows:
        c = counters.counters[row["id"]]
        front = c.front
        armor = front.armor_value
        assert c.count == int(row["count"]), c.id
        assert (c.side.title(), c.nationality, c.formation) == (
            row["side"],
            row["nationality"],
            row["formation"],
        ), c.id
        assert ("S" if front.support else str(front.attack)) == (row["attack"] or "0"), c.id
        assert (front.defense, front.movement, front.steps) == (
            int(row["defence"]),
            int(row["movement"]),
            int(row["steps"]),
        ), c.id
        assert ("" if armor is None else str(armor)) == row["armour"] + row["anti_tank"], c.id
        assert ("" if front.range is None else str(front.range)) == row["range"], c.id
        assert c.quality == (row["quality"] or "normal"), c.id
        if row["reverse_defence"]:
            assert c.back is not None
            assert (c.back.attack, c.back.defense, c.back.movement, c.back.steps) == tuple(
                int(row[f"reverse_{k}"]) for k in ("attack", "defence", "movement", "steps")
            ), c.id
        else:
            assert c.back is None or c.back.means == "depleted", c.id


@pytest.mark.parametrize(
    ("piece", "face", "values"),
    [  # rulebook: 2.3.12, 8.5.7, 18.6, worked example pp. 39-48, design notes p. 49
        ("US-1/501", "front", "4-5-3 x3 elite"),
        ("US-1/501", "back", "3-4-3 x2 elite"),
        ("BR-2IG/5", "front", "9-6-5 x3 normal"),
        ("BR-2-1P", "front", "4-5-3 x3 elite"),
        ("GE-Segler", "front", "4-5-5 x2 normal"),
        ("GE-Kerutt", "front", "3-5-3 x2 normal"),
        ("GE-14Hoffmann", "front", "1-2-3 x1 normal"),
        ("GE-6Penal", "front", "2-4-3 x2 low"),
        ("GE-I-6Training", "front", "1-2-3 x1 low"),
        ("GE-elm-I-6Training", "front", "1-1-3 x1 low"),
        ("GE-Police", "front", "1-1-3 x1 normal"),
        ("GE-HGTraining", "front", "1-2-3 x1 low"),
        ("GE-428Flak", "front", "1-2-5 x1 normal"),
        ("GE-1-18-Flak", "front", "1-2-0 x1 normal"),
        ("GE-559StuG", "front", "2-2-5 x1 normal"),
        ("US-A/82", "front", "1-1-3 x1 elite"),
    ],
)
def test_values_that_the_rulebook_shows(counters, piece, face, values):
    c = counters.of(piece)
    f = c.face(face)
    assert f"{f.attack}-{f.defense}-{f.movement} x{f.steps} {c.quality}" == values


def test_unknown_units(counters):
    unknown = counters.counters["GE-unknown"]
    pool = [p for c in counters if c.arrival.how == "pool" for p in c.pieces()]
    assert unknown.count == len(unknown.pieces()) == len(pool) == 20
    assert unknown.stacking == "none"
    assert "GE-unknown-6122" in counters
    garrisons = counters.counters["GE-Garrison"]
    assert garrisons.count == 6
    assert (garrisons.role, garrisons.front.defense, garrisons.steps) == ("garrison", 0, 0)


def test_halves_are_each_others(counters):
    halves = [c for c in counters if c.half_battalion]
    assert len(halves) == 22
    for c in halves:
        other = counters.counters[c.half_battalion]
        assert other.half_battalion == c.id
        assert (other.formation, other.kind, other.label.split("/")[-1]) == (
            c.formation,
            c.kind,
            c.label.split("/")[-1],
        )
    assert {c.id for c in counters if "half-battalion" in c.note} == {c.id for c in halves}


def test_classes(counters):
    """2.3.14: tanks, Flak and artillery are vehicles; infantry on wheels and engineers not."""
    for c in counters:
        assert c.vehicle == (c.kind in {"tank", "tank_destroyer", "flak", "artillery"}), c.id
        assert c.tank == (c.kind in {"tank", "tank_destroyer"}), c.id
        assert c.mechanized or not c.vehicle, c.id
        if c.symbol in {"motorized", "mechanized", "engineer"}:
            assert c.mechanized, c.id
            assert not c.vehicle, c.id
        # 6.2
        free = c.kind in {"artillery", "bridging", "engineer", "flak"}
        assert (c.stacking == "free") == free, c.id
        # Foot soldiers move 3; whoever moves 4 or more rides.
        if c.front.movement >= 4:
            assert c.mechanized, c.id


def test_special_units(counters):
    assert [c.id for c in counters if c.kind == "bridging"] == [
        "BR-30Corps-Bridge",
        "BR-8Corps-Bridge",
    ]
    assert {c.id for c in counters if c.recon} == {
        "BR-15/19KRH",
        "BR-43Recce",
        "BR-2WG",
        "BR-2HC",
        "NL-Irene-Rec",
        "GE-Graebner",
    }
    assert {c.id: c.arrival.hexes for c in counters if c.frozen} == {
        "GE-Bloch": ("4301",),
        "GE-TielGarrison": ("5606",),
    }
    assert {c.division for c in counters if c.kind == "supply_head"} == {"1", "82", "101"}
    assert sum(c.arrival.how == "die" for c in counters) == 6
    arko = counters.formations[counters.counters["GE-191Arko"].formation]
    assert arko.members == ("II SS Pz Korps (red)", "Div von Tettau (yellow)")
    assert counters.formations["Corps level (white)"].corps_level


def test_counter_backs_have_the_right_meaning(counters):
    for c in counters:
        means = c.back.means if c.back else None
        if c.kind == "artillery":
            assert means == "fired", c.id
        elif c.role == "supply_head":
            assert means == "depleted", c.id
        elif c.role == "combat" and c.steps > 1:
            assert means == "reduced", c.id
            assert c.back.steps == c.steps - 1, c.id
    ferries = [c.id for c in counters if c.back and c.back.means == "ferry"]
    assert ferries == ["BR-43Div-Eng", "BR-30Corps-Eng", "CA-20+23RCE"]


def test_every_unit_of_three_steps_has_a_remnant_of_its_type(counters):  # 11.4
    for c in counters:
        if c.role == "combat" and c.steps == 3:
            ((remnant, face),) = counters.remnants_for(c)
            assert remnant.tank == c.tank, c.id
            assert remnant.is_mechanized(face) == c.mechanized, c.id
            assert remnant.division == c.division, c.id
    names = {
        "US-3/504": "US-82-REM",
        "PO-1": "PO-REM",
        "NL-Irene": "BR-REM-Inf",
        "BR-2WG": "BR-REM-Tank",
        "GE-Jungwirth": "GE-REM-FJ",
        "GE-100-180": "GE-REM-Inf",
    }
    assert {n: counters.remnants_for(counters.of(n))[0][0].id for n in names} == names


def test_breakdown_units(counters):  # 21.1, 21.2
    def ids(name):
        return [(c.id, face) for c, face in counters.breakdowns_for(counters.of(name))]

    assert ids("US-3/504") == [("US-A/82", "front"), ("US-B/82", "front")]
    assert ids("BR-2IG/5") == [("BR-BD-Tank", "front")]
    assert ids("BR-2HC") == [("BR-BD-Inf", "back")]
    assert ids("BR-2L/9") == [("BR-BD-Inf", "front")]
    assert ids("GE-Segler") == [("GE-BD", "back")]
    assert ids("GE-Graebner") == []


def test_formations_and_grounds_are_known(counters):
    for c in counters:
        assert c.formation in counters.formations
        assert c.nationality in counters.file.nationalities


def test_inferred_values_are_marked(counters):
    inferred = {c.symbol for c in counters if "inferred" in c.basis}
    assert inferred == {"recon", "bridging"}
    stated = {f.id for f in counters.file.formations if f.basis == "stated"}
    assert "1 Para Army (blue)" in stated
    assert "Guards Armd Div" not in stated


def test_markers_and_boxes():
    module = load_module("holland44")
    assert module.markers["traffic"].count == 6
    assert (module.markers["moved"].count, module.markers["moved_german"].count) == (3, 2)
    assert (module.markers["air"].count, module.markers["weather"].count) == (2, 2)
    assert module.markers["airborne_replacement"].count == 4
    for marker in module.markers.values():
        assert has(marker.key), marker.id
        assert has(f"marker_name.{marker.id}"), marker.id
        if marker.back:
            assert module.markers[marker.back].back == marker.id
    for letter in "ABCDEFGHIJKLMNO":
        assert module.displays[f"area-{letter}"].side == ("allied" if letter in "MNO" else "german")
    assert all(f"turn-{n}" in module.displays for n in range(1, 21))
    assert all(has(display.key) for display in module.displays.values())


def test_the_catalogue_has_no_dead_names():
    messages = json.loads((FOLDER.parent / "locale/en/counters.json").read_text(encoding="utf-8"))
    module = load_module("holland44")
    named = {f"marker.{m}" for m in module.markers} | {f"marker_name.{m}" for m in module.markers}
    assert {key for key in messages if key.startswith("marker")} == named
    shown = {display.key for display in module.displays.values()}
    assert {key for key in messages if key.startswith("display.")} == shown
