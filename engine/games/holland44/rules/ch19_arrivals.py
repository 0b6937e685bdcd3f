"""19.1, 23.5: the arrival of reinforcements in their entry areas."""

from __future__ import annotations

from engine.games.holland44.resolution import Resolution

ARRIVES_406 = 2
ALL_406_TURN = 4
AREA_406 = "I"
"""23.5: the highest die that brings a unit of the 406th, the turn of all others, the area."""


def reinforce(work: Resolution, side: str) -> None:
    """19.1, 23.5: place reinforcements in their entry areas."""
    roster = work.setting.roster
    if side == "german" and "arrivals-406" in work.setting.places:
        box = work.setting.places.index("arrivals-406")
        for name in sorted(work.state.stack(box)):
            turn = work.position.turn
            if turn >= ALL_406_TURN or work.throw(f"arrival:{name}") <= ARRIVES_406:
                _arrive(work, name, AREA_406)
    for box in work.position.turn_boxes:
        for name in sorted(work.state.stack(box)):
            piece = work.state.pieces[name]
            area = roster.counter(piece.counter).arrival.area
            if piece.side == side and area:
                _arrive(work, name, area)


def _arrive(work: Resolution, name: str, area: str | None) -> None:
    """Put a reinforcement in its entry area, or in a neighbour of a lost one (19.2.2)."""
    position = work.position
    side = work.state.pieces[name].side
    if area is None or area not in position.board.areas:
        return
    if position.area_side(area) != side:
        near = position.ground.area_neighbours[area]
        area = next((a for a in near if position.area_side(a) == side), None)
    if area is not None:
        work.put(name, f"area-{area}")
