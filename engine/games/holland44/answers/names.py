"""Names of pieces and places in messages, on the real board or on a diagram."""

from __future__ import annotations

from engine.games.holland44.position import Setting
from engine.rules.board_names import BoardNames


class DiagramNames(BoardNames):
    """Names of pieces and places in messages, on the real board or on a diagram."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.module, setting.board, setting.places, setting.inline)
        self._setting = setting

    def place_name(self, place: str) -> str:
        """Return the name of a hex, box or hexside; on a diagram only for places that it has."""
        if self._setting.diagram and place in self._setting.board.index:
            return self._setting.where(self._setting.board.index[place])
        return place if self._setting.diagram else self._setting.module.place_name(place)
