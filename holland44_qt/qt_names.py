"""Qt's names as they are: PySide6 need not look whether a module wants others."""

from __future__ import annotations

import sys


def keep() -> None:
    """Spare PySide6 the reading of every source file that is imported.

    It looks in each for a wish to have Qt's names in another style (``__feature__``). No module of
    this program has one, and to look takes a tenth of the start. A PySide6 that does it otherwise
    goes on as it does.
    """
    looks = sys.modules.get("shibokensupport.feature")
    if looks is not None and hasattr(looks, "_mod_uses_pyside"):
        setattr(looks, "_mod_uses_pyside", _no_wish)  # noqa: B010 - PySide6 has no types for it


def _no_wish(_: object) -> bool:
    return False
