"""Finding and reading modules, and their names."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core.errors import UserError
from engine.modules.module import Module, builtin, load_module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A module folder that tests may damage."""
    folder = tmp_path / "mine"
    shutil.copytree(str(files("resources") / "holland44"), folder)
    return folder


def test_holland44_is_included() -> None:
    assert "holland44" in set(builtin())


def test_a_folder_and_its_archive_are_the_same_module(copy: Path, module: Module) -> None:
    packed = shutil.make_archive(str(copy), "zip", copy)
    archive = Path(packed).rename(copy.with_suffix(".h44mod"))
    for other in (load_module(copy), load_module(str(archive))):
        assert other.meta == module.meta
        assert other.hash == module.hash
        assert other.scenario("campaign") == module.scenario("campaign")


def test_the_hash_depends_on_every_file(copy: Path, module: Module) -> None:
    chart = copy / "charts" / "crt.json"
    chart.write_bytes(chart.read_bytes() + b" ")
    assert load_module(copy).hash != module.hash


@pytest.mark.parametrize("name", ["none", "/none/at/all", "x" * 5_000, "a\0b"])
def test_an_unknown_module_is_reported(name: str) -> None:
    with pytest.raises(UserError, match=r"There is no game .* holland44"):
        load_module(name)


BOMB = b"[" * 100_000 + b"]" * 100_000
PARTS: list[tuple[str, Callable[[Module], object]]] = [
    ("module.json", lambda m: m.meta),
    ("board.json", lambda m: m.board),
    ("counters.json", lambda m: m.counters),
    ("markers.json", lambda m: m.markers),
    ("displays.json", lambda m: m.displays),
    ("charts/crt.json", lambda m: m.chart("crt")),
    ("scenarios/campaign.json", lambda m: m.scenario("campaign")),
]


@pytest.mark.parametrize(("name", "use"), PARTS)
@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", BOMB, b'{"a":' + BOMB + b"}", None],
    ids=["empty", "cut", "binary", "bomb", "bomb-inside", "missing"],
)
def test_a_damaged_file_is_reported_in_one_sentence(
    copy: Path, name: str, use: Callable[[Module], object], content: bytes | None
) -> None:
    if content is None:
        (copy / name).unlink()
    else:
        (copy / name).write_bytes(content)
    with pytest.raises(UserError) as caught:
        use(load_module(copy))
    text = str(caught.value)
    assert text.isprintable()
    assert text.endswith(".")
    assert len(text) < 700


def test_an_unknown_scenario_is_reported(module: Module) -> None:
    with pytest.raises(UserError, match="has no scenario 'none'; it has: campaign, short"):
        module.scenario("none")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("6122", "6122 Arnhem"), ("9999", "9999"), ("9998/9999", "9998/9999"), ("nobox", "nobox")],
)
def test_places_have_names(module: Module, name: str, expected: str) -> None:
    assert module.place_name(name) == expected


def test_unknown_units_keep_their_ids(module: Module) -> None:
    assert module.unit_name("BR-2-1P") == "2/1P"
    assert module.unit_name("nobody") == "nobody"
    assert module.side_name("neutral") == "neutral"
    assert module.phase_name("tea") == "tea"
    assert module.marker_name("teapot") == "teapot"


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_every_scenario_says_how_it_is_won(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", language)
    for name in builtin():
        module = load_module(name)
        for scenario in module.meta.scenarios:
            lines = module.victory_lines(scenario)
            assert lines, (name, scenario)
            assert all(line.endswith((".", ")")) for line in lines)
