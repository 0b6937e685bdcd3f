"""A probe to talk to."""

from __future__ import annotations

import pytest

from engine.probe import Probe


@pytest.fixture
def probe() -> Probe:
    return Probe()
