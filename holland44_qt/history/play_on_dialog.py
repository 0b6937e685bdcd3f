"""Question before a recorded game is continued: what is written, where, and under which name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.i18n import t

LONGEST = 200


class PlayOnDialog(QDialog):
    """Dialog that explains how the game continues, and asks for a name where a new line begins."""

    def __init__(
        self,
        path: Path,
        step: int,
        length: int,
        *,
        lead: bool,
        lacking: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(t("app.command.play_on").replace("&", "").rstrip("…"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        past = step < length
        label = QLabel(
            t("stance.ask.past", step=step, last=length, path=path)
            if past
            else t("stance.ask.end", step=step, path=path)
        )
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self.name = QLineEdit(maxLength=LONGEST)
        self.name.setPlaceholderText(t("stance.ask.name.hint"))
        self.name.setAccessibleName(t("stance.ask.name"))
        self.lead = QCheckBox(t("stance.ask.lead"))
        self.lead.setChecked(lead)
        self.lead.setToolTip(t("stance.ask.lead.tip"))
        self.taken: Callable[[str], bool] = lambda name: False
        """Callback that returns whether another line has a name."""
        self.why_not = QLabel()
        self.why_not.setTextFormat(Qt.TextFormat.PlainText)
        self.why_not.setWordWrap(True)
        self.why_not.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.yes = buttons.addButton(t("stance.ask.yes"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label)
        self.lacking = QLabel(t("stance.ask.rules", why=lacking) if lacking else "")
        self.lacking.setTextFormat(Qt.TextFormat.PlainText)
        self.lacking.setWordWrap(True)
        if lacking:
            column.addWidget(self.lacking)
        if past:
            column.addWidget(QLabel(t("stance.ask.name")))
            column.addWidget(self.name)
            column.addWidget(self.why_not)
        if past or not lead:
            column.addWidget(self.lead)
        column.addWidget(buttons)
        self.yes.setDefault(True)  # only in its dialog does a button come before Cancel
        self.setMinimumWidth(460)

    def accept(self) -> None:
        """Accept unless another line has the name."""
        name = self.name.text().strip()
        if self.taken(name):
            self.why_not.setText(t("stance.keep.taken", name=name))
            self.why_not.show()
            self.name.setFocus()
        else:
            super().accept()
