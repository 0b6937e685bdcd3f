"""Faults of rejected records, in the language of the reader."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.core.errors import UnwritableError, UserError, system_reason
from engine.report.settings import settings_of


@pytest.mark.parametrize(
    ("name", "value", "en", "es"),
    [
        ("width", "wide", "a whole number is needed", "se necesita un número entero"),
        ("width", 5, "200 is the least value", "200 es el valor mínimo"),
        ("zoom", "nan", "a finite number is needed", "se necesita un número finito"),
        ("paper", "A9", "one of these is needed: 'A4', 'Letter'", "uno de estos: 'A4', 'Letter'"),
        ("pictures", "maybe", "yes or no is needed", "se necesita yes o no"),
    ],
)
def test_a_wrong_setting_is_reported_in_the_readers_language(
    name: str, value: object, en: str, es: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for spoken, words in (("en", en), ("es", es)):
        monkeypatch.setenv("HOLLAND44_LANG", spoken)
        with pytest.raises(UserError, match=words):
            settings_of({name: value})


def test_reasons_of_the_system_are_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert system_reason(full) == "the disk is full"
    rare = OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    assert system_reason(rare) == os.strerror(errno.EXDEV)
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    assert system_reason(full) == "el disco está lleno"
    missing = OSError(errno.ENOENT, os.strerror(errno.ENOENT))
    assert "la carpeta" in str(UnwritableError(tmp_path / "no" / "x.md", missing))
