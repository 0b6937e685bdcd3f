"""Corrections of a module by its owner: valid values, effects, storage."""

from __future__ import annotations

import gc
import json
import os
import weakref
from pathlib import Path

import orjson
import pytest

from engine.core.errors import UserError
from engine.games import require_rulebook
from engine.log.entry import CorrectionsName
from engine.modules import corrections_kept as shelf
from engine.modules.corrections import (
    OPEN,
    ChartCell,
    Correction,
    Corrections,
    CounterValue,
    HexValue,
    correctable,
    corrected,
    parse,
    place_of,
)
from engine.modules.module import Module, builtin, load_module
from engine.play.exchange import export_turn, import_turn
from engine.play.game import Game, Recording
from engine.report.one_file import pack, unpack

TANKS = CounterValue(counter="GE-9SS-1/9", face="front", value="attack", to=6)
SKILL = CounterValue(counter="GE-9SS-1/9", face="back", value="efficiency", to=8)
CELL = ChartCell(chart="maneuver", row="<=-4", column="1-4", to="D3F2")


@pytest.fixture(scope="module")
def game() -> Module:
    return load_module("airbridge")


@pytest.fixture
def hex_value(game: Module) -> HexValue:
    """Return the first hex with correctable terrain, and another value for it."""
    values = (v for v in correctable(game) if isinstance(v.now, HexValue))
    value = next(v for v in values if place_of(v.now)[-1] == "terrain")
    other = next(choice for choice in value.choices if choice != value.now.to)
    now = value.now
    assert isinstance(now, HexValue)
    return now.model_copy(update={"to": other})


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "holland44" / "corrections"


def of(*said: Correction, module: str = "airbridge") -> Corrections:
    return Corrections(module=module, corrections=said)


@pytest.mark.parametrize("name", list(builtin()))
def test_only_inferred_or_reconstructed_values_can_be_corrected(name: str) -> None:
    module = load_module(name)
    values = list(correctable(module))
    assert values
    assert {value.basis for value in values} <= set(OPEN)
    places = [place_of(value.now) for value in values]
    assert len(places) == len(set(places))
    for value in values:
        if value.choices:
            assert value.now.to in value.choices


def test_a_correction_changes_only_its_value(game: Module, hex_value: HexValue) -> None:
    module = corrected(game, of(TANKS, SKILL, CELL, hex_value))
    before, after = game.counters.of("GE-9SS-1/9"), module.counters.of("GE-9SS-1/9")
    assert (before.front.attack, after.front.attack) == (5, 6)
    assert after.front.basis["attack"] == "corrected"
    assert after.back is not None
    assert after.back.value("efficiency") == 8
    assert after.front.value("efficiency") == before.front.value("efficiency")
    row = module.chart("maneuver")["rows"][0]
    assert (row["cells"][0], row["basis"][0], row["basis"][1]) == (
        "D3F2",
        "corrected",
        "reconstructed",
    )
    place = module.board.index[hex_value.hex]
    assert module.board.terrain[place] == hex_value.to
    assert module.board.terrain_basis[place] == "corrected"
    same = [c.id for c in game.counters if c == module.counters.counters[c.id]]
    assert len(same) == len(list(game.counters)) - 1
    assert module.hash != game.hash == corrected(game, of()).hash


def test_stated_values_are_locked(game: Module) -> None:
    guns = CounterValue(counter="GE-10SS-Art-3", face="front", value="bombardment", to=9)
    for said in (
        guns,
        ChartCell(chart="weather", row="1-7", column="result", to="bad"),
        HexValue(hex="Z0101", value="terrain", to="woods"),
        TANKS.model_copy(update={"counter": "nobody"}),
        TANKS.model_copy(update={"value": "steps"}),
    ):
        with pytest.raises(UserError, match="cannot be corrected"):
            corrected(game, of(said))


def test_an_impossible_value_is_refused(game: Module, hex_value: HexValue) -> None:
    for said in (
        TANKS.model_copy(update={"to": "strong"}),
        TANKS.model_copy(update={"to": 100}),
        CELL.model_copy(update={"to": "banana"}),
        hex_value.model_copy(update={"to": "lava"}),
    ):
        with pytest.raises(UserError, match="cannot be"):
            corrected(game, of(said))
    with pytest.raises(UserError, match="not for"):
        corrected(load_module("holland44"), of(TANKS))


def test_a_correction_file_round_trips(hex_value: HexValue) -> None:
    said = of(TANKS, CELL, hex_value)
    assert parse(said.to_bytes(), "file") == said
    assert parse(of().to_bytes(), "file") == of()
    turned = of(hex_value, CELL, TANKS).model_copy(update={"author": "somebody"})
    assert turned.hash == said.hash != of(TANKS, CELL).hash


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"format": "h44corrections/2", "module": "airbridge"}',
        of(TANKS, TANKS.model_copy(update={"to": 7})).to_bytes(),
        orjson.dumps({**of(TANKS).model_dump(), "more": 1}),
        of(TANKS).to_bytes().replace(b'"to":6', b'"to":6.5'),
    ],
)
def test_an_invalid_file_is_reported_in_one_sentence(data: bytes) -> None:
    with pytest.raises(UserError) as describe:
        parse(data, "somebody.h44fix")
    assert "somebody.h44fix" in str(describe.value)
    assert "\n" not in str(describe.value)


def test_corrections_are_added_and_removed() -> None:
    later = TANKS.model_copy(update={"to": 7})
    assert of(TANKS, CELL).put(later).corrections == (CELL, later)
    assert of(TANKS, CELL).without(later).corrections == (CELL,)


def test_corrections_apply_until_removed(folder: Path) -> None:
    plain, none = shelf.module_in_force("airbridge")
    assert (plain, none.corrections) == (load_module("airbridge"), ())
    said = of(TANKS)
    shelf.apply_corrections(said)
    module, found = shelf.module_in_force("airbridge")
    assert found == said
    assert module.counters.of("GE-9SS-1/9").front.attack == 6
    assert shelf.module_in_force("holland44")[1].corrections == ()
    shelf.apply_corrections(of())
    assert shelf.module_in_force("airbridge")[0] is plain
    assert shelf.load_source(module.source) is module
    assert shelf.load_source("airbridge") is plain
    assert module.source == f"airbridge@{said.hash}"
    for unknown in ("0" * 32, "../../somewhere", ""):
        with pytest.raises(UserError, match="missing here"):
            shelf.module_with("airbridge", unknown)


def test_a_correction_that_does_not_fit_changes_nothing(folder: Path) -> None:
    shelf.apply_corrections(of(TANKS))
    with pytest.raises(UserError):
        shelf.apply_corrections(of(CELL.model_copy(update={"to": "banana"})))
    assert shelf.in_force("airbridge") == of(TANKS)


def test_damaged_files_are_reported(folder: Path) -> None:
    said = of(TANKS)
    shelf.apply_corrections(said)
    (file,) = folder.glob("airbridge/*.h44fix")
    file.write_bytes(of(CELL).to_bytes())
    with pytest.raises(UserError, match="lost or damaged"):
        shelf.in_force("airbridge")
    file.unlink()
    with pytest.raises(UserError, match="lost or damaged"):
        shelf.in_force("airbridge")
    shelf.apply_corrections(of())
    assert shelf.in_force("airbridge").corrections == ()


def test_a_game_opens_with_its_original_corrections(folder: Path, tmp_path: Path) -> None:
    before, during = tmp_path / "before.h44log", tmp_path / "during.h44log"
    Game.new(before, "airbridge", "introductory").close()
    shelf.apply_corrections(of(TANKS))
    Game.new(during, "airbridge", "introductory").close()
    shelf.apply_corrections(of(TANKS.model_copy(update={"to": 9})))
    for path, attack in ((before, 5), (during, 6)):
        recording = Recording.load(path)
        assert recording.notices == ()
        assert recording.module.counters.of("GE-9SS-1/9").front.attack == attack
        assert (recording.log.header.module, recording.log.header.game) == ("airbridge",) * 2
    assert Recording.load(during).log.header.corrections == CorrectionsName(hash=of(TANKS).hash)


def test_a_game_without_its_corrections_opens_with_a_warning(folder: Path, tmp_path: Path) -> None:
    shelf.apply_corrections(of(TANKS))
    log = tmp_path / "theirs.h44log"
    Game.new(log, "airbridge", "introductory").close()
    for file in folder.glob("airbridge/*.h44fix"):
        file.unlink()
    (notice,) = Recording.load(log).notices
    assert of(TANKS).hash in notice
    shelf.keep(of(TANKS))
    assert Recording.load(log).notices == ()


def test_a_foreign_id_cannot_leave_the_folder(folder: Path) -> None:
    for game in ("../../elsewhere", "/elsewhere", ""):
        for ask in (shelf.in_force, lambda name: shelf.of_hash(name, "0" * 32)):
            with pytest.raises(UserError, match="no game"):
                ask(game)
        with pytest.raises(UserError):
            shelf.keep(of(TANKS, module=game or "?"))
    assert not folder.exists()


# -- along with a game -----------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game started with corrections, on the owner's computer."""
    shelf.apply_corrections(of(TANKS, SKILL).model_copy(update={"author": "Ann"}))
    path = tmp_path / "a.h44log"
    Game.new(path, "airbridge", "introductory").close()
    return path


@pytest.fixture
def elsewhere(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Act as another computer from now on; files sent there go to ``sent``."""
    export_turn(begun, tmp_path / "sent.h44turn", everything=True)
    (tmp_path / "sent.h44game").write_bytes(pack(Recording.load(begun), begun))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "theirs"))


def attack_of(recording: Recording) -> object:
    return recording.module.counters.of("GE-9SS-1/9").front.attack


@pytest.mark.usefixtures("elsewhere")
def test_a_turn_file_contains_the_corrections(tmp_path: Path) -> None:
    log, turn = tmp_path / "b.h44log", tmp_path / "sent.h44turn"
    done = import_turn(turn, log)
    assert "corrections by Ann (2 values)" in done.sentences()[0]
    there = Recording.load(log)
    assert there.notices == ()
    assert attack_of(there) == 6
    assert not shelf.in_force("airbridge").corrections, "they hold in this game alone"
    assert import_turn(turn, log).sentences() == []


@pytest.mark.usefixtures("elsewhere")
def test_a_game_in_one_file_contains_the_corrections(tmp_path: Path) -> None:
    done = unpack(tmp_path / "sent.h44game", tmp_path / "out")
    assert done.notice is not None
    assert "by Ann" in done.notice
    there = Recording.load(done.log)
    assert there.notices == ()
    assert attack_of(there) == 6
    assert unpack(tmp_path / "sent.h44game", tmp_path / "out").notice is None


@pytest.mark.usefixtures("elsewhere")
def test_only_the_named_corrections_are_imported(tmp_path: Path) -> None:
    turn, log = tmp_path / "sent.h44turn", tmp_path / "b.h44log"
    first, rest = turn.read_bytes().split(b"\n", 1)
    describe = orjson.loads(first)
    describe["corrections"]["corrections"][0]["to"] = 7
    turn.write_bytes(orjson.dumps(describe) + b"\n" + rest)
    said = import_turn(turn, log).sentences()
    assert "other corrections than those its game was begun with" in said[0]
    assert "which are missing here" in said[1]
    assert not (tmp_path / "theirs").exists()


def test_without_corrections_a_turn_file_brings_none(tmp_path: Path) -> None:
    log, turn = tmp_path / "a.h44log", tmp_path / "a.h44turn"
    Game.new(log, "airbridge", "introductory").close()
    export_turn(log, turn)
    assert set(orjson.loads(turn.read_bytes().split(b"\n")[0])) == {
        "format",
        "log",
        "after",
        "link",
        "last",
    }


def drawn_settlements(module: Module, number: str) -> list[tuple[str, str, bool, bool]]:
    """Return name, rank, and presence of ground and houses of the settlements drawn in a hex."""
    places = json.loads(module.drawn_map or b"")["settlements"]
    return [
        (p["name"], p["rank"], bool(p["ground"]), bool(p["houses"]))
        for p in places
        if number in p["hexes"]
    ]


def settlement(game: Module, rank: str, hexes: int = 1) -> HexValue:
    """Return the first correctable settlement of a rank, drawn over at least a number of hexes."""
    places = json.loads(game.drawn_map or b"")["settlements"]
    wide = {n for p in places if len(p["hexes"]) >= hexes for n in p["hexes"]}
    values = (v.now for v in correctable(game) if place_of(v.now)[-1] == "settlement")
    return next(
        now for now in values if isinstance(now, HexValue) and now.to == rank and now.hex in wide
    )


def test_a_corrected_settlement_is_drawn_with_its_new_rank(game: Module) -> None:
    village = settlement(game, "village")
    (name, rank, *_), *others = drawn_settlements(game, village.hex)
    assert rank == "village"
    grown = corrected(game, of(village.model_copy(update={"to": "city"})))
    assert drawn_settlements(grown, village.hex) == [*others, (name, "city", True, True)]
    gone = corrected(game, of(village.model_copy(update={"to": ""})))
    assert drawn_settlements(gone, village.hex) == others


@pytest.mark.slow
def test_a_city_is_not_drawn_in_a_hex_corrected_to_none() -> None:
    game = load_module("holland44")
    city = settlement(game, "city", hexes=2)
    said = of(city.model_copy(update={"to": "village"}), module="holland44")
    before, after = game, corrected(game, said)
    (name, *_), *_ = drawn_settlements(before, city.hex)
    assert (name, "village", True, True) in drawn_settlements(after, city.hex)
    assert "city" not in {rank for _, rank, *_ in drawn_settlements(after, city.hex)}
    left = [p for p in json.loads(after.drawn_map or b"")["settlements"] if p["name"] == name]
    assert {p["rank"] for p in left} == {"city", "village"}


def test_an_impossible_folder_is_reported_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's folder is a file: every command that writes there names it, in one sentence."""
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    with pytest.raises(UserError, match=r"blocked.* cannot be written: a part of its path"):
        shelf.apply_corrections(Corrections(module="holland44"))


@pytest.mark.slow
def test_tried_corrections_are_not_cached_without_limit() -> None:
    book = require_rulebook("airbridge")
    modules = []
    for value in range(10):
        tried = of(TANKS.model_copy(update={"to": value}))
        shelf.keep(tried)
        module = shelf.module_with("airbridge", tried.hash)
        assert book.ruleset("introductory", module).module is module
        modules.append(weakref.ref(module))
    del module
    gc.collect()
    assert sum(kept() is not None for kept in modules) <= 8


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_place_of_the_pointer_is_refused(folder: Path) -> None:
    shelf.apply_corrections(of(TANKS))
    pointer = next(folder.rglob(shelf.IN_FORCE))
    pointer.unlink()
    os.mkfifo(pointer)
    with pytest.raises(UserError, match=shelf.IN_FORCE):
        shelf.in_force("airbridge")


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"{}", r": \w+: the field is missing\.$"), (b"\xff", r": this is not valid JSON \(.+\)\.$")],
)
def test_a_file_of_another_kind_is_refused_in_the_words_of_the_program(
    data: bytes, why: str
) -> None:
    with pytest.raises(UserError, match=why):
        parse(data, "x.h44fix")
