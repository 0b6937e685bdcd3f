"""Chapter 3: whose turn it is to act."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import actions as act
from engine.core.verdicts import Verdict
from engine.games.holland44.breakthrough import group_for
from engine.games.holland44.deciding import kind_name
from engine.games.holland44.fighting import Fight
from engine.games.holland44.meta import AIR_UNITS, BEATEN, FOUGHT
from engine.games.holland44.position import Position
from engine.games.holland44.pursuit import breaking_through
from engine.games.holland44.turning import WINNER, next_clock
from engine.rules.registry import clause, say


@clause("3", "order")
def decisions_first(position: Position, action: act.Action) -> Iterator[Verdict]:
    """3: play goes on when the side that has something to decide has decided it."""
    if position.state.pending:
        asked = position.state.pending[-1]
        if isinstance(action, act.SplitUnit) and asked.kind == "advance":
            return  # 21.1: units break down before they advance
        if isinstance(action, act.DeclareAttack) and group_for(position, action.target):
            return  # 16.5: the attack that the group joins
        if isinstance(action, act.DeclareAttack) and breaking_through(position, action.attackers):
            return  # 16.1: a breakthrough, led as its owner wishes
        side = position.setting.module.side_name(asked.side)
        yield say("3", "pending", side=side, asked=kind_name(asked.kind))


@clause("26.1", "clock")
def the_game_goes_on(position: Position, _: act.Action) -> Iterator[Verdict]:
    """26.1: the game ends with a victory or after its last turn."""
    winner = position.state.tracks.get(WINNER)
    if winner:
        yield say("26.1", "won", side=position.setting.module.side_name(str(winner)))
    elif next_clock(position) is None:
        yield say("26.1", "over")


@clause("9.1", "declare")
def combat_phase(fight: Fight, _: object) -> Iterator[Verdict]:
    """9.1: the active player attacks in his combat phase; 8.7 speaks of his movement phase."""
    position, module = fight.position, fight.position.setting.module
    clock = position.state.clock
    if clock.phase not in ("movement", "combat") or clock.active != fight.side:
        yield say(
            "9.1",
            "phase",
            phase=module.phase_name(clock.phase),
            active=module.side_name(clock.active),
            side=module.side_name(fight.side),
        )


@clause("9.1", "declare")
def once_a_phase(fight: Fight, _: object) -> Iterator[Verdict]:
    """9.1: no unit attacks or is attacked twice in a phase; but see 13.5 for who retreated."""
    position, tracks = fight.position, fight.position.state.tracks
    for unit in fight.attackers:
        if FOUGHT + unit.id in tracks:
            yield say("9.1", "again", units=[unit.id], unit=position.name(unit.id))
    words = {tracks.get(FOUGHT + u.id) for u in fight.present}
    if "defended" in words or ("retreated" in words and words.issubset(BEATEN)):
        number, where = position.number(fight.target), position.where(fight.target)
        yield say("9.1", "attacked", hexes=[number], hex=where)


@clause("4.4", "declare")
def air_units_of_the_day(fight: Fight, _: object) -> Iterator[Verdict]:
    """4.4: the weather says how many air units there are."""
    position = fight.position
    most = AIR_UNITS.get(position.weather, 0)
    used = int(position.state.tracks.get("air-used") or 0)
    if fight.air and used + fight.air > most:
        yield say("4.4", "air", used=used, most=most)
