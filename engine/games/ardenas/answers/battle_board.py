"""The enlarged area as a second board over the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.board.board import Board
from engine.board.grid import Grid
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.combat import Battle
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import BATTLE
from engine.games.ardenas.rules.ch08_area import ATTACKER, DEFENDER, grid, group, own_hexes
from engine.games.ardenas.rules.ch08_area_combat import Loss
from engine.games.ardenas.rules.ch08_combat import attack_sum, defense_sum
from engine.games.ardenas.vocabulary import AIR, GAME, enemy_of
from engine.i18n import t
from engine.rules import answers
from engine.rules.base.answers import Answers
from engine.rules.positions import boards

HEX_KM = 1
BESIDE = 3
"""Columns beside the area for units that are still to be placed, after an empty one."""
LAST_WORDS = 5
"""Words of the track of the last combat: column, row, result and both throws."""
PLACES_FIRST = {"place_defender": DEFENDER, "place_attacker": ATTACKER}


@lru_cache
def _board(columns: int, rows: int) -> Board:
    marks = boards.flat_grid((1, rows), (1, columns))
    beside = range(columns + 2, columns + 2 + BESIDE)
    marks["lines"] += [(column, 1, rows) for column in beside]
    hexes = {n: {"terrain": "clear", "basis": boards.BASIS} for n in Grid.read(marks)}
    return boards.load(GAME, marks, HEX_KM, hexes, {})


def battle_board(asked: Answers[Position]) -> answers.BattleBoard | None:
    """8.1e: Return the enlarged area while a battle is fought in it."""
    position = asked.position
    battle = BATTLE.of(position)
    if battle is None:
        return None
    chart = position.charts.area
    board = _board(chart.columns, chart.rows)
    pending = position.state.pending
    args = pending[-1].args if pending else {}
    unit = args.get("unit") or args.get("gun")
    where = asked.about(pending[-1])[1]["hex"] if pending else ""
    other = enemy_of(battle.side)
    return answers.BattleBoard(
        t(f"battle.{GAME}.title", hex=where),
        board,
        _laid_out(position, battle, board),
        {
            battle.side: tuple(own_hexes(position, ATTACKER)),
            other: tuple(own_hexes(position, DEFENDER)),
        },
        frozenset(n for n in board.numbers if n not in grid(position)),
        str(unit) if unit else None,
        tuple(_lines(asked, battle)),
        tuple(_notes(position)),
    )


def _laid_out(position: Position, battle: Battle, board: Board) -> State:
    """8.1f, 8.1h: Return the units in the area; units not placed yet are beside it."""
    spots = {name: board.index[number] for name, number in battle.places.items()}
    who = PLACES_FIRST.get(battle.stages[0].split()[0]) if battle.stages else None
    if who is not None:
        free = [i for i, n in enumerate(board.numbers) if n not in grid(position)]
        left = [u.id for u in group(position, who, battle) if u.id not in spots]
        spots |= dict(zip(left, free, strict=False))
    pieces = {
        name: replace(piece, place=place)
        for name, place in spots.items()
        if (piece := position.state.pieces.get(name)) is not None and name in position.units
    }
    return State(pieces=pieces, stacks={p.place: (name,) for name, p in pieces.items()})


def _lines(asked: Answers[Position], battle: Battle) -> Iterator[answers.BattleLine]:
    """8.1m, 8.1r: Yield the attacks declared, each with its difference of factors."""
    position = asked.position
    for fight in battle.fights:
        attackers, defenders = (
            [position.units[n] for n in names if n in position.units]
            for names in (fight.attackers, fight.defenders)
        )
        if not attackers or not defenders:
            continue
        attack = attack_sum(position, attackers, len(fight.support))
        defense = defense_sum(position, defenders)
        column = position.charts.crt.column(attack - defense)
        tag = f"{attack}:{defense}" if battle.layer == AIR else column
        text = t(
            f"battle.{GAME}.{'air' if battle.layer == AIR else 'line'}",
            units=", ".join(asked.name(u.id) for u in attackers),
            enemies=", ".join(asked.name(u.id) for u in defenders),
            attack=attack,
            defense=defense,
            column=column,
        )
        ours, theirs = (
            tuple(battle.places[u.id] for u in units) for units in (attackers, defenders)
        )
        yield answers.BattleLine(ours, theirs, tag, text)


def _notes(position: Position) -> Iterator[str]:
    """8.1m, 8.1o, 8.1p: Yield the column, both throws and the result of the combat whose loss is
    chosen; before the first loss the last combat was that of another battle.
    """
    pending = position.state.pending
    notes = str(position.state.tracks.get(tracks.LAST, "")).split()
    if len(notes) == LAST_WORDS and pending and pending[-1].kind == Loss.kind:
        column, row, code, attack, defense = notes
        yield t(
            f"battle.{GAME}.last",
            column=column,
            attack=attack,
            defense=defense,
            row=row.replace("-", "−"),
            result=t(f"result.{GAME}.{code}"),
        )
