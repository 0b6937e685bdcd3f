"""24: traffic markers: placement, effects and removal.

Elsewhere: 24.2 ``ch15_advance_hexes:Advance._stops``; 24.5 ``positions:opening``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.memo import memoized
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import CORPS_OF_AREA, verdict
from engine.games.holland44.ground import Ground
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in


def traffic_phase(work: Resolution, side: str) -> None:
    """24.3: the German places markers; then two dice remove some."""
    for name, marker in sorted(work.state.markers.items()):
        if marker.kind == "traffic" and _due(marker.at, work.position.turn):
            work.move_marker(name, "traffic")
    work.ask("traffic_roll", side)
    work.ask("traffic", side)


def _due(at: str, turn: int) -> bool:
    return at.startswith("turn-") and int(at.removeprefix("turn-")) <= turn


class Traffic(Handler[Position, Resolution]):
    """24.1, 24.3, 24.4: placement of traffic markers."""

    kind = "traffic"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the first marker of the box in each hex that the Allies have passed, and done."""
        markers = position.state.markers
        box = sorted(n for n, m in markers.items() if m.kind == "traffic" and m.at == "traffic")
        if not box:
            return []
        near, front = _jams(position), _spearhead(position)
        options = [
            choice
            for i, (row, choice) in enumerate(_marker_placements(position.ground, box[0]))
            if row <= front and i not in near and i not in position.ground.lakes
        ]
        return [Choice("done"), *options] if options else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Put the marker in the hex, and ask for the next."""
        if choice.units:
            work.move_marker(choice.units[0], work.setting.places.name(choice.path[0]))
            work.ask("traffic", work.state.clock.active)

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return a marker of the box in any hex."""
        marker = position.state.markers.get(words[0]) if len(words) == 2 else None
        hexes = [i for i in places_in(position, words[1:]) if position.places.is_hex(i)]
        if marker is None or (marker.kind, marker.at) != ("traffic", "traffic") or not hexes:
            return None
        return Choice(" ".join(words), (words[0],), tuple(hexes))

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a hex for a marker."""
        for hex_ in filter(position.places.is_hex, places_in(position, words)):
            hexes, where = [position.number(hex_)], position.where(hex_)
            if _row(position.ground, hex_) > _spearhead(position):
                yield verdict("24.4", "front", hexes=hexes, hex=where)
            if hex_ in _jams(position):
                yield verdict("24.4", "near", hexes=hexes, hex=where)
            if hex_ in position.ground.lakes:
                yield verdict("24.4", "lake", hexes=hexes, hex=where)


@memoized
def _marker_placements(ground: Ground, marker: str) -> Sequence[tuple[int, Choice]]:
    """Return the marker in each hex of the board, with the row of the hex."""
    return [
        (_row(ground, i), Choice(f"{marker} {number}", (marker,), (i,)))
        for i, number in enumerate(ground.board.numbers)
    ]


def _jams(position: Position) -> set[int]:
    """24.4: return the hexes with traffic markers and those next to them."""
    return {j for i in position.traffic for j in (i, *position.ground.ring[i])}


def _row(ground: Ground, hex_: int) -> int:
    return ground.board.grid.split(ground.board.numbers[hex_])[0]


def _spearhead(position: Position) -> int:
    """24.4a: return the furthest row with mechanized units of the 30th Corps."""
    return max((_row(position.ground, u.place) for u in _columns(position)), default=-1)


def _columns(position: Position) -> Iterator[Unit]:
    """24.4a: yield the British mechanized units of the 30th Corps on the map."""
    for stack in position.stacks["allied"].values():
        for u in stack:
            counter = u.profile.counter
            corps = counter.corps or CORPS_OF_AREA.get(counter.arrival.area or "")
            if counter.nationality == "British" and corps == "30C" and counter.mechanized:
                yield u


class TrafficRoll(Handler[Position, Resolution]):
    """24.3b: two dice; the placed markers with these numbers return to the box."""

    kind = "traffic_roll"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the only choice, or none without a marker on the map."""
        return [Choice("roll")] if position.traffic else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Roll the two dice and remove the markers."""
        for number in sorted({work.throw("traffic"), work.throw("traffic")}):
            marker = work.state.markers.get(f"traffic-{number}")
            if marker is not None and marker.at in work.position.board.index:
                work.move_marker(f"traffic-{number}", "traffic")


@clause("24.2", "move")
def traffic_jams(move: Move, _: object) -> Iterator[Verdict]:
    """24.2: a traffic marker costs Allied mechanized units 2 MP more."""
    for leg in move.legs:
        if leg.end in move.traffic:
            position = move.position
            number = position.number(leg.end)
            yield verdict("24.2", "cost", level="info", hexes=[number], hex=position.where(leg.end))
