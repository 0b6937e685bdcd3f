"""Seeded damage to files: a changed value, a missing key, flipped bytes, a truncated end."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 3, 10**9, -(10**30), 1e308, 0.5, "", "zz", "0000", "\u202e<b>&", "x" * 5_000,
    "../../etc/passwd", "file:///dev/zero", "#12", "[/]", [], {}, [[]], ["a", "a"], {"a": 1},
)  # fmt: skip
"""What stands in place of a value."""


def twisted(data: bytes, rng: Random) -> bytes:
    """Return a file of JSON, or of JSON lines, with one to three faults."""
    if rng.random() < 0.2:
        return torn(data, rng)
    lines = data.splitlines(keepends=True)
    try:
        json.loads(data)
        lines = [data]
    except ValueError:
        pass
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        try:
            tree = json.loads(lines[at])
        except ValueError:
            continue
        end = b"\n" if lines[at].endswith(b"\n") else b""
        lines[at] = json.dumps(exchanged(tree, rng), ensure_ascii=False).encode() + end
    return b"".join(lines)


def torn(data: bytes, rng: Random) -> bytes:
    """Return the file with a changed byte, or truncated."""
    at = rng.randrange(len(data))
    if rng.random() < 0.3:
        return data[:at]
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def exchanged(tree: Any, rng: Random) -> Any:
    """Return the tree with one value exchanged, removed or doubled."""
    tree = copy.deepcopy(tree)
    places = [place for place in _places(tree) if place[1] is not None]
    if not places:
        return rng.choice(ODD)
    parent, key = rng.choice(places)
    how = rng.random()
    if how < 0.2:
        del parent[key]
    elif how < 0.35:
        other, where = rng.choice(places)
        parent[key] = copy.deepcopy(other[where]) if where in _keys(other) else None
    elif how < 0.45 and isinstance(parent, list):
        parent.append(copy.deepcopy(parent[key]))
    else:
        parent[key] = rng.choice(ODD)
    return tree


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Yield each value of a tree as (container, key), outer ones first."""
    found, todo = [], [tree]
    while todo:
        node = todo.pop()
        for key in _keys(node):
            found.append((node, key))
            todo.append(node[key])
    return found


def _keys(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return list(node)
    return list(range(len(node))) if isinstance(node, list) else []
