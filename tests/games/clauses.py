"""Clauses that are removed: does the test that the coverage table names miss each of them?

``python -m tests.games.clauses normandy44`` removes the clause of each row of the coverage table
and runs the row's test, which must fail; it prints the rows whose test does not, or whose clause is
unknown. ``--sample 12 --seed 3`` draws some rows, ``--rows 9.1a 9.2`` names them.

The clause of a row is, in this order: the parts that ``clause_parts/GAME.json`` lists for it; the
parts of its function that contain its number (an objection); the body of a function that no other
row names. With ``--find`` the tests are searched for one that misses the clause.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import os
import random
import re
import shutil
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

from pydantic import BaseModel

from engine.core.errors import UserError
from engine.games import require_rulebook
from engine.modules.module import builtin
from engine.rules.answers import CoverageRow
from tests.mutation.reach import ROOT
from tests.mutation.removals import WHOLE, YES, Part, Removal, function_at, parts
from tests.mutation.trying import KILLED, SURVIVED, Warm

SECONDS = 10
"""Computing time that a row's test may take without its clause."""
FINDING = 4
"""Computing time in which a test that misses a clause is looked for."""
LISTED = Path(__file__).with_name("clause_parts")


@dataclass(frozen=True)
class Body:
    """A function that a row names, or a method of a class that it names."""

    file: Path
    name: str
    first: int
    method: str = ""

    @property
    def prefix(self) -> str:
        """Return the code before the texts of a method's parts."""
        return f"{self.method}: " if self.method else ""

    @property
    def parts(self) -> list[Part]:
        """The removable parts."""
        return _parts(self.file, self.first)

    def without(self, *texts: str) -> Removal:
        """Return the removal of some parts."""
        return Removal(self.file, self.name, self.first, texts)


@cache
def _parts(file: Path, first: int) -> list[Part]:
    return parts(function_at(_tree(file), first))


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def bodies(function: str) -> Iterator[Body]:
    """Yield the function of a row, or the methods of its class."""
    name, _, path = function.partition(":")
    found: Any = import_module(name)
    for part in path.split("."):
        found = inspect.getattr_static(found, part)
    if not inspect.isclass(found):
        yield _body(found)
        return
    for method, value in vars(found).items():
        if _plain(value) is not None:
            yield _body(value, method)


def _plain(found: Any) -> FunctionType | None:
    """Return the function behind a property, a cache or a class method."""
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, cached_property):
        found = found.func
    found = inspect.unwrap(getattr(found, "__func__", found))
    file = found.__code__.co_filename if isinstance(found, FunctionType) else ""
    return found if file.startswith(str(ROOT)) else None  # not what dataclasses make


def _body(found: Any, method: str = "") -> Body:
    plain = _plain(found)
    assert plain is not None, found
    code = plain.__code__
    return Body(Path(code.co_filename), plain.__qualname__, code.co_firstlineno, method)


@dataclass(frozen=True)
class Clause:
    """The clause of a row: alternatives, one of which the row's test must miss.

    ``reason``: why there is nothing to remove.
    """

    row: CoverageRow
    ways: tuple[tuple[Removal, ...], ...]
    reason: str = ""


def listed(game: str) -> Mapping[str, Sequence[str] | str]:
    """Return the parts listed by hand for rows of a game, or why a row has none."""
    file = LISTED / f"{game}.json"
    if not file.is_file():
        return {}
    found: Mapping[str, Sequence[str] | str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def clauses(game: str) -> list[Clause]:
    """Return the clauses of all enforced rows; those that are unknown have no ways."""
    rows = [row for row in require_rulebook(game).coverage() if row.function and row.test]
    alone = Counter(row.function for row in rows)
    known, found = listed(game), []
    for row in rows:
        texts = known.get(row.id)
        if isinstance(texts, str):
            found.append(Clause(row, (), texts))
        else:
            found.append(Clause(row, _ways(row, texts, alone=alone[row.function] == 1)))
    return found


def _ways(
    row: CoverageRow, texts: Sequence[str] | None, *, alone: bool
) -> tuple[tuple[Removal, ...], ...]:
    held = list(bodies(row.function))
    if texts is not None:
        return _named(held, texts)
    speaking = tuple(_speaking(held, row.id))
    if speaking:
        return (speaking,)
    return _named(held, [WHOLE]) if alone and len(held) == 1 and not held[0].method else ()


def _named(held: Sequence[Body], texts: Sequence[str]) -> tuple[tuple[Removal, ...], ...]:
    """Return the removal of parts by their texts; none if one of them does not exist.

    The closest text is taken, so that a renamed variable changes nothing.
    """
    known = [body.prefix + part.text for body in held for part in body.parts]
    closest = [text if text in known else _closest(text, known) for text in texts]
    removals, left = [], set(closest)
    for body in held:
        own = [p.text for p in body.parts if body.prefix + p.text in left]
        left -= {body.prefix + text for text in own}
        if own:
            removals.append(body.without(*own))
    if left:
        return ()
    both = [b for b in held if [f"{b.prefix}{WHOLE}"] == closest]
    if both and any(p.text == YES for p in both[0].parts):
        return ((both[0].without(WHOLE),), (both[0].without(YES),))
    return (tuple(removals),)


def _closest(text: str, known: Sequence[str]) -> str:
    return next(iter(get_close_matches(text, known, 1, 0.8)), text)


def _speaking(held: Sequence[Body], number: str) -> Iterator[Removal]:
    """Yield the removal of the smallest parts that contain a rule's number."""
    for body in held:
        known = [p for p in body.parts if p.text not in (WHOLE, YES) and number in p.words]
        known = [p for p in known if not isinstance(p.node, ast.Constant)]
        inner = [p for p in known if not any(o is not p and _within(o, p) for o in known)]
        if inner:
            yield body.without(*(p.text for p in inner))


def _within(inner: Part, outer: Part) -> bool:
    return inner.node is not outer.node and any(n is inner.node for n in ast.walk(outer.node))


def tests_of(warm: Warm, clause: Clause) -> list[str]:
    """Return the collected tests that a row names: one, or all cases of one."""
    named = clause.row.test
    return [t for t in warm.items if t == named or t.startswith(f"{named}[")]


def missed(warm: Warm, clause: Clause) -> bool:
    """Return whether the row's test fails without its clause; False if there is no such test."""
    tests = tests_of(warm, clause)
    return bool(tests) and any(
        warm.attempt(way, tests, SECONDS)[0] != SURVIVED for way in clause.ways
    )


def unmissed(game: str, chosen: Sequence[Clause], *, find: bool = False) -> Iterator[Clause]:
    """Yield the clauses without which the row's test passes, and those that are unknown.

    ``find``: print for each a test that misses it.
    """
    yield from (c for c in chosen if not c.ways and not c.reason)
    found: list[Clause] = []

    def work(warm: Warm) -> None:
        out.write(f"{len(chosen)} clauses\n")
        entered = _entered(game)
        first, then = [], []
        for clause in (c for c in chosen if c.ways):
            early = any((str(r.file), r.first) in entered for way in clause.ways for r in way)
            (first if early else then).append(clause)
        for clause in (*first, None, *then):
            if clause is None:
                prepare(game)
            elif not missed(warm, clause):
                found.append(clause)
                out.write(f"{told(clause)}\n")
                if not tests_of(warm, clause):
                    out.write(f"  there is no test {clause.row.test}\n")
                if find:
                    out.write(f"  missed by: {found_by(warm, clause) or 'no test'}\n")
                out.flush()

    files = sorted({c.row.test.partition("::")[0] for c in chosen})
    if find:
        files = [f"tests/games/{game}"]
    scratch = Path(tempfile.mkdtemp(prefix="clauses-"))
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        try:
            Warm(_package(chosen), scratch, work).run(files)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    yield from found


def _package(chosen: Sequence[Clause]) -> str:
    """Return the folder of the clauses: the engine, or that of rules which are kept elsewhere."""
    folders = {r.file.parent for clause in chosen for way in clause.ways for r in way}
    elsewhere = [folder for folder in folders if not folder.is_relative_to(ROOT / "engine")]
    return str(elsewhere[0].relative_to(ROOT)) if elsewhere else "engine"


def found_by(warm: Warm, clause: Clause) -> str:
    """Return a test of the game that detects the missing clause, those that name its rule first."""
    function = re.split(r"[:.]", clause.row.function)[-1]
    named = re.compile(rf"(?<![\w.]){re.escape(clause.row.id)}(?![\w.])")

    def order(test: str) -> tuple[bool, ...]:
        found = getattr(warm.items[test], "obj", None)
        source = inspect.getsource(found) if found else ""
        says = named.search(found.__doc__ or ""), named.search(source), function in source
        return *(not word for word in says), "/expectations/" in test

    tests = sorted(warm.items, key=order)
    for way in clause.ways:
        result, test = warm.attempt(way, tests, FINDING)
        if result == KILLED:
            return test.partition("[")[0]
    return ""


def prepare(game: str) -> set[tuple[str, int]]:
    """Read a game's data, boards and counters before the forks; return what ran for that.

    The data of a game from outside the program are read by its tests alone.

    What depends on a removed function must not be kept: such clauses come first.
    """
    book, entered = require_rulebook(game), set()
    for model in _models(BaseModel):
        model.model_rebuild()

    def enter(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            entered.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(enter)
    for scenario in book.module.meta.scenarios if game in builtin() else ():
        book.base(scenario)
    sys.setprofile(None)
    return entered


def _entered(game: str) -> set[tuple[str, int]]:
    """Prepare in a process of its own, and return what ran."""
    told, tell = os.pipe()
    if not os.fork():
        with os.fdopen(tell, "w") as stream:
            json.dump(sorted(prepare(game)), stream)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told) as stream:
        entered = {(file, first) for file, first in json.load(stream)}
    os.wait()
    return entered


def _models(of: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for model in of.__subclasses__():
        yield from _models(model)
        if model.__module__.startswith("engine."):
            yield model


def told(clause: Clause) -> str:
    """Word a clause that is not missed."""
    row = clause.row
    if not clause.ways:
        return f"{row.id} {row.title}: {row.function}: which part is its clause?"
    without = " or ".join(", ".join(map(str, way)) for way in clause.ways)
    return f"{row.id} {row.title}: {without}: not missed by {row.test}"


def listing(game: str) -> Iterator[str]:
    """Yield the rows whose clause is unknown, with the parts of their functions."""
    by_function: dict[str, list[CoverageRow]] = {}
    for clause in clauses(game):
        if not clause.ways and not clause.reason:
            by_function.setdefault(clause.row.function, []).append(clause.row)
    for function, rows in by_function.items():
        yield f"\n== {function}"
        for row in rows:
            yield f"   {row.id}: {row.title}"
        for number, text in enumerate(b.prefix + p.text for b in bodies(function) for p in b.parts):
            yield textwrap.shorten(f"{number:4} {text}", 150)


def main() -> int:
    """Print the rows whose test does not detect the missing clause; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.clauses")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=0, help="how many rows, 0 for all")
    parser.add_argument("--seed", type=int, default=44)
    parser.add_argument("--rows", nargs="*", default=[], help="only these")
    parser.add_argument("--find", action="store_true", help="tests that miss what is not missed")
    parser.add_argument("--list", action="store_true", help="the parts of unknown clauses")
    wish = parser.parse_args()
    os.chdir(ROOT)
    try:
        require_rulebook(wish.game)
    except UserError as error:
        parser.error(str(error))
    if wish.list:
        print("\n".join(listing(wish.game)))
        return 0
    chosen = [c for c in clauses(wish.game) if not wish.rows or c.row.id in wish.rows]
    if wish.sample:
        chosen = random.Random(wish.seed).sample(chosen, wish.sample)
    left = list(unmissed(wish.game, chosen, find=wish.find))
    print(f"{wish.game}: {len(chosen)} clauses removed, {len(left)} not missed by their tests")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
