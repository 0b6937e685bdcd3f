"""Combats computed again from the log and the tables of the module, without the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.effects import SetTrack
from engine.games import require_rulebook
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.play.autoplay import autoplay
from engine.play.game import Recording

Json = dict[str, Any]

GAMES = [
    ("airbridge", "tournament", 3, 3),
    ("airbridge", "campaign", 4, 2),
    ("marketgarden", "campaign", 5, 4),
    ("normandy44", "seven_turns", 7, 2),
    ("holland44", "short", 11, 2),
]
IDS = [f"{game}-{scenario}" for game, scenario, _, _ in GAMES]
OF_COMBAT = {
    "airbridge": (
        "maneuver",
        "support",
        "support_defense",
        "bombardment",
        "defensive",
        "assault_attacker",
        "assault_defender",
        "check_attacker",
        "check_defender",
    ),
    "marketgarden": ("ground", "artillery", "air"),
    "normandy44": ("combat", "jabos", "determined_defense", "invasion"),
    "holland44": ("combat", "determined_defense"),
}
"""The dice of combats, by how their reasons begin."""


# -- the tables, read by hand ---------------------------------------------------------------------


def read(chart: Json, column: str, total: int) -> str:
    """Return the cell of a chart for a sum of dice and modifiers; its ends stand for all beyond."""
    place = chart["columns"].index(column)
    if "sums" in chart["rows"][0]:
        return str(next(r for r in chart["rows"] if total in r["sums"])["cells"][place])
    for row in chart["rows"]:
        least = -99 if row["low"] is None else row["low"]
        most = 99 if row["high"] is None else row["high"]
        if least <= total <= most:
            return str(row["cells"][place])
    beyond = chart["rows"][0 if total < chart["rows"][0]["high"] else -1]
    return str(beyond["cells"][place])


def ratio(attack: int, defense: int, sign: str) -> tuple[int, str]:
    """Return the odds in the defender's favour: how many to 1, and as the charts write them."""
    if attack >= defense:
        return attack // defense, f"{attack // defense}{sign}1"
    times = -(-defense // attack)
    return -times, f"1{sign}{times}"


def by_odds(game: str, chart: Json, throw: Json) -> str:
    """Return the column of an attack: the ratio of strengths, then the shifts, within the chart."""
    columns: list[str] = chart["columns"]
    sign = "-" if game == "airbridge" else ":"
    attack, defense = max(1, throw.get("attack", 0)), throw.get("defense", 0)
    shifts = sum(m["by"] for m in throw.get("shifts", ()))
    level = columns.index(f"1{sign}1")
    if not defense:  # nobody there who counts: the last column
        start = len(columns) - 1
        if game == "holland44":
            return columns[start]
    else:
        times, _ = ratio(attack, defense, sign)
        start = level + times - 1 if times > 0 else level + times + 1
        if game in ("airbridge", "marketgarden"):  # their charts end before the shifts are counted
            start = min(max(start, 0), len(columns) - 1)
    return columns[min(max(start + shifts, 0), len(columns) - 1)]


def by_points(chart: Json, points: int, shift: int = 0) -> str:
    """Return the column whose range holds some points."""
    least = [int(name.split("-")[0].rstrip("+")) for name in chart["columns"]]
    place = max(0, sum(points >= low for low in least) - 1)
    return str(chart["columns"][max(0, place + shift)])


def column(game: str, chart: Json, throw: Json) -> str:
    """Return the column that strengths and shifts lead to; that of the throw where none do."""
    shift = sum(m["by"] for m in throw.get("shifts", ()))
    match throw["table"]:
        case "crt" | "maneuver":
            return by_odds(game, chart, throw)
        case "assault":
            side = "defense" if throw["by"] == "defender" else "attack"
            return by_points(chart, throw[side])
        case "bombardment":
            return by_points(chart, throw["attack"], shift)
    return str(throw.get("column") or chart["columns"][0])


def recomputed(module: Module, throw: Json) -> tuple[str, str]:
    """Return the column and the result of a throw by its strengths, shifts, dice and modifiers."""
    total = sum(throw["dice"]) + sum(m["by"] for m in throw.get("drms", ()))
    if throw["table"] == "efficiency":
        return throw["column"], "passed" if total <= int(throw["column"]) else "failed"
    chart: Json = module.chart(throw["table"])
    found = column(module.meta.id, chart, throw)
    return found, read(chart, found, total)


# -- the log --------------------------------------------------------------------------------------


def thrown(entry: Entry, before: Any) -> Iterator[Json]:
    """Yield the throws that an entry added to the record of a combat."""
    text = before.tracks.get("fight")
    known = json.loads(text).get("throws", []) if isinstance(text, str) else []
    for effect in entry.effects:
        if isinstance(effect, SetTrack) and effect.track == "fight":
            kept = json.loads(str(effect.after)).get("throws", []) if effect.after else []
            if kept[: len(known)] != known:
                known = []  # another combat
            yield from kept[len(known) :]
            known = kept


@pytest.mark.parametrize(("game", "scenario", "seed", "turns"), GAMES, ids=IDS)
def test_every_combat_can_be_computed_again(
    game: str, scenario: str, seed: int, turns: int, tmp_path: Path
) -> None:
    ruleset = require_rulebook(game).ruleset(scenario)
    log = tmp_path / "game.h44log"
    last = ruleset.opening().clock.turn + turns - 1
    autoplay(ruleset, seed, last, log, check=False)
    recording = Recording.load(log)
    tables: Counter[str] = Counter()
    for number, entry in enumerate(recording.timeline.entries, 1):
        kept = list(thrown(entry, recording.state(number - 1)))
        dice = [d.values for d in entry.dice if d.reason.split(":")[0] in OF_COMBAT[game]]
        assert [t["dice"] for t in kept if t.get("dice")] == [list(v) for v in dice], entry.id
        for throw in kept:
            if throw.get("dice"):
                said = throw.get("column") or ruleset.module.chart(throw["table"])["columns"][0]
                assert recomputed(ruleset.module, throw) == (said, throw["result"]), throw
                tables[throw["table"]] += 1
    assert sum(tables.values()) >= 5, tables
