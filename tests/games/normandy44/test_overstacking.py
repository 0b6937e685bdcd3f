"""7.2b: the owner of an overstacked hex chooses the eliminated units at the end of a phase."""

from __future__ import annotations

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules.ch09_movement import Mover, reach
from tests.games.normandy44.tabletop import Json, Table, allied, german

CROWD = ("r1", "r2", "r3", "hq", "sherman")


def crowd(*more: Json, **position: object) -> Table:
    """Three regiments of two points, a headquarters and a tank battalion in 0505."""
    units = [
        *(allied(name, "0505", factor=4) for name in ("r1", "r2", "r3")),
        allied("hq", "0505", factor=1, kind="hq"),
        allied("sherman", "0505", factor=3, kind="tank"),
    ]
    usual = {"phase": "movement", "active": "allied"}
    return Table([*units, *more], **{**usual, **position})  # type: ignore[arg-type]


def test_the_owner_chooses_the_eliminated_unit() -> None:
    table = crowd()
    table.play(act.NextPhase())
    asked = table.state.pending[-1]
    assert (asked.kind, asked.side, dict(asked.args)) == ("overstack", "allied", {"hex": "0505"})
    assert table.now.phase == "movement"
    assert table.options == ["r1", "r2", "r3"], "neither the free tank nor the headquarters helps"
    table.choose("r2")
    assert table.at("r2") == "eliminated-allied"
    assert {table.at(name) for name in CROWD if name != "r2"} == {"0505"}
    assert not table.state.pending
    assert table.now.phase == "combat", "the phase that was to end has ended"
    assert tracks.ENDING not in table.state.tracks


def test_a_move_may_overstack_until_the_phase_ends() -> None:
    """7.1d, 7.2a: in with a warning, then another unit out; reach leaves the full hex out."""
    into = {name: act.MoveUnits(units=(name,), path=("0605", "0505")) for name in ("tardy", "hq2")}
    table = Table(
        [
            *(allied(name, "0505", factor=4) for name in ("r1", "r2")),
            allied("hq", "0505", factor=1, kind="hq"),
            allied("tardy", "0605"),
            allied("hq2", "0605", factor=1, kind="hq"),
        ],
        phase="movement",
        active="allied",
    )
    found = {
        name: [(v.rule, v.level) for v in table.rules.judge(table.state, move)]
        for name, move in into.items()
    }
    assert found == {"tardy": [("7.1a", "warn")], "hq2": [("7.1d", "warn")]}
    tardy = Mover(table.now, (table.unit("tardy"),))
    assert table.hex("0505") not in reach(tardy)
    table.play(into["tardy"])
    full = table.state
    table.play(act.NextPhase())
    assert table.state.pending[-1].kind == "overstack"
    table.state = full
    table.play(act.MoveUnits(units=("r1",), path=("0505", "0504")))
    table.play(act.NextPhase())
    assert table.now.phase == "combat"
    assert not table.state.pending


def test_it_is_asked_until_the_hex_holds() -> None:
    table = crowd(allied("r4", "0505", factor=4), allied("ranger", "0505", factor=2, kind="ranger"))
    table.play(act.NextPhase())
    table.choose("ranger")
    assert table.options == ["r1", "r2", "r3", "r4"]
    table.choose("r1")
    table.choose("r4")
    assert not table.state.pending
    assert table.now.phase == "combat"


def test_one_hex_after_the_other_each_by_its_owner() -> None:
    enemies = [german(f"g{n}", "0808", factor=4) for n in range(3)]
    table = crowd(*enemies)
    table.play(act.NextPhase())
    assert table.options == ["r1", "r2", "r3"]
    table.choose("r3")
    assert (table.state.pending[-1].side, table.options) == ("german", ["g0", "g1", "g2"])
    assert table.now.phase == "movement"
    table.choose("g0")
    assert table.now.phase == "combat"


def test_of_two_headquarters_one_goes() -> None:
    units = [allied(name, "0505", factor=1, kind="hq") for name in ("h1", "h2")]
    table = Table([*units, allied("r1", "0505")], phase="movement", active="allied")
    table.play(act.NextPhase())
    assert table.options == ["h1", "h2"]


def test_of_two_tank_battalions_and_two_regiments_any_may_go() -> None:
    tanks = [allied(name, "0505", factor=3, kind="tank") for name in ("t1", "t2")]
    table = Table(
        [*tanks, *(allied(name, "0505") for name in ("r1", "r2"))],
        phase="movement",
        active="allied",
    )
    table.play(act.NextPhase())
    assert table.options == ["t1", "t2", "r1", "r2"]
    table.choose("t2")
    assert table.now.phase == "combat"


def test_why_another_unit_is_no_answer() -> None:
    table = crowd(allied("away", "0909"))
    table.play(act.NextPhase())
    for name, key in (("hq", "no_help"), ("sherman", "no_help"), ("away", "elsewhere")):
        found = table.verdicts(act.Choose(decision="overstack", option=name))
        assert [(v.rule, v.key) for v in found] == [("7.2b", f"rule.normandy44.7.2b.{key}")]


def test_no_question_where_all_hexes_hold() -> None:
    table = Table([allied("r1", "0505"), allied("r2", "0505")], phase="movement", active="allied")
    table.play(act.NextPhase())
    assert not table.state.pending
    assert table.now.phase == "combat"
