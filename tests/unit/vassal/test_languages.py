"""The translations and lines of sight of a module."""

from __future__ import annotations

import pytest

from engine.modules.module import load_module
from engine.play.vassal.opened_module import new_game
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.languages import languages, read_properties
from tests.unit.vassal import making

THREAD = (
    '<VASSAL.build.module.map.LOS_Thread threadName="LOS" threadColor="255,0,0" snapStart="true"'
    ' snapEnd="false" drawRange="true" scale="50" round="Up" rangeFg="1,2,3" rangeBg="250,250,250"'
    ' hideCounters="true" hideOpacity="30"/>'
)
GERMAN = (
    "# Deutsch\n"
    "Piece.Inf=Infanterie\n"
    "Map.Main\\ Map..name=x\n"
    "DiceButton.2d6.name=2W6\n"
    "GameModule.Little.PieceWindow.Counters.name: Steine\n"
    "Map.Main\\ Map.mapName Haupt\\\n   karte\n"
    "TurnTracker.Turn.name=Z\\u00fcge\n"
)


@pytest.fixture
def vmod(tmp_path):
    text = making.BUILD_FILE.replace(
        "<VASSAL.build.module.map.DrawPile", THREAD + "<VASSAL.build.module.map.DrawPile", 1
    )
    path = tmp_path / "little.vmod"
    path.write_bytes(
        making.zipped(
            {
                "buildFile.xml": text,
                "moduledata": making.metadata("Little"),
                "images/inf.png": making.picture(),
                "Module_de.properties": GERMAN.encode("latin-1"),
                "Module_xx_evil.properties": b"a=b",
            }
        )
    )
    return path


def test_properties_files_are_read_as_java_writes_them():
    found = read_properties(
        "! no\na = 1\nb:2\nc 3\nd\\ e=4\nf=5\\\n  6\n"
        "g=\\u00e4\\n\\=\nh\n\\ud83d\\ude00=smile\\\\\ni=\\\\\\\n7"
    )
    assert found == {
        "a": "1", "b": "2", "c": "3", "d e": "4", "f": "56", "g": "ä\n=", "h": "",
        "😀": "smile\\", "i": "\\7",
    }  # fmt: skip


def test_texts_are_found_by_component_and_by_piece(vmod):
    assert languages(ModuleInfo.read(vmod)) == {
        "de": {
            "Inf": "Infanterie", "2d6": "2W6", "Counters": "Steine", "Main Map": "Hauptkarte",
            "Turn": "Züge",
        }
    }  # fmt: skip


def test_translations_are_shown_without_changing_the_game(vmod, tmp_path, monkeypatch):
    with new_game(vmod, tmp_path / "g.h44log") as game:
        drawing = game.module.drawing
        counter = next(iter(drawing.table.kinds))
        assert drawing.name(counter) == "Inf"
        hashed = game.module.hash
        monkeypatch.setenv("HOLLAND44_LANG", "de")
        assert drawing.name(counter) == "Infanterie"
        assert drawing.word("Counters / Inf") == "Steine / Infanterie"
        assert drawing.word("unheard of") == "unheard of"
        assert load_module(tmp_path / "g.h44mod").hash == hashed


def test_a_line_of_sight_has_the_modules_settings(vmod, tmp_path):
    with new_game(vmod, tmp_path / "g.h44log") as game:
        thread = game.module.drawing.thread(0)
        assert (thread.color, thread.foreground, thread.background) == (
            "#ff0000", "#010203", "#fafafa",
        )  # fmt: skip
        assert (thread.snap_start, thread.snap_end, thread.opacity) == (True, False, 30)
        assert [thread.distance(p, 9) for p in (0, 1, 50, 51)] == [1, 1, 2, 2]
        assert thread.model_copy(update={"scale": 0}).distance(400, 9) == 9
        assert game.module.drawing.thread(7) is None
