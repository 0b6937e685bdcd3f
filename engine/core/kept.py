"""A cache of the last few results, bounded because a long game asks for many."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Cache of the most recent results up to a maximum number; callers may keep evicted ones."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the cached value of a key, computed if missing.

        It becomes the most recently used.
        """
        if key in self._held:
            self._held.move_to_end(key)
        else:
            self._held[key] = make()
            if len(self._held) > self._most:
                self._held.popitem(last=False)
        return self._held[key]

    def clear(self) -> None:
        """Empty the cache."""
        self._held.clear()
