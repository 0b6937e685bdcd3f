"""Orders as actions: each is played on a real game and described in a sentence."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.play.game import Game
from holland44_qt.dragging.orders import Table

STACK = "6217"


def table(game: Game) -> Table:
    return Table(game.module, game.now)


def play(game: Game, action: act.Action | None) -> str:
    assert action is not None
    game.play(action)
    return game.step(len(game)).sentence


def stack(game: Game, place: str) -> tuple[str, ...]:
    return game.now.stack(game.module.places.index(place))


def unit(game: Game, steps: int, side: str = "allied") -> str:
    """Return a combat unit on the map at full strength with a number of steps."""
    hexes = game.module.places.hex_count
    return next(
        name
        for name, piece in sorted(game.now.pieces.items())
        if piece.place < hexes
        and piece.side == side
        and piece.steps == steps == game.module.counters.of(piece.counter).steps
        and game.module.counters.of(piece.counter).role == "combat"
    )


def test_a_step_is_lost_and_regained(game: Game) -> None:
    hurt = unit(game, 2)
    assert "loses a step (1 left)" in play(game, table(game).lose_step([hurt]))
    assert game.now.pieces[hurt].steps == 1
    assert "regains a step" in play(game, table(game).gain_step([hurt]))
    assert table(game).gain_step([hurt]) is None


def test_losing_the_last_step_eliminates_the_unit(game: Game) -> None:
    lost = unit(game, 1, "german")
    sentence = play(game, table(game).lose_step([lost]))
    assert "eliminated" in sentence
    assert lost in stack(game, "eliminated-german")
    assert table(game).eliminate([lost]) is None


def test_each_unit_of_a_stack_loses_a_step(game: Game) -> None:
    strong, weak = unit(game, 2), unit(game, 1)
    play(game, table(game).lose_step([strong, weak]))
    assert game.now.pieces[strong].steps == 1
    assert weak in stack(game, "eliminated-allied")


def test_units_of_both_sides_are_eliminated_in_one_entry(game: Game) -> None:
    here = stack(game, STACK)
    enemy = unit(game, 1, "german")
    before = len(game)
    play(game, table(game).eliminate([*here, enemy]))
    assert len(game) == before + 1
    assert set(here) <= set(stack(game, "eliminated-allied"))
    assert stack(game, "eliminated-german") == (enemy,)
    assert stack(game, STACK) == ()


def test_flipping_reduces_and_restores(game: Game) -> None:
    turned = unit(game, 2)
    play(game, table(game).flip([turned]))
    assert game.now.pieces[turned].steps == 1
    play(game, table(game).flip([turned]))
    assert game.now.pieces[turned].steps == 2


def test_flipping_artillery_fires_it(game: Game) -> None:
    gun = next(
        name
        for name, piece in sorted(game.now.pieces.items())
        if (back := game.module.counters.of(piece.counter).back) and back.means == "fired"
    )
    play(game, table(game).flip([gun]))
    assert "fired" in game.now.pieces[gun].status
    play(game, table(game).flip([gun]))
    assert "fired" not in game.now.pieces[gun].status


def test_a_status_is_set_and_removed_on_all(game: Game) -> None:
    first, second = stack(game, STACK)[:2]
    play(game, table(game).toggle([first], "disrupted"))
    play(game, table(game).toggle([first, second], "disrupted"))
    assert all("disrupted" in game.now.pieces[u].status for u in (first, second))
    play(game, table(game).toggle([first, second], "disrupted"))
    assert not any(game.now.pieces[u].status for u in (first, second))


def test_the_statuses_are_those_of_the_side(game: Game) -> None:
    allied, german = unit(game, 2), unit(game, 1, "german")
    assert "moved" in table(game).statuses([allied])
    assert "moved_german" not in table(game).statuses([allied])
    assert "scattered" not in table(game).statuses([german])


def test_an_unknown_unit_is_replaced_by_a_drawn_one(game: Game) -> None:
    unknown = "GE-unknown-6122"
    action = table(game).reveal(unknown)
    assert action == act.RevealUnit(unit=unknown, pool="unknown-pool")
    play(game, action)
    assert unknown not in game.now.pieces
    assert len(stack(game, "6122")) == 1
    assert table(game).reveal(stack(game, "6122")[0]) is None


def test_a_unit_is_replaced_by_a_remnant_and_returns(game: Game) -> None:
    parent = stack(game, STACK)[0]
    (remnant, *_) = table(game).stand_ins(parent)
    place = stack(game, STACK).index(parent)
    play(game, table(game).exchange(parent, remnant))
    assert stack(game, STACK)[place] == remnant
    assert stack(game, "remnant-parents-allied") == (parent,)
    assert parent in table(game).stand_ins(remnant)
    play(game, table(game).exchange(remnant, parent))
    assert stack(game, STACK)[place] == parent
    assert remnant in stack(game, "remnants-allied")
    assert stack(game, "remnant-parents-allied") == ()


@pytest.mark.parametrize("top", [True, False])
def test_units_go_to_the_top_or_bottom_in_their_order(game: Game, top: bool) -> None:
    before = stack(game, STACK)
    assert len(before) == 3
    chosen = before[:2] if top else before[1:]
    rest = tuple(u for u in before if u not in chosen)
    play(game, table(game).shift(reversed(chosen), top=top))
    assert stack(game, STACK) == ((*rest, *chosen) if top else (*chosen, *rest))
    assert table(game).shift(chosen, top=top) is None


@pytest.mark.parametrize(("index", "expected"), [(0, "cab"), (1, "acb"), (9, None)])
def test_a_unit_moves_within_the_stack(game: Game, index: int, expected: str | None) -> None:
    before = stack(game, STACK)
    action = table(game).restack(before[2], index)
    if expected is None:
        assert action is None
        return
    play(game, action)
    names = dict(zip("abc", before, strict=True))
    assert stack(game, STACK) == tuple(names[k] for k in expected)


def test_units_are_sent_to_a_box_place_by_place(game: Game) -> None:
    here, there = stack(game, STACK), unit(game, 1, "german")
    actions = table(game).send([*here, there], "turn-9")
    assert len(actions) == 2
    for action in actions:
        game.play(action)
    assert {*here, there} <= set(stack(game, "turn-9"))
    assert table(game).send(here, "turn-9") == []


def test_numbered_markers_are_placed_and_returned_to_their_box(game: Game) -> None:
    palette = dict(table(game).palette())
    assert palette["traffic"] == "traffic-1"
    assert palette["river_assault"] == "river_assault-1"
    play(game, table(game).put_marker("traffic", "traffic-1", "4816"))
    assert game.now.markers["traffic-1"].at == "4816"
    assert dict(table(game).palette())["traffic"] == "traffic-2"
    assert table(game).put_marker("traffic", "traffic-1", "4816") is None
    play(game, table(game).take_marker("traffic-1"))
    assert game.now.markers["traffic-1"].at == "traffic"


def test_markers_without_a_number_are_placed_and_removed(game: Game) -> None:
    for number in (1, 2):
        name = dict(table(game).palette())["ferry"]
        assert name == f"ferry-{number}"
        play(game, table(game).put_marker("ferry", name, "4816"))
    play(game, table(game).take_marker("ferry-1"))
    assert "ferry-1" not in game.now.markers
    assert dict(table(game).palette())["ferry"] == "ferry-1"


def test_a_bridge_is_blown_and_repaired(game: Game) -> None:
    side = next(s for s, how in sorted(game.now.hexsides.items()) if how == "wired")
    assert "blown" in play(game, table(game).set_bridge(side, "blown"))
    assert game.now.hexsides[side] == "blown"
    assert table(game).set_bridge(side, "blown") is None
    play(game, table(game).set_bridge(side, "under_repair"))
    assert isinstance(game.timeline.entries[-1].effects[0], fx.SetHexside)
