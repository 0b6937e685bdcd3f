"""A save with 75,000 stacks, made by our encoder, opens in time."""

import itertools
import time

import pytest

from engine.play.vassal.log_import import import_files
from engine.vassal import commands as cmd
from engine.vassal.importer import import_games
from engine.vassal.obfuscation import RAW, disguise
from engine.vassal.players import Ids
from engine.vassal.replay import Table
from engine.vassal.savegame import read_game
from engine.vassal.series import in_a_row
from tests.unit.vassal import making

STACKS = 75_000
OPEN_SECONDS = 10
IMPORT_SECONDS = 30


@pytest.mark.soak
def test_seventy_five_thousand_stacks_open_in_time(tmp_path):
    setup = []
    for i in range(STACKS):
        x, y = i % 300 * 60, i // 300 * 60
        side, level = ("Red", "1") if i % 2 else ("Blue", "2")
        setup.append(making.unit(f"p{i}", x, y, side=side, level=level, turn=str(i % 6)))
        setup.append(making.stack(f"s{i}", x, y, f"p{i}"))
    path = tmp_path / "large.vsav"
    path.write_bytes(disguise(making.write_game(setup, []), RAW))
    setup.clear()
    began = time.process_time()
    game = read_game(path)
    table = Table(Ids(b""))
    table.set_up(game.setup)
    assert len(table.pieces) == STACKS
    assert table.problems == []
    assert time.process_time() - began < OPEN_SECONDS
    imported = import_games(in_a_row([game]), None)
    assert sum(len(entry.effects) for entry in imported.entries) == STACKS
    assert time.process_time() - began < OPEN_SECONDS + IMPORT_SECONDS


def test_a_stack_of_thousands_is_fast(tmp_path):
    count = 3_000
    names = [f"p{i}" for i in range(count)]
    setup = [making.unit(name, 50, 52) for name in names]
    setup.append(making.stack("s", 50, 52, *names))
    step = [making.move("p0", (50, 52), (50, 52), under=names[-1]), cmd.Chat("* on top *")]
    path = tmp_path / "tower.vlog"
    path.write_bytes(making.log(setup, [step]))
    imported = import_games(in_a_row([read_game(path)]), None)
    (effect,) = imported.entries[-1].effects
    assert (effect.from_index, effect.to_index) == (0, count - 1)


def test_a_set_up_of_many_pieces_reports_its_progress(tmp_path):
    save = tmp_path / "many.vsav"
    setup = [making.unit(f"p{i}", i % 50 * 60, i // 50 * 60) for i in range(300)]
    save.write_bytes(making.log(setup, []))
    vmod = tmp_path / "p.vmod"
    vmod.write_bytes(making.playable())
    heard = []
    import_files([save], tmp_path / "many.h44log", vmod, on_progress=heard.append)
    assert heard == sorted(heard)
    gaps = [after - before for before, after in itertools.pairwise(heard)]
    assert max(gaps) < 0.15
