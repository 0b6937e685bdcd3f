"""The components of a module beside its maps: palettes, symbol dice, charts, markers, buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.vassal.album import Album
from engine.vassal.archive import Archive, find_image
from engine.vassal.at_start import slot_piece
from engine.vassal.buildfile import ModuleInfo, Slot
from engine.vassal.chains import Marker
from engine.vassal.codec import field, join, parse_bool, split, whole
from engine.vassal.commands import Add, Command, parse
from engine.vassal.components import Component
from engine.vassal.errors import VassalError
from engine.vassal.pieces import Piece, ViewContext, expand, read
from engine.vassal.plain_text import plain, shorten
from engine.vassal.players import EVERYTHING
from engine.vassal.table_records import Button, Chart, PaletteItem, SymbolDie, Thread
from engine.vassal.tracker import Tracker
from engine.vassal.traits import hex_color


def palette(info: ModuleInfo, tracker: Tracker, problems: list[str]) -> Iterator[PaletteItem]:
    """Yield the counters of the palettes, each with the names of its drawers."""
    for number, (group, slot) in enumerate(_slots(info), 1):
        try:
            piece = slot_piece(slot, info)
        except VassalError as error:
            problems.append(str(error))
            continue
        if piece is None:
            continue
        piece.id = slot.gpid
        counter, status = tracker.face(read(piece, ViewContext(EVERYTHING)))
        yield PaletteItem(
            id=f"slot-{slot.gpid or number}" if slot.gpid else f"slot-n{number}",
            group=group,
            name=plain(slot.name) or tracker.name(counter),
            kind=counter,
            side=tracker.side(piece),
            status=status,
        )


def _slots(info: ModuleInfo) -> Iterator[tuple[str, Slot]]:
    def collect(component: Component, path: tuple[str, ...]) -> Iterator[tuple[str, Slot]]:
        for part in component.parts():
            if part.kind in ("PieceSlot", "CardSlot"):
                yield " / ".join(path), info.slot(part)
            else:
                name = part.get("entryName") or part.get("name")
                yield from collect(part, (*path, name) if name else path)

    for window in info.all("PieceWindow"):
        name = window.get("name")
        yield from collect(window, (name,) if name else ())
    # An extension adds drawers to a palette by its path, class by class.
    for added in info.all("ExtensionElement"):
        steps = added.get("target").split("/")
        if any(".PieceWindow" in step for step in steps) and not any(added.all("PieceWindow")):
            names = (step.partition(":")[2] for step in steps)
            yield from collect(added, tuple(filter(None, names)))


def symbols(info: ModuleInfo) -> Iterator[SymbolDie]:
    """Yield the dice with pictures or words on their faces."""
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
    """Yield the charts: pictures, or the text of a page."""
    for name, file in info.charts:
        picture = album.add(file)
        text = "" if picture else _page(info, file)
        if picture or text:
            yield Chart(name=plain(name) or file, file=picture or None, text=text)


def _page(info: ModuleInfo, file: str) -> str:
    """Return the text of an HTML chart without markup; empty if there is no such file."""
    for path in (info.path, *info.extensions):
        with Archive(path) as archive:
            entry = file if file in archive else None
            image_entry = find_image(file, [archive])
            name = entry or (image_entry[1] if image_entry else None)
            if name is not None and name.lower().endswith((".html", ".htm", ".txt")):
                return shorten(plain(archive.read(name).decode("utf-8", "replace")), 20_000)
    return ""


def threads(info: ModuleInfo, numbers: Mapping[str, int]) -> Iterator[Thread]:
    """Yield the line-of-sight threads of the maps with these numbers."""
    roundings = {"Up": 1.0, "Down": 0.0}
    for board in info.all("Map", "PrivateMap", "PlayerHand"):
        at = numbers.get(board.get("mapName"))
        for part in board.parts("LOS_Thread") if at is not None else ():
            opacity = min(100, max(0, whole(part.get("hideOpacity")) or 0))
            yield Thread(
                map=at or 0,
                name=plain(part.get("threadName") or part.get("label")),
                color=hex_color(part.get("threadColor")),
                snap_start=parse_bool(part.get("snapStart")),
                snap_end=parse_bool(part.get("snapEnd")),
                range=parse_bool(part.get("drawRange")),
                scale=max(0, whole(part.get("scale")) or 0),
                rounding=roundings.get(part.get("round"), 0.5),
                foreground=hex_color(part.get("rangeFg")),
                background=hex_color(part.get("rangeBg")),
                opacity=opacity if parse_bool(part.get("hideCounters")) else None,
            )


# -- traits and buttons ---------------------------------------------------------------------------

MAX_MARKERS = 5_000


def markers(info: ModuleInfo | None, tracker: Tracker) -> dict[str, Marker]:
    """Return the pieces that traits put on the map, by link, including markers of markers."""
    markers_by_link: dict[str, Marker] = {}
    ids: set[str] = set()
    kinds = tracker.kinds.by_id
    todo = list(kinds)
    while todo and len(markers_by_link) < MAX_MARKERS:
        name = todo.pop()
        if name in ids:
            continue
        ids.add(name)
        for link in kinds[name].chain:
            if link.startswith(("placemark;", "replace;")) and link not in markers_by_link:
                marker = _marker(link, info, tracker)
                if marker is not None:
                    markers_by_link[link] = marker
                    todo.append(marker.kind)
    return markers_by_link


def _marker(link: str, info: ModuleInfo | None, tracker: Tracker) -> Marker | None:
    fields = split(link, ";")
    spec, gpid = field(fields, 3), field(fields, 10)
    add: Command | None = parse(spec)
    prototypes = info.prototypes if info is not None else {}
    if not isinstance(add, Add):
        name = spec.rpartition("PieceSlot:")[2]
        slots = info.palette if info is not None and name != spec else []
        add = next((s.piece for s in slots if s.name == name and s.piece is not None), None)
    if not isinstance(add, Add):
        return None
    try:
        kind, state = expand(add.type, add.state, prototypes)
    except VassalError:
        return None
    piece = Piece.make(gpid, kind, state)
    counter, status = tracker.face(read(piece, ViewContext(EVERYTHING)))
    return Marker(
        id=f"marker-{gpid or counter}"[:80],
        kind=counter,
        side=tracker.side(piece),
        status=status,
    )


def properties(info: ModuleInfo) -> dict[str, str]:
    """Return the global properties with their initial values."""
    return {
        c.get("name"): c.get("initialValue")
        for c in info.all("GlobalProperty", "ZoneProperty")
        if c.get("name")
    }


def buttons(info: ModuleInfo) -> Iterator[Button]:
    """Yield the buttons of the toolbars."""
    numbers = {name: i for i, name in enumerate(info.maps)}
    for board in info.all("Map", "PrivateMap", "PlayerHand"):
        for part in board.all("MassKeyCommand"):
            single = parse_bool(part.get("singleMap", "true"))
            at = numbers.get(board.get("mapName")) if single else None
            yield _command(part, "command", at)
    for part in info.all("GlobalKeyCommand"):
        yield _command(part, "command", None)
    for part in info.all("StartupGlobalKeyCommand"):
        yield _command(part, "startup", None)
    for pile in info.all("DrawPile"):
        for part in pile.all("DeckGlobalKeyCommand"):
            target = join(["DECK", "true", "DECK", *[""] * 6, pile.get("name")], "|")
            made = _command(part, "command", None)
            yield made.model_copy(update={"target": target})
    for part in info.all("DoActionButton"):
        keys = part.get("hotkeys") if parse_bool(part.get("doHotkey")) else ""
        yield Button(
            name=plain(part.get("text") or part.get("name")),
            kind="action",
            hotkey=part.get("hotkey"),
            report=part.get("reportFormat") if parse_bool(part.get("doReport")) else "",
            keys=tuple(k for k in split(keys, ",") if k),
        )
    for part in info.all("MultiActionButton", "ToolbarMenu"):
        items = part.get("menuItems")
        yield Button(
            name=plain(part.get("text") or part.get("description")),
            kind="several",
            hotkey=part.get("hotkey"),
            parts=tuple(plain(i) for i in split(items, ",") if i),
        )
    for owner in info.all("GlobalProperty", "ZoneProperty"):
        limits = [owner.get(k) for k in ("isNumeric", "min", "max", "wrap")]
        for part in owner.parts("ChangePropertyButton"):
            change = join(["", "1,0", part.get("propChanger")], ":")
            yield Button(
                name=plain(part.get("text") or owner.get("name")),
                kind="property",
                hotkey=part.get("hotkey"),
                sends=owner.get("name"),
                condition=join(limits, ","),
                target=join([change], ","),
                report=part.get("reportFormat"),
            )


def _command(part: Component, kind: Literal["command", "startup"], at: int | None) -> Button:
    name = part.get("buttonText") or part.get("name") or part.get("tooltip")
    return Button(
        name=plain(name),
        kind=kind,
        map=at,
        hotkey=part.get("buttonHotkey"),
        sends=part.get("hotkey"),
        condition=part.get("filter"),
        target=part.get("target"),
        from_decks=part.get("deckCount", "-1") or "-1",
        report=part.get("reportFormat"),
    )
