"""Facts of single fights: entered by hand, computed again from older logs, landings, jabos."""

from __future__ import annotations

import json

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.state import State
from engine.games.normandy44 import tracks
from engine.games.normandy44.facts import NormandyFacts, worth
from engine.log.entry import Entry
from engine.rules.facts import PRESS, RETREAT, ROUT
from engine.rules.judge import Given, play
from tests.games.normandy44.tabletop import BOOK, Table, allied, german, opened


def normandy() -> NormandyFacts:
    return NormandyFacts(BOOK.module, "campaign")


def entry(action: act.Action, *effects: fx.Effect, dice: tuple[Dice, ...] = ()) -> Entry:
    return Entry(id=1, parent=0, at="", by="allied", action=action, effects=effects, dice=dice)


def test_a_combat_entered_by_hand_is_reported_as_written() -> None:
    """10.5: with strengths, column, dice and result."""
    table = Table([allied("a", "0505"), german("d", "0506")])
    action = act.Combat(
        attackers=("a",),
        target="0506",
        defenders=("d",),
        attack=8,
        defense=4,
        column="2:1",
        result="DR",
    )
    die = Dice(sides=6, count=1, values=(4,), source="rolled", reason="")
    found = normandy().fight(entry(action, dice=(die,)), table.state)
    assert found is not None
    assert (found.side, found.target, found.attackers, found.defenders) == (
        "allied",
        "0506",
        ("a",),
        ("d",),
    )
    assert (found.attack, found.defense, found.column, found.dice, found.result) == (
        8,
        4,
        "2:1",
        (4,),
        "DR",
    )
    assert [o.result for o in normandy().outcomes(found)] == [
        "A1",
        "A1/DR",
        "EX",
        "DR",
        "DR",
        "A1/D1",
    ]


def test_columns_of_both_charts_and_of_none() -> None:
    """10.5, 20.3.2a: a landing is told by the name of its column."""
    known = normandy()
    assert [o.result for o in known._column("1:1")] == ["A1", "A1", "A1/DR", "EX", "DR", "DR"]
    assert {o.ways for o in known._column("Omaha")} == {1}
    assert len(known._column("Omaha")) == 6
    assert known._column("9:1") == ()
    assert known._column("Nowhere") == ()


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ("A1", -1),
        ("A2/D1", 1 + RETREAT + PRESS - 2),
        ("A1/DR", RETREAT + PRESS - 1),
        ("DR", RETREAT + PRESS),
        ("EX", 0),
        ("D1", 1 + RETREAT + PRESS),
        ("A1/D1", RETREAT + PRESS),
        ("A1/D2", 1 + ROUT + PRESS),
        ("DH", 2 + ROUT + PRESS),
        ("?", 0),
    ],
)
def test_the_value_of_each_result(result: str, value: float) -> None:
    """12.1a: steps lost and won, and the hexes given up."""
    assert worth(result) == pytest.approx(value)


def thrown(table: Table, action: act.Action, *dice: int) -> Entry:
    """The entry of an order that is carried out, as a log of the first format records it."""
    played = play(table.rules, table.state, action, Given(dice))
    effects = [e for e in played.effects if getattr(e, "track", "") != tracks.FIGHT]
    return entry(action, *effects, dice=tuple(played.dice))


@pytest.mark.parametrize(
    ("die", "shifts", "column"),
    [(3, [], "2:1"), (4, [-1], "1:1"), (5, [-2], "1:2")],
)
def test_jabos_of_an_attack_are_read_from_its_dice(
    die: int, shifts: list[int], column: str
) -> None:
    """19.1.3, 19.5: a German attack in clear weather, from its dice alone."""
    table = Table(
        [german("g", "0505", 8), allied("d", "0506", 4)], active="german", weather="clear"
    )
    attack = act.DeclareAttack(attackers=("g",), target="0506")
    told_by = thrown(table, attack, die, 4)
    known = normandy()
    known._setting = table.rules.setting
    odds = known._reckoned(told_by, table.state)
    assert odds is not None
    assert (odds.attack, odds.defense, odds.name) == (8, 4, column)
    assert [s.by for s in odds.shifts] == shifts


def test_what_is_no_fight() -> None:
    """Entries without the die of a combat, or whose combat is not known."""
    table = Table([allied("a", "0505"), german("d", "0506")])
    known = normandy()

    def track(text: str | None, name: str = tracks.COMBAT) -> fx.Effect:
        return fx.SetTrack(track=name, before=None, after=text)

    for effects in (
        (),
        (track(None),),
        (track("0506 2:1 4"),),
        (track("0506 other 4+1 hold"),),
        (track("0506 2:1 4 DR", "vp"),),
        (track("0506 2:1 4 DR"),),
    ):
        assert known.fight(entry(act.NextPhase(), *effects), State()) is None
    assert known.fight(entry(act.NextPhase(), track("0506 2:1 4 DR")), table.state) is None


def of_an_older_log(table: Table, action: act.Action, *dice: int, column: str = "") -> Entry:
    """The entry of an attack as older logs record it: without the numbers of its roll."""
    played = play(table.rules, table.state, action, Given(dice))
    effects: list[fx.Effect] = []
    for effect in played.effects:
        if isinstance(effect, fx.SetTrack) and effect.after and effect.track == tracks.FIGHT:
            record = json.loads(str(effect.after))
            record.pop("throws", None)
            effect = effect.model_copy(update={"after": json.dumps(record)})
        elif isinstance(effect, fx.SetTrack) and effect.track == tracks.COMBAT and column:
            words = str(effect.after).split()
            effect = effect.model_copy(update={"after": " ".join([words[0], column, *words[2:]])})
        effects.append(effect)
    return entry(action, *effects, dice=tuple(played.dice))


def test_an_older_log_is_computed_again_unless_its_column_differs() -> None:
    """10.5: strengths and shifts from the position before the attack."""
    units = [
        allied("a", "0505", 8, "tank", armor=3),
        german("d", "0506", 4),
        german("e", "0506", 2),
    ]
    table = Table(units, tracks={"retreated/e": 1})
    attack = act.DeclareAttack(attackers=("a",), target="0506")
    known = normandy()
    known._setting = table.rules.setting
    found = known.fight(of_an_older_log(table, attack, 4), table.state)
    assert found is not None
    assert (found.label, found.side, found.target) == ("", "allied", "0506")
    assert (found.attackers, found.defenders) == (("a",), ("d", "e"))
    assert (found.attack, found.defense, found.column) == (8, 4, "3:1")
    assert [(s.by, s.why) for s in found.shifts] == [(1, "armour")]
    assert (found.dice, found.result) == ((4,), "DR")
    other = known.fight(of_an_older_log(table, attack, 4, column="1:1"), table.state)
    assert other is not None
    assert (other.attack, other.defense, other.column, other.shifts) == (None, None, "1:1", ())
    new = play(table.rules, table.state, attack, Given((4,)))
    whole = known.fight(entry(attack, *new.effects, dice=tuple(new.dice)), table.state)
    assert whole == found


def test_a_landing_has_no_strengths() -> None:
    """20.3.2a: its column is told by name; the strongpoint is the defender."""
    table = opened()
    table.play(act.NextPhase(), *[6] * 9)
    choose = act.Choose(decision="landing", option="omaha-29")
    before = table.state
    played = play(table.rules, before, choose, Given((6,)))
    found = normandy().fight(entry(choose, *played.effects, dice=tuple(played.dice)), before)
    assert found is not None
    assert (found.label, found.column) == ("Omaha (29th Division)", "Omaha")
    assert (found.attack, found.defense, found.shifts) == (None, None, ())
    assert (found.side, found.target, found.dice) == ("allied", "2719", (6,))
    assert found.attackers == ("US-29-115", "US-29-116", "US-743Tk")
    strongpoint = [
        u for u in before.pieces if table.rules.places.name(before.pieces[u].place) == "2719"
    ]
    assert list(found.defenders) == strongpoint
