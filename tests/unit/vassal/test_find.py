import pytest

from engine.vassal.module_search import find_module
from tests.unit.vassal import making


def module(folder, file, name="Little"):
    path = folder / file
    path.write_bytes(making.zipped({"buildFile.xml": "<x/>", "moduledata": making.metadata(name)}))
    return path


@pytest.fixture
def silent(tmp_path):
    """A game that does not name its module."""
    path = tmp_path / "Tour.log"
    path.write_bytes(making.zipped({"savedGame": b"begin_save\x1bend_save"}))
    return path


def test_a_game_without_a_module_name_gets_the_only_one_beside_it(silent, tmp_path):
    only = module(tmp_path, "only.vmod")
    assert find_module(silent) == only
    module(tmp_path, "another.vmod")
    assert find_module(silent) is None


def test_a_game_without_a_module_name_gets_the_one_with_its_file_name(silent, tmp_path):
    module(tmp_path, "a.vmod")
    own = module(tmp_path, "tour.mod")
    module(tmp_path, "z.vmod")
    assert find_module(silent) == own


def test_a_game_with_a_module_name_gets_no_other(tmp_path):
    game = tmp_path / "tour.vlog"
    game.write_bytes(making.log(making.setup(), []))
    module(tmp_path, "tour.vmod", "Another")
    assert find_module(game) is None
    right = module(tmp_path, "x.vmod", "Little")
    assert find_module(game) == right
