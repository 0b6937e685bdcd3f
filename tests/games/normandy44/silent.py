"""Rules of Normandy '44 that are taken away: is each missed by the test named for it?

``python -m tests.games.normandy44.silent`` prints the functions of the coverage table that nobody
misses, with the tests that do not.
"""

from __future__ import annotations

import sys

from tests.games.silencing import unmissed

if __name__ == "__main__":
    left = 0
    for function, test in unmissed("engine.games.normandy44"):
        left += 1
        print(f"nobody misses {function}: {test}", flush=True)
    sys.exit(bool(left))
