"""Supply, retreats and movement of every game are searched by networkx on the board's graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from engine.core import actions as act
from engine.core.modes import OPTION_TRACK
from engine.games import require_rulebook
from engine.rules import player

ENGINE = Path(__file__).parents[2] / "engine"
GAMES = {
    "holland44": "campaign",
    "normandy44": "seven_turns",
    "marketgarden": "campaign",
    "airbridge": "tournament",
    "ardenas": "short",
}
SEARCHES = (
    "shortest_path",
    "multi_source_dijkstra",
    "multi_source_dijkstra_path",
    "multi_source_dijkstra_path_length",
    "single_source_dijkstra",
    "single_source_dijkstra_path_length",
    "dijkstra_predecessor_and_distance",
    "dijkstra_path",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
    "all_simple_paths",
)
"""What the games search by; :func:`test_no_other_search` looks for others."""
OWN_QUEUES = ("heapq", "queue", "sched")


@contextmanager
def traced(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int, int]]]:
    """Calls of networkx from now on: the function, the nodes and edges of the graph it is given."""
    calls: list[tuple[str, int, int]] = []

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(graph: Any, *args: Any, **kwargs: Any) -> Any:
            calls.append((name, graph.number_of_nodes(), graph.number_of_edges()))
            return function(graph, *args, **kwargs)

        return call

    with monkeypatch.context() as patch:
        for name in SEARCHES:
            patch.setattr(nx, name, watched(name, getattr(nx, name)))
        yield calls


def on_map(position: Any, side: str) -> list[str]:
    """Return the first units of a side that are on the map and can move."""
    is_hex = position.ruleset.places.is_hex
    return [
        u.id
        for u in position.units(side)
        if is_hex(u.place) and position.values_of(u.id).get("movement")
    ][:12]


def ask(position: Any, question: str) -> None:
    """One question about units of both sides."""
    for side in (s.id for s in position.ruleset.module.meta.sides):
        if question == "supply":
            position.supply(side)
            continue
        for unit in on_map(position, side):
            if question == "reach":
                position.reach([unit])
            elif question == "why_not":
                position.why_not([unit], len(position.ruleset.board.numbers) // 2)
            else:
                position.retreats([unit], 2)


@pytest.mark.slow
@pytest.mark.parametrize("question", ["supply", "reach", "why_not", "retreats"])
@pytest.mark.parametrize("game", GAMES)
def test_questions_are_searched_on_the_board(
    game: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = require_rulebook(game).ruleset(GAMES[game])
    if question in ("supply", "retreats") and question not in ruleset.questions:
        pytest.skip("the game does not answer the question yet")
    state = ruleset.opening()
    while state.clock.phase == "set_up":  # where units are placed, not moved
        state = player.step(ruleset, state, act.NextPhase(), ()).state
    if (game, question) == ("ardenas", "supply"):  # 13.0: a short game has it with all rules only
        state = replace(state, tracks={**state.tracks, f"{OPTION_TRACK}levels": "all_rules"})
    position = ruleset.answers(state)
    with traced(monkeypatch) as calls:
        ask(position, question)
    if game == "marketgarden" and question == "supply":
        assert calls == []  # 9.0: supply falls from the sky, by dice
        return
    assert calls
    assert [call for call in calls if not call[2]] == []
    # The graph is the board's: layers and boxes make it greater, the position closes edges.
    hexes = len(ruleset.board.numbers)
    assert max(nodes for _, nodes, _ in calls) >= hexes
    assert max(edges for _, _, edges in calls) >= hexes


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The searches and the games, by file."""
    for folder in ("search", "games"):
        for path in sorted((ENGINE / folder).rglob("*.py")):
            yield str(path.relative_to(ENGINE)), ast.parse(path.read_text("utf-8"))


def own_queues(tree: ast.Module) -> Iterator[str]:
    """Return a file's own queues: imported ones, or lists that grow during iteration."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name in OWN_QUEUES]
        elif isinstance(node, ast.ImportFrom):
            of_queues = node.module in OWN_QUEUES
            names = [alias.name for alias in node.names if of_queues or alias.name == "deque"]
        elif isinstance(node, ast.For | ast.While):
            walked = node.iter if isinstance(node, ast.For) else node.test
            if isinstance(walked, ast.Name):
                names = [walked.id for part in node.body if _grows(part, walked.id)]
        yield from (f"{name} in line {node.lineno}" for name in names)


def _grows(part: ast.stmt, name: str) -> bool:
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("append", "extend", "insert")
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == name
        for call in ast.walk(part)
    )


@pytest.mark.slow
def test_no_search_keeps_a_queue_of_its_own() -> None:
    found = {file: list(own_queues(tree)) for file, tree in sources()}
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "text",
    [
        "import heapq",
        "from heapq import heappush",
        "from collections import deque",
        "for i in seen:\n    if i:\n        seen.append(i + 1)",
        "while ahead:\n    i = ahead.pop()\n    ahead.append(i)",
    ],
)
def test_a_queue_is_seen(text: str) -> None:
    assert list(own_queues(ast.parse(text)))


@pytest.mark.slow
def test_no_other_search_of_networkx_is_called() -> None:
    """Calls that :func:`traced` does not watch are listed here, each with its purpose."""
    others = {
        "DiGraph",
        "Graph",
        "freeze",
        "NetworkXNoPath",
        "descendants",  # the banks of rivers, once a board
        "subgraph_view",
        "node_connected_component",
        "connected_components",  # chains of road in river hexes, once a diagram
        "weakly_connected_components",  # the banks beside them
        "maximum_flow",  # supply counters shared among the units near them
    }
    for file, tree in sources():
        used = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "nx"
        }
        assert used <= {*SEARCHES, *others}, file
