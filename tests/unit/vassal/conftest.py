from xml.sax.saxutils import escape, quoteattr

import pytest

from engine.play.vassal.opened_module import new_game
from tests.outside import vassal_files
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
    return vassal_files()


def slot(entry, piece):
    text = escape(piece).replace("\t", "&#9;").replace("\x1b", "")
    return (
        f'<VASSAL.build.widget.PieceSlot entryName={quoteattr(entry)} gpid="7">{text}'
        "</VASSAL.build.widget.PieceSlot>"
    )


@pytest.fixture
def game(tmp_path):
    """Return a function that makes a game of a module with pieces in hex 0101 and components."""
    opened = []

    def make(*pieces, more="", map_more="", deck=""):
        slots = "".join(slot(f"P{i}", p) for i, p in enumerate(pieces))
        start = (
            '<VASSAL.build.module.map.SetupStack name="A" owningBoard="Field" x="40" y="32">'
            f"{slots}</VASSAL.build.module.map.SetupStack>"
        )
        first = '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>'
        pile = (
            '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always">'
            f"{deck}</VASSAL.build.module.map.DrawPile>"
        )
        text = making.BUILD_FILE.replace(first, start + pile + map_more)
        text = text.replace("<org.example.Custom/>", more)
        vmod = tmp_path / f"m{len(opened)}.vmod"
        vmod.write_bytes(
            making.zipped(
                {
                    "buildFile.xml": text,
                    "moduledata": making.metadata("Little"),
                    **{
                        f"images/{n}": making.picture() for n in ("inf.png", "full.png", "half.png")
                    },
                }
            )
        )
        made = new_game(vmod, tmp_path / f"g{len(opened)}.h44log")
        opened.append(made)
        return made

    yield make
    for made in opened:
        made.close()
