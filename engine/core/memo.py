"""Cache the results of functions in the object that they describe, such as a position."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def memoized(function: F) -> F:
    """Cache results by all other arguments in the dictionary ``memo`` of the first argument.

    The results live as long as the first argument: a position, or the ground of a board.
    """

    @wraps(function)
    def cached(holder: Any, *args: Any, **named: Any) -> Any:
        key = (function, *args, *named.items())
        memo = holder.memo
        if key not in memo:
            memo[key] = function(holder, *args, **named)
        return memo[key]

    return cast("F", cached)
