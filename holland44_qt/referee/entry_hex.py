"""Start of the keyboard path of a unit that waits beside the map."""

from __future__ import annotations

from holland44_qt.session import Session


def entry_hex(session: Session, unit: str) -> int | None:
    """Return a hex where a unit may enter, or else one where it may move; None if there is neither.

    Of several hexes, the middle one is returned.
    """
    board, position = session.module.board, session.position
    name = session.module.places.name(session.state.pieces[unit].place)
    area = board.areas.get(name.removeprefix("area-"))
    if area is not None:
        hexes = sorted(area.hexes)
        return hexes[len(hexes) // 2] if hexes else None
    reach = position.reach((unit,)).hexes if position is not None else {}
    points = {i: board.centres[i] for i in reach if i < len(board.numbers)}
    if not points:
        return None
    x, y = (sum(p[k] for p in points.values()) / len(points) for k in (0, 1))
    return min(points, key=lambda i: (points[i][0] - x) ** 2 + (points[i][1] - y) ** 2)
