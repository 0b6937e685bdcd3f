"""Removable parts of functions: statements, conditions, operands, elements, values.

What is removed stays in the syntax tree behind a condition that never holds, so that generators
remain generators and closures keep their variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.mutation.changes import first_line, functions

WHOLE = "whole"
"""The text of the part that is a function's body."""
YES = "whole, always true"
"""The same for a function that answers yes or no, when it always says yes."""
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitOr: "|", ast.BitAnd: "&"}
EMPTY: Mapping[str, str] = {
    "str": "''", "int": "0", "list": "[]", "dict": "{}", "Mapping": "{}",
    "set": "set()", "frozenset": "frozenset()", "tuple": "()", "Sequence": "()", "Iterable": "()",
}  # fmt: skip
"""Empty values to return in place of a removed body, by the head of the return annotation."""
Function = ast.FunctionDef


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a function: its text, the literals in it, and how to remove it from the tree."""

    text: str
    node: ast.AST
    remove: Callable[[], None]

    @cached_property
    def words(self) -> frozenset[str]:
        """The texts that are written in it."""
        texts = (n.value for n in ast.walk(self.node) if isinstance(n, ast.Constant))
        return frozenset(t for t in texts if isinstance(t, str))


def empty(value: Any) -> Any:
    """Return the empty value of the same kind; called by functions without a part."""
    if value is None:
        return None
    try:
        return type(value)()
    except Exception:  # no kind that can be empty
        return None


def full(value: Any) -> Any:
    """Return True for a truth value, else the empty value."""
    return True if isinstance(value, bool) else empty(value)


def parts(function: Function) -> list[Part]:
    """Return all parts of a function, the whole body first; equal texts are numbered."""
    known: dict[str, int] = {}
    found = []
    whole = [(WHOLE, function, _whole(function, "False"))]
    if function.returns is not None and ast.unparse(function.returns) == "bool":
        whole.append((YES, function, _whole(function, "True")))
    for text, node, remove in [*whole, *_parts(function)]:
        text = " ".join(text.split())
        known[text] = known.get(text, 0) + 1
        numbered = f"{text} #{known[text]}" if known[text] > 1 else text
        found.append(Part(numbered, node, remove))
    return found


@dataclass(frozen=True)
class Removal:
    """Parts of one function that are removed together; ``first`` is the first line of its code."""

    file: Path
    function: str
    first: int
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file.name} {self.function} without {' and '.join(self.texts)}"

    def tree(self) -> ast.Module:
        """Return the file's tree without the parts."""
        tree = ast.parse(self.file.read_text(encoding="utf-8"))
        found = {part.text: part for part in parts(function_at(tree, self.first))}
        for text in self.texts:
            found[text].remove()
        return ast.fix_missing_locations(tree)


def function_at(tree: ast.Module, first: int) -> Function:
    """Return the function whose code begins in a line."""
    for _, function in functions(tree):
        if first_line(function) == first:
            return function
    raise LookupError(first)


Found = tuple[str, ast.AST, Callable[[], None]]


def _whole(function: Function, answer: str) -> Callable[[], None]:
    def remove() -> None:
        said = ast.unparse(function.returns) if function.returns else "None"
        head = "None" if "None" in said else said.partition("[")[0]
        words = answer if head == "bool" else EMPTY.get(head, "None")
        value = ast.parse(words, mode="eval").body
        result = ast.Return(value if not head.startswith("Iterator") else None)
        function.body.insert(0, ast.If(ast.Constant(True), [result], []))

    return remove


def _parts(function: Function) -> Iterator[Found]:
    for statement in function.body:
        yield from _walk(statement, function, "body")


def _walk(node: ast.AST, parent: ast.AST, field: str) -> Iterator[Found]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Raise | ast.Assert):
        return
    yield from _of(node, parent, field)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "ctx", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child, node, name)


def _of(node: ast.AST, parent: ast.AST, field: str) -> Iterator[Found]:
    match node:
        case ast.If() | ast.While():
            word = type(node).__name__.lower()
            text = f"{word} {ast.unparse(node.test)}"
            yield text, node, lambda: _test(node, value=False)
            other = "else of" if node.orelse else "always"
            yield f"{other} {text}", node, lambda: _test(node, value=True)
        case ast.IfExp():
            text = f"{ast.unparse(node.body)} if {ast.unparse(node.test)}"
            yield text, node, lambda: _test(node, value=False)
            yield f"else {ast.unparse(node.orelse)}", node, lambda: _test(node, value=True)
        case ast.For():
            text = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
            yield text, node, lambda: _emptied(node, "iter", "empty")
        case ast.Expr() | ast.AugAssign():
            yield ast.unparse(node), node, lambda: _never(node, parent, field)
        case ast.Assign() | ast.AnnAssign() if node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if all(isinstance(t, ast.Attribute | ast.Subscript) for t in targets):
                yield ast.unparse(node), node, lambda: _never(node, parent, field)
            else:
                yield ast.unparse(node), node, lambda: _emptied(node, "value", "empty")
        case ast.Return() if node.value is not None:
            yield ast.unparse(node), node, lambda: _emptied(node, "value", "empty")
            yield f"full {ast.unparse(node)}", node, lambda: _emptied(node, "value", "full")
        case ast.BoolOp():
            word, neutral = ("and", True) if isinstance(node.op, ast.And) else ("or", False)
            for number, operand in enumerate(node.values):
                yield f"{word} {ast.unparse(operand)}", operand, _operand(node, number, neutral)
        case ast.BinOp() if type(node.op) in OPERATORS:
            word = OPERATORS[type(node.op)]
            yield f"{word} {ast.unparse(node.right)}", node.right, _side(node, parent, "left")
            yield f"{ast.unparse(node.left)} {word}", node.left, _side(node, parent, "right")
        case ast.Call():
            yield from _arguments(node, parent)
        case ast.List() | ast.Set() if len(node.elts) > 1:
            yield from _elements(node)
        case ast.Tuple() if len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
            yield from _elements(node)
        case ast.Dict() if len(node.values) > 1:
            for number, value in enumerate(node.values):
                key = node.keys[number]
                text = f"{ast.unparse(key) if key else '**'}: {ast.unparse(value)}"
                yield text, ast.Tuple([key or value, value]), _pair(node, number)
        case ast.comprehension():
            for number, test in enumerate(node.ifs):
                yield f"filter {ast.unparse(test)}", test, _filter(node, number)
        case ast.match_case():
            yield f"case {ast.unparse(node.pattern)}", node, lambda: _guard(node)


def _arguments(node: ast.Call, parent: ast.AST) -> Iterator[Found]:
    name = ast.unparse(node.func)
    if name in ("min", "max") and len(node.args) > 1:
        for number, value in enumerate(node.args):
            yield f"{name} {ast.unparse(value)}", value, lambda n=number: _other(node.args, n)
    for word in node.keywords:
        text = f"{word.arg or '**'}={ast.unparse(word.value)}"
        yield text, word, lambda word=word: _emptied(word, "value", "empty")


def _elements(node: ast.List | ast.Set | ast.Tuple) -> Iterator[Found]:
    for number, element in enumerate(node.elts):
        yield f"element {ast.unparse(element)}", element, lambda n=number: _without(node.elts, n)


def _test(node: Any, *, value: bool) -> None:
    # The condition stays, for the names it binds.
    node.test = _bool(ast.Or() if value else ast.And(), node.test, ast.Constant(value))


def _bool(op: ast.boolop, *values: ast.expr) -> ast.BoolOp:
    return ast.BoolOp(op, list(values))


def _never(node: ast.stmt, parent: ast.AST, field: str) -> None:
    body = getattr(parent, field)
    body[body.index(node)] = ast.If(ast.Constant(False), [node], [])


def _call(name: str, value: ast.expr) -> ast.expr:
    call = f"__import__('tests.mutation.removals', fromlist=['x']).{name}()"
    found = ast.parse(call, mode="eval").body
    assert isinstance(found, ast.Call)
    found.args.append(value)
    return found


def _emptied(node: Any, field: str, name: str) -> None:
    setattr(node, field, _call(name, getattr(node, field)))


def _operand(node: ast.BoolOp, number: int, neutral: bool) -> Callable[[], None]:
    def remove() -> None:
        op = ast.Or() if neutral else ast.And()
        node.values[number] = _bool(op, node.values[number], ast.Constant(neutral))

    return remove


def _side(node: ast.BinOp, parent: ast.AST, kept: str) -> Callable[[], None]:
    def remove() -> None:
        whole = ast.BinOp(node.left, node.op, node.right)
        other = ast.IfExp(ast.Constant(True), getattr(node, kept), whole)
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, other)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = other

    return remove


def _without(values: list[ast.expr], number: int) -> None:
    value = values[number]
    inner = value.value if isinstance(value, ast.Starred) else value
    none = ast.IfExp(ast.Constant(True), ast.Tuple([], ast.Load()), inner)
    values[number] = ast.Starred(none, ast.Load())


def _other(values: list[ast.expr], number: int) -> None:
    values[number] = ast.IfExp(ast.Constant(True), values[number - 1], values[number])


def _pair(node: ast.Dict, number: int) -> Callable[[], None]:
    def remove() -> None:
        key, value = node.keys[number], node.values[number]
        node.keys[number] = None
        kept = ast.Dict([key], [value])
        node.values[number] = ast.IfExp(ast.Constant(True), ast.Dict([], []), kept)

    return remove


def _filter(node: ast.comprehension, number: int) -> Callable[[], None]:
    def remove() -> None:
        node.ifs[number] = _bool(ast.Or(), node.ifs[number], ast.Constant(True))

    return remove


def _guard(node: ast.match_case) -> None:
    node.guard = ast.Constant(False)
