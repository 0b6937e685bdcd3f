"""Why a retreat may not end in a hex: what kills there, or which guidelines it breaks (13.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.games.holland44.defending import legal_retreats
from engine.games.holland44.position import Position
from engine.games.holland44.retreating import Retreat
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.search.retreat import Candidate
from holland44_qt.umpire.question import Question

GUIDELINES = "13.1.3"


@dataclass(frozen=True)
class Barred:
    """A hex a retreat may not end in: the rules in short, and a sentence."""

    tag: str
    why: str


def barred(question: Question) -> dict[int, Barred]:
    """The hexes within retreat that are no answer, and why; empty for other decisions."""
    args, position = question.asked.args, question.position
    names, lengths = args.get("units"), args.get("hexes")
    if question.kind != "retreat" or not isinstance(names, list) or not isinstance(lengths, list):
        return {}
    battle = position.places.index(str(args["battle"]))
    units = [
        position.units[str(u)]
        for u in names
        if u in position.units and position.units[str(u)].place == battle
    ]
    if not units:
        return {}
    open_ = {answer.place for answer in question.answers}
    return against(
        position,
        units,
        battle,
        [int(str(n)) for n in lengths],
        open_,
        shattered=bool(args.get("shattered")),
    )


def against(
    position: Position,
    units: Sequence[Unit],
    battle: int,
    lengths: Iterable[int],
    open_: Iterable[int | None],
    *,
    shattered: bool = False,
) -> dict[int, Barred]:
    """The ends of retreats that are not open, each with the reason against its best way."""
    best: dict[int, tuple[Candidate, Retreat]] = {}

    def worth(candidate: Candidate, retreat: Retreat) -> tuple[tuple[int, ...], int]:
        """The fewer guidelines broken and the further on the units die, the better a reason."""
        doom, path = retreat.doom(candidate.path), candidate.path
        return candidate.broken, -(len(path) if doom is None else path.index(doom.place))

    chosen = set(open_)
    for length in lengths:
        retreat = Retreat(position, tuple(units), battle, length, shattered)
        for candidate in retreat.candidates:
            end = candidate.path[-1]
            held = best.get(end)
            if end not in chosen and (held is None or worth(candidate, retreat) < worth(*held)):
                best[end] = candidate, retreat
    hexes = position.places.hex_count
    return {end: _reason(position, c, r) for end, (c, r) in best.items() if end < hexes}


def open_ways(
    position: Position, units: Sequence[Unit], battle: int, lengths: Sequence[int]
) -> list[Candidate]:
    """The retreats that the guidelines leave open, none of them fatal."""
    ways = legal_retreats(position, tuple(units), battle, lengths, shattered=False)
    return [c for c in ways if not c.eliminated]


def _reason(position: Position, candidate: Candidate, retreat: Retreat) -> Barred:
    where = position.where(candidate.path[-1])
    doom = retreat.doom(candidate.path)
    if doom is not None:
        why = t(f"umpire.fatal.{doom.why}", at=position.where(doom.place))
        return Barred(doom.rule, t("umpire.retreat.fatal", hex=where, rule=doom.rule, why=why))
    broken = [n for n in candidate.broken if n > 1]
    if not broken:
        return Barred(GUIDELINES, t("umpire.retreat.worse", hex=where))
    reasons = "; ".join(t(f"umpire.retreat.{n}") for n in broken)
    tag = t("umpire.retreat.tag", numbers=", ".join(map(str, broken)))
    return Barred(tag, t("umpire.retreat.broken", hex=where, reasons=reasons))
