"""The window in other languages: no text bypasses the catalogue, none is cut off."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from engine.i18n import ENVIRONMENT
from holland44_qt.app import translate_qt

SAMPLE = Path("logs/market-garden-turn-1.h44log")
BUTTONS = """
from PySide6.QtWidgets import QDialogButtonBox as Box
from holland44_qt.app import application
app = application()
box = Box(Box.StandardButton.Cancel)
print(box.button(Box.StandardButton.Cancel).text())
"""


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    folders = {name: str(tmp_path / "user") for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return os.environ | folders | {"QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.slow
def test_every_text_is_in_the_catalogue_and_fits_when_40_per_cent_longer(
    tmp_path: Path, env: dict[str, str]
) -> None:
    for file in (SAMPLE, SAMPLE.with_suffix(".h44aar")):
        shutil.copy(file, tmp_path)
    command = [sys.executable, "-m", "tests.qt.long_texts", str(tmp_path / SAMPLE.name)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["looked at 17 buttons"]


@pytest.mark.parametrize(("language", "text"), [("es", "Cancelar"), ("en", "Cancel")])
def test_standard_buttons_are_in_the_language_of_the_program(
    language: str, text: str, env: dict[str, str]
) -> None:
    command = [sys.executable, "-c", BUTTONS]
    spoken = env | {ENVIRONMENT: language}
    done = subprocess.run(command, env=spoken, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip().replace("&", "") == text, done.stderr


FILE_DIALOG = """
import sys, time
from pathlib import Path
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem, QTreeView
from holland44_qt.app import application
from holland44_qt.file_dialogs import KINDS_COLUMN, chooser

app = application()
folder = Path(sys.argv[1])
dialog = chooser(None, "", folder, "*")
tree = dialog.findChild(QTreeView, "treeView")
model = tree.model()
print([label.text().replace("&", "") for label in dialog.findChildren(QLabel)][::2])
for name in ("sub", "a.zip", "b"):
    index = model.index(str(folder / name), KINDS_COLUMN)
    option = QStyleOptionViewItem()
    tree.itemDelegateForIndex(index).initStyleOption(option, index)
    print(option.text)
"""


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("es", ["['Buscar en:', 'Tipo de archivos:']", "Carpeta", "ZIP", "Archivo"]),
        ("pt", ["['Procurar em:', 'Tipo de arquivos:']", "Pasta", "ZIP", "Arquivo"]),
    ],
)
def test_the_file_dialog_is_in_the_language_of_the_program(
    language: str, texts: list[str], tmp_path: Path, env: dict[str, str]
) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("a.zip", "b"):
        (tmp_path / name).touch()
    command = [sys.executable, "-c", FILE_DIALOG, str(tmp_path)]
    spoken = env | {ENVIRONMENT: language}
    done = subprocess.run(command, env=spoken, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == texts, done.stderr


def test_ctrl_is_called_as_in_our_texts(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    translate_qt(qapp)
    texts = qapp.findChildren(QTranslator)[-1]
    try:
        keys = QKeySequence("Ctrl+Left").toString(QKeySequence.SequenceFormat.NativeText)
        assert keys == "Ctrl+Izquierda"
    finally:
        qapp.removeTranslator(texts)
