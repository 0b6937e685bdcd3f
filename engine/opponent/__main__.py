"""The process in which a computer player thinks for a window (:mod:`engine.opponent.thinking`)."""

from __future__ import annotations

import sys

from engine.opponent.thinking import main

if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
