"""What lies beside the maps of a module: palettes, dice with symbols, charts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.vassal.album import Album
from engine.vassal.archive import Archive, find_image
from engine.vassal.buildfile import ModuleInfo, Slot
from engine.vassal.components import Component
from engine.vassal.drawing import Chart, PaletteItem, SymbolDie
from engine.vassal.errors import VassalError
from engine.vassal.pieces import Eyes, read
from engine.vassal.plain import plain, shorten
from engine.vassal.players import EVERYTHING
from engine.vassal.start import slot_piece
from engine.vassal.tracker import Tracker


def palette(info: ModuleInfo, tracker: Tracker, problems: list[str]) -> Iterator[PaletteItem]:
    """The counters of the palettes, each with the names of the drawers it lies in."""
    for number, (group, slot) in enumerate(_slots(info), 1):
        try:
            piece = slot_piece(slot, info)
        except VassalError as error:
            problems.append(str(error))
            continue
        if piece is None:
            continue
        piece.id = slot.gpid
        counter, status = tracker.face(read(piece, Eyes(EVERYTHING)))
        yield PaletteItem(
            id=f"slot-{slot.gpid or number}" if slot.gpid else f"slot-n{number}",
            group=group,
            name=plain(slot.name) or tracker.name(counter),
            kind=counter,
            side=tracker.side(piece),
            status=status,
        )


def _slots(info: ModuleInfo) -> Iterator[tuple[str, Slot]]:
    def walk(component: Component, path: tuple[str, ...]) -> Iterator[tuple[str, Slot]]:
        for part in component.parts():
            if part.kind in ("PieceSlot", "CardSlot"):
                yield " / ".join(path), info.slot(part)
            else:
                name = part.get("entryName") or part.get("name")
                yield from walk(part, (*path, name) if name else path)

    for window in info.all("PieceWindow"):
        name = window.get("name")
        yield from walk(window, (name,) if name else ())


def symbols(info: ModuleInfo) -> Iterator[SymbolDie]:
    """The dice with pictures or words on their faces."""
    for button in info.all("SpecialDiceButton"):
        for die in button.parts("SpecialDie"):
            faces = tuple(
                plain(f.get("text")) or f.get("value") or str(i)
                for i, f in enumerate(die.parts("SpecialDieFace"), 1)
            )
            if faces:
                name = " ".join(filter(None, (button.get("name"), die.get("name"))))
                yield SymbolDie(name=name, faces=faces)


def charts(info: ModuleInfo, album: Album) -> Iterator[Chart]:
    """The charts: pictures, or what a page says."""
    for name, file in info.charts:
        picture = album.add(file)
        text = "" if picture else _page(info, file)
        if picture or text:
            yield Chart(name=plain(name) or file, file=picture or None, text=text)


def _page(info: ModuleInfo, file: str) -> str:
    """What an HTML chart says, without its mark-up; empty if there is no such file."""
    for path in (info.path, *info.extensions):
        with Archive(path) as archive:
            entry = file if file in archive else None
            found = find_image(file, [archive])
            name = entry or (found[1] if found else None)
            if name is not None and name.lower().endswith((".html", ".htm", ".txt")):
                return shorten(plain(archive.read(name).decode("utf-8", "replace")), 20_000)
    return ""
