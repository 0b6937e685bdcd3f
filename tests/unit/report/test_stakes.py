"""The roll needed: results of every face, from the game's rules or the consulted chart."""

from __future__ import annotations

from pathlib import Path

from engine.play import referee
from engine.play.game import Recording
from engine.report.game_facts import facts_of
from engine.report.stakes import stakes

LOGS = Path(__file__).parents[3] / "logs"


def told(name: str) -> dict[int, list[list[str]]]:
    """Return the chances of each die of a recorded game, by step."""
    played = Recording.load(LOGS / f"{name}.h44log")
    rules = referee.available_rules(played)
    assert rules is not None
    known = facts_of(played.module, played.log.header.scenario), rules
    found = {}
    for number, entry in enumerate(played.timeline.entries, 1):
        dice = stakes(played, number, known)
        assert all(stake.value in stake.chances[0].faces + sum(
            (chance.faces for chance in stake.chances[1:]), ()) for stake in dice)  # fmt: skip
        assert all(sum(chance.fell for chance in stake.chances) == 1 for stake in dice)
        assert not dice or entry.dice
        if dice:
            found[number] = [list(map(str, stake.chances)) for stake in dice]
    return found


def test_results_of_each_face_come_from_the_rules() -> None:
    found = told("normandy44-d-day")
    assert found[6] == [["▸ 1–3: 70 Tk loses a step (1 left)", "4–6: nothing"]]
    assert found[7] == [["1–3: 5 Rgr moves to 2818 Pointe du Hoc", "▸ 4–6: nothing"]]
    assert len(found[2]) == 9, "nine drops"
    assert found[2][2] == [
        "▸ 1–2: 8/3/6 AB loses a step (1 left); 8/3/6 AB: scattered",
        "3: 8/3/6 AB: scattered",
        "4–6: nothing",
    ]
    assert found[133][0][0] == "▸ 1–3: German: the retreat", "a defence that failed leads to it"
    assert 62 not in found, "the card of a combat tells of its die"


def test_results_of_each_face_come_from_a_consulted_chart() -> None:
    found = told("market-garden-turn-1")
    assert found[19] == [["1–3: the charges fail, the bridge is intact", "▸ 4–6: blown"]]
    assert found[82] == [
        [
            "1: fails, a defending step is lost",
            "▸ 2–4: fails",
            "5: holds, a defending step is lost",
            "6: holds, both sides lose a step",
        ]
    ]
