"""Overlays of a whole position: threats, bridges, arrivals, retreats."""

from __future__ import annotations

from engine.games.holland44.answers.combat import neighbours
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.i18n import t
from holland44_qt.advice.feature import Advice
from tests.qt.advice.conftest import Adviser
from tests.qt.referee.conftest import Table
from tests.qt.referee.conftest import table as table

KRAFFT = "6319"


def test_a_threatened_hex_shows_the_column_of_all_neighbours(adviser: Adviser) -> None:
    adviser.go_to(lambda clock, _: clock.turn == 1 and clock.phase == "combat")
    adviser.toggle("threats_second")
    threats = adviser.advice.over.sight.threats
    position, krafft = adviser.position, adviser.hex(KRAFFT)
    near = neighbours(position, krafft, "allied")
    assert threats[krafft] == best_lead(Combat(position, tuple(near), krafft)).odds.column
    assert set(threats) <= set(position.stacks["german"])
    told = adviser.panel.explained.text()
    assert t("advice.threat", hex=position.where(krafft), column=threats[krafft]) in told
    adviser.toggle("threats_second")
    assert adviser.advice.over.sight.threats == {}


def test_bridges_are_marked_by_state_as_it_changes(adviser: Adviser) -> None:
    adviser.toggle("bridges")
    before = dict(adviser.advice.over.sight.spans)
    assert {"wired", "intact"} <= set(before.values())
    adviser.session.last()
    after = dict(adviser.advice.over.sight.spans)
    states = adviser.session.state.hexsides
    assert "blown" in after.values()
    numbers = adviser.session.module.board.numbers
    for (i, j), state in after.items():
        side = f"{numbers[i]}/{numbers[j]}"
        if side in states:
            assert states[side] == state


def test_arrivals_are_shown_at_their_entry_areas(adviser: Adviser) -> None:
    adviser.toggle("arrivals")
    position = adviser.position
    marks = adviser.advice.over.sight.arrivals
    assert marks
    told = adviser.panel.explained.text()
    for letter, area in position.board.areas.items():
        here = [text for place, text in marks.items() if place in area.hexes]
        waiting = len(position.areas.get(position.area_place(letter), ()))
        if waiting:
            assert any(text.startswith(f"{letter}: ") for text in here)
            assert t("advice.arrival.here", count=waiting) in told


def test_retreats_of_a_unit_are_highlighted_and_refused_ones_explained(adviser: Adviser) -> None:
    adviser.go_to(lambda clock, _: clock.turn == 1 and clock.phase == "combat")
    adviser.view.selection.set([adviser.unit("Krafft (-)")])
    adviser.toggle("retreats")
    sight = adviser.advice.over.sight
    assert sight.choices
    assert sight.refused
    assert not sight.choices.keys() & sight.refused.keys()
    numbers = adviser.session.module.board.numbers
    adviser.point_at(numbers[next(iter(sight.refused))])
    assert "13" in adviser.panel.explained.text()
    end = next(iter(sight.choices))
    adviser.point_at(numbers[end])
    assert adviser.advice.over.sight.paths[0].hexes[-1] == end


def test_no_retreats_without_a_selection(adviser: Adviser) -> None:
    adviser.toggle("retreats")
    assert t("advice.retreats.nobody") in adviser.panel.explained.text()
    assert adviser.advice.over.sight.choices == {}


def test_the_length_of_a_retreat_is_that_of_the_game(table: Table) -> None:
    """Units of Market-Garden retreat one hex, those of Normandy '44 two."""
    lengths = {}
    for game, unit in (("marketgarden", "GE-Chill-1"), ("normandy44", "GE-352-1/915")):
        log = table._folder / f"{game}.h44log"
        assert table.session.new(log, game, "campaign", mode="enforced")
        table.view.selection.set((unit,))
        table.trigger("advice_retreats")
        words = table.window.feature(Advice).panel.explained.text()
        lengths[game] = [n for n in (1, 2) if f"Hexes to retreat: {n};" in words]
    assert lengths == {"marketgarden": [1], "normandy44": [2]}
