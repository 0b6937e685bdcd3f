"""The contents of the Holland '44 rulebook do not depend on import order."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from engine.core.calendar import SequenceChart
from engine.games.holland44.contents import BOOK, HANDLERS, SEQUENCE
from engine.games.holland44.positions import module

ROOT = Path(__file__).parents[3]
GAME = ROOT / "engine" / "games" / "holland44"

TELLING = """
import random, sys
names = sys.argv[2:]
random.Random(int(sys.argv[1])).shuffle(names)
for name in names:
    __import__(name)
from engine.games.holland44.contents import BOOK
for kind in sorted(BOOK.clauses._rules):
    print(kind, [(r.number, r.speak.__name__) for r in BOOK.clauses.of(kind)])
print(list(BOOK.decisions.handlers))
for step in BOOK.steps.values():
    print(step.phase, [f.__name__ for f in (*step.begins, *step.pending, *step.ends)])
"""
"""Imports modules in a random order and tells what is in the book."""


def modules() -> dict[str, Path]:
    """All modules of the game, by name."""
    found = {}
    for path in GAME.rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def told(seed: int) -> str:
    command = [sys.executable, "-c", TELLING, str(seed), *sorted(modules())]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_modules_in_any_order_make_the_same_book():
    first = told(1)
    assert first.count("\n") > 15
    assert {told(seed) for seed in (2, 3, 4)} == {first}


def test_no_import_goes_in_a_circle():
    """Nor one that is only for the type checker."""
    known = modules()
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, path in known.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    target = whole if whole in known else node.module
                    if target in known:
                        graph.add_edge(name, target)
    assert graph.number_of_edges() > 200
    assert [c for c in nx.strongly_connected_components(graph) if len(c) > 1] == []


def test_the_sequence_of_play_is_that_of_the_chart():
    chart = SequenceChart.model_validate(module().chart("sequence"))
    phases = list(dict.fromkeys(step.phase for step in chart.steps))
    assert [step.phase for step in SEQUENCE] == phases
    assert set(BOOK.steps) == set(phases)


def test_every_decision_is_there_once():
    kinds = [handler.kind for handler in HANDLERS]
    assert len(set(kinds)) == len(kinds) == len(BOOK.decisions.handlers)


@pytest.mark.parametrize("name", [name for name in modules() if ".rules." in name])
def test_a_chapter_registers_nothing_by_being_imported(name):
    """Statements of a module only define names; none has side effects."""
    tree = ast.parse(modules()[name].read_text(encoding="utf-8"))
    calls = [s for s in tree.body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)]
    changes = [
        s
        for s in tree.body
        if isinstance(s, ast.Assign) and any(isinstance(t, ast.Subscript) for t in s.targets)
    ]
    assert calls == changes == []
