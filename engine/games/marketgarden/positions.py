"""Read the positions of Market-Garden in probe requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.board.board import Board
from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.marketgarden import tracks
from engine.games.marketgarden.diagram import diagram_board
from engine.games.marketgarden.ground import INTACT, Ground
from engine.games.marketgarden.land import land_of
from engine.games.marketgarden.position import Setting
from engine.games.marketgarden.position_schema import PositionIn, UnitIn
from engine.games.marketgarden.rules.ch04_zone_duties import duty, engaged_at_start
from engine.games.marketgarden.rules.ch09_supply import OUT_OF_SUPPLY, may_attack
from engine.games.marketgarden.setting import Base
from engine.games.marketgarden.units import Roster, UnitType
from engine.games.marketgarden.vocabulary import COMBAT, MOTORISED
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.positions.reader import Reader as BaseReader
from engine.rules.positions.shape import BoardIn


class Reader(BaseReader[Base, PositionIn]):
    """Apply a given position to a scenario's set-up."""

    shape = PositionIn

    def setting(self) -> Setting:
        """Return the scenario's setting, with the board and units of the position."""
        usual = self.base.setting
        ignored = [name for name in ("weather", "markers") if getattr(self.given, name)]
        if ignored:
            fields = ", ".join(ignored)
            self.warnings.append(t("probe.ignored", where="position", fields=fields))
        default = usual.control_default
        ground, places = usual.ground, usual.places
        if self.given.board is not None:
            self.board, ground = self.diagram(self._diagram)
            places, default = Places(ground.numbers, self.base.boxes), None
        roster = Roster(usual.roster.type_of, self.own)
        roster.divisions.update(usual.roster.divisions)
        for unit in self.given.units:
            if unit.inline and unit.division and unit.division_size:
                roster.divisions[unit.division] = unit.division_size
        return Setting(ground, roster, usual.charts, places, usual.last_turn, default)

    def _diagram(self, given: BoardIn) -> tuple[Board, Ground]:
        board = diagram_board(given, self.base.setting.charts.victory.cities)
        return board, Ground(land_of(board))

    def own_type(self, unit: UnitIn, side: str, kind: str, steps: int) -> UnitType:
        """Return the type of a unit with values of its own."""
        return UnitType(
            id=unit.id,
            side=side,
            kind=kind,
            attack=unit.attack or 0,
            defense=unit.defense or 0,
            movement=unit.movement or 0,
            reverse_attack=unit.reverse_attack or 0,
            reverse_defense=unit.reverse_defense or 0,
            motorised=kind in MOTORISED if unit.mechanized is None else unit.mechanized,
            nationality=unit.nationality or "",
            formation=unit.formation or "",
            range=unit.range or 0,
            division=unit.division or "",
            xxx_corps=unit.xxx_corps,
            airborne=unit.airborne,
            steps=steps,
        )

    def bridges(self, setting: Setting) -> dict[str, str | None]:
        """Return the initial states of bridges and ferries."""
        ground = setting.ground
        return {**dict.fromkeys(ground.crossings), **dict.fromkeys(ground.bridges, INTACT)}

    def markers(self, setting: Setting) -> dict[str, Marker]:
        """Return no markers: the game has none."""
        return {}

    def tracks(
        self, setting: Setting, clock: Clock, pieces: Mapping[str, Piece]
    ) -> dict[str, Track]:
        """Return the air points of the day, turns without supply, contacts."""
        given = self.given
        by_name = dict(self.base.opening.tracks)
        row = setting.charts.days.on(clock.turn)
        by_name[tracks.AIR + "allied"], by_name[tracks.AIR + "german"] = row.allied, row.german
        for side, points in given.air.items():
            by_name[tracks.AIR + side] = points
        for name, turns in given.unsupplied.items():
            if name not in pieces:
                raise Refused("unknown_unit", t("probe.unit", unit=name), f"unsupplied.{name}")
            by_name[tracks.UNSUPPLIED + name] = turns
        for division in given.contact:
            by_name[tracks.CONTACT + division] = clock.turn
        return by_name

    def finished(self, setting: Setting, state: State) -> State:
        """9.0d, 7.0d, 4.1.2g: Add out-of-supply statuses and who was engaged at the phase's start.

        In the combat phase they have duties to attack.
        """
        for name, turns in self.given.unsupplied.items():
            piece = state.pieces[name]  # also one that the scenario sets up
            if turns and OUT_OF_SUPPLY not in piece.status:
                without = replace(piece, status=piece.status | {OUT_OF_SUPPLY})
                state = replace(state, pieces={**state.pieces, name: without})
        position = setting.position(state)
        noted = [tracks.BEGAN + u.id for u in engaged_at_start(position)]
        if state.clock.phase == COMBAT:
            owing = duty(position, state.clock.active)
            noted = [tracks.OWES + u.id for u in owing if may_attack(position, u)]
        return replace(state, tracks={**state.tracks, **dict.fromkeys(noted, tracks.NOTED)})
