"""The extended example of play (pages 39 to 48), played in enforced mode with its printed dice.

``extended_example.txt`` holds the orders and answers, a line each, dice behind the stroke; ``>``
goes with a unit to a hex, ``@`` compares the position with an entry of the recorded log, whose
combats, losses, retreats and markers are the printed ones. What the book does against its rules
is named in docs/decisions/0006.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.play.game import Recording
from tests.games.holland44.rules.tabletop import Json, Table

HERE = Path(__file__).parent
LOG = HERE.parents[3] / "logs" / "market-garden-turn-1.h44log"
COMBATS = 22

OTHERWISE = {
    # The log puts eliminated breakdown units and garrisons into the box, the rules take them away.
    "US-A/82",
    "GE-Garrison-1",
    "GE-Garrison-2",
    "GE-Garrison-3",
    # The remnant of a scattered battalion is scattered too (11.4b), which the log forgets.
    "US-101-REM-1",
}


class Player:
    """Follows the lines of the script on a table."""

    def __init__(self, table: Table, recording: Recording) -> None:
        self.table, self.recording = table, recording
        self.combats: list[str] = []
        self.compared: list[int] = []

    def follow(self, line: str) -> None:
        words, _, dice = line.partition(" / ")
        verb, *rest = words.split()
        values = [int(d) for d in dice.split()]
        if verb.startswith("@"):
            self.compare(int(verb[1:]))
            return
        before = self.last_combat
        try:
            self.table = self.play(verb, rest, words, values)
        except AssertionError as error:
            raise AssertionError(f"{line}: {error}") from None
        if self.last_combat and self.last_combat != before:
            self.combats.append(self.last_combat)

    @property
    def last_combat(self) -> str:
        return str(self.table.state()["tracks"].get("combat") or "")

    def play(self, verb: str, rest: list[str], words: str, dice: list[int]) -> Table:
        table = self.table
        if verb == "next":
            return table.next(*dice)
        if verb == "move":
            units, mode, *path = rest
            return table.march(units.replace(",", " "), *path, mode=mode, dice=dice)
        if verb == "attack":
            units, target, *more = rest
            return table.attack(units.replace(",", " "), target, *dice, **fields(more))
        if verb in ("split", "join"):
            other = {"split": "part", "join": "into"}[verb]
            return table.apply({"kind": verb, "unit": rest[0], other: rest[1]})
        if verb == ">":
            return table.choose(self.way(*rest), *dice)
        return table.choose(words, *dice)

    def way(self, unit: str, end: str) -> str:
        """The option that takes a unit to a hex."""
        options = self.table.asked[2]
        ways = [o for o in options if o.split()[0] == unit and o.split()[-1] == end]
        assert ways, options
        return ways[0]

    def compare(self, entry: int) -> None:
        """Units and bridges are in the places they have after an entry of the log."""
        told, places = self.recording.state(entry), self.recording.module.places
        found = self.table.state()
        for name, piece in told.pieces.items():
            if name in OTHERWISE:
                continue
            unit = found["units"][name]
            mine = (unit["at"], unit["steps"], set(unit["status"]))
            assert mine == (places.name(piece.place), piece.steps, set(piece.status)), name
        assert found["units"].keys() <= told.pieces.keys()
        if entry > 114:  # until then the road bridge at Best is still there
            assert {**found["bridges"], **told.hexsides} == found["bridges"]
        self.compared.append(entry)


def fields(words: list[str]) -> Json:
    """``artillery=…``, ``air=…``, ``lead=…`` of an attack."""
    found: Json = {}
    for word in words:
        name, _, value = word.partition("=")
        readings = {"artillery": value.split(","), "lead": value.replace("_", " ")}
        found[name] = readings[name] if name in readings else int(value)
    return found


@pytest.fixture(scope="module")
def played(probe) -> Player:
    options = {"keep_attempts": True, "recombine_on_the_move": True}
    position = {"scenario": "campaign", "options": options}
    player = Player(Table(probe, position), Recording.load(LOG))
    for line in (HERE / "extended_example.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            player.follow(line)
    return player


def test_the_whole_example_is_played(played):
    state = played.table.state()
    assert (state["turn"], state["phase"], state["active"]) == (2, "combat", "allied")
    assert state["pending"] == []
    assert played.compared == [105, 140, 146, 153, 202, 226]


def test_every_combat_has_its_printed_column_die_and_result(played):
    told = [
        f"{e.action.target} {e.action.column} {e.dice[0].values[0]} {e.action.result}"
        for e in played.recording.timeline.entries
        if isinstance(e.action, act.Combat)
    ]
    assert len(told) == COMBATS
    assert played.combats == told


def test_markers_and_replacement_steps_are_the_printed_ones(played):
    state, told = played.table.state(), played.recording.state(226)
    traffic = {n: m["at"] for n, m in state["markers"].items() if m["kind"] == "traffic"}
    assert traffic == {n: m.at for n, m in told.markers.items() if m.kind == "traffic"}
    for track in ("airborne-82", "airborne-101", "airborne-1"):
        assert (state["tracks"].get(track) or 0) == (told.tracks.get(track) or 0), track
