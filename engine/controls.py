"""Make control characters visible in texts from strangers, wherever a text is printed.

Terminals execute escape sequences, and direction overrides can make a line read differently.
"""

from __future__ import annotations

import json
import re
from typing import Any

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Return a text in which control characters become symbols, except tabs and line feeds."""
    return _CONTROLS.sub(_symbol, text)


def visible_data(value: Any) -> Any:
    """Return plain data with every text in it, names of fields included, made visible."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible_data(name): visible_data(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [visible_data(part) for part in value]
    return value


def json_text(value: object) -> str:
    """Return a value as JSON with every control character escaped."""
    return _CONTROLS.sub(_escaped, json.dumps(value, ensure_ascii=False, indent=1))


def _symbol(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else "\N{REPLACEMENT CHARACTER}"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
