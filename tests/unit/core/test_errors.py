"""Faults of rejected records, in the language of the reader."""

from __future__ import annotations

import pytest

from engine.core.errors import UserError
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
