"""No module imports itself indirectly, even for type checking; features use the window's ports."""

from __future__ import annotations

import grimp
import networkx as nx
import pytest


@pytest.fixture(scope="module")
def imports() -> nx.DiGraph:
    """Return the imports of each module."""
    found = grimp.build_graph("engine", "holland44_qt", cache_dir=None)
    graph = nx.DiGraph()
    for module in found.modules:
        graph.add_edges_from(
            (module, used) for used in found.find_modules_directly_imported_by(module)
        )
    return graph


def test_the_window_has_no_import_cycle(imports: nx.DiGraph) -> None:
    circles = [sorted(c) for c in nx.strongly_connected_components(imports) if len(c) > 1]
    assert [c for c in circles if any(m.startswith("holland44_qt") for m in c)] == []


def test_the_engine_has_no_import_cycle(imports: nx.DiGraph) -> None:
    circles = [sorted(c) for c in nx.strongly_connected_components(imports) if len(c) > 1]
    assert circles == []


def test_features_use_only_the_windows_ports(imports: nx.DiGraph) -> None:
    behind = "holland44_qt.window.table_window"
    assert set(imports.predecessors(behind)) == {"holland44_qt.app"}
