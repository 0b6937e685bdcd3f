"""A VASSAL game with secrets: a masked piece, a hidden piece, and cards in a face-down deck."""

from __future__ import annotations

from pathlib import Path

from engine.core.actions import MoveUnits, Note
from engine.log.annotations import Annotation, Annotations
from engine.log.tree import Log
from engine.play.game import Recording
from engine.play.vassal.opened_module import new_game
from engine.vassal import commands as cmd
from tests.unit.vassal import making

CARDS = ("Quagga", "Wombat", "Bongo")
CANARIES = ("Zebra", "Okapi", *CARDS)
AT = "2026-11-25T00:00:00Z"


def vmod(masked: str, hidden: str, cards: tuple[str, ...]) -> bytes:
    """Write a module; return its masked piece, hidden piece, and deck from the bottom."""
    first = '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" faceDown="Always"/>'
    pile = (
        '<VASSAL.build.module.map.DrawPile name="Cards" x="500" y="300" width="60" height="80"'
        f' faceDown="Always">{"".join(map(_slot, cards))}</VASSAL.build.module.map.DrawPile>'
    )
    pieces = _slot(masked, mask="Red") + _slot(hidden, hide="Red") + _slot("Lion")
    start = (
        '<VASSAL.build.module.map.SetupStack name="A" owningBoard="Field" x="96" y="64">'
        f"{pieces}</VASSAL.build.module.map.SetupStack>"
    )
    palette = "".join(map(_slot, (*CANARIES, "Lion")))
    head, _, rest = making.BUILD_FILE.partition("<VASSAL.build.widget.PieceSlot")
    text = head + palette + rest.partition("</VASSAL.build.widget.PieceSlot>")[2]
    text = text.replace(first, start + pile)
    images = (*(f"{name.lower()}.png" for name in (*CANARIES, "Lion")), "back.png")
    return making.zipped(
        {
            "buildFile.xml": text,
            "moduledata": making.metadata("Little"),
            **{f"images/{name}": making.picture(30 + 2 * n) for n, name in enumerate(images)},
        }
    )


def _slot(name: str, mask: str = "null", hide: str = "null") -> str:
    kind = (
        "hide;73,130;Hide;;side:",
        "obs;72,130;back.png;Mask;I;?;side:",
        f"piece;;;{name.lower()}.png;{name}",
    )
    piece = cmd.Add("null", kind, (hide, mask, "null;0;0")).encode()
    text = piece.replace("\t", "&#9;").replace("\x1b", "")
    number = (*CANARIES, "Lion").index(name)
    opening = f'<VASSAL.build.widget.PieceSlot entryName="{name}" gpid="{number}">'
    return f"{opening}{text}</VASSAL.build.widget.PieceSlot>"


def played(
    folder: Path, masked: str = "Zebra", hidden: str = "Okapi", cards: tuple[str, ...] = CARDS
) -> Path:
    """Play a game of moves by Red: of the masked piece, the hidden one, and the Lion."""
    folder.mkdir(exist_ok=True)
    module, log = folder / "little.vmod", folder / "little.h44log"
    module.write_bytes(vmod(masked, hidden, cards))
    with new_game(module, log) as game:
        places = game.module.places
        ids = {game.module.unit_name(p.counter): u for u, p in game.now.pieces.items()}

        def move(name: str, to: str) -> None:
            unit = ids[name]
            here = places.name(game.now.pieces[unit].place)
            path = MoveUnits(units=(unit,), path=(here, to), mode="box")
            game.play(path, by="Red", at=AT)

        move(masked, "m0:152,64")
        move(hidden, "m0:152,96")
        move(hidden, "m0:208,96")
        move("Lion", "m0:152,64")
        move(masked, "m0:208,64")
        game.play(Note(text=f"The {masked} hides"), by="Red", at=AT)
        game.play(Note(text="Blue waits"), by="Blue", at=AT)
    return log


def recording(log: Path, masked: str = "Zebra") -> Recording:
    """Return the commented game with a constant header."""
    loaded = Recording.load(log)
    fixed = {"id": "secret", "created": AT, "module": "little", "module_hash": "0", "title": "X"}
    header = loaded.log.header.model_copy(update=fixed)
    entries = [entry.model_copy(update={"at": AT}) for entry in loaded.log.entries]
    notes = {2: Annotation(comment=f"The {masked} goes first."), 5: Annotation(comment="Roar.")}
    told = Annotations(log="secret", intro=f"About the {masked}", entries=notes)
    return Recording(Log(header, entries), loaded.module, told)
