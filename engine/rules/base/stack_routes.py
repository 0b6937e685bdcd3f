"""Retreats and advances that all units of a stack share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

Path = tuple[int, ...]


class Route(Protocol):
    """A unit's way to retreat."""

    @property
    def path(self) -> Path:
        """The hexes from the first entered to the last."""
        ...


R = TypeVar("R", bound=Route)


def shared_paths(routes: Sequence[Iterable[R]]) -> dict[Path, list[R]]:
    """Return the paths that every unit of a stack has, with the route of each unit."""
    by_path: dict[Path, list[R]] = {}
    for own in routes:
        for route in own:
            by_path.setdefault(route.path, []).append(route)
    return {path: each for path, each in by_path.items() if len(each) == len(routes)}


def shared_advances(each: Sequence[Mapping[int, Path]]) -> dict[int, Path]:
    """Return the hexes that every unit may advance to, with the first unit's paths."""
    if not each:
        return {}
    return {i: each[0][i] for i in sorted(set.intersection(*(set(own) for own in each)))}
