"""Cadres (chapter 17): what they do in place of their unit."""

from __future__ import annotations

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch17_cadres as cadres
from engine.games.normandy44.vocabulary import IN_BRITAIN, RETURN
from tests.games.normandy44.givens import CADRE, arriving, regiment
from tests.games.normandy44.tabletop import Json
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of


def test_the_cadre_of_a_unit_restored_in_britain_returns_to_the_display() -> None:
    """17.9.3, 21.2: it serves another unit then, and does not land."""
    units = [ENGINEERS, counter("US-Cadre-AG-1", IN_BRITAIN)]
    units += [counter("US-4-8", "cadres-allied", steps=1)]
    held = {"cadre/US-Cadre-AG-1": "US-4-8", "repl/us/infantry": 1}
    table = campaign(units, phase="replacement", tracks=held)
    table.play(act.PlaceMarker(unit="US-Cadre-AG-1", marker="replacement"))
    assert table.at("US-4-8") == IN_BRITAIN
    assert table.at("US-Cadre-AG-1") == "cadres-allied"


def test_the_cadre_of_an_attacker_advances_like_its_unit() -> None:
    """14.1b, 17.9.1: a cadre replaces its unit, which took part; 10.7: others cannot attack."""
    table = regiment()
    table.attack(["US-1-16"], "2021", 5)  # EX at 1:2
    assert table.options == [f"{CADRE} 2021", "none"]
    table.choose(f"{CADRE} 2021")
    assert table.at(CADRE) == "2021"


def test_the_cadre_of_an_attacker_pays_for_a_determined_defence() -> None:
    """12.4.4, 17.9.1: the result AL takes a step of any unit that attacked, whatever is left."""
    known: Json = {"markers": [{"kind": "improved_position", "hex": "2021"}]}
    table = regiment(foe=1, steps=3, **known)
    table.attack(["US-1-16"], "2021", 3)  # A1/DR at 1:1
    assert table.at(CADRE) == "2020"
    table.choose("hold x", 6)  # hold AL/IP
    assert (table.at(CADRE), table.at("x")) == ("cadres-allied", "2021")


def test_the_cadre_of_a_unit_that_retreats_over_water_has_retreated_too() -> None:
    """13.2.1, 13.5, 17.9.1: attacked again in the phase, it adds nothing to the defence."""
    table = campaign(
        [counter("US-1-16", "2020", steps=2), counter(CADRE, "cadres-allied")],
        tracks={"retreated/US-1-16": 1},
    )
    work = work_of(table)
    cadres.lose_step(work, "US-1-16")
    assert f"retreated/{CADRE}" in work.state.tracks
    fresh = campaign([counter("US-1-16", "2020", steps=2), counter(CADRE, "cadres-allied")])
    work = work_of(fresh)
    cadres.lose_step(work, "US-1-16")
    assert f"retreated/{CADRE}" not in work.state.tracks


def test_the_cadre_of_paratroops_comes_back_with_the_face_of_its_unit() -> None:
    """17.9.4, 21.2: by a replacement or over a beach; it moves three hexes, not four."""
    behind = counter("US-82-505", "cadres-allied")
    mate = counter("US-82-507", "2811")
    known = {tracks.CADRE + CADRE: "US-82-505", "repl/us/airborne": 1}
    back = act.MoveUnits(units=(CADRE,), path=("cadres-allied", "2811"), mode=RETURN)
    units = [ENGINEERS, behind, mate, counter(CADRE, "cadres-allied", steps=0)]
    table = campaign(units, phase="replacement", tracks=known, control={"2811": "allied"})
    table.play(back)
    assert table.unit(CADRE).values.movement == 3
    table = campaign([ENGINEERS, behind, counter(CADRE, IN_BRITAIN)], tracks=known)
    table.play(arriving(CADRE, IN_BRITAIN, "2814"))
    assert table.unit(CADRE).values.movement == 3
    other = known | {tracks.CADRE + CADRE: "US-4-12"}
    table = campaign([ENGINEERS, counter(CADRE, IN_BRITAIN)], tracks=other)
    table.play(arriving(CADRE, IN_BRITAIN, "2814"))
    assert table.unit(CADRE).values.movement == 4
