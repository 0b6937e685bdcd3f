"""The number of examples for each property: `make soak` uses many more than `make test`."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("HOLLAND44_TIMES", "1"))
"""`make soak` sets it."""
