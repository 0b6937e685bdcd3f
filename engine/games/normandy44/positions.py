"""Positions of Normandy '44 in the probe's questions."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.effects import Clock, Track
from engine.core.places import Places
from engine.core.state import Marker, Piece
from engine.games.normandy44 import tracks
from engine.games.normandy44.diagram import diagram_board
from engine.games.normandy44.ground import Ground
from engine.games.normandy44.position import Setting
from engine.games.normandy44.position_schema import PositionIn, UnitIn
from engine.games.normandy44.setting import Base
from engine.games.normandy44.units import UnitType, Values
from engine.games.normandy44.vocabulary import (
    BEACHES,
    CW,
    MECHANISED,
    MULBERRY,
    OVERCAST,
    SILHOUETTES,
    US,
)
from engine.rules.base.units import Roster
from engine.rules.positions.reader import Reader as BaseReader
from engine.rules.positions.shape import MarkerIn

QUESTION_POINTS = 9
"""Supply points of each track in a question with a board of its own."""
PURSES = (US, CW, "german7", "cherbourg")
NATIONS = {"us": "US", "british": "British", "canadian": "Canadian", "german": "German Army"}


class Reader(BaseReader[Base, PositionIn]):
    """Reads a given position into a scenario, whose set-up it overrides."""

    shape = PositionIn

    def setting(self) -> Setting:
        """Return the scenario's setting, or one with the question's own board and units."""
        usual = self.base.setting
        default = usual.control_default
        ground, places = usual.ground, usual.places
        if self.given.board is not None:
            ground = self.diagram(lambda board: Ground(diagram_board(board)))
            self.board, default = ground.board, None
            places = Places(ground.numbers, self.base.boxes)
        roster = Roster(usual.roster.type_of, self.own)
        return Setting(
            ground, roster, usual.charts, places, usual.last_turn, usual.scenario, default
        )

    def own_type(self, unit: UnitIn, side: str, kind: str, steps: int) -> UnitType:
        """Return the type of a unit with values of its own."""
        attack, defense = unit.attack, unit.defense
        face = Values(
            factor=defense if defense is not None else attack or 0,
            defends_only=attack == 0 or unit.cadre,
            movement=unit.movement or 0,
            tq=unit.tq,
            armor=unit.armor,
            antitank=unit.antitank,
        )
        nation = (unit.nationality or ("german" if side == "german" else "us")).lower()
        return UnitType(
            id=unit.id,
            side=side,
            kind=kind,
            steps=steps,
            faces={steps: face},
            nationality=NATIONS.get(nation, unit.nationality or ""),
            formation=unit.formation or unit.division or "",
            mechanised=kind in MECHANISED if unit.mechanized is None else unit.mechanized,
            silhouette=kind in SILHOUETTES if unit.silhouette is None else unit.silhouette,
            tiger=unit.tiger,
            restricted=unit.restricted,
            cadre=unit.cadre,
        )

    def marker_name(self, n: int, marker: MarkerIn) -> str:
        """21.1: Return the name of a marker; Mulberries go by their army, as in play."""
        return (
            f"{MULBERRY}-{army_of(marker)}"
            if marker.kind == MULBERRY
            else super().marker_name(n, marker)
        )

    def markers(self, setting: Setting) -> dict[str, Marker]:
        """Return the markers that the position gives, and the Mulberries of its board."""
        markers = super().markers(setting)
        areas = {} if self.given.board is None else self.given.board.areas
        for name, area in areas.items():
            if area.kind == "mulberry":
                markers[f"mulberry-{name}"] = Marker("mulberry", area.hexes[0])
        return markers

    def tracks(
        self, setting: Setting, clock: Clock, pieces: Mapping[str, Piece]
    ) -> dict[str, Track]:
        """Return weather, points, ships and aircraft of the turn."""
        given = self.given
        values = dict(self.base.opening.tracks)
        usual = OVERCAST if clock.turn == 1 else str(values[tracks.WEATHER])
        weather = given.weather or usual
        values[tracks.WEATHER] = weather
        values.setdefault(tracks.WEATHER_ROW, {"storm": 1, "overcast": 2, "clear": 4}[weather])
        if given.board is not None:
            values |= dict.fromkeys((tracks.POINTS + purse for purse in PURSES), QUESTION_POINTS)
        for army in (US, CW):
            values[tracks.NAVAL + army] = 2
            values[tracks.AIR + army] = 0 if clock.turn == 1 else 2
        for marker in given.markers:
            if marker.kind == MULBERRY:
                values[tracks.MULBERRY_DUE + army_of(marker)] = clock.turn
        return values | dict(given.tracks)


def army_of(marker: MarkerIn) -> str:
    """21.1: return the army of a Mulberry: the Americans build theirs at Omaha."""
    return US if marker.hex in BEACHES["omaha"] else CW
