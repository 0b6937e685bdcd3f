"""A cache of the last few results, bounded because a long game asks for many."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentCache(Generic[K, V]):
    """Cache of the most recent results up to a maximum number; callers may keep evicted ones."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the cached value of a key, computed if missing.

        It becomes the most recently used.
        """
        if key in self._values:
            self._values.move_to_end(key)
        else:
            self._values[key] = make()
            if len(self._values) > self._limit:
                self._values.popitem(last=False)
        return self._values[key]

    def clear(self) -> None:
        """Empty the cache."""
        self._values.clear()
