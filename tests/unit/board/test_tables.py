"""Boards and counters from tables: a small game is compiled; each fault has a message."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.archive import FolderFiles
from engine.board.board import Board
from engine.board.build import compile_board
from engine.board.format import BoardError
from engine.games.build import compile_module
from engine.i18n import t
from engine.modules.compile_counters import compile_tables
from engine.modules.validate import validate

RESOURCES = Path(__file__).parent.parent.parent.parent / "resources"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of nine hexes, two counters and one scenario."""
    folder = tmp_path / "nine"
    source = folder / "source"
    source.mkdir(parents=True)
    grid = {"numbering": "CCRR", "orientation": "flat", "shifted": "even", "rows_from": "north",
            "lines": [[1, 1, 3], [2, 1, 3], [3, 1, 3]], "hex_km": 2}  # fmt: skip
    (source / "board.json").write_text(json.dumps({"credits": ["Own."], "grid": grid}))
    rows = [
        f"0{c}0{r},{'forest' if r == 2 else 'open'},stated" for c in (1, 2, 3) for r in (1, 2, 3)
    ]
    (source / "hexes.csv").write_text("hex,terrain,basis\n" + "\n".join(rows) + "\n")
    (source / "hexsides.csv").write_text(
        "hexside,water,name,basis,marks\n0101/0102,,,stated,cliff\n0102/0103,river,Beck,stated,\n"
    )
    (source / "paths.csv").write_text(
        "kind,class,name,hexes,basis\nroad,red,Road,0101 0201 0301,stated\n"
        "line,front,Front,0201/0202 0202/0302,inferred\n"
    )
    (source / "hexfacts.csv").write_text(
        "hex,kind,value,status,fact,source\n0102,terrain,forest,stated,wood,1.1\n"
        "0101/0102,mark,cliff,stated,cliff,1.2\n0201/0202,line,front,stated,front,1.3\n"
    )
    (source / "counters.csv").write_text(
        "id,count,side,nationality,formation,designation,label,kind,size,steps,front.values.cf,"
        "front.movement,front.steps,arrival.how,basis\n"
        "A-1,1,red,Red,-,First,1,infantry,II,2,4,3,2,set_up,stated\n"
        "A-2,2,red,Red,-,Second,2,submarine,II,1,1,3,1,set_up,stated\n"
    )
    (source / "formations.json").write_text(
        '{"nationalities": {"Red": "#cc3333"}, "formations": []}'
    )
    (source / "setup.csv").write_text(
        "scenario,unit,at\nonly,A-1,0101\nonly,A-2-1,0102\nonly,A-2-2,0102\n"
    )
    first = {"turn": 1, "phase": "movement", "active": "red"}
    scenario = {"title": "Only", "turns": 3, "first": first}
    (source / "scenarios.json").write_text(json.dumps({"scenarios": {"only": scenario}}))
    words = {
        "terrains": [{"id": "open"}, {"id": "forest", "brushes": ["woods"]}],
        "hexsides": [
            {"id": "river", "brush": "canal", "water": True},
            {"id": "cliff", "brush": "cliff"},
        ],
        "roads": [{"id": "red", "brush": "primary"}],
        "lines": [{"id": "front", "brush": "front"}],
        "kinds": [
            {"id": "infantry", "symbol": "infantry"},
            {"id": "submarine", "title": "Submarine"},
        ],
        "values": [{"id": "cf", "place": "left"}, {"id": "movement", "place": "right"}],
    }
    meta = {"format": "h44module/1", "id": "nine", "title": "Nine", "version": "1",
            "dev_stage": "sketch", "sides": [{"id": "red", "title": "Red", "color": "#cc3333"}],
            "scenarios": ["only"], "owner": "", "notice": "", "vocabulary": words}  # fmt: skip
    (folder / "module.json").write_text(json.dumps(meta))
    (folder / "markers.json").write_text(
        '{"format": "h44markers/1", "game": "nine", "markers": []}'
    )
    (folder / "displays.json").write_text(
        '{"format": "h44displays/1", "game": "nine", "displays": []}'
    )
    return folder


def build(folder: Path) -> None:
    for name, data in compile_module(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


def test_a_game_of_nine_hexes_is_built_from_its_tables(game: Path) -> None:
    build(game)
    board = Board.load((game / "board.json").read_bytes())
    assert len(board.numbers) == 9
    assert board.sides["0101/0102"].marks == ("cliff",)
    assert board.hexside(board.hex("0101"), board.hex("0102")) is None
    assert board.hexside(board.hex("0102"), board.hex("0103")) is not None
    assert json.loads((game / "map.json").read_bytes())["sides"][0]["brush"] == "cliff"
    problems = validate(FolderFiles(game))
    assert [(p.file, p.where) for p in problems] == [("counters.json", "A-2")]
    assert "submarine" in problems[0].message


def test_rivers_roads_and_railways_need_no_name(game: Path) -> None:
    source = game / "source"
    (source / "hexsides.csv").write_text("hexside,water,basis\n0102/0103,river,stated\n")
    bridge(game, "0102/0103")
    (source / "paths.csv").write_text(
        "kind,class,name,hexes,basis\nroad,red,,0102 0103,stated\nrailway,,,0201 0301,stated\n"
    )
    (source / "hexfacts.csv").unlink()
    build(game)
    board = Board.load((game / "board.json").read_bytes())
    assert [road.name for road in (*board.roads, *board.railways)] == ["", ""]
    assert board.bridges["b"].river == ""


def test_unknown_and_duplicate_names_are_reported(game: Path) -> None:
    build(game)
    names = {"A-1": "first", "A-2": "first", "A-9": "ninth", "A-3": "two\nlines"}
    told = {"format": "h44names/1", "game": "nine", "names": names}
    path = game / "names.json"
    path.write_text(json.dumps(told))
    assert "names.A-3" in [p.where for p in validate(FolderFiles(game)) if p.file == path.name]
    del names["A-3"]
    path.write_text(json.dumps(told))
    found = [(p.where, p.message) for p in validate(FolderFiles(game)) if p.file == path.name]
    assert found == [
        ("A-2", t("validate.name_twice", name="first", other="A-1")),
        ("A-9", t("validate.unit", unit="A-9")),
    ]


def bridge(game: Path, hexside: str) -> None:
    table = f"id,hexside,kind,start,basis\nb,{hexside},road,intact,stated\n"
    (game / "source" / "bridges.csv").write_text(table)


def _replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        path = folder / "source" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_replace("hexes.csv", "terrain", "ground"), "hexes.csv.*terrain.*missing"),
        (_replace("hexes.csv", "0101,open,stated", "0101,open"), "line 2"),
        (_replace("hexes.csv", "0101,open,stated", "0101,open,guessed"), "hexes.csv.*basis"),
        (_replace("hexes.csv", "0303,open,stated", "0404,open,stated"), "0303"),
        (_replace("hexsides.csv", "0101/0102", "0101/0303"), "0101/0303"),
        (_replace("paths.csv", "0101 0201 0301", "0101 0301"), "not adjacent"),
        (_replace("paths.csv", "line,front", "wall,front"), "wall"),
        (_replace("paths.csv", "0201/0202 0202/0302", "0201/0203"), "0201/0203"),
        (lambda game: bridge(game, "0101/0102"), "bridges.csv.*: b: .*no water at '0101/0102'"),
        (lambda game: bridge(game, "0202/0203"), "bridges.csv.*: b: .*no water at '0202/0203'"),
        (_replace("board.json", "CCRR", "XXYY"), "board.json.*numbering"),
        (
            _replace("hexfacts.csv", "0102,terrain,forest", "0102,terrain,open"),
            "contradicts a stated",
        ),
        (_replace("hexfacts.csv", "kind", "sort"), "hexfacts.csv"),
    ],
)
def test_each_fault_of_a_board_has_a_message(
    game: Path, spoil: Callable[[Path], None], says: str
) -> None:
    spoil(game)
    with pytest.raises(BoardError, match=says) as error:
        compile_board(game)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (
            _replace("counters.csv", ",2,4,3,2,", ",2,4,3,many,"),
            r"A-1: front\.steps",
        ),
        (_replace("counters.csv", "basis", "bassis"), "counters.csv.*bas"),
        (_replace("formations.json", "#cc3333", '#cc3333", "x": ["'), "formations.json"),
        (_replace("setup.csv", "A-1", "Z-1"), "Z-1"),
        (_replace("scenarios.json", "turns", "tuns"), "scenarios.json.*tu"),
    ],
)
def test_each_fault_of_the_counters_has_a_message(
    game: Path, spoil: Callable[[Path], None], says: str
) -> None:
    spoil(game)
    with pytest.raises(BoardError, match=says) as error:
        list(compile_tables(game))
    assert "\n" not in str(error.value)


def test_layers_of_a_board_are_optional(tmp_path: Path) -> None:
    """Holland without railways, bridges, landing zones and borders is still a valid board."""
    shutil.copytree(RESOURCES / "geo", tmp_path / "geo")
    source = tmp_path / "bare" / "source"
    source.mkdir(parents=True)
    whole = json.loads((RESOURCES / "holland44" / "source" / "overrides.json").read_text())
    kept = {key: whole[key] for key in ("why", "geography", "georef", "credits")}
    (source / "overrides.json").write_text(json.dumps(kept))
    geography = tmp_path / "geo" / "netherlands1944"
    for name in ("railways", "bridges", "airlanding", "borders", "boundaries", "roads", "canals"):
        (geography / f"{name}.geojson").unlink()
    board = Board.load(compile_board(tmp_path / "bare"))
    assert len(board.numbers) == 1537
    assert board.bridges == {}
    (geography / "rivers_major.geojson").write_text('{"features": [{"properties": 3}]}')
    with pytest.raises(BoardError, match=r"rivers_major\.geojson"):
        compile_board(tmp_path / "bare")
