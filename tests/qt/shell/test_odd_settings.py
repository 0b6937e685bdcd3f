"""The window opens with a foreign or damaged settings file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from platformdirs import user_config_path
from pytestqt.qtbot import QtBot

from holland44_qt import settings
from holland44_qt.window.table_window import TableWindow

KEYS = {
    "files": ("recent", "last", "running", "mine", "sight", "games"),
    "window": ("geometry", "docks", "drawer", "pinned"),
    "preferences": (
        "theme", "ui_scale", "counter_size", "stack_spread", "motion", "edge_scroll", "hand_over",
        "language", "hidden", "module_folder",
    ),
}  # fmt: skip
ODD = (
    "²", "9" * 5000, "@Size(1 2)", r"@ByteArray(\xff\0\x1)", "@Invalid()", "-1, ², nan", '"\\0"',
    r"@Variant(\0\0\0\t\xff\xff\xff\xff)", "x" * 100_000, "../../etc, 1", "<b>, 1e308, inf, 0",
)  # fmt: skip


def written(value: str) -> Path:
    """Write a settings file in which every setting has one value."""
    file = user_config_path("holland44", appauthor=False) / "window.ini"
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"[{part}]\n" + "".join(f"{k}={value}\n" for k in keys) for part, keys in KEYS.items()]
    file.write_text("".join(lines), encoding="utf-8")
    return file


@pytest.mark.parametrize("value", ODD, ids=lambda value: value[:12])
def test_settings_read_are_always_valid(qapp: object, value: str) -> None:
    written(value)
    assert settings.recent_files() == []
    assert settings.running_games() == []
    assert settings.last_game() is None
    assert settings.last_sight(Path("a")) is None
    choices = settings.Choices.load()
    assert choices.ui_scale in settings.SCALES
    assert settings.SIZES[0] <= choices.counter_size <= settings.SIZES[1]
    assert choices.motion in settings.MOTIONS


@pytest.mark.parametrize("value", ODD[:8], ids=lambda value: value[:12])
def test_the_window_opens_with_any_settings(qtbot: QtBot, value: str, tmp_path: Path) -> None:
    written(value)
    window = TableWindow()
    qtbot.addWidget(window)
    window.show()
    assert window.session.new(tmp_path / "game.h44log", "holland44", "short")
    window.close()


def test_binary_settings_are_ignored(qtbot: QtBot) -> None:
    written("x").write_bytes(bytes(range(256)) * 40)
    window = TableWindow()
    qtbot.addWidget(window)
    window.close()


@pytest.mark.parametrize("kind", ["pipe", "folder", "link", "loop"])
def test_settings_that_are_no_file_do_not_block(qapp: object, kind: str) -> None:
    file = written("x")
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:  # not to a device: who may do everything would see it replaced by a failure
        os.mkfifo(file.with_name("pipe"))
        file.symlink_to(file.with_name("pipe") if kind == "link" else file)
    try:
        kept = settings.settings()
        assert Path(kept.fileName()) != file
        kept.setValue("files/recent", ["a"])
        kept.sync()
        assert settings.recent_files() == []
    finally:
        file.rmdir() if kind == "folder" else file.unlink()
