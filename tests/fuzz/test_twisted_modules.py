"""Modules with wrong values: those accepted by `modules validate` can be played, drawn and
exported.

All others are refused with one message.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from engine.archive import FolderFiles
from engine.core import actions as act
from engine.core.counters import FaceName
from engine.core.errors import UserError
from engine.export.counters import Theme, counter_svg
from engine.export.html import page
from engine.games.build import compile_module
from engine.modules.module import load_module
from engine.modules.validate import validate
from engine.play.game import Game, Recording
from holland44_qt.page_renderer import PageRenderer
from tests.fuzz.twisting import twisted

FACES: tuple[FaceName, ...] = ("front", "back")
TOY = Path(__file__).parents[1] / "games" / "toy" / "crossing"


pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Crossing, compiled."""
    folder = tmp_path_factory.mktemp("sound") / "crossing"
    shutil.copytree(TOY, folder)
    for name, data in compile_module(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    assert not validate(FolderFiles(folder))
    return folder


def used(folder: Path, log: Path) -> None:
    """Start a game, move a counter by hand, draw everything, and write the page."""
    module = load_module(folder)
    theme = Theme.of(module.counters)
    for counter in module.counters.file.counters:
        for face in FACES if counter.back is not None else FACES[:1]:
            assert counter_svg(counter, face, theme=theme).startswith("<svg")
    if not module.meta.scenarios:  # as in an import
        return
    with Game.new(log, str(folder), module.scenario_id(), mode="off") as game:
        game.play(act.Note(text="A word."))
    recording = Recording.load(log)
    assert (
        page(recording, PageRenderer(recording.module), 300).lower().startswith("<!doctype html>")
    )


def tried(sound: Path, folder: Path, seed: int) -> str:
    """Return the result for a twisted copy: reported, refused, or used."""
    rng = Random(seed)
    shutil.copytree(sound, folder)
    files = sorted(p for p in folder.rglob("*.json") if "source" not in p.parts)
    victim = rng.choice(files)
    victim.write_bytes(twisted(victim.read_bytes(), rng))
    problems = validate(FolderFiles(folder))
    try:
        used(folder, folder.with_suffix(".h44log"))
    except UserError as refusal:
        return "told" if problems else f"passed by validate: {victim.name}: {refusal}"
    return "found and used" if problems else "used"


def some(sound: Path, tmp_path: Path, seeds: range) -> None:
    missed = []
    for seed in seeds:
        folder = tmp_path / str(seed)
        try:
            result = tried(sound, folder, seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
        if result.startswith("passed"):
            missed.append(f"{seed}: {result}")
        shutil.rmtree(folder)
        for left in tmp_path.glob(f"{seed}.*"):
            left.unlink()
    assert not missed, "\n".join(missed)


@pytest.mark.slow
def test_some_twisted_modules_are_used_or_refused(sound: Path, tmp_path: Path) -> None:
    some(sound, tmp_path, range(12))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_many_twisted_modules_are_used_or_refused(sound: Path, tmp_path: Path, part: int) -> None:
    some(sound, tmp_path, range(500 * part, 500 * (part + 1)))
