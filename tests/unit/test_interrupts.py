"""Ctrl-C ends a command with one exit code at any moment."""

from __future__ import annotations

import pytest

from engine import interrupts


class _Member:
    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def test_an_interrupt_during_class_creation_is_recognised() -> None:
    # Python 3.11 gives it out as a RuntimeError.
    with pytest.raises(SystemExit) as ended, interrupts.exits():
        type("Made", (), {"member": _Member()})
    assert ended.value.code == 130


def test_other_errors_are_unchanged() -> None:
    with pytest.raises(RuntimeError, match="no"), interrupts.exits():
        raise RuntimeError("no")
    with pytest.raises(RuntimeError, match="no"), interrupts.exits():
        raise RuntimeError("no") from ValueError("why")
