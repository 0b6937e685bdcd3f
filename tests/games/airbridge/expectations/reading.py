"""The expectations of a reader of the rulebook: data files, each line questions and answers.

A file is a list of groups, each line JSON and so YAML: the `rule` that it reads, a position, what
is asked (`ask`: one operation of the probe) and what the book says (`expect`). With `each` and
`cases` every row is an expectation of its own, its values stand where `{name}` stands.

Units are lines of words: name, nation/division, kind, attack-defence-efficiency-movement, `@hex`,
then `stack=2 steps=1/2 armor=Arm bomb=4 range=3 eng=bridge`, `cm`, `airborne`, `sp` and states.
"""

from __future__ import annotations

from pathlib import Path

from tests.games.expectation_files import Expectation, Json, expectations_in

HERE = Path(__file__).parent

NATIONS = {"g": "german", "b": "british", "u": "american", "p": "polish"}

KEYS = {"stack": "stacking", "armor": "armor", "bomb": "bombardment", "range": "range"}

FLAGS = {"cm": "cm", "airborne": "airborne", "sp": "self_propelled"}


def unit(line: str) -> Json:
    """Return the fields of a unit in the protocol."""
    name, origin, kind, values, *rest = line.split()
    nation, _, division = origin.partition("/")
    attack, defense, efficiency, movement = (int(v) for v in values.split("-"))
    words: Json = {
        "id": name,
        "side": "german" if nation == "g" else "allied",
        "nationality": NATIONS[nation],
        "kind": kind,
        "attack": attack,
        "defense": defense,
        "efficiency": efficiency,
        "movement": movement,
        "status": [],
    }
    if division:
        words["division"] = division
    for word in rest:
        key, equals, given = word.partition("=")
        if word.startswith("@"):
            words["hex"] = word[1:]
        elif word in FLAGS:
            words[FLAGS[word]] = True
        elif key == "steps":
            now, _, most = given.partition("/")
            words["steps"], words["max_steps"] = int(now), int(most or now)
        elif key == "eng":
            words["engineer"] = given
        elif equals:
            words[KEYS[key]] = int(given) if given.isdigit() else given
        else:
            words["status"].append(word)
    return words


PHASES = {
    "odds": "declaration",
    "outcome": "maneuver",
    "advance": "maneuver",
    "retreat": "maneuver",
    "assault": "declaration",
    "bombard": "bombardment",
    "refuse": "refusal",
    "react": "reaction",
    "land": "airborne",
    "recovery": "strategic",
}
"""The default phase of each query; all others use movement."""


SUPPORT = ("artillery", "air", "defense_artillery")


def position(words: Json, ask: Json) -> Json:
    """Return the position of a group: on a 12 by 12 diagram unless it names a scenario.

    Assaults and supported combats are asked about when they are fought, and so are declared.
    """
    made: Json = {"game": "airbridge", "turn": 3, "active": "allied", "weather": "clear"}
    made["phase"] = PHASES.get(ask["op"], "movement")
    if ask["op"] == "odds" and any(name in ask for name in SUPPORT):
        made["phase"] = "maneuver"
    if ask["op"] in ("odds", "assault") and made["phase"] != "declaration":
        plan = {"kind": made["phase"], "target": ask["target"], "units": ask["attackers"]}
        made["declared"] = [plan]
    drawn: Json = {"rows": [1, 12], "cols": [1, 12], "terrain": "clear"}
    for key, value in words.items():
        if key == "units":
            made["units"] = [unit(line) for line in value]
        elif key == "hexes":
            drawn["hexes"] = {at: {"terrain": what} for at, what in value.items()}
        elif key == "sides":
            drawn["hexsides"] = {side: what.split() for side, what in value.items()}
        elif key == "roads":
            lines = [line.split() for line in value]
            drawn["roads"] = [{"class": line[0], "hexes": line[1:]} for line in lines]
        elif key in ("areas", "uphill", "rows", "cols"):
            drawn[key] = value
        else:
            made[key] = value
    if "scenario" not in made:
        made["board"] = drawn
    return made


def everything() -> list[Expectation]:
    """Return all expectations, by file."""
    return expectations_in(HERE, position)
