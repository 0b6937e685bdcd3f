"""The expectations of a reader of the rulebook: data files, each line questions and answers.

A file is a list of groups, each line JSON and so YAML: the `rule` that it reads, a position, what
is asked (`ask`: one operation of the probe; or `do`: orders one after the other) and what the book
says (`expect`). With `each` and `cases` every row is an expectation of its own,
its values stand where `{name}` stands.

Units are lines of words: name, nation (g, u, b), kind, combat/movement, `@hex` (left out: off the
map), then `artillery=1 range=4 fired=1 size=brigade` and states.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.expectation_files import Expectation, Json, expectations_in

HERE = Path(__file__).parent
NATIONS = {"g": "german", "u": "american", "b": "british"}
PHASES = {"odds": "combat", "bombard": "bombardment", "capture": "capture"}
"""The default phase of each query; all others use movement."""

HEXES: dict[str, Json] = {
    "cities": {"settlement": "city"},
    "rivers": {"river": True},
    "bridges": {"bridge": True},
}
COLUMN = [f"05{row:02d}" for row in range(1, 31)]
"""A road down the fifth column, wherever a group has one."""


def unit(line: str) -> Json:
    """Return the fields of a unit in the protocol."""
    name, nation, kind, values, *rest = line.split()
    combat, movement = (int(v) for v in values.split("/"))
    side = "german" if nation == "g" else "allied"
    words: Json = {"id": name, "side": side, "nationality": NATIONS[nation], "kind": kind}
    words |= {"combat": combat, "movement": movement, "hex": None, "status": []}
    for word in rest:
        key, equals, given = word.partition("=")
        if word.startswith("@"):
            words["hex"] = word[1:]
        elif equals:
            words[key] = int(given) if given.isdigit() else given
        else:
            words["status"].append(word)
    return words


def position(words: Json, ask: Json) -> Json:
    """Return the position of a group, on a diagram of 12 columns and 30 rows or on the `map`."""
    made: Json = {"game": "ardenas", "scenario": "full", "turn": 7, "active": "german"}
    made |= {"weather": "good", "phase": PHASES.get(ask.get("op", ""), "movement")}
    drawn: Json = {"rows": [1, 30], "cols": [1, 12], "terrain": "clear", "hexes": {}}
    for key, value in words.items():
        if key == "units":
            made["units"] = [unit(line) for line in value]
        elif key in HEXES:
            for hex_ in value.split():
                drawn["hexes"].setdefault(hex_, {}).update(HEXES[key])
        elif key == "base":
            side, hex_ = value.split()
            drawn["areas"] = {"A": {"side": side, "kind": "air_base", "hexes": [hex_]}}
        elif key == "road":
            drawn["roads"] = [{"class": "road", "hexes": COLUMN}]
        elif key == "roads":
            drawn["roads"] = [{"class": "road", "hexes": hexes.split()} for hexes in value]
        else:
            made[key] = value
    if made["phase"] == "air":
        made.setdefault("subturn", 1)
    return made | ({"clear_board": True} if made.pop("map", False) else {"board": drawn})


def everything() -> list[Expectation]:
    """Return all expectations, by file."""
    return expectations_in(HERE, position)
