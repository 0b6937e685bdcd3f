"""Set-up, drop zones and reinforcements (chapters 7 and 21)."""

from __future__ import annotations

from engine.core import actions as act
from engine.games.airbridge.rules.ch21_arrivals import has_room
from engine.probe.questions import answer
from tests.games.airbridge.givens import A, G
from tests.games.airbridge.test_examples import Table
from tests.games.airbridge.test_probe import SS, position


def test_units_in_boxes_reach_the_hexes_where_they_enter_land_or_are_set_up() -> None:
    """21.0d, 7.3m, INTRO.d."""
    ready = Table("introductory", turn=1, phase="movement", active="allied")
    answers = ready.rules.answers(ready.state)
    name = next(u.id for u in ready.position.box("ready-xxx-corps"))
    assert set(answers.reach((name,)).hexes) <= set(ready.position.ground.setup)
    assert answers.reach((name,)).hexes
    table = Table("tournament", turn=1, phase="airborne", active="allied")
    lands = next(u.id for u in table.position.box("air-1-airborne"))
    answers = table.rules.answers(table.state)
    ends = answers.reach((lands,)).hexes
    listed = [m.path[-1] for m in table.rules.actions_of(table.state, lands)]  # type: ignore[attr-defined]
    assert {answers.number(h) for h in ends} == set(listed)
    assert len(ends) > 5
    later = Table("tournament", turn=1, phase="movement", active="allied")
    assert later.rules.answers(later.state).reach((lands,)).hexes == {}


def test_a_drop_zone_that_was_not_lost_is_not_replaced() -> None:
    """7.3g."""
    marks = [{"kind": "dz", "division": "101", "hex": "0404"}]
    told = answer(position(A, markers=marks), "dz", {"division": "101"})
    assert (told["turn"], told["hexes"], told["legal"]) == (None, [], False)


def test_an_entry_hex_has_room_unless_an_enemy_or_too_many_are_there() -> None:
    """21.0d."""
    crowd = [SS | {"id": f"f{n}", "hex": "0606", "stacking": 2} for n in range(4)]
    table = position(A, G, *crowd)
    ss = table.position.units["g"]
    for number, free in (("0403", False), ("0606", False), ("0808", True)):
        assert has_room(table.position, ss, table.place(number)) == free


def test_a_set_up_moves_the_unit_only() -> None:
    """INTRO.d."""
    table = Table("introductory")
    before = table.state
    path = ("ready-xxx-corps", "A0405")
    after = table.play(act.MoveUnits(units=("BR-GA-2GG",), path=path, mode="setup"))
    assert after.tracks == before.tracks
    assert after.control == before.control
    place = after.pieces["BR-GA-2GG"].place
    assert table.rules.places.name(place) == "A0405"


def test_arrivals_are_listed_in_the_phases_in_which_units_enter() -> None:
    """21.0b."""
    for phase, listed in (("movement", True), ("declaration", False), ("mechanised", False)):
        table = Table("tournament", turn=1, phase=phase, active="german")
        items = table.rules.answers(table.state).checklist()
        assert any(item.rule == "21.0b" for item in items) == listed
