"""The runtime of the AppImage: it unpacks its image once into the user's cache and runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "packaging" / "linux" / "runtime.c"
HEADERS = (Path("/usr/include/squashfuse/squashfuse.h"), Path("/usr/include/zstd.h"))
APP_RUN = '#!/bin/sh\necho "$APPDIR" "$@"\ncat "$APPDIR/folder/link"\n'

pytestmark = pytest.mark.skipif(
    not (shutil.which("mksquashfs") and shutil.which("cc") and all(h.is_file() for h in HEADERS)),
    reason="needs squashfs-tools, libsquashfuse-dev, libzstd-dev and a C compiler",
)


def run(*command: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(home)}
    return subprocess.run(
        command, env=env, cwd=home, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("runtime") / "runtime"
    built = run(
        "cc", "-static", "-Os", "-s", "-Wall", "-Werror", "-o", program, SOURCE,
        "-lsquashfuse", "-lzstd", home=program.parent,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    return program


def packed(runtime: Path, folder: Path, content: str) -> Path:
    """Return an AppImage whose program prints its arguments and this content."""
    app = folder / content / "app"
    (app / "folder").mkdir(parents=True)
    (app / "AppRun").write_text(APP_RUN)
    (app / "AppRun").chmod(0o755)
    (app / "file").write_text(content * 700_000)  # more than the runtime's buffer of 1 MB
    (app / "folder" / "link").symlink_to("../file")
    image = folder / content / "image"
    run("mksquashfs", app, image, "-comp", "zstd", "-all-root", "-quiet", home=folder)
    file = folder / content / "game.AppImage"
    file.write_bytes(runtime.read_bytes() + image.read_bytes())
    file.chmod(0o755)
    return file


def test_the_image_is_unpacked_once_and_older_ones_are_removed(
    runtime: Path, tmp_path: Path
) -> None:
    first, second = (packed(runtime, tmp_path, content) for content in ("old", "newest of all"))
    cache = tmp_path / ".cache" / "holland44-appimage"
    done = run(first, "open", "a b", home=tmp_path)
    (folder,) = cache.iterdir()
    assert done.stdout == f"{folder} open a b\n" + "old" * 700_000
    (folder / "file").write_text("kept")
    assert run(first, home=tmp_path).stdout.endswith("kept")
    assert run(second, home=tmp_path).stdout.endswith("newest of all")
    assert folder not in list(cache.iterdir())


def test_the_image_can_be_extracted_and_damage_is_reported(runtime: Path, tmp_path: Path) -> None:
    file = packed(runtime, tmp_path, "x")
    assert run(file, "--appimage-offset", home=tmp_path).stdout == f"{runtime.stat().st_size}\n"
    assert run(file, "--appimage-extract", home=tmp_path).returncode == 0
    assert (tmp_path / "squashfs-root" / "folder" / "link").read_text() == "x" * 700_000
    file.write_bytes(file.read_bytes()[: runtime.stat().st_size + 200])
    done = run(file, home=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "damaged" in done.stderr
