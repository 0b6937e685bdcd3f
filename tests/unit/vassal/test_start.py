import pytest

from engine.vassal.at_start import start
from engine.vassal.buildfile import ModuleInfo
from tests.unit.vassal import making

SLOT = """<VASSAL.build.widget.PieceSlot entryName="Inf" gpid="1">
+/null/prototype;Unit\tpiece;;;inf.png;Inf/\tnull;0;0</VASSAL.build.widget.PieceSlot>"""
STACKS = f"""
<VASSAL.build.module.map.SetupStack name="A" owningBoard="Field" x="40" y="32">
  {SLOT}{SLOT}</VASSAL.build.module.map.SetupStack>
<VASSAL.build.module.map.SetupStack name="B" owningBoard="Field" useGridLocation="true"
  location="0203">{SLOT}</VASSAL.build.module.map.SetupStack>
<VASSAL.build.module.map.DrawPile name="Losses" x="500" y="100">
  {SLOT}</VASSAL.build.module.map.DrawPile>
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "m.vmod"
    where = "    <VASSAL.build.module.map.DrawPile"
    path.write_bytes(making.module(making.BUILD_FILE.replace(where, STACKS + where)))
    return start(ModuleInfo.read(path))


def test_pieces_are_at_the_modules_places(table):
    assert table.problems == []
    assert {unit: table.location(table.spot(unit)) for unit in table.pieces} == {
        "start-1": "0101",
        "start-2": "0101",
        "start-4": "0203",
        "start-6": "Losses",
    }
    assert list(table.on(table.spot("start-1"))) == ["start-1", "start-2"]


def test_prototypes_of_pieces_are_expanded(table):
    assert "mark;Side" in table.pieces["start-1"].type


def test_decks_are_face_up_or_down(table):
    decks = {s.deck: s.face_down for s in table.stacks.values() if s.deck}
    assert decks == {"Losses": False, "Cards": True}


def test_the_templates_deck_is_filled(samples):
    table = start(ModuleInfo.read(samples / "hex-n-counters-template.vmod"))
    (deck,) = (s for s in table.stacks.values() if s.deck)
    assert len(deck.contents) == 3
    assert table.problems == []
