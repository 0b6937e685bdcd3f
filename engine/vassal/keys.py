"""Parse VASSAL's key strokes to a normal form, in which equal strokes are equal."""

from __future__ import annotations

from engine.vassal.codec import split, whole

Key = str
"""``name:…`` for a named command, else ``code,modifiers``; empty for none."""
_OLD, _NEW = {1: 64, 2: 128, 4: 256, 8: 512}, {64: "Shift", 128: "Ctrl", 256: "Meta", 512: "Alt"}
_NAMES = {
    8: "Backspace", 9: "Tab", 10: "Enter", 27: "Esc", 32: "Space", 33: "PgUp", 34: "PgDown",
    35: "End", 36: "Home", 37: "Left", 38: "Up", 39: "Right", 40: "Down", 127: "Del", 155: "Ins",
}  # fmt: skip
_FUNCTION = 112


def read_key(text: str) -> Key:
    """Parse a key stroke: ``code,modifiers[,name]``, or one letter in old files, meaning Ctrl."""
    text = text.strip()
    if not text:
        return ""
    if "," not in text:
        return f"{ord(text[0])},128"
    items = split(text, ",")
    if len(items) > 2 and items[2]:
        return f"name:{items[2]}"
    return make_key(whole(items[0]) or 0, whole(items[1]) or 0)


def make_key(code: int, modifiers: int) -> Key:
    """Return the key stroke of a key code with modifiers."""
    if not 0 < code < 65535:
        return ""
    bits = sum(new for old, new in _OLD.items() if modifiers & (old | new))
    return f"{code},{bits}"


def read_keys(text: str) -> tuple[Key, ...]:
    """Parse several key strokes: a list, or the letters of old files."""
    if not text:
        return ()
    if "," not in text:
        return tuple(f"{ord(letter)},128" for letter in text)
    return tuple(filter(None, map(read_key, split(text, ","))))


def key_name(key: Key) -> str:
    """Return the shortcut text for a menu; empty for a named command."""
    if not key or key.startswith("name:"):
        return ""
    code, modifiers = (int(n) for n in key.split(","))
    words = [word for bit, word in _NEW.items() if modifiers & bit]
    if code in _NAMES:
        words.append(_NAMES[code])
    elif _FUNCTION <= code < _FUNCTION + 12:
        words.append(f"F{code - _FUNCTION + 1}")
    elif 33 < code < 127:
        words.append(chr(code).upper())
    else:
        return ""
    return "+".join(words)
