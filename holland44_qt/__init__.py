"""The Qt application: board, replay window, drawing.

An installed wheel contains `engine`, `resources` and `logs` in `holland44_qt/parts`, so that these
common names are not at the top of site-packages. Importing this package adds them to the path.
"""

import sys
from pathlib import Path

_PARTS = Path(__file__).with_name("parts")
if _PARTS.is_dir() and str(_PARTS) not in sys.path:
    sys.path.insert(0, str(_PARTS))
