"""The checklist lines of hexes that may be attacked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from engine.rules.unmoved import Located

U = TypeVar("U", bound=Located)


def attackable(
    enemies: Iterable[int],
    ring: Sequence[Sequence[int]],
    own: Mapping[int, Sequence[U]],
    able: Callable[[U, int], bool],
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the enemy hexes beside own units that are able to attack them, with these units.

    ``ring`` lists the neighbours of each hex, ``own`` the units by hex.
    """
    for hex_ in sorted(enemies):
        near = tuple(u.id for i in ring[hex_] for u in own.get(i, ()) if able(u, hex_))
        if near:
            yield hex_, near
