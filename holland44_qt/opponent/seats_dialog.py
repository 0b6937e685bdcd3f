"""Dialog to choose the computer's sides, strength and pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t
from engine.modules.module import Module
from holland44_qt.opponent.pace import PACES


class SeatsDialog(QDialog):
    """Dialog whose ``seats`` and ``pace`` hold the answer once it is accepted.

    ``players`` are the offered strengths.
    """

    def __init__(
        self,
        module: Module,
        players: Sequence[str],
        seats: Mapping[str, str],
        pace: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("opponent.window.title"))
        form = QFormLayout()
        self._sides: dict[str, QComboBox] = {}
        for side in module.meta.sides:
            box = QComboBox()
            box.addItem(t("opponent.player.person"), "")
            for name in players:
                box.addItem(
                    t("opponent.window.computer", player=t(f"opponent.player.{name}")), name
                )
            box.setCurrentIndex(max(0, box.findData(seats.get(side.id, ""))))
            box.setAccessibleName(module.side_name(side.id))
            form.addRow(module.side_name(side.id), box)
            self._sides[side.id] = box
        self._pace = QComboBox()
        for name in PACES:
            self._pace.addItem(t(f"opponent.pace.{name}"), name)
        self._pace.setCurrentIndex(max(0, self._pace.findData(pace)))
        self._pace.setAccessibleName(t("opponent.window.pace"))
        form.addRow(t("opponent.window.pace"), self._pace)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(buttons)

    @property
    def seats(self) -> dict[str, str]:
        """Return the computer's sides, with the player of each."""
        chosen = {side: str(box.currentData()) for side, box in self._sides.items()}
        return {side: name for side, name in chosen.items() if name}

    @property
    def pace(self) -> str:
        """Return the name of the pace."""
        return str(self._pace.currentData())
