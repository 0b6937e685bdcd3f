"""The searches on small graphs of their own, without a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.board.board import BEYOND, Board
from engine.board.graph import graph_of, roads_of
from engine.search.movement import Terms, layered, least_bad, reach
from engine.search.retreat import Candidate, allowed, paths
from engine.search.supply import Passage, Sources, cuts, routes, spread
from engine.search.zoc import Barriers, bonds, tables, zone

LINE = [[(i + d, 2, False) for d in (-1, 1) if 0 <= i + d < 8] for i in range(8)]
AROUND = [[i + d for d in (-1, 1) if 0 <= i + d < 8] for i in range(8)]


def terms(**changed):
    """Return terms on a graph with the given edges, all into hexes whose cost may grow."""
    ways = changed.pop("edges", LINE)
    graph = graph_of([[way[0] for way in those] for those in ways], edge=(0, 7 % len(ways)))
    base = {
        "graph": layered(graph, set(graph)),
        "edges": {i: {way[0]: way for way in those} for i, those in enumerate(ways)},
        "limit": 6,
        "leave": 3,
        "zone": frozenset(),
    }
    return Terms(**{**base, **changed})


def entered(*ways, **changed):
    """Return the hexes reached from off the map by these first edges."""
    return reach(terms(first={way[0]: way for way in ways}, **changed), BEYOND)


def test_reach_counts_costs_and_keeps_paths():
    found = reach(terms(), 2)
    assert found.cost == {0: 4, 1: 2, 2: 0, 3: 2, 4: 4, 5: 6}
    assert found.path(5) == [2, 3, 4, 5]


def test_zones_stop_and_cost_more_to_leave():
    found = reach(terms(zone={4}), 2)
    assert 5 not in found.cost
    assert reach(terms(zone={2}), 2).cost == {2: 0, 1: 5, 3: 5}


def test_closed_hexes_and_barred_pairs():
    assert 4 not in reach(terms(closed={4}), 2).cost
    assert 3 not in reach(terms(barred={(2, 3)}), 2).cost
    assert 2 in reach(terms(closed={2}), 2).cost


def test_costs_that_grow():
    woods = [[(j, 1, True) for j in AROUND[i]] for i in range(8)]
    found = reach(terms(edges=woods, growth=1, limit=9), 0)
    assert [found.cost[i] for i in range(1, 6)] == [1, 2, 4, 6, 8]


def test_units_enter_from_off_the_board():
    found = entered((0, 2, False), (7, 9, False))
    assert found.cost == {0: 2, 1: 4, 2: 6}
    assert found.path(2) == [0, 1, 2]
    assert entered((0, 2, False), (7, 9, False), zone={0}).cost == {0: 2}
    assert reach(terms(zone={2}), 2, entering=True).cost == {2: 0}


def test_a_quarry_hex_is_entered_from_its_zone_and_not_left():
    found = reach(terms(zone={3, 5}, quarry={4}), 2)
    assert found.cost[4] == 4
    assert 5 not in found.cost
    held = reach(terms(zone={3}, quarry={4}, hold={3}), 2)
    assert 4 not in held.cost


def test_least_bad_avoids_too_expensive_hexes():
    def ways(i, first):
        return {j: 100 if j == 3 else 1 for j in AROUND[i]}

    graph = graph_of(AROUND)
    assert least_bad(graph, 2, 4, ways) == [2, 3, 4]
    assert least_bad(graph, 2, 4, ways, limit=50) is None


def passage(**changed):
    """A row of eight hexes with edges from off the map at the ends (and at 3)."""
    links = changed.pop("roads", [()] * 8)
    pairs = {(i, j): "primary" for i, ends in enumerate(links) for j in ends}
    around = [
        [*AROUND[i], *(j for j in ends if j not in AROUND[i])] for i, ends in enumerate(links)
    ]
    graph = graph_of(around, {}, {"road": pairs}, (0, 3, 7))
    base = {
        "graph": graph,
        "roads": roads_of(graph),
        "road_closed": frozenset(),
        "closed": frozenset(),
        "barred": frozenset(),
        "thin": frozenset(),
        "range": 3,
    }
    return Passage(**{**base, **changed})


def test_supply_leaves_the_road_up_to_its_range():
    roads = [(1,), (0, 2), (1,), (), (), (), (), ()]
    found = routes(passage(roads=roads), Sources({0: "N"}, {}))
    assert found.distance == {0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 3}
    assert found.path(5) == [5, 4, 3, 2, 1, 0]
    assert found.source[0] == "N"


def test_supply_takes_the_shortest_path_off_the_road():
    # The road goes 1-2-…-6-0 with its source at 0; hex 1 lies next to 0, off the road.
    roads = [(6,), (2,), (1, 3), (2, 4), (3, 5), (4, 6), (5, 0), ()]
    found = routes(passage(roads=roads), Sources({0: "N"}, {}))
    assert found.distance[2] == 0
    assert found.path(1) == [1, 0]
    assert found.path(2) == [2, 1, 0]
    assert found.path(5) == [5, 6, 0]
    assert [found.length(i) for i in (1, 2, 3, 4, 5)] == [1, 2, 3, 3, 2]


def test_supply_from_beyond_the_edge_uses_a_hex_of_its_range():
    found = routes(passage(), Sources({}, {0: "N"}, beyond=True))
    assert max(found.distance) == 2


@pytest.mark.parametrize(
    ("change", "reached"),
    [
        ({"closed": {3}}, 2),
        ({"barred": {(2, 3), (3, 2)}}, 2),
        ({"thin": {2, 3}}, 2),
        ({"thin": {2, 4}}, 5),
    ],
)
def test_barriers_cut_supply(change, reached):
    assert max(routes(passage(**change, range=5), Sources({}, {0: "N"})).distance) == reached


def test_cuts_name_the_barrier():
    found = cuts(
        5,
        passage(closed={3}),
        lambda i, j: ("18.3.1", "x") if j == 3 else None,
        lambda i, j: None,
    )
    assert found == [(3, "18.3.1", "x")]


def test_retreat_paths_visit_no_hex_twice():
    graph = graph_of(AROUND)
    assert paths(graph, 3, [2]) == [(3, 2, 1), (3, 4, 5)]
    assert paths(graph, 3, [1]) == [(3, 2), (3, 4)]
    assert paths(graph, 3, [1], lambda i, j, _: 1 if j < i else None) == [(3, 2)]
    closed = paths(graph, 1, [2], lambda i, j, _: 1 if i else None)
    assert closed == [(1, 0), (1, 2, 3)]


def test_the_first_guideline_weighs_more_than_all_others():
    def candidate(*broken):
        return Candidate((0, 1, 2), broken, False, "disrupted")

    found = [candidate(2), candidate(3, 4, 5, 6), candidate(3, 4, 5), candidate(1)]
    assert allowed(found) == [2]
    assert allowed([candidate(), candidate()]) == [0, 1]
    assert allowed([]) == []


def test_pairs_at_distance_two_are_listed_once(module):
    board: Board = module.board
    table = tables(board)
    inner = board.index["4010"]
    with_inner = [
        (i, j) for i in range(len(board.numbers)) for j, _ in table.pairs[i] if inner in (i, j)
    ]
    assert len(with_inner) == 12
    kinds = [
        len(mids) for i in range(len(table.pairs)) for j, mids in table.pairs[i] if inner in (i, j)
    ]
    assert sorted(kinds) == [1] * 6 + [2] * 6


def test_a_zone_is_the_ring_without_hexes_behind_water(module):
    board: Board = module.board
    table = tables(board)
    here = board.index["4010"]
    east = board.index["4011"]
    links = [frozenset()] * len(board.numbers)
    open_ = Barriers(frozenset(), frozenset(), frozenset(), links)
    assert zone(table, [here], open_) == set(table.ring[here])
    river = Barriers(frozenset({(here, east), (east, here)}), frozenset(), frozenset(), links)
    assert east not in zone(table, [here], river)
    other = next(j for j in table.ring[east] if j not in (here, *table.ring[here]))
    assert east in zone(table, [here, other], river)
    lake = Barriers(frozenset(), frozenset({east}), frozenset(), links)
    assert east not in zone(table, [here], lake)
    assert bonds(table, {here: (2, 0)}, {here}, open_).hexes == {}


# -- what small changes to the searches would break ---


def test_a_stopped_unit_may_enter_only_quarry_and_from_hold_nothing():
    quarry = reach(terms(zone={3}, quarry={4}, limit=40), 2)
    assert sorted(quarry.cost) == [0, 1, 2, 3, 4]
    elsewhere = reach(terms(zone={3}, quarry={7}, limit=40), 2)
    assert sorted(elsewhere.cost) == [0, 1, 2, 3]
    held = reach(terms(zone={3}, quarry={4}, hold={3}, limit=40), 2)
    assert sorted(held.cost) == [0, 1, 2, 3]


def test_a_single_broken_guideline_decides():
    broken = Candidate((0, 1, 2), (1,), False, "disrupted")
    clean = Candidate((0, 1, 3), (), False, "disrupted")
    assert allowed([broken, clean]) == [1]


@pytest.mark.parametrize(
    ("change", "reached"),
    [
        ({}, [1, 2, 3, 4, 5]),
        ({"range": 1}, [2, 3, 4]),
        ({"thin": {3, 4}}, [1, 2, 3]),
        ({"thin": {4, 5}}, [1, 2, 3, 4]),
        ({"thin": {3, 5}}, [1, 2, 3, 4, 5]),
        ({"closed": {2}, "barred": {(4, 5)}}, [3, 4]),
    ],
)
def test_a_trace_spreads_off_the_roads(change, reached):
    found = spread(3, passage(**{"range": 2, **change}))
    assert sorted(found) == reached
    assert all(steps == abs(i - 3) for i, steps in found.items())


def test_pairs_at_distance_two_are_complete_at_the_edges(module):
    """Counted hex by hex, from the rings alone."""
    board: Board = module.board
    table = tables(board)
    rings = [set(table.ring[i]) for i in range(len(board.numbers))]
    for i, ring in enumerate(rings):
        told = {j: set(mids) for j, mids in table.pairs[i]}
        apart = {j for x in ring for j in rings[x] if j > i} - ring - {i}
        # Hexes with one between them lie in line, others have two; at the edge one may be missing.
        for j in apart:
            between = ring & rings[j]
            whole = len(between) == 2 or _in_line(board, i, *between, j)
            assert (j in told) == whole, (board.numbers[i], board.numbers[j])
            if whole:
                assert told[j] == between
        assert set(told) <= apart


def _in_line(board: Board, i: int, x: int, j: int) -> bool:
    return any(board.neighbours[i][d] == x and board.neighbours[x][d] == j for d in range(6))


@pytest.mark.parametrize("ends", [(0, 1), (1, 0)])
@pytest.mark.parametrize("weak", [0, 1])
def test_both_ends_of_a_bond_need_two_steps(module, ends, weak):
    board: Board = module.board
    table = tables(board)
    here = board.index["4010"]
    pair = (here, next(j for j, mids in table.pairs[here] if len(mids) == 1))
    links = [frozenset(ring) for ring in table.ring]  # vehicles go everywhere
    open_ = Barriers(frozenset(), frozenset(), frozenset(), links)
    strong = {pair[0]: (2, 0), pair[1]: (2, 0)}
    assert bonds(table, strong, set(pair), open_).hexes
    for steps in ((weak, 0), (0, weak)):
        poor = {**strong, pair[ends[0]]: steps}
        assert not bonds(table, poor, set(pair), open_).hexes


@pytest.mark.parametrize(
    ("cheap", "costs"),
    [(2, [3, 4, 6, 8]), (1, [3, 5, 7, 9]), (0, [4, 6, 8, 10])],
)
def test_the_first_hex_counts_among_hexes_with_growing_cost(cheap, costs):
    """``cheap`` such hexes cost no more; the first hex entered is one of them."""
    woods = [[(j, 1, True) for j in AROUND[i]] for i in range(8)]
    found = entered((0, 3, True), edges=woods, growth=1, cheap=cheap, limit=10)
    assert [found.cost[i] for i in range(4)] == costs
    assert found.path(3) == [0, 1, 2, 3]
    bare = entered((0, 3, True), edges=woods, growth=1, cheap=0, limit=3)
    assert bare.cost == {}


def test_of_equal_paths_the_first_found_is_returned():
    """So that equal questions have equal answers; paths are found in the order of the hexes."""
    edges = [[(1, 2, False), (2, 2, False)], [(3, 2, False)], [(3, 2, False)], []]
    assert reach(terms(edges=edges), 0).path(3) == [0, 1, 3]
    dearer = [[(1, 3, False), (2, 2, False)], *edges[1:]]
    assert reach(terms(edges=dearer), 0).path(3) == [0, 2, 3]


def test_least_bad_searches_behind_a_too_expensive_neighbour():
    """1 is too expensive, the path over 2 and 3 is not; a cost equal to ``limit`` is too high."""
    prices = {0: {1: 9, 2: 1}, 2: {1: 8, 3: 2}, 3: {4: 2}, 1: {4: 0}, 4: {}}
    graph = graph_of([list(prices[i]) for i in range(5)])

    def ways(i, first):
        assert first is (i == 0)
        return prices[i]

    assert least_bad(graph, 0, 4, ways, limit=6) == [0, 2, 3, 4]
    assert least_bad(graph, 0, 4, ways, limit=5) is None
    assert least_bad(graph, 0, 4, ways) == [0, 2, 3, 4]
    assert least_bad(graph, 0, 0, ways) == [0]


def test_broken_guidelines_count_whatever_their_order():
    def candidate(*broken):
        return Candidate((0, 1, 2), broken, False, "disrupted")

    assert allowed([candidate(3, 2), candidate(2, 4), candidate(4, 2, 4)]) == [1, 2]
    assert allowed([candidate(), candidate(6), candidate()]) == [0, 2]


LADDER = [(1,), (0, 2), (1, 3), (2, 4), (3,), (), (), ()]
"""A road along the first five hexes."""


def test_a_source_off_the_roads_supplies_no_road():
    """A source that is itself a beginning does not open the road through its hex."""
    found = routes(passage(roads=LADDER, range=1), Sources({}, {0: "N"}))
    assert found.distance == {0: 0, 1: 1}
    assert found.net == {}
    whole = routes(passage(roads=LADDER, range=1), Sources({0: "N"}, {0: "N"}))
    assert whole.distance == {0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 1}


def test_a_hex_reached_across_country_does_not_start_the_road_part():
    found = routes(passage(roads=LADDER, range=2, road_closed={1}), Sources({0: "N"}, {}))
    assert found.distance == {0: 0, 1: 1, 2: 2}


@pytest.mark.parametrize(
    ("change", "beyond", "reached"),
    [
        ({}, False, [0, 1, 2, 3]),
        ({}, True, [0, 1, 2]),
        ({"closed": {0}}, False, []),
        ({"closed": {0}}, True, []),
        ({"range": 0}, False, [0]),
        ({"range": 0}, True, []),
        ({"range": 1}, False, [0, 1]),
        ({"range": 1}, True, [0]),
    ],
)
def test_a_closed_or_too_distant_source_beside_the_roads_is_ignored(change, beyond, reached):
    """Only the source's hex is entered from off the map, although 3 and 7 have edges too."""
    found = routes(passage(**change), Sources({}, {0: "N"}, beyond=beyond))
    assert sorted(found.distance) == reached


def test_without_range_supply_keeps_to_the_roads():
    found = routes(passage(roads=LADDER, range=0), Sources({0: "N"}, {}))
    assert found.distance == dict.fromkeys(range(5), 0)


def test_a_stack_without_a_bond_is_skipped(module):
    """Stacks that are too weak or too far away do not block the bonds of those behind."""
    board: Board = module.board
    table = tables(board)
    here = board.index["4010"]
    there, mids = next((j, mids) for j, mids in table.pairs[here] if len(mids) == 1)
    alone = next(
        i for i in range(len(board.numbers)) if not {j for j, _ in table.pairs[i]} & {here, there}
        and i not in {here, there} and all(i not in (j for j, _ in table.pairs[k])
                                           for k in (here, there))
    )  # fmt: skip
    links = [frozenset(ring) for ring in table.ring]
    open_ = Barriers(frozenset(), frozenset(), frozenset(), links)
    for steps in ((1, 0), (2, 0)):
        formers = {alone: steps, here: (2, 0), there: (2, 0)}
        found = bonds(table, formers, set(formers), open_)
        assert found.hexes == {mids[0]: [(here, there)]}
        assert found.sides == {}


def test_reach_applies_its_limits_exactly():
    """Exactly the allowance may be spent; only barred pairs are barred; only expensive hexes cost
    more.
    """
    assert entered((0, 6, False)).cost == {0: 6}
    assert entered((0, 7, False)).cost == {}
    assert reach(terms(limit=-1), 2).cost == {}
    barred = reach(terms(barred={(6, 7), (3, 4)}), 2)
    assert barred.cost == {0: 4, 1: 2, 2: 0, 3: 2}
    dear = reach(terms(dear={3: 1}), 2)
    assert dear.cost == {0: 4, 1: 2, 2: 0, 3: 3, 4: 5}


def test_one_step_reaches_all_neighbours_and_no_further():
    star = [[(n, n, False) for n in (1, 2, 3)], *([(4, 1, False)] for _ in range(3)), []]
    assert reach(terms(edges=star, steps=1), 0).cost == {0: 0, 1: 1, 2: 2, 3: 3}
    held = reach(terms(edges=star, zone={1}), 0)
    assert held.cost == {0: 0, 1: 1, 2: 2, 3: 3, 4: 3}, (
        "who is stopped in one hex goes on in others"
    )


def test_leaving_hold_costs_extra_even_into_quarry():
    """Leaving only the zone of an unknown unit costs nothing extra."""
    for hold, cost in (({2}, 5), (set(), 2)):
        found = reach(terms(zone={2}, quarry={3}, hold=hold), 2)
        assert (found.cost[3], found.cost[1]) == (cost, 5)


def test_routes_have_their_end_and_length():
    """Including those of the source's own hex; the net leads back to it."""
    for source in (0, 2):
        found = routes(passage(roads=LADDER), Sources({source: "N"}, {}))
        assert found.path(source) == [source]
        assert [found.length(i) for i in range(8)] == [abs(i - source) for i in range(8)]
        assert found.distance == {i: max(0, i - 4) for i in range(8)}
        assert found.net == {i: abs(i - source) for i in range(5)}
        step = [1 if i < source else -1 for i in range(5)]
        ways = {i: list(range(i, source + step[i], step[i])) for i in range(5)}
        assert {i: found.path(i) for i in range(5)} == ways
    near = routes(passage(), Sources({}, {0: "N", 7: "O"}))
    assert near.distance == {0: 0, 1: 1, 2: 2, 3: 3, 4: 3, 5: 2, 6: 1, 7: 0}
    assert {i: near.length(i) for i in near.distance} == near.distance
    assert (near.path(0), near.path(7), near.path(6)) == ([0], [7], [6, 7])


def test_a_road_is_followed_to_its_end_from_far_off_the_map():
    roads = [tuple(near) for near in AROUND]
    found = routes(passage(roads=roads), Sources({0: "N"}, {0: "N"}, beyond=True))
    assert found.distance == dict.fromkeys(range(8), 0)
    assert found.length(7) == 8


def test_a_barred_bond_does_not_prevent_another(module):
    board: Board = module.board
    table = tables(board)
    here = board.index["4010"]
    (first, mids), (second, others) = [
        (j, mids) for j, mids in table.pairs[here] if len(mids) == 1
    ][:2]
    links = [frozenset(ring) for ring in table.ring]
    open_ = Barriers(frozenset(), frozenset(), frozenset(), links)
    formers = dict.fromkeys((here, first, second), (2, 0))
    found = bonds(table, formers, {*formers, *mids}, open_)
    assert found.hexes == {others[0]: [(here, second)]}


def test_a_search_is_repeated_only_when_its_terms_differ():
    asked = terms()
    first = reach(asked, 2)
    assert reach(replace(asked), 2) is first
    assert reach(replace(asked, closed=frozenset({3})), 2).cost == {0: 4, 1: 2, 2: 0}
    assert reach(asked, 3) is not first


def test_a_supply_search_is_repeated_only_when_passage_or_sources_differ():
    through, sources = passage(), Sources({0: "a"}, {})
    first = routes(through, sources)
    assert routes(replace(through), Sources({0: "a"}, {})) is first
    closed = routes(replace(through, closed=frozenset({2})), sources)
    assert 2 in first.distance
    assert 2 not in closed.distance
    assert routes(through, Sources({0: "b"}, {})).source == {0: "b"}
