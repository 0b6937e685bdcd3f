from pathlib import Path

import pytest

from tests.unit.vassal import making


@pytest.fixture
def vlog(tmp_path):
    path = tmp_path / "little.vlog"
    path.write_bytes(making.log(making.setup(), making.steps()))
    return path


@pytest.fixture
def vmod(tmp_path):
    path = tmp_path / "little.vmod"
    path.write_bytes(making.module())
    return path


@pytest.fixture(scope="session")
def samples():
    """The folder of real files, which is not part of the repository."""
    for above in Path(__file__).parents:
        folder = above / "shared" / "vassal" / "samples"
        if folder.is_dir():
            return folder
    pytest.skip("no sample files here")
