"""Places: printed names and indices."""

from __future__ import annotations

import pytest

from engine.core.errors import UserError
from engine.core.places import Places


def test_hexes_come_first_and_both_lookups_agree() -> None:
    places = Places(["1000", "1001"], ["pool"])
    assert [places.index(places.name(i)) for i in range(len(places))] == [0, 1, 2]
    assert [places.is_hex(i) for i in range(3)] == [True, True, False]
    assert "pool" in places
    assert "9999" not in places


def test_an_unknown_place_is_reported() -> None:
    with pytest.raises(UserError, match="There is no hex or box '9999' in this game"):
        Places(["1000"]).index("9999")


def test_a_name_is_unique() -> None:
    with pytest.raises(ValueError, match="two places"):
        Places(["1000"], ["1000"])
