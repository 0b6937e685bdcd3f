"""The supported grammar of VASSAL's expressions, parsed into a small tree.

::

    choice   = either [ "?" choice ":" choice ]
    either   = both { "||" both }               both     = equal { "&&" equal }
    equal    = order { ("==" | "!=" | "=~" | "!~") order }
    order    = sum { ("<" | "<=" | ">" | ">=") sum }
    sum      = product { ("+" | "-") product }  product  = sign { ("*" | "/" | "%") sign }
    sign     = ("!" | "-" | "+") sign | reach
    reach    = atom { "." name "(" [ choice { "," choice } ] ")" }
    atom     = number | text | "$" property "$" | name [ "(" … ")" ] | "(" choice ")"

There are no statements, assignments, loops, classes, or objects beyond texts and numbers. Anything
else raises :class:`NotUnderstoodError`. Length, depth and number of parts are limited.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

MAX_LENGTH = 10_000
"""Limit for the characters of an expression."""
MAX_DEPTH = 40
"""Limit for nested brackets, choices and signs."""
MAX_TOKENS = 3_000

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>\d+(?:\.\d+)?)"""
    r"""|(?P<property>\$[^$"{}]+\$)|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign>==|!=|<=|>=|=~|!~|&&|\|\||[-+*/%<>?:()!,.]))""",
    re.DOTALL,
)
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!=", "=~", "!~"),
    ("<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
"""The binary operators, from the lowest precedence to the highest."""
_CLASSES = frozenset(("Math", "Integer", "String", "Double", "Float", "Boolean"))
"""Names before a dot that are classes, not properties."""
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}


class NotUnderstoodError(Exception):
    """An expression is beyond the supported grammar; the text quotes the unsupported part."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or a text; texts may contain ``$property$`` references."""

    value: int | float | str


@dataclass(frozen=True, slots=True)
class Name:
    """A reference to a property."""

    name: str


@dataclass(frozen=True, slots=True)
class Signed:
    """A value with a unary operator."""

    sign: str
    of: Node


@dataclass(frozen=True, slots=True)
class Row:
    """Values joined by operators of one precedence, evaluated from left to right."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """``condition ? then : otherwise``."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function call; a method has a leading ``.`` and its object as the first argument."""

    name: str
    arguments: tuple[Node, ...]


Node = Constant | Name | Signed | Row | Choice | Call


@lru_cache(maxsize=8192)
def parse(body: str) -> Node:
    """Parse an expression without its braces. Raises NotUnderstoodError."""
    if len(body) > MAX_LENGTH:
        raise NotUnderstoodError("…")
    parser = _Parser(_tokens(body))
    node = parser.choice(0)
    if parser.at != len(parser.tokens):
        raise NotUnderstoodError(parser.tokens[parser.at][1])
    return node


def _tokens(body: str) -> list[tuple[str, str]]:
    body = body.rstrip()
    tokens: list[tuple[str, str]] = []
    position = 0
    while position < len(body):
        match = _TOKEN.match(body, position)
        if match is None or match.lastgroup is None:
            raise NotUnderstoodError(body[position:].strip()[:12])
        tokens.append((match.lastgroup, match[match.lastgroup]))
        position = match.end()
        if len(tokens) > MAX_TOKENS:
            raise NotUnderstoodError("…")
    return tokens


class _Parser:
    """A recursive descent parser of tokens."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens
        self.at = 0

    def take(self, *signs: str) -> str:
        """Consume and return the next token if it is one of these signs, else return ""."""
        if self.at < len(self.tokens):
            kind, token = self.tokens[self.at]
            if kind == "sign" and token in signs:
                self.at += 1
                return token
        return ""

    def need(self, sign: str) -> None:
        if not self.take(sign):
            there = self.tokens[self.at][1] if self.at < len(self.tokens) else ""
            raise NotUnderstoodError(there or sign)

    def choice(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise NotUnderstoodError("(")
        condition = self.row(0, depth)
        if not self.take("?"):
            return condition
        then = self.choice(depth + 1)
        self.need(":")
        return Choice(condition, then, self.choice(depth + 1))

    def row(self, level: int, depth: int) -> Node:
        if level == len(_LEVELS):
            return self.sign(depth)
        first = self.row(level + 1, depth)
        rest = []
        while sign := self.take(*_LEVELS[level]):
            rest.append((sign, self.row(level + 1, depth)))
        return Row(first, tuple(rest)) if rest else first

    def sign(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise NotUnderstoodError("!")
        sign = self.take("!", "-", "+")
        return Signed(sign, self.sign(depth + 1)) if sign else self.reach(depth)

    def reach(self, depth: int) -> Node:
        node = self.atom(depth)
        while self.take("."):
            name = self.name()
            if isinstance(node, Name) and node.name in _CLASSES:
                node = Call(f"{node.name}.{name}", self.arguments(depth))
            else:
                node = Call(f".{name}", (node, *self.arguments(depth)))
        return node

    def name(self) -> str:
        kind, token = self.tokens[self.at] if self.at < len(self.tokens) else ("", ".")
        if kind != "name":
            raise NotUnderstoodError(token)
        self.at += 1
        return token

    def arguments(self, depth: int) -> tuple[Node, ...]:
        self.need("(")
        nodes: list[Node] = []
        if self.take(")"):
            return ()
        while True:
            nodes.append(self.choice(depth + 1))
            if self.take(")"):
                return tuple(nodes)
            self.need(",")

    def atom(self, depth: int) -> Node:
        if self.take("("):
            node = self.choice(depth + 1)
            self.need(")")
            return node
        if self.at >= len(self.tokens):
            raise NotUnderstoodError("…")
        kind, token = self.tokens[self.at]
        self.at += 1
        match kind:
            case "text":
                return Constant(re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), token[1:-1]))
            case "number":
                return Constant(float(token) if "." in token else int(token[:18]))
            case "property":
                return Name(token[1:-1])
            case "name":
                called = self.tokens[self.at : self.at + 1] == [("sign", "(")]
                return Call(token, self.arguments(depth)) if called else Name(token)
        raise NotUnderstoodError(token)
