"""How many examples a property is tried on: in `make soak` many times those of `make test`."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("HOLLAND44_TIMES", "1"))
"""`make soak` sets it."""
