"""The rows of VASSAL files: a save of 75,000 stacks, a log of 500 steps, a library of modules."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.play.game import Recording
from engine.play.vassal.log_import import import_files
from engine.vassal import commands as cmd
from engine.vassal.module_search import find_module
from tests.perf.conftest import budget
from tests.perf.large_save import STACKS, write_large_save
from tests.unit.vassal import making

STEPS = 500
PIECES = 400
MODULES = 300
FRAME = 0.016


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save of 75,000 stacks, made by our encoder."""
    return write_large_save(tmp_path_factory.mktemp("large") / "large.vsav")


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of 500 moves and flips of 400 pieces, imported."""
    chance = random.Random(4)
    spots = {f"p{i}": (i % 20 * 60, i // 20 * 60) for i in range(PIECES)}
    setup = [making.unit(name, *spot) for name, spot in spots.items()]
    steps: list[list[cmd.Command]] = []
    for _ in range(STEPS):
        name = f"p{chance.randrange(PIECES)}"
        new = (chance.randrange(20) * 60, chance.randrange(20) * 60)
        steps.append([making.move(name, new, spots[name]), cmd.Chat("* moves *")])
        spots[name] = new
    folder = tmp_path_factory.mktemp("long")
    (folder / "long.vlog").write_bytes(making.log(setup, steps))
    import_files([folder / "long.vlog"], folder / "long.h44log")
    return folder / "long.h44log"


def test_open_a_large_save(benchmark: BenchmarkFixture, large: Path, tmp_path: Path) -> None:
    budget(benchmark, "VASSAL save of 75,000 stacks: read, write, stand at its end", 10)
    numbers = count()

    def opened() -> int:
        target = tmp_path / f"{next(numbers)}.h44log"
        import_files([large], target)
        recording = Recording.load(target)
        return len(recording.state(len(recording)).pieces)

    assert benchmark.pedantic(opened, rounds=1) == STACKS


def test_report_progress(benchmark: BenchmarkFixture, large: Path, tmp_path: Path) -> None:
    budget(benchmark, "the same, called off after 3 % of it", 4)
    heard: list[float] = []

    class OffError(Exception):
        pass

    def on_progress(done: float) -> None:
        heard.append(done)
        if done > 0.03:
            raise OffError

    def called_off() -> None:
        with pytest.raises(OffError):
            import_files([large], tmp_path / "off.h44log", on_progress=on_progress)

    benchmark.pedantic(called_off, rounds=1)
    assert heard == sorted(heard)
    assert not list(tmp_path.iterdir())


def test_seek(benchmark: BenchmarkFixture, long: Path) -> None:
    budget(benchmark, "VASSAL log of 500 steps: jump to any, with the look of every piece", FRAME,
           p95=True)  # fmt: skip
    recording = Recording.load(long)
    drawing = recording.module.drawing
    assert drawing is not None
    recording.state(len(recording))
    chance = random.Random(1)

    def seek(step: int) -> int:
        pieces = recording.state(step).pieces
        return len([drawing.look(piece) for piece in pieces.values()])

    benchmark.pedantic(seek, setup=lambda: ((chance.randint(1, len(recording)),), {}), rounds=300)


def test_find_a_module(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    budget(benchmark, f"find a game's module among {MODULES}", 1.0)
    library = tmp_path / "library"
    library.mkdir()
    for i in range(MODULES):
        name = "Little" if i == MODULES // 2 else f"Other {i}"
        data = making.zipped({"buildFile.xml": "<x/>", "moduledata": making.metadata(name)})
        (library / f"{i:03d}.vmod").write_bytes(data)
    game = tmp_path / "game.vlog"
    game.write_bytes(making.log(making.setup(), []))
    found = benchmark.pedantic(find_module, (game, [library]), rounds=3)
    assert found == library / f"{MODULES // 2:03d}.vmod"
