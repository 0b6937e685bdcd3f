"""Desktop integration: the desktop entry, file types, the icon."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer

from engine.files import ONE_FILE as GAME
from engine.files import TURN
from engine.log.store import SUFFIX as LOG
from holland44_qt.shell.start import MODULE, NOTES

LINUX = Path(__file__).parents[3] / "packaging" / "linux"
NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"


def kinds() -> dict[str, str]:
    root = ElementTree.parse(LINUX / "holland44-mime.xml").getroot()
    globs = {kind: kind.find(f"{NAMESPACE}glob") for kind in root}
    return {
        kind.get("type", ""): g.get("pattern", "") for kind, g in globs.items() if g is not None
    }


def test_every_file_type_is_registered_and_opened() -> None:
    assert set(kinds().values()) == {f"*{suffix}" for suffix in (LOG, NOTES, MODULE, TURN, GAME)}
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(LINUX / "holland44.desktop", encoding="utf-8")
    section = entry["Desktop Entry"]
    assert set(section["MimeType"].strip(";").split(";")) == set(kinds())
    assert section["Exec"].endswith("open %f")


def test_the_icon_can_be_drawn(qapp: object) -> None:
    svg = (files("resources") / "icons" / "holland44.svg").read_bytes()
    assert QSvgRenderer(QByteArray(svg)).isValid()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_the_installation_installs_every_file(tmp_path: Path) -> None:
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        ["sh", str(LINUX / "install.sh")], env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    for part in (
        "applications/holland44.desktop",
        "mime/packages/holland44-mime.xml",
        "icons/hicolor/scalable/apps/holland44.svg",
    ):
        assert (tmp_path / part).is_file()
    assert "open %f" in (tmp_path / "applications" / "holland44.desktop").read_text()
