"""VASSAL files made by our encoder: a small module and a log of it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from PIL import Image

from engine.vassal import commands as cmd
from engine.vassal.buildfile import ModuleInfo
from engine.vassal.commands import Command, Secret, Tree, untree
from engine.vassal.importer import Imported, import_games
from engine.vassal.obfuscation import HEX, disguise
from engine.vassal.players import Viewer
from engine.vassal.savegame import read_game
from engine.vassal.series import arrange

PASSWORD = "hunter2 is secret"
NOBODY = Viewer("Nobody")

BUILD_FILE = """<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Little" version="1.0" VassalVersion="3.7.9" description="Ours">
  <VASSAL.build.module.BasicCommandEncoder/>
  <VASSAL.build.module.Documentation/>
  <VASSAL.build.module.GlobalOptions/>
  <VASSAL.build.module.PlayerRoster>
    <entry>Blue</entry><entry>Red</entry>
  </VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.folder.ModuleSubFolder name="maps">
  <VASSAL.build.module.Map mapName="Main Map" edgeWidth="10" edgeHeight="20">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="Field" width="600" height="400">
        <VASSAL.build.module.map.boardPicker.board.HexGrid x0="40" y0="32" dx="56" dy="64">
          <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep=""
            hType="N" hLeading="1" hOff="1" vType="N" vLeading="1" vOff="1" stagger="false"/>
        </VASSAL.build.module.map.boardPicker.board.HexGrid>
      </VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
    <VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>
  </VASSAL.build.module.Map>
  </VASSAL.build.module.folder.ModuleSubFolder>
  <VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6"/>
  <VASSAL.build.module.turn.TurnTracker name="Turn" turnFormat="Turn $level1$, $level2$">
    <VASSAL.build.module.turn.CounterTurnLevel property="turn" start="1">
      <VASSAL.build.module.turn.ListTurnLevel property="phase" list="Move,Fight"/>
    </VASSAL.build.module.turn.CounterTurnLevel>
  </VASSAL.build.module.turn.TurnTracker>
  <VASSAL.build.module.PrototypesContainer>
    <VASSAL.build.module.PrototypeDefinition name="Unit">
      +/null/mark;Side\trotate;6\\\tpiece;;;;/Blue\t0\\\tnull;0;0
    </VASSAL.build.module.PrototypeDefinition>
  </VASSAL.build.module.PrototypesContainer>
  <VASSAL.build.module.PieceWindow name="Counters">
    <VASSAL.build.widget.PieceSlot entryName="Inf" gpid="1">
      +/null/prototype;Unit\tpiece;;;inf.png;Inf/\tnull;0;0
    </VASSAL.build.widget.PieceSlot>
  </VASSAL.build.module.PieceWindow>
  <org.example.Custom/>
</VASSAL.build.GameModule>
"""

UNIT = (
    "hide;73,130;Hide;;player:",
    "obs;72,130;back.png;Mask;I;?;player:",
    "rotate;6;93,130;91,130",
    "emb2;Flip;2;F;;2;;;2;;;;1;false;0;0;full.png,half.png;,reduced +;true;Step;;;false;;1;1;"
    "false;70,130",
    "mark;Side",
    "odd;of a module of its own",
    "piece;;;inf.png;1/12 Inf",
)


def at(x, y, map_name="Main Map"):
    """Return the innermost state of a piece on the map."""
    return f"{map_name};{x};{y};17;0"


def unit(piece, x, y, *, side="Blue", level="1", turn="0", mask="null", hide="null"):
    """A unit of one of the two sides."""
    return cmd.Add(piece, UNIT, (hide, mask, turn, level, side, "kept as it is", at(x, y)))


def stack(name, x, y, *pieces):
    """A stack on the main map."""
    return cmd.Add(name, ("stack",), (f"Main Map;{x};{y};{';'.join(pieces)};@@-1",))


def move(piece, new, old, under=None, player=PASSWORD):
    """A move on the main map."""
    return cmd.Move(
        piece,
        cmd.Spot("Main Map", *new, under),
        cmd.Spot("Main Map", *old, None),
        Secret(player),
    )


def change(piece, before, **changes):
    """Return a change of a unit from its earlier state: level, rotation, mask, hide."""
    names = ("hide", "mask", "turn", "level", "side")
    old = before.state
    new = tuple(changes.get(name, value) for name, value in zip(names, old, strict=False))
    return cmd.Change(piece, (*new, *old[len(names) :]), old)


def setup():
    """Two units, one of them in a stack named before its piece, and a player."""
    return [
        stack("s1", 50, 52, "a"),
        unit("a", 50, 52),
        unit("b", 162, 52, side="Red"),
        cmd.Player(Secret(PASSWORD), "Joe", "Blue"),
        cmd.Unknown("bd\tkept"),
        cmd.Boards("Main Map", (cmd.Placing("Field", "0", "0", False),)),
    ]


def steps():
    """Return steps: a move, dice, an undone move, a turn, a flip, one for an unknown piece."""
    a = unit("a", 50, 52)
    return [
        [move("a", (106, 84), (50, 52)), cmd.Chat("* 1/12 Inf moves <b>0101</b> -> 0201 *")],
        [
            cmd.Chat("*** 2d6 = 3,4 *** <Joe>"),
            cmd.SetProperty("2d6_result", "", "3,4", "Module"),
        ],
        [move("a", (162, 52), (106, 84)), cmd.Chat("* 1/12 Inf moves 0201 -> 0301 *")],
        [cmd.Undo(True), move("a", (106, 84), (162, 52)), cmd.Undo(False)],
        [cmd.Turn("TurnTracker0", r"0|2;0;false;0;0\;0\;0\;true,true")],
        [change("a", a, level="2")],
        [cmd.Remove("nobody"), cmd.Chat(f"&lt;Joe&gt; - is my password {PASSWORD}?")],
    ]


def zipped(entries):
    """An archive of these entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def metadata(name):
    """The metadata of a module."""
    return (
        f'<data version="1"><version>1.0</version><VassalVersion>3.7.9</VassalVersion>'
        f"<dateSaved>1700000000000</dateSaved><name>{name}</name></data>"
    )


def log(setup_commands, log_steps, header=HEX):
    """Write a complete ``.vlog`` or ``.vsav``."""
    text = write_game(setup_commands, log_steps)
    return zipped({"savedGame": disguise(text, header), "moduledata": metadata("Little")})


def module(build_file=BUILD_FILE):
    """Write a complete ``.vmod``."""
    return zipped({"buildFile.xml": build_file, "moduledata": metadata("Little")})


PLAYED = (
    "obs;72,130;back.png;Mask;I;?;side:",
    "rotate;6;93,130;91,130",
    "label;76,130;L;12;;0,0,0;t;-4;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel",
    "emb2;Flip;2;F;;2;;;2;;;;1;false;0;0;full.png,half.png;,reduced +;true;Step;;;false;;1;1;"
    "true;70,130",
    "mark;Side",
    "piece;;;inf.png;Inf",
)


def slot():
    """Return a piece slot with a unit that can be flipped, rotated, labelled and masked."""
    piece = cmd.Add("null", PLAYED, ("", "0", "", "1", "Blue", "null;0;0")).encode()
    text = piece.replace("\t", "&#9;")
    return (
        '<VASSAL.build.widget.PieceSlot entryName="Inf" gpid="1">'
        f"{text}</VASSAL.build.widget.PieceSlot>"
    )


def playable():
    """A module with at-start stacks, a deck, a palette, dice, a chart and a predefined set-up."""
    one = slot()
    at_start = f"""
    <VASSAL.build.module.map.SetupStack name="A" owningBoard="Field" x="40" y="32">
      {one}{one}</VASSAL.build.module.map.SetupStack>"""
    deck = f"""<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" width="60"
      height="80" faceDown="Always">{one}{one}{one}</VASSAL.build.module.map.DrawPile>"""
    palette = f"""<VASSAL.build.module.PieceWindow name="Counters">
      <VASSAL.build.widget.ListWidget entryName="Blue">{one}</VASSAL.build.widget.ListWidget>
    </VASSAL.build.module.PieceWindow>"""
    more = """<VASSAL.build.module.SpecialDiceButton name="Shot">
      <VASSAL.build.module.SpecialDie name="die">
        <VASSAL.build.module.SpecialDieFace text="hit" value="1" icon=""/>
        <VASSAL.build.module.SpecialDieFace text="miss" value="0" icon=""/>
      </VASSAL.build.module.SpecialDie></VASSAL.build.module.SpecialDiceButton>
    <VASSAL.build.module.ChartWindow name="Charts">
      <VASSAL.build.widget.HtmlChart chartName="Notes" fileName="notes.html"/>
    </VASSAL.build.module.ChartWindow>
    <VASSAL.build.module.PredefinedSetup name="Battle" file="battle.vsav" useFile="true"/>
    <org.example.Custom/>"""
    text = BUILD_FILE
    first = '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>'
    head, _, rest = text.partition("<VASSAL.build.module.PieceWindow")
    tail = rest.partition("</VASSAL.build.module.PieceWindow>")[2]
    text = head.replace(first, at_start + deck) + palette + tail
    text = text.replace("<org.example.Custom/>", more)
    return zipped(
        {
            "buildFile.xml": text,
            "moduledata": metadata("Little"),
            "notes.html": "<html><body><p>Mind the <b>gap</b></p></body></html>",
            "battle.vsav": log(setup(), []),
            **{f"images/{name}": picture() for name in ("inf.png", "full.png", "half.png")},
        }
    )


def picture(width=30, height=30):
    """A small plain picture."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#88aacc").save(out, "PNG")
    return out.getvalue()


def files():
    """Return the files of ``tests/fixtures/vassal`` by name."""
    return {
        "little.vmod": playable(),
        "little.vsav": log(setup(), []),
        "little.vlog": log(setup(), steps()),
    }


if __name__ == "__main__":
    for name, data in files().items():
        (Path(__file__).parents[2] / "fixtures" / "vassal" / name).write_bytes(data)


def write_game(setup: list[Command], steps: list[list[Command]]) -> str:
    """Return the plaintext of a save, or of a log if there are steps."""
    pieces = tuple(c.encode() for c in setup)
    logged = [tuple("LOG\t" + c.encode() for c in step) for step in steps]
    tops: list[Tree] = ["begin_save", "", ("", *pieces), "end_save"]
    tops += [step[0] if len(step) == 1 else step for step in logged]
    return untree(tuple(tops))


def import_log(path: Path, module: Path | None = None, side: str | None = None) -> Imported:
    """Import a save or log as seen by a side, or by an observer."""
    info = ModuleInfo.read(module) if module is not None else None
    return import_games(arrange([read_game(path)], "given"), info, side)
