"""The small changes to functions: comparisons, signs, numbers, conditions."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_SIGN: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """A change: the file, the function (the first line of its code), and the change itself."""

    file: Path
    line: int
    function: str
    first: int
    number: int
    """Which of the changes of its function it is."""
    text: str
    statement: int
    """The line at which the innermost statement around it begins."""
    end: int
    """The last line of what is changed: of a condition over several lines the last."""
    last: int
    """The last line of the function."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.text}"

    def tree(self) -> ast.Module:
        """Return the file's tree with the change made."""
        return changed(self)


def changes(file: Path) -> Iterator[Change]:
    """Return all changes of the functions and methods of a file; other code is not changed."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for name, function in functions(tree):
        starts = _starts(function)
        for number, (node, _kind, text) in enumerate(_places(function)):
            start = starts.get(node, node.lineno)  # type: ignore[attr-defined]
            whole = node.test if isinstance(node, ast.If) else node
            end = whole.end_lineno or node.lineno  # type: ignore[attr-defined]
            first, last = first_line(function), function.end_lineno or end
            yield Change(file, node.lineno, name, first, number, text, start, end, last)


def changed(change: Change) -> ast.Module:
    """Return the file's tree with a change made."""
    tree = ast.parse(change.file.read_text(encoding="utf-8"))
    for name, function in functions(tree):
        if name == change.function and first_line(function) == change.first:
            node, kind, _ = list(_places(function))[change.number]
            _make(node, kind)
            return ast.fix_missing_locations(tree)
    raise LookupError(change)


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Return the functions and methods of a module by qualified name, including nested ones."""

    def walk(nodes: list[ast.stmt], path: str) -> Iterator[tuple[str, ast.FunctionDef]]:
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                yield f"{path}{node.name}", node
            elif isinstance(node, ast.ClassDef):
                yield from walk(node.body, f"{path}{node.name}.")
            elif isinstance(node, ast.If):
                yield from walk([*node.body, *node.orelse], path)

    yield from walk(tree.body, "")


def first_line(function: ast.FunctionDef) -> int:
    """Return the first line of a function's code, with its decorators."""
    return min([function.lineno, *(d.lineno for d in function.decorator_list)])


def _starts(function: ast.FunctionDef) -> dict[ast.AST, int]:
    """Return the line of the innermost statement around each node."""
    starts: dict[ast.AST, int] = {}

    def walk(node: ast.AST, line: int) -> None:
        line = node.lineno if isinstance(node, ast.stmt | ast.excepthandler) else line
        starts[node] = line
        for child in ast.iter_child_nodes(node):
            walk(child, line)

    walk(function, function.lineno)
    return starts


def _places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, str]]:
    for statement in function.body:
        for node in _code(statement):
            yield from _of(node)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Return the executed parts of a statement: no annotations, docstrings, error messages."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Raise | ast.Assert):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _code(child)


def _of(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARE:
            before, other = ast.unparse(node), copy.deepcopy(node)
            other.ops = [_COMPARE[type(op)]()]
            yield node, "compare", f"{before} -> {ast.unparse(other)}"
        case ast.BoolOp():
            word = "or" if isinstance(node.op, ast.And) else "and"
            yield node, "bool", f"{ast.unparse(node)} -> {word}"
        case ast.BinOp() if type(node.op) in _SIGN and not _is_text(node):
            yield node, "sign", f"{ast.unparse(node)} -> {_SIGN[type(node.op)].__name__}"
        case ast.UnaryOp(op=ast.Not()):
            yield node, "not", f"{ast.unparse(node)} -> without not"
        case ast.Constant(value=bool()):
            yield node, "flag", f"{node.value} -> {not node.value}"
        case ast.Constant(value=int()):
            yield node, "number", f"{node.value} -> {node.value + 1}"
        case ast.If():
            yield node, "never", f"if {ast.unparse(node.test)} -> if False"
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield node, "nothing", f"return {ast.unparse(node.value)} -> return None"
        case ast.Continue():
            yield node, "leave", "continue -> break"


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(s, ast.JoinedStr) or (isinstance(s, ast.Constant) and
               isinstance(s.value, str)) for s in (node.left, node.right))  # fmt: skip


def _make(node: ast.AST, kind: str) -> None:
    match node:
        case ast.Compare():
            node.ops = [_COMPARE[type(node.ops[0])]()]
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp():
            node.op = _SIGN[type(node.op)]()
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.If():
            node.test = ast.Constant(False)
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.Continue():
            node.__class__ = ast.Break  # type: ignore[assignment]
