"""Keeps PySide from reading the source of every imported module.

PySide looks there for its own name, in order to apply ``from __feature__ import``, which this
program does not use. That takes a tenth of the time of a start and a dozen MiB of cached lines.
"""

from __future__ import annotations

import sys
from types import ModuleType

import PySide6.QtCore  # noqa: F401  # loads what is changed below


def _uses_features(_module: ModuleType) -> bool:
    return False


# These names are private to PySide: where they are others, imports are only slower.
if "shibokensupport.feature" in sys.modules:
    vars(sys.modules["shibokensupport.feature"])["_mod_uses_pyside"] = _uses_features
