"""``$property$`` and simple ``{}`` expressions, as labels and names use them.

VASSAL's expressions are a programming language. What is understood here is what texts are made of:
names, numbers, strings, ``GetProperty("…")``, ``+``, comparisons, ``?:``. Nothing else has a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Lookup = Callable[[str], str | None]
"""The value of a property, or None for one that nobody has."""

_REFERENCE = re.compile(r"\$([^$]*)\$")
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign>==|!=|<=|>=|&&|\|\||[-+<>?:()!]))"""
)
_MAX_LENGTH = 2_000
_MAX_DEPTH = 40


def fill(template: str, lookup: Lookup) -> str:
    """A text with its ``$property$`` places filled in, or the value of an ``{expression}``.

    An unknown property is empty, as in VASSAL; an expression that is not simple stays as written.
    """
    if template.startswith("{") and template.endswith("}"):
        value = evaluate(template, lookup)
        return template if value is None else value
    if "$" not in template:
        return template
    return _REFERENCE.sub(lambda m: lookup(m[1]) or "", template)


def evaluate(expression: str, lookup: Lookup) -> str | None:
    """The value of an expression as text; None where it is not simple."""
    body = expression.strip().removeprefix("{").removesuffix("}")
    if len(body) > _MAX_LENGTH:
        return None
    try:
        reader = _Reader(body, lookup)
        value = reader.choice(0)
        reader.end()
    except _NotSimpleError:
        return None
    return _text(value)


Value = str | float | bool


class _NotSimpleError(Exception):
    """The expression uses more of the language than is understood."""


class _Reader:
    """Recursive descent over the tokens of an expression, from the loosest binding inwards."""

    def __init__(self, body: str, lookup: Lookup) -> None:
        self.lookup = lookup
        self.tokens: list[tuple[str, str]] = []
        self.at = 0
        position = 0
        body = body.rstrip()
        while position < len(body):
            match = _TOKEN.match(body, position)
            if match is None or match.lastgroup is None:
                raise _NotSimpleError
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            position = match.end()

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, *signs: str) -> str:
        """The next token if it is one of these signs, else nothing."""
        if self.at < len(self.tokens) and self.tokens[self.at] in [("sign", s) for s in signs]:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return ""

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise _NotSimpleError

    def end(self) -> None:
        if self.at != len(self.tokens):
            raise _NotSimpleError

    def choice(self, depth: int) -> Value:
        if depth > _MAX_DEPTH:
            raise _NotSimpleError
        condition = self.either(depth)
        if not self.take("?"):
            return condition
        first = self.choice(depth + 1)
        self.need(":")
        second = self.choice(depth + 1)
        return first if _true(condition) else second

    def either(self, depth: int) -> Value:
        value = self.both(depth)
        while self.take("||"):
            other = self.both(depth)
            value = _true(value) or _true(other)
        return value

    def both(self, depth: int) -> Value:
        value = self.comparison(depth)
        while self.take("&&"):
            other = self.comparison(depth)
            value = _true(value) and _true(other)
        return value

    def comparison(self, depth: int) -> Value:
        left = self.total(depth)
        sign = self.take("==", "!=", "<=", ">=", "<", ">")
        if not sign:
            return left
        right = self.total(depth)
        if sign in ("==", "!="):
            return (_text(left) == _text(right)) == (sign == "==")
        a, b = _number(left), _number(right)
        return {"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[sign]

    def total(self, depth: int) -> Value:
        value = self.atom(depth)
        while sign := self.take("+", "-"):
            other = self.atom(depth)
            if sign == "-":
                value = _number(value) - _number(other)
            elif isinstance(value, float) and isinstance(other, float):
                value += other
            else:
                value = _text(value) + _text(other)
        return value

    def atom(self, depth: int) -> Value:
        if self.take("("):
            value = self.choice(depth + 1)
            self.need(")")
            return value
        if self.take("!"):
            if depth > _MAX_DEPTH:
                raise _NotSimpleError
            return not _true(self.atom(depth + 1))
        if self.at >= len(self.tokens):
            raise _NotSimpleError
        kind, token = self.tokens[self.at]
        self.at += 1
        if kind == "text":
            return token[1:-1].replace('\\"', '"')
        if kind == "number":
            return float(token)
        if kind == "name":
            return self.property(token, depth)
        raise _NotSimpleError

    def property(self, name: str, depth: int) -> Value:
        if self.take("("):
            if name != "GetProperty" or depth > _MAX_DEPTH:
                raise _NotSimpleError
            name = _text(self.choice(depth + 1))
            self.need(")")
        elif name in ("true", "false"):
            return name == "true"
        value = self.lookup(name) or ""
        return float(value) if re.fullmatch(r"-?\d{1,15}(\.\d{1,9})?", value) else value


def _true(value: Value) -> bool:
    return value is True or value == "true"


def _number(value: Value) -> float:
    if isinstance(value, float):
        return value
    raise _NotSimpleError


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    return value
