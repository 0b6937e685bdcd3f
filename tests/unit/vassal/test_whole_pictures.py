"""SVG pictures are inlined once for a module, and cached by its hash."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from engine.vassal import whole_pictures
from engine.vassal.archive import Archive, find_image
from engine.vassal.whole_pictures import WholePictures

XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
CALLER = f'<svg {XMLNS} width="9" height="9"><image xlink:href="base.svg" width="9"/></svg>'


def module(path: Path, color: str) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("buildFile.xml", "<x/>")
        made.writestr("images/a.svg", CALLER)
        made.writestr("images/base.svg", f'<svg {XMLNS}><rect fill="{color}"/></svg>')
    return path


def whole(path: Path) -> bytes:
    def read(name: str) -> bytes:
        found = find_image(name, [archive])
        return found[0].read(found[1]) if found is not None else b""

    with Archive(path) as archive:
        pictures = WholePictures([archive], read)
        return pictures.get(archive, "images/a.svg", archive.read("images/a.svg"))


def test_a_module_is_inlined_once_and_again_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = module(tmp_path / "m.vmod", "#123456")
    first = whole(path)
    with monkeypatch.context() as patch:
        patch.setattr(whole_pictures, "whole_svg", lambda *_: b"made again")
        assert whole(path) == first
    assert whole(module(path, "#abcdef")) != first
