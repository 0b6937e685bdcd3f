"""Names of pieces, places, sides and decisions; titles in the current language; invalid entries."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.reducer import apply
from engine.core.state import State
from engine.games import require_rulebook
from engine.games.marketgarden.resolution import Resolution
from engine.log.entry import Entry
from engine.play.audit import _judged
from engine.rules.base.answers import Answers as BaseAnswers
from engine.rules.base.clauses import rulebook_order
from engine.rules.base.rulebook import Rulebook
from engine.rules.board_names import BoardNames
from engine.rules.judge import Given
from engine.rules.odds import Strength, total
from engine.rules.rule_page import rule_page
from tests.games.holland44.rules.tabletop import seen, unit

# -- names ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def names() -> BoardNames:
    rules = require_rulebook("holland44").ruleset("campaign")
    return BoardNames(rules.module, rules.board, rules.places, {"mine"})


def test_a_hex_is_named_with_its_town(names: BoardNames) -> None:
    assert "Arnhem" in names.place_name("6122")
    assert names.place_name("6122") != "6122"


def test_a_hex_of_another_board_uses_its_names() -> None:
    rules = require_rulebook("holland44").ruleset("campaign")
    hexes = {"hexes": {"6122": {"settlement": "town", "name": "Elsewhere"}}}
    diagram = seen([unit("a1", "6121")], board={"rows": [60, 62], "cols": [20, 23], **hexes})
    board = diagram.ruleset.board
    names = BoardNames(rules.module, board, diagram.ruleset.places, ())
    assert "Elsewhere" in names.place_name("6122")
    assert names.place_name("6121") == board.where(board.index["6121"])
    assert names.place_name("5321") == rules.module.place_name("5321")  # not on the diagram


def test_a_hexside_is_named_by_its_bridge_or_its_river(names: BoardNames) -> None:
    rules = require_rulebook("holland44").ruleset("campaign")
    bridged = next(k for k, s in rules.board.sides.items() if s.bridges)
    assert names.place_name(bridged) == rules.board.sides[bridged].bridges[0].name
    river = next(k for k, s in rules.board.sides.items() if s.river and not s.bridges)
    assert names.place_name(river) == rules.board.sides[river].river
    assert names.place_name("9998/9999") == "9998/9999"


def test_pieces_sides_phases_and_tracks_use_the_modules_words(names: BoardNames) -> None:
    module = require_rulebook("holland44").ruleset("campaign").module
    assert names.unit_name("mine") == "mine"
    assert names.unit_name("BR-2-1P") == "2/1P"
    assert names.side_name("german") == module.side_name("german") == "German"
    assert names.phase_name("combat") == module.phase_name("combat")
    assert names.marker_name("traffic") == module.marker_name("traffic")
    assert names.scenario_name("campaign") == module.scenario_name("campaign")
    tracks = ("airborne-82", "moved/x", "weather")
    assert [names.track_name(n) for n in tracks] == [module.track_name(n) for n in tracks]
    assert names.track_name("moved/x") is None
    assert names.track_name("airborne-82")


@pytest.mark.parametrize("game", ["marketgarden", "normandy44"])
def test_decisions_have_names_and_unknown_ones_their_ids(game: str) -> None:
    rules: Any = require_rulebook(game).ruleset("")
    decisions = rules.answers(rules.opening()).decisions
    for kind in decisions.handlers:
        told = decisions.kind_name(kind)
        assert told
        assert "decide." not in told
        assert rules.decision_name(kind) == told
    assert decisions.kind_name("not_one_of_them") == "not one of them"
    assert len({decisions.kind_name(k) for k in decisions.handlers}) > 1
    keys = decisions.senseless
    assert {k.rpartition(".")[2] for k in keys} == {
        "pending", "nothing_asked", "other_question", "no_option"
    }  # fmt: skip


def test_the_default_mode_of_a_move_by_hand_is_the_first() -> None:
    rules: Any = require_rulebook("marketgarden").ruleset("")
    position = rules.answers(rules.opening())
    assert len(rules.modes) > 1
    assert list(BaseAnswers.usual_modes(position)) == [rules.modes[0]]


def test_titles_of_holland44_use_the_current_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "pt")
    assert require_rulebook("holland44").titles["13.3"] == "Deter o recuo"


def test_the_parts_of_a_rule_have_titles_in_the_current_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = require_rulebook("marketgarden")
    assert [entry.title for entry in rule_page(book, "5.3b").entries] == ["No legal retreat"]
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    assert [entry.title for entry in rule_page(book, "5.3b").entries] == ["Sin retirada posible"]


def test_titles_use_the_current_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the rulebook's own id, and for that of the game it was copied from."""
    book = Rulebook("airbridge")
    english = dict(book.titles)
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    assert book.titles["1.0a"] == "Tema y nivel"
    assert book.titles != english
    copied = Rulebook("airbridge")
    copied.texts = "holland44"  # a game without titles in that language
    assert copied.titles["1.0a"] == english["1.0a"]
    assert set(copied.titles) == set(english)
    monkeypatch.setenv("HOLLAND44_LANG", "en")
    assert book.titles == english


# -- rule numbers and their pages -----------------------------------------------------------------


def test_rule_numbers_with_letters_and_without_digits_have_an_order() -> None:
    numbers = ["S1.3", "10.2", "2.3.14a", "2.3.14", "2.3.2", "3.A", "3.1", "3"]
    ordered = sorted(numbers, key=rulebook_order)
    assert ordered.index("2.3.2") < ordered.index("2.3.14") < ordered.index("10.2")
    assert ordered.index("3") < ordered.index("3.1")
    assert len(set(map(rulebook_order, ("3.A", "3.B", "3.C")))) == 3


def test_the_page_of_a_part_has_the_readings_of_the_whole() -> None:
    book = require_rulebook("holland44")
    whole = rule_page(book, "13.1.3")
    part = rule_page(book, "13.1.3.2")
    assert {e.id for e in part.entries} == {"13.1.3.2"}
    assert set(part.readings) <= set(whole.readings) | {
        r for r in book.readings if any("13.1.3.2".startswith(n) for n in r.rules)
    }
    assert part.readings
    assert rule_page(book, " 13.1.3. ").number == "13.1.3"
    with_letter = rule_page(book, "2.3.14")
    assert {"2.3.14", "2.3.14a", "2.3.14b"} <= {e.id for e in with_letter.entries}
    assert all(e.id.startswith("2.3.14") for e in with_letter.entries)


# -- strengths ------------------------------------------------------------------------------------


def test_10_1_only_units_of_strength_1_are_added_before_halving() -> None:
    """A five is not added, halved or whole, in any place."""
    five, one = Strength("five", 5, halved=True), Strength("one", 1, halved=True)
    whole = Strength("whole", 1)
    assert dict(total([five, one]).shares) == {"five": 3, "one": 1}
    assert dict(total([one, five]).shares) == {"five": 3, "one": 1}
    more = [whole, one, Strength("two", 1, halved=True)]
    assert total(more).value == 2
    assert total([whole, five]).value == 4


# -- entries that today's data do not know --------------------------------------------------------


class Failing:
    """An auditor that encounters an unknown name."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def judge(self, before: State, entry: Entry) -> None:
        raise self.error


def test_an_entry_with_an_unknown_name_is_a_finding() -> None:
    rules = require_rulebook("holland44").ruleset("campaign")
    note = Entry(id=1, parent=0, at="", by="allied", action=act.Note(text="x"), effects=())
    auditor: Any = Failing(KeyError("no-such-counter", "more"))
    (verdict,) = _judged(rules, auditor, rules.opening(), note) or []
    assert (verdict.key, verdict.level) == ("referee.unknown", "forbid")
    assert verdict.args["name"] == "no-such-counter"


# -- the plain game at the corner of the map ------------------------------------------------------


def test_the_first_hex_of_the_board_is_a_valid_hex() -> None:
    book = Rulebook("holland44")
    rules = book.ruleset("campaign")
    state = rules.opening()
    beside = next(j for j in rules.board.neighbours[0] if j >= 0)
    name = next(n for n, p in state.pieces.items() if rules.places.is_hex(p.place))
    here = state.pieces[name].place
    move = fx.Move(unit=name, path=(rules.places.name(here), rules.places.name(beside)),
                   from_index=state.stack(here).index(name), to_index=0)  # fmt: skip
    after = apply(state, (move,), rules.places)
    ends = {a.path[-1] for a in rules.actions_of(after, name) if isinstance(a, act.MoveUnits)}
    assert rules.places.name(0) in ends


def test_units_of_a_position_that_still_exist() -> None:
    rules: Any = require_rulebook("marketgarden").ruleset("")
    state = rules.opening()
    position = rules.position(state)
    work = Resolution(position.setting, state, Given([]))
    some = sorted(position.units)[:2]
    assert [u.id for u in work.units([some[1], "nobody", some[0]])] == [some[1], some[0]]
    assert work.position.units.keys() == position.units.keys()


def test_a_diagram_is_named_by_its_own_units() -> None:
    position = seen([unit("a1", "0505"), unit("g1", "0110")])
    assert position.ruleset.names.unit_name("a1") == "a1"
    assert position.ruleset.names.place_name("0505") == "0505"
    assert position.ruleset.names.side_name("allied") == "Allied"
