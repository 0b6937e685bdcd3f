"""Hostile pictures open no file and take limited time, whatever they declare.

Each is painted in a process of its own with limits of time and memory, as in a gallery.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from engine.vassal.errors import VassalError
from engine.vassal.svg_safety import harmless, is_svg

PAINT = """
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, 4 * 2**30))
from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from engine.log.annotations import Photo
from holland44_qt.vassal_art.gallery import Gallery
from holland44_qt.photos import photo_image
import base64

app = QGuiApplication([])
image = QImage(50, 50, QImage.Format.Format_RGB32)
found = {}
for path in sorted(Path(sys.argv[1]).iterdir()):
    data = path.read_bytes()
    gallery = Gallery(lambda _: data)
    with QPainter(image) as painter:
        drawn = gallery.draw(painter, path.name, QRectF(0, 0, 50, 50), QRectF(0, 0, 20, 20))
    gallery.stop()
    photo = photo_image(Photo(mime="image/png", data=base64.b64encode(data).decode()))
    found[path.name] = [drawn, not photo.isNull()]
    print(path.name, file=sys.stderr, flush=True)
print(json.dumps(found))
"""
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="20" height="20">'
)
USES = "".join(
    f'<g id="a{i}">' + f'<use xlink:href="#a{i - 1}"/>' * 10 + "</g>" for i in range(1, 12)
)


def hostile(pipe: Path) -> dict[str, tuple[str, bool]]:
    """Return drawings by name, and whether any part of them must be drawn."""
    image = f'<image xlink:href="{pipe}" width="9" height="9"/>'
    inner = "data:image/png;base64,PHN2Zz4="  # it says that it is no drawing
    return {
        "names a pipe": (f"{HEAD}{image}</svg>", True),
        "names it in the new way": (f"{HEAD}{image.replace('xlink:', '')}</svg>", True),
        "names it by an entity": (
            f'<!DOCTYPE svg [<!ENTITY x "{pipe}">]>{HEAD}{image.replace(str(pipe), "&x;")}</svg>',
            False,
        ),
        "behind a comment": (f"<!-- drawn by hand -->{HEAD}{image}</svg>", True),
        "behind a mark of its bytes": (f"\ufeff{HEAD}{image}</svg>", True),
        "behind a document type": (f"<!DOCTYPE svg>{HEAD}{image}</svg>", True),
        "by its style sheet": (
            f'<?xml-stylesheet type="text/css" href="{pipe}"?>{HEAD}<rect width="9"/></svg>',
            True,
        ),
        "a drawing within": (f'{HEAD}<image xlink:href="{inner}" width="9"/></svg>', True),
        "uses of uses": (
            f'{HEAD}<defs><g id="a0"><rect/></g>{USES}</defs><use xlink:href="#a11"/></svg>',
            False,
        ),
        "in a circle": (f'{HEAD}<g id="a"><use xlink:href="#a"/></g></svg>', False),
        "deep": (f"{HEAD}{'<g>' * 5000}{'</g>' * 5000}</svg>", False),
        "wide": (HEAD.replace('"20"', '"100000"') + "</svg>", False),
        "without end": (HEAD.replace('"20"', '"1e30"') + "</svg>", False),
        "no number": (HEAD.replace('"20"', '"nan"') + "</svg>", False),
        "cut off": (f"{HEAD}<rect", False),
    }


def painted(folder: Path) -> dict[str, list[bool]]:
    """Return the results for all pictures of a folder: drawn in the gallery, usable as a photo."""
    run = subprocess.run(
        [sys.executable, "-c", PAINT, str(folder)],
        capture_output=True, text=True, timeout=100, check=False,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "qt.svg*=false"},
    )  # fmt: skip
    assert run.returncode == 0, (run.returncode, run.stderr[-500:])
    found: dict[str, list[bool]] = json.loads(run.stdout)
    return found


def test_no_drawing_opens_a_file_or_hangs(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "pictures"
    os.mkfifo(pipe)  # whoever opened it would wait until somebody wrote into it
    folder.mkdir()
    wanted = {}
    for name, (text, drawn) in hostile(pipe).items():
        (folder / name).write_text(text, encoding="utf-8")
        wanted[name] = [drawn, False]
    assert painted(folder) == wanted


@pytest.mark.parametrize("within", ["data:image/png;base64,iVBORw0KGgo=", "#a"])
def test_internal_references_are_kept(within: str) -> None:
    text = f'{HEAD}<rect id="a"/><use href="{within}"/></svg>'
    assert within.encode() in harmless("inside", text.encode())


def wounded(folder: Path, seeds: range) -> None:
    """Yield pictures of five kinds with one to nine changed bytes, or truncated."""
    folder.mkdir()
    sound = [f'{HEAD}<rect width="9" fill="#00f"/><text x="3">A</text></svg>'.encode()]
    for kind in ("PNG", "JPEG", "GIF", "WEBP"):
        file = io.BytesIO()
        Image.radial_gradient("L").resize((40, 30)).save(file, kind)
        sound.append(file.getvalue())
    for seed in seeds:
        rng = Random(seed)
        data = bytearray(rng.choice(sound))
        for _ in range(rng.randint(1, 9)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        (folder / f"{seed:06}").write_bytes(data)
    painted(folder)


def test_some_damaged_pictures_crash_nothing(tmp_path: Path) -> None:
    wounded(tmp_path / "pictures", range(60))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_many_damaged_pictures_crash_nothing(tmp_path: Path, part: int) -> None:
    wounded(tmp_path / "pictures", range(500 * part, 500 * (part + 1)))


def test_invalid_xml_is_reported() -> None:
    packed = b"\x1f\x8b\x08\x00"
    assert is_svg(packed)
    with pytest.raises(VassalError):
        harmless("packed.svgz", packed)
