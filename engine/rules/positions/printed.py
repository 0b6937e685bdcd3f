"""Read the positions of a game whose units are the printed counters on the printed board."""

from __future__ import annotations

from typing import Any, NoReturn

from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.base.scenario_base import ScenarioBase
from engine.rules.positions.reader import Reader
from engine.rules.positions.shape import PositionIn


class PrintedReader(Reader[ScenarioBase[Any], PositionIn]):
    """Apply a given position to a scenario's set-up; boards and units of its own are refused."""

    def setting(self) -> Any:
        """Return the scenario's setting. Raises Refused for a board of the position."""
        if self.given.board is not None:
            self._refuse("board")
        return self.base.setting

    def bridges(self, setting: Any) -> dict[str, None]:
        """Return the hexsides of all bridges, which are initially as the set-up has them."""
        return dict.fromkeys(bridge.hexside for bridge in self.board.bridges.values())

    def own_type(self, unit: Any, side: str, kind: str, steps: int) -> NoReturn:
        """Raise Refused: all units are counters of the module."""
        self._refuse(f"units[{self.seen[unit.id]}].kind")

    def _refuse(self, where: str) -> NoReturn:
        game = self.words.module.title
        raise Refused("not_supported", t("probe.printed_only", game=game, field=where), where)
