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


def test_an_old_module_is_known_by_the_name_in_its_build_file(tmp_path):
    game = tmp_path / "game.vsav"
    game.write_bytes(making.log(making.setup(), []))
    old = tmp_path / "tour.mod"
    old.write_bytes(making.zipped({"buildFile": making.BUILD_FILE.replace("Little", "Another")}))
    assert find_module(game) is None
    old.write_bytes(making.zipped({"buildFile": making.BUILD_FILE}))
    assert find_module(game) == old
