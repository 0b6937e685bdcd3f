"""The expectations of a reader of the rulebook: data files, each line one question and its answer.

A file is a list of groups, each line JSON and so YAML. A group has the `rule` that it reads, a
position (see `position`), what is asked (`ask`: one operation of the probe; or `do`: orders one
after the other) and what the book says (`expect`). With `each` and `cases` the group is a table:
every row is an expectation of its own, its values stand where `{name}` stands. The whole text of a
value may be `{name}`; then it keeps its kind (number, list).

Units are lines of words: name, nationality/formation, kind, factor (in brackets where it only
defends), `@hex`, then `tq=1 armor=3 antitank=4 steps=1/2 move=5` and states.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.games.expectation_files import Expectation, Json, expectations_in

HERE = Path(__file__).parent

FOOT = frozenset(
    {
        "infantry",
        "airborne",
        "parachute",
        "glider",
        "ranger",
        "commando",
        "bicycle",
        "ost",
        "fortress",
        "security",
        "engineer",
        "beach_engineer",
        "strongpoint",
    }
)
"""The kinds that move on foot or not at all (2.3.3)."""

ONE_STEP = frozenset(["hq", "werfer", "ost", "strongpoint", "beach_engineer"])
"""Kinds of units on their last step, unless the line says otherwise (17.1 to 17.3, 20.3.2)."""

FLAGS = frozenset(["tiger", "silhouette", "restricted", "cadre"])

SHORT = {"move": "movement"}


def unit(line: str) -> Json:
    """The words of a unit as the protocol wants them."""
    name, origin, kind, factor, *rest = line.split()
    nationality, _, formation = origin.partition("/")
    value = int(factor.strip("()"))
    steps = 1 if kind in ONE_STEP else 2
    words: Json = {
        "id": name,
        "side": "german" if nationality == "german" else "allied",
        "nationality": nationality,
        "formation": formation.replace("_", " ") or f"only {name}",
        "kind": kind,
        "attack": 0 if factor.startswith("(") else value,
        "defense": value,
        "movement": 0 if kind in ("strongpoint", "beach_engineer") else 5,
        "steps": steps,
        "max_steps": steps,
        "mechanized": kind not in FOOT,
        "status": [],
    }
    for word in rest:
        key, equals, given = word.partition("=")
        if word.startswith("@"):
            words["hex"] = word[1:]
        elif key == "steps":
            now, _, most = given.partition("/")
            words["steps"], words["max_steps"] = int(now), int(most or now)
        elif equals:
            words[SHORT.get(key, key)] = int(given)
        elif word in FLAGS:
            words[word] = True
        else:
            words["status"].append(word)
    return words


def hexes(given: Json) -> Json:
    """`0505: bocage town hilltop` as terrain, settlement and marks."""
    found: Json = {}
    for place, text in given.items():
        words: Json = {}
        for word in str(text).split():
            if word in ("town", "city"):
                words["settlement"] = word
            elif word in ("hilltop", "improved_position", "naval_zone", "inside"):
                words[word] = True
            else:
                words["terrain"] = word
        found[place] = words
    return found


HEX = re.compile(r"(?<!\d)(\d\d)(\d\d)(?!\d)")


def extent(words: Json) -> Json:
    """Rows and columns that hold all hexes named and their neighbours: an attack needs no more."""
    found = [(int(row), int(col)) for row, col in HEX.findall(json.dumps(words))]
    rows, cols = [row for row, _ in found], [col for _, col in found]
    return {
        "rows": [max(1, min(rows) - 1), max(rows) + 1],
        "cols": [max(1, min(cols) - 1), max(cols) + 1],
    }


def position(words: Json, *, odds: bool = False) -> Json:
    """Return the position of a group: on a diagram of 12 by 12 hexes, unless it names a
    scenario.
    """
    made: Json = {"game": "normandy44", "turn": 3, "weather": "overcast"}
    drawn: Json = {"rows": [1, 12], "cols": [1, 12], "terrain": "clear"}
    if odds:
        drawn |= extent(words)
    for key, value in words.items():
        if key == "units":
            made["units"] = [unit(line) if isinstance(line, str) else line for line in value]
        elif key == "terrain":
            drawn["terrain"] = value
        elif key == "hexes":
            drawn["hexes"] = hexes(value)
        elif key == "sides":
            drawn["hexsides"] = {side: str(what).split() for side, what in value.items()}
        elif key == "roads":
            lines = [str(line).split() for line in value]
            drawn["roads"] = [{"class": line[0], "hexes": line[1:]} for line in lines]
        elif key == "areas":
            drawn["areas"] = value
        else:
            made[key] = value
    if "scenario" not in made:
        made["board"] = drawn
    return made


def everything() -> list[Expectation]:
    """Return all expectations, file by file in the order of the chapters."""
    return expectations_in(HERE, lambda words, ask: position(words, odds=ask.get("op") == "odds"))
