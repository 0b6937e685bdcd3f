"""Facts about a game under the rules, for reports and the window."""

from __future__ import annotations

import lzma
from pathlib import Path

from engine.core.actions import Choose, DeclareAttack
from engine.games.normandy44.facts import worth
from engine.games.normandy44.rulebook import rulebook
from engine.play.game import Recording
from engine.rules.facts import Fight

D_DAY = Path(__file__).parents[3] / "logs" / "normandy44-d-day.h44log"


def test_every_attack_and_every_landing_is_a_fight() -> None:
    played = Recording.load(D_DAY)
    facts = rulebook().facts(played.module, "campaign")
    fights = {}
    for number, entry in enumerate(played.timeline.entries, 1):
        fight = facts.fight(entry, played.state(number - 1))
        if fight is None:
            assert not isinstance(entry.action, DeclareAttack)
            continue
        fights[number] = fight
        assert fight.attackers
        assert fight.defenders
        (die,) = fight.dice
        thrown = [v for d in entry.dice for v in d.values]
        assert die in thrown
        assert facts.outcomes(fight)[die - 1].result == fight.result
        assert all(o.ways == 1 for o in facts.outcomes(fight))
        if isinstance(entry.action, DeclareAttack):
            assert fight.attackers == entry.action.attackers
            assert fight.odds
    attack = fights[62]
    assert (attack.odds, attack.column, attack.dice, attack.result) == ("12:4", "5:1", (5,), "D1")
    assert [(s.by, s.why) for s in attack.shifts] == [(1, "armour"), (1, "artillery")]
    landings = [n for n in fights if isinstance(played.timeline.entries[n - 1].action, Choose)]
    assert landings == [3, 7, 8, 9, 11, 14, 16, 20, 22, 24]
    assert (fights[8].label, fights[8].column) == ("Omaha (29th Division)", "Omaha")
    assert fights[24].target == "2330", "the landing that an answer about another one led to"


def test_a_better_throw_is_worth_more() -> None:
    order = ["A1", "A1/DR", "EX", "DR", "A1/D1", "D1", "A1/D2", "DH"]
    values = [worth(result) for result in order]
    assert values[0] < values[1] < values[2] < values[3] <= values[4] < values[5]
    assert values[5] < values[6] < values[7]
    assert worth("A2/D1") < worth("A1/D1")


def test_a_log_without_the_numbers_of_its_combats_is_told_alike(tmp_path: Path) -> None:
    """10.5: older logs record only the throw; strengths and shifts are computed again."""
    old = tmp_path / "old.h44log"
    fixture = Path(__file__).parents[2] / "fixtures" / "old_combats" / "normandy44-d-day.h44log.xz"
    old.write_bytes(lzma.decompress(fixture.read_bytes()))
    assert fights(old) == fights(D_DAY)


def fights(log: Path) -> list[Fight]:
    played = Recording.load(log)
    facts = rulebook().facts(played.module, "campaign")
    entries = enumerate(played.timeline.entries, 1)
    found = [facts.fight(entry, played.state(number - 1)) for number, entry in entries]
    return [fight for fight in found if fight is not None]
