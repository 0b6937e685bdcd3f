"""Evaluate ``$property$`` references and ``{expressions}`` of modules with a small interpreter.

VASSAL passes its expressions to a scripting language. Here they have the grammar of :mod:`grammar`,
with the functions in ``_FUNCTIONS`` and those of the table (sums and counts of pieces, dice).
Anything else has no value and never runs. Steps, lengths and numbers are limited, so that every
expression is evaluated quickly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from engine.vassal.grammar import (
    Call,
    Choice,
    Constant,
    Name,
    Node,
    NotUnderstoodError,
    Row,
    Signed,
    parse,
)

Lookup = Callable[[str], str | None]
"""Return the value of a property, or None if it does not exist."""
Value = int | float | str | bool
Function = Callable[[Sequence[Value]], Value]
"""A function of the table; raises NotUnderstoodError for arguments that it cannot use."""

MAX_STEPS = 5_000
"""Limit for the evaluated parts of an expression."""
MAX_TEXT = 10_000
"""Limit for the characters of a value."""
MAX_NUMBER = 2**63
_MAX_MATCHED, _MAX_PATTERN, _MAX_REPEATS = 300, 200, 3
"""Limits for a matched text, a pattern and its repetitions: more might never end."""
_REFERENCE = re.compile(r"\$([^$]*)\$")
_WHOLE = re.compile(r"-?\d{1,15}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,15}\.\d{1,9}", re.ASCII)


def fill(template: str, lookup: Lookup, functions: Mapping[str, Function] | None = None) -> str:
    """Fill in the ``$property$`` references of a text, or evaluate an ``{expression}``.

    An unknown property is empty, as in VASSAL, and so is an expression that cannot be parsed:
    :func:`fault` returns the reason.
    """
    if is_expression(template):
        return evaluate(template, lookup, functions) or ""
    if "$" not in template:
        return template
    return _REFERENCE.sub(lambda m: lookup(m[1]) or "", template)


def is_expression(text: str) -> bool:
    """Return whether a text is an expression in braces."""
    return text.startswith("{") and text.rstrip().endswith("}")


def evaluate(
    expression: str, lookup: Lookup, functions: Mapping[str, Function] | None = None
) -> str | None:
    """Return the value of an expression as text; None if it cannot be parsed."""
    try:
        return written(compute(expression, lookup, functions))
    except NotUnderstoodError:
        return None


def fault(
    expression: str, lookup: Lookup, functions: Mapping[str, Function] | None = None
) -> str | None:
    """Return the reason why an expression cannot be evaluated; None if it has a value."""
    try:
        compute(expression, lookup, functions)
    except NotUnderstoodError as error:
        return str(error)
    return None


def holds(expression: str, lookup: Lookup, functions: Mapping[str, Function] | None = None) -> bool:
    """Return whether a condition is met. An empty condition is met.

    The old syntax without braces is supported. Raises NotUnderstoodError.
    """
    text = expression.strip()
    if not text:
        return True
    if is_expression(text):
        return _true(compute(text, lookup, functions))
    return any(
        all(_compared(part, lookup) for part in either.split("&&")) for either in text.split("||")
    )


_COMPARED = re.compile(r"(.*?)(=~|!~|==|!=|<=|>=|=|<|>)(.*)", re.DOTALL)


def _compared(part: str, lookup: Lookup) -> bool:
    """Evaluate a comparison in the old syntax: a property, a sign, an unquoted text."""
    match = _COMPARED.fullmatch(part.strip())
    if match is None:
        raise NotUnderstoodError(part.strip()[:40])
    name, sign, operand = (x.strip() for x in match.groups())
    left = fill(name, lookup) if "$" in name else lookup(name) or ""
    right = fill(operand, lookup) if "$" in operand else operand.strip('"')
    return _compare("==" if sign == "=" else sign, read_value(left), read_value(right))


def compute(
    expression: str, lookup: Lookup, functions: Mapping[str, Function] | None = None
) -> Value:
    """Return the value of an expression. Raises NotUnderstoodError."""
    body = expression.strip().removeprefix("{").removesuffix("}")
    try:
        return _Evaluator(lookup, functions or {}).value(parse(body))
    except RecursionError:
        raise NotUnderstoodError("…") from None


def read_value(text: str) -> Value:
    """Convert a property's text to a number, to true or false, or leave it a text."""
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def written(value: Value) -> str:
    """Convert a value to a property's text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    return str(value)


class _Evaluator:
    """An evaluator of expression trees that counts its steps."""

    def __init__(self, lookup: Lookup, functions: Mapping[str, Function]) -> None:
        self.lookup, self.functions = lookup, functions
        self.steps = 0

    def value(self, node: Node) -> Value:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise NotUnderstoodError("…")
        match node:
            case Constant(value=value):
                return self.text(value) if isinstance(value, str) else value
            case Name(name=name):
                return self.property(name)
            case Signed(sign=sign, of=of):
                return self.signed(sign, self.value(of))
            case Choice(condition=condition, then=then, otherwise=otherwise):
                return self.value(then if _true(self.value(condition)) else otherwise)
            case Row(first=first, rest=rest):
                return self.row(self.value(first), rest)
            case Call(name=name, arguments=arguments):
                return self.call(name, arguments)

    def text(self, text: str) -> str:
        """Fill in the ``$property$`` references of a quoted text."""
        return _REFERENCE.sub(lambda m: self.lookup(m[1]) or "", text)[:MAX_TEXT]

    def property(self, name: str) -> Value:
        if name in ("true", "false"):
            return name == "true"
        return read_value((self.lookup(name) or "")[:MAX_TEXT])

    def signed(self, sign: str, value: Value) -> Value:
        if sign == "!":
            return not _true(value)
        number = _number(value)
        return -number if sign == "-" else number

    def row(self, value: Value, rest: Sequence[tuple[str, Node]]) -> Value:
        for sign, node in rest:
            match sign:
                case "||":
                    value = _true(value) or _true(self.value(node))
                case "&&":
                    value = _true(value) and _true(self.value(node))
                case "==" | "!=" | "<" | "<=" | ">" | ">=" | "=~" | "!~":
                    value = _compare(sign, value, self.value(node))
                case _:
                    value = _counted(sign, value, self.value(node))
        return value

    def call(self, name: str, arguments: Sequence[Node]) -> Value:
        if name in ("If", "if") and len(arguments) == 3:
            condition, then, otherwise = arguments
            return self.value(then if _true(self.value(condition)) else otherwise)
        values = [self.value(a) for a in arguments]
        if name in ("GetProperty", "getProperty", "GetString") and len(values) == 1:
            return self.property(written(values[0]))
        function = self.functions.get(name) or _FUNCTIONS.get(name)
        if function is None:
            raise NotUnderstoodError(f"{name.removeprefix('.')}()")
        try:
            return _limited(function(values))
        except (ValueError, TypeError, IndexError, ArithmeticError):
            raise NotUnderstoodError(f"{name.removeprefix('.')}()") from None


def _counted(sign: str, a: Value, b: Value) -> Value:
    if sign == "+" and not (_is_number(a) and _is_number(b)):
        return _limited(written(a) + written(b))
    left, right = _number(a), _number(b)
    if sign in "/%" and not right:
        raise NotUnderstoodError(f"{sign} 0")
    whole = isinstance(left, int) and isinstance(right, int)
    match sign:
        case "+":
            return _limited(left + right)
        case "-":
            return _limited(left - right)
        case "*":
            return _limited(left * right)
        case "/":
            return math.trunc(left / right) if whole else _limited(left / right)
    return int(math.fmod(left, right)) if whole else math.fmod(left, right)


def _compare(sign: str, a: Value, b: Value) -> bool:
    if sign in ("==", "!="):
        same = a == b if _is_number(a) and _is_number(b) else written(a) == written(b)
        return same == (sign == "==")
    if sign in ("=~", "!~"):
        return matches(written(a), written(b)) == (sign == "=~")
    if isinstance(a, str) and isinstance(b, str):
        left: tuple[str, str] | tuple[float, float] = (a, b)
    else:
        left = (float(_number(a)), float(_number(b)))
    x, y = left
    return bool({"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y}[sign])  # type: ignore[operator]


def matches(text: str, pattern: str) -> bool:
    """Return whether a text matches a pattern. Raises NotUnderstoodError if it might never end."""
    repeats = len(re.findall(r"(?<!\\)[*+?{]", pattern))
    nested = re.search(r"\)[*+?{]", pattern) or "(?" in pattern or re.search(r"\\\d", pattern)
    long = len(pattern) > _MAX_PATTERN or (repeats and len(text) > _MAX_MATCHED)
    if nested or long or repeats > _MAX_REPEATS or re.search(r"\{\d{3}", pattern):
        raise NotUnderstoodError("=~")
    try:
        return re.fullmatch(pattern, text) is not None
    except (re.error, RecursionError, OverflowError):
        raise NotUnderstoodError("=~") from None


def _limited(value: Value) -> Value:
    if isinstance(value, str):
        return value[:MAX_TEXT]
    if not isinstance(value, bool) and not abs(value) < MAX_NUMBER:
        raise NotUnderstoodError("∞")
    return value


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _true(value: Value) -> bool:
    return value is True or value == "true"


def _number(value: Value) -> int | float:
    if isinstance(value, str):
        value = read_value(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise NotUnderstoodError(f'"{written(value)[:20]}"')


def _text(values: Sequence[Value], index: int = 0) -> str:
    return written(values[index])


def _whole(values: Sequence[Value], index: int) -> int:
    return int(_number(values[index]))


def _cut(values: Sequence[Value]) -> str:
    """Return part of a text; an index beyond its end is an error, as in Java."""
    text, start = _text(values), _whole(values, 1)
    end = _whole(values, 2) if len(values) > 2 else len(text)
    if not 0 <= start <= end <= len(text):
        raise ValueError
    return text[start:end]


_FUNCTIONS: dict[str, Function] = {
    ".length": lambda v: len(_text(v)),
    ".isEmpty": lambda v: not _text(v),
    ".equals": lambda v: _text(v) == _text(v, 1),
    ".equalsIgnoreCase": lambda v: _text(v).lower() == _text(v, 1).lower(),
    ".contains": lambda v: _text(v, 1) in _text(v),
    ".startsWith": lambda v: _text(v).startswith(_text(v, 1)),
    ".endsWith": lambda v: _text(v).endswith(_text(v, 1)),
    ".indexOf": lambda v: _text(v).find(_text(v, 1)),
    ".lastIndexOf": lambda v: _text(v).rfind(_text(v, 1)),
    ".substring": _cut,
    ".charAt": lambda v: _cut((v[0], v[1], _whole(v, 1) + 1)),
    ".toUpperCase": lambda v: _text(v).upper(),
    ".toLowerCase": lambda v: _text(v).lower(),
    ".trim": lambda v: _text(v).strip(),
    ".concat": lambda v: _text(v) + _text(v, 1),
    ".replace": lambda v: _text(v)[:1000].replace(_text(v, 1), _text(v, 2)[:100]),
    ".matches": lambda v: matches(_text(v), _text(v, 1)),
    ".toString": _text,
    ".intValue": lambda v: _whole(v, 0),
    ".compareTo": lambda v: (_text(v) > _text(v, 1)) - (_text(v) < _text(v, 1)),
    "String.valueOf": _text,
    "Integer.parseInt": lambda v: _whole(v, 0),
    "Integer.valueOf": lambda v: _whole(v, 0),
    "Integer.toString": _text,
    "Double.parseDouble": lambda v: float(_number(v[0])),
    "Float.parseFloat": lambda v: float(_number(v[0])),
    "Boolean.parseBoolean": lambda v: _true(v[0]),
    "Math.min": lambda v: min(_number(v[0]), _number(v[1])),
    "Math.max": lambda v: max(_number(v[0]), _number(v[1])),
    "Math.abs": lambda v: abs(_number(v[0])),
    "Math.floor": lambda v: float(math.floor(_number(v[0]))),
    "Math.ceil": lambda v: float(math.ceil(_number(v[0]))),
    "Math.round": lambda v: math.floor(_number(v[0]) + 0.5),
    "Math.sqrt": lambda v: math.sqrt(_number(v[0])),
    "Math.pow": lambda v: float(_number(v[0])) ** float(_number(v[1])),
    "Math.signum": lambda v: math.copysign(1.0, n) if (n := _number(v[0])) else 0.0,
    # The message is shown only in play. Modules compare the result with 0.
    "Alert": lambda _v: 0,
    "Compare": lambda v: _compare(_text(v, 1), v[0], v[2]),
}
"""Functions by name; those on a text or number begin with a dot and have it as first argument."""
