"""Victory conditions of the scenarios."""

from __future__ import annotations

from engine.games.airbridge import tracks
from engine.games.airbridge.position import Position
from engine.games.airbridge.resolution import Resolution
from engine.games.airbridge.vocabulary import ALLIED, GERMAN, INTRODUCTORY, TOURNAMENT
from engine.rules.base.sequence import WINNER

ROW = 13
"""INTRO.f: columns of sheet A beyond this one count, and all of sheet B."""
LADDER = (
    (20, "allied overwhelming"),
    (10, "allied substantial"),
    (5, "allied marginal"),
    (1, "german substantial"),
    (0, "german overwhelming"),
)
WORDS = [word for _, word in LADDER]
HELD = {
    GERMAN: (
        ("overwhelming", ("B4315", "B4415", "B4412")),
        ("substantial", ("B4315", "B4415")),
        ("marginal", ("B4415",)),
    ),
    ALLIED: (
        ("overwhelming", ("B4315", "B4415", "B4412")),
        ("substantial", ("B4315", "B4412")),
        ("marginal", ("B4412",)),
    ),
}
"""TOURN.g: the hexes needed for each level, the best level first."""
RANK = {"marginal": 1, "substantial": 2, "overwhelming": 3}


def destroyed(position: Position, side: str) -> int:
    """INTRO.f, INTRO.g: Return the steps that a side has lost."""
    left = sum(
        p.steps
        for p in position.state.pieces.values()
        if p.side == side and position.number(p.place) != f"eliminated-{side}"
    )
    return position.setting.strength[side] - left


def beyond(position: Position) -> int:
    """INTRO.f: Return the Allied steps north-east of row 13xx."""

    def counts(number: str) -> bool:
        return number.startswith("B") or int(number[1:3]) > ROW

    return sum(u.steps for u in position.own(ALLIED) if counts(position.number(u.place)))


def introductory(killed: int, past: int) -> str:
    """INTRO.f, INTRO.g, INTRO.h: Return the victory level of the introductory scenario."""
    least = min(killed, past)
    return "decisive" if least >= 10 else "marginal" if least >= 6 else "defeat"


def tournament(control: dict[str, str]) -> dict[str, str | None]:
    """TOURN.g: Return each side's victory level."""
    best: dict[str, str | None] = {}
    for side, levels in HELD.items():
        reached = (level for level, hexes in levels if all(control.get(h) == side for h in hexes))
        best[side] = next(reached, None)
    return best


def campaign(steps: int, cost: int = 0) -> str:
    """CAMP.v1, CAMP.v2: Return the level for fresh steps across the Neder Rijn, less ``cost``."""
    place = next(n for n, (least, _) in enumerate(LADDER) if steps >= least)
    return WORDS[min(place + cost, len(WORDS) - 1)]


def across(position: Position) -> int:
    """CAMP.v1: Return the unfatigued Allied steps north-east of the Neder Rijn."""
    north = position.ground.north
    return sum(u.steps for u in position.own(ALLIED) if u.place in north and not u.fatigued)


def holder(position: Position, number: str) -> str:
    """TOURN.g: Return the last occupier of a hex; by the reading "present" the current one."""
    hex_ = position.ground.index[number]
    if position.reading("control") == "present":
        return next((s for s in (ALLIED, GERMAN) if hex_ in position.stacks[s]), "")
    return position.control(hex_) or ""


def count(work: Resolution) -> None:
    """INTRO.f, TOURN.g, CAMP.v1: Determine victory after the last phase."""
    position = work.position
    scenario = work.setting.scenario
    if scenario == INTRODUCTORY:
        level = introductory(destroyed(position, GERMAN), beyond(position))
        winner = GERMAN if level == "defeat" else ALLIED
    elif scenario == TOURNAMENT:
        hexes = ("B4315", "B4415", "B4412")
        holders = {h: holder(position, h) for h in hexes}
        levels = tournament(holders)
        ranks = {side: RANK.get(level or "", 0) for side, level in levels.items()}
        winner = max(ranks, key=lambda side: ranks[side])
        level = levels[winner] or "none"
        if ranks[ALLIED] == ranks[GERMAN]:
            winner = "draw"
    else:
        level = campaign(across(position), position.track(tracks.LEVELS))
        winner = level.split()[0]
    work.track(tracks.RESULT, level)
    work.track(WINNER, winner)
