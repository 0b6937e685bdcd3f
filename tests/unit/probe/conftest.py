"""A probe for the tests."""

from __future__ import annotations

import pytest

from engine.probe import Probe


@pytest.fixture
def probe() -> Probe:
    return Probe()
