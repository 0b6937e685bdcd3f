"""``holland44 probe``: answer questions about positions, one JSON object a line."""

from __future__ import annotations

import sys

from engine.probe import probe_main


def probe() -> None:
    """Answer questions about positions."""
    probe_main(sys.stdin.buffer, sys.stdout.buffer)
