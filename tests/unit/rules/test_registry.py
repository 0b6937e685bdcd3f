"""The register of rule functions."""

from __future__ import annotations

import ast
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.contents import BOOK
from engine.games.holland44.rulebook import rulebook
from engine.i18n import game_catalogue, has, t
from engine.rules.base.clauses import Register, rulebook_order
from engine.rules.registry import in_parts, is_legal, text, texts_with_names, verdicts_json


def test_verdicts_follow_the_order_of_the_rulebook():
    book = Register()

    @book.rule("8.10", "move")
    def later(context, action):
        """8.10: later."""
        yield Verdict(rule="8.10", level="info", key="a")

    @book.rule("8.2", "move", "mode")
    def earlier(context, action):
        """8.2: earlier."""
        yield Verdict(rule="8.2", level="forbid", key="b")

    assert [v.rule for v in book.judge("move", None, None)] == ["8.2", "8.10"]
    assert [r.number for r in book.of("mode")] == ["8.2"]
    assert list(book.judge("dance", None, None)) == []


def test_a_docstring_begins_with_the_number():
    book = Register()
    with pytest.raises(ValueError, match="must begin with 9\\.1"):

        @book.rule("9.1", "attack")
        def wrong(context, action):
            """Attacks."""
            yield from ()


def test_verdicts_find_their_fix():
    assert verdict("7.2", "stop", hex="x", enemy="y").fix == "rule.holland44.7.2.stop.fix"
    assert verdict("8.1", "phase", level="warn").fix is None
    assert is_legal([verdict("8.1", "phase", level="warn")])
    assert not is_legal([verdict("7.2", "stop")])
    stop = verdict("7.2", "stop", hex="x", enemy="y")
    plain, titled = verdicts_json([stop]), verdicts_json([stop], {"7.2": "Zones"})
    assert plain["legal"] is titled["legal"] is False
    assert plain["verdicts"][0]["fix"] == t("rule.holland44.7.2.stop.fix", hex="x", enemy="y")
    assert titled["verdicts"] == [{**plain["verdicts"][0], "title": "Zones"}]


def test_rule_numbers_sort_as_in_the_rulebook():
    numbers = ["10.1", "8.3.1", "8.2", "8.10"]
    assert sorted(numbers, key=rulebook_order) == ["8.2", "8.3.1", "8.10", "10.1"]


def test_every_rule_with_a_verdict_has_a_title():
    numbers = {r.number for kind in ("mode", "move", "attack") for r in BOOK.clauses.of(kind)}
    assert len(numbers) > 20
    titles = rulebook("holland44").titles
    assert numbers <= titles.keys()
    spoken = {
        key.removeprefix("rule.holland44.").rpartition(".")[0]
        for key in game_catalogue("holland44", "en")
        if key.startswith("rule.") and not key.endswith(".fix")
    }
    assert spoken <= titles.keys()


def test_every_verdict_has_a_text():
    folder = Path(str(files("engine.games.holland44")))
    said = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "verdict"):
                continue
            rule, key = node.args[:2]
            if isinstance(rule, ast.Constant) and isinstance(key, ast.Constant):
                said.add(f"rule.holland44.{rule.value}.{key.value}")
    assert len(said) > 60
    assert {key for key in said if not has(key)} == set()


@pytest.mark.parametrize(
    ("number", "written"), [(0, "0"), (3.0, "3"), (2.5, "2½"), (1 / 3, "⅓"), (4 + 5 / 6, "4⅚")]
)
def test_numbers_are_formatted_in_sixths(number: float, written: str) -> None:
    assert in_parts(number) == written
    broken = verdict("8.1", "points", cost=float(number), allowance=3.0)
    assert text(broken) == t("rule.holland44.8.1.points", cost=written, allowance="3")


def test_a_reason_against_some_of_the_units_names_them() -> None:
    """A refusal of an attack by several units tells which of them may not attack."""

    def against(*units: str, rule: str = "13.6c", key: str = "disrupted") -> Verdict:
        return Verdict(rule=rule, level="forbid", key=f"rule.normandy44.{rule}.{key}", units=units)

    def sentences(*verdicts: Verdict) -> list[str]:
        own = ("a", "b", "c")
        return [sentence for _, sentence in texts_with_names(verdicts, own, str.upper)]

    plain = "A disrupted unit does not attack."
    assert sentences(against("b")) == [f"{plain} (B)"]
    assert sentences(against("b"), against("a")) == [f"{plain} (B, A)"]
    assert sentences(against("a", "b", "c"), against("x", rule="9.2", key="off_map")) == [
        plain,
        "Units do not leave the map.",
    ]


def test_a_reason_that_names_its_unit_is_left_as_it_is() -> None:
    disrupted = verdict("14.2", "attack", units=["b"], unit="B/82")
    names = {"a": "A/82", "b": "B/82"}
    (found,) = texts_with_names([disrupted], ("a", "b"), names.__getitem__)
    assert found == (disrupted, "B/82 is disrupted and cannot attack.")
