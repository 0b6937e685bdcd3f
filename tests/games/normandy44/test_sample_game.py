"""The recorded D-Day: legal, with every printed die and result."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core.state import State
from engine.games.normandy44.orders import attack_named
from engine.games.normandy44.rulebook import rulebook
from engine.games.normandy44.rules.ch10_combat import reckon
from engine.games.normandy44.ruleset import Rules
from engine.log.annotations import load_for
from engine.log.verify import verify
from engine.play.audit import audit
from engine.play.game import Recording
from logs.build import FOLDER
from tests.games.normandy44.test_printed_examples import COMBATS

LOG = FOLDER / "normandy44-d-day.h44log"
NOTES = (LOG.with_suffix(".h44aar"), LOG.with_suffix(".es.h44aar"))


@pytest.fixture(scope="module")
def game() -> Recording:
    """The log that comes with the program."""
    return Recording.load(LOG)


@pytest.fixture(scope="module")
def thrown(game: Recording) -> dict[str, list[int]]:
    """Return all dice of the game by their purpose."""
    found: dict[str, list[int]] = {}
    for entry in game.log.entries:
        for dice in entry.dice:
            found.setdefault(dice.reason, []).extend(dice.values)
    return found


def test_the_log_is_sound_and_breaks_no_rule(game: Recording) -> None:
    assert game.notices == ()
    assert verify(game.log, game.module.places, game.annotations).problems == []
    found = audit(game, rulebook().ruleset("campaign"))
    assert found.judged > 120
    assert found.breaches == []


DICE = {
    "scatter:US-82-507": [2],
    "scatter:US-82-505": [5],
    "scatter:US-82-508": [2],
    "scatter:US-101-502": [2],
    "scatter:US-101-506": [6],
    "scatter:US-101-501": [1],
    "scatter:BR-6-3": [6],
    "scatter:BR-6-5": [3],
    "scatter:BR-6-8/3": [1],
    "invasion:utah": [4],
    "dd_tanks:US-70Tk": [1],
    "invasion:pointe-du-hoc": [4],
    "rangers:US-5Rgr": [4],
    "invasion:omaha-29": [1, 6],
    "dd_tanks:US-743Tk": [2],
    "invasion:omaha-1": [2],
    "dd_tanks:US-741Tk": [4],
    "invasion:jig": [4],
    "dd_tanks:BR-8A-NY": [6],
    "invasion:king": [6],
    "dd_tanks:BR-8A-4-7RDG": [1],
    "invasion:mike": [2],
    "dd_tanks:CAN-2A-1Hus": [1],
    "invasion:nan": [1],
    "dd_tanks:CAN-2A-FGH": [5],
    "invasion:queen": [6],
    "dd_tanks:BR-27A-13/18": [4],
}
"""The printed dice by what they are thrown for; the 29th Division throws twice."""


def test_the_27_dice_of_the_invasion_are_the_printed_ones(thrown: dict[str, list[int]]) -> None:
    sorts = ("scatter", "invasion", "dd_tanks", "rangers")
    ours = {reason: dice for reason, dice in thrown.items() if reason.split(":")[0] in sorts}
    assert ours == DICE
    assert sum(len(d) for r, d in DICE.items() if not r.startswith("rangers")) == 27


def after(game: Recording, phase: str) -> State:
    """The position in which a phase has just ended."""
    last = max(n for n in range(1, len(game)) if game.state(n).clock.phase == phase)
    return game.state(last)


def test_losses_of_the_invasion(game: Recording) -> None:
    """Page 26: the steps left, and the scattered units and cadres."""
    state = after(game, "invasion")
    steps = {"US-4-8": 2, "US-70Tk": 1, "US-2Rgr": 1, "US-29-115": 2, "US-29-116": 2}
    steps |= {"US-743Tk": 1, "US-1-16": 2, "US-1-18": 2, "US-741Tk": 2, "BR-50-56": 2}
    steps |= {"BR-8A-NY": 2, "BR-8A-4-7RDG": 1, "CAN-3-7": 2, "CAN-2A-1Hus": 1, "CAN-3-8": 2}
    steps |= {"BR-4SS": 1, "CAN-2A-FGH": 2, "BR-3-8": 3, "BR-27A-13/18": 2, "BR-6-8/3": 1}
    assert {name: state.pieces[name].steps for name in steps} == steps
    scattered = {n for n, p in state.pieces.items() if "scattered" in p.status}
    assert scattered - {n for n in scattered if "Cadre" in n} == {
        *("US-82-505", "US-101-502", "BR-6-5", "BR-6-8/3")
    }
    assert sum("Cadre" in n for n in scattered) == 3
    assert game.module.places.name(state.pieces["US-5Rgr"].place) == "follow-up-omaha"
    assert state.tracks["repl/us/airborne"] == 4
    assert state.tracks["repl/cw/airborne"] == 1


TOLD = (
    *("2810 5:1 5 D1", "2032 7:1 4 A1/D2", "2131 2:1 3 EX", "2812 3:1 6 D1", "2711 2:1 4 DR"),
    *("2913 4:1 5 D1", "2619 2:1 5 DR", "2520 2:1 1 A1", "2524 4:1 3 DR", "2326 3:1 5 A1/D1"),
    *("2327 2:1 4 DR", "2230 4:1 6 D1", "2229 1:1 3 A1/DR"),
)
"""The thirteen combats in the order of the book: hex, column, die, result."""


def test_the_thirteen_combats_come_out_as_printed(game: Recording) -> None:
    seen = []
    for number, entry in enumerate(game.log.entries, 1):
        if entry.action.kind == "declare_attack":
            seen.append(game.state(number).tracks["combat"])
    assert tuple(seen) == TOLD
    printed = tuple(f"{column} {die} {result}" for *_, column, die, result in COMBATS)
    assert tuple(told.split(" ", 1)[1] for told in TOLD) == printed


def test_the_strengths_of_the_combats_are_the_printed_ones(game: Recording) -> None:
    rules = rulebook().ruleset("campaign")
    assert isinstance(rules, Rules)
    seen = []
    for number, entry in enumerate(game.log.entries):
        if isinstance(entry.action, act.DeclareAttack):
            odds = reckon(attack_named(rules.position(game.state(number)), entry.action))
            seen.append((odds.attack, odds.defense, odds.name))
    printed = [(attack, defense, column) for _, attack, defense, _, column, *_ in COMBATS]
    printed[-1] = (13, 10, "1:1")  # combat J: 14 in the book, the counters add up to 13
    assert seen == printed


def test_outcomes_of_the_combats(game: Recording, thrown: dict[str, list[int]]) -> None:
    """Pages 27 to 29: determined defences, retreats, losses and advances."""
    assert {r: d for r, d in thrown.items() if r.startswith("determined")} == {
        "determined_defense:2619": [4],
        "determined_defense:2327": [5],
        "determined_defense:2229": [2],
    }
    last, places = game.state(len(game)), game.module.places
    at = {name: places.name(piece.place) for name, piece in last.pieces.items()}
    assert at["GE-91-3/1058"] == "2512"
    assert at["US-70Tk"] == "2811"
    assert at["GE-352-1/916"] == "2423"
    assert at["GE-21-192"] == "2129"
    assert (at["GE-3FK-1"], at["GE-21-200PzJg"]) == ("2619", "2327")
    assert last.pieces["GE-3FK-1"].steps == last.pieces["GE-21-200PzJg"].steps == 1
    assert last.pieces["GE-21-200StuG"].steps == 1
    gone = ("BR-8A-4-7RDG", "GE-352-2/915", "GE-SP-Hillman", "GE-SP-716-8", "GE-709-795")
    assert all(at[name].startswith("eliminated") for name in gone)
    assert "disrupted" in last.pieces["GE-352-Fus"].status


def test_both_languages_describe_the_same_entries(game: Recording) -> None:
    english, spanish = (load_for(LOG, game.log.header.id, path) for path in NOTES)
    assert english.entries.keys() == spanish.entries.keys()
    assert (english.language, spanish.language) == ("en", "es")
    assert len(english.entries) > 55
    chapters = [e for e in english.entries.values() if e.chapter]
    assert len(chapters) == 17
    assert all(e.camera for e in chapters)
    assert sum(bool(e.shapes) for e in english.entries.values()) > 45
    assert all(e.comment for e in spanish.entries.values())


def test_every_answer_is_described(game: Recording) -> None:
    told = [game.step(number).sentence for number in range(1, len(game) + 1)]
    assert [sentence for sentence in told if "decides (" in sentence] == []
    assert "1/3FK leads a determined defence: die 4+1, it succeeds, but 1/3FK loses a step." in told
    assert (
        "716 SP 8 leads a determined defence: die 2-1, the hex is not held. Eliminated: 716 SP 8."
        in told
    )
    assert "125/21 Pz goes into reserve." in told
