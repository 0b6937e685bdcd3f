"""Read a module's build file: the tree of components and the records that a table needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from engine.i18n import t
from engine.vassal import grids
from engine.vassal.archive import Archive, Metadata, find_image, parse_xml, picture_size
from engine.vassal.codec import parse_bool, whole
from engine.vassal.commands import Add, Boards, parse
from engine.vassal.components import OWN, Component, component
from engine.vassal.errors import VassalError
from engine.vassal.grid_files import read_grid
from engine.vassal.picture_folder import PictureFolder

ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
EXTENSION = "VASSAL.build.module.ModuleExtension"
_MAPS = ("Map", "PrivateMap", "PlayerHand")
_PRIVATE = ("PrivateMap", "PlayerHand")


@dataclass(frozen=True)
class BoardInfo:
    """A board: picture or colour, grid, and size (0 if only the picture has it)."""

    name: str
    image: str
    color: str
    width: int
    height: int
    reversible: bool
    grid: grids.AnyGrid | None
    corner: tuple[int, int] | None = None
    """The pixel of the picture at the board's corner, if only a part of the picture is shown."""


@dataclass(frozen=True)
class MapInfo:
    """A map window: its boards, padding and stacking rules."""

    name: str
    id: str
    """The other name that a save may use: ``Map0`` and so on."""
    kind: str
    edge: tuple[int, int]
    background: str
    boards: Mapping[str, BoardInfo]
    start: Boards | None
    stacking: bool
    stack_offset: tuple[int, int]
    layer_property: str
    layers: tuple[str, ...]
    sides: tuple[str, ...]
    """The owners of a private map."""
    outside: bool = False
    """Whether its boards are files outside the module."""
    visible: bool = True
    """Whether other sides may look at the map."""
    mark_moved: bool = False
    """Whether pieces that move are marked as moved."""
    move_key: str = ""


@dataclass(frozen=True)
class Slot:
    """A piece of the palette, of a deck or of an at-start stack."""

    name: str
    gpid: str
    piece: Add | None


@dataclass(frozen=True)
class StackInfo:
    """An at-start stack or a deck: its place and contents."""

    name: str
    map: str
    board: str
    x: int
    y: int
    location: str
    slots: tuple[Slot, ...]
    deck: bool
    face_down: bool = False
    shuffle: bool = False
    draw_face_up: bool = False
    width: int = 40
    height: int = 40


@dataclass(frozen=True)
class DiceInfo:
    """A dice button."""

    name: str
    count: int
    sides: int
    plus: int
    hotkey: str = ""


@dataclass(frozen=True)
class TurnLevel:
    """One level of a turn tracker: a counter, or a list of names."""

    property: str
    names: tuple[str, ...]
    start: int
    children: tuple[TurnLevel, ...]
    step: int = 1
    limit: int | None = None
    """The last number before a looping counter restarts; None for one without a limit."""


@dataclass(frozen=True)
class TurnInfo:
    """A turn tracker."""

    name: str
    id: str
    format: str
    levels: tuple[TurnLevel, ...]


@dataclass(frozen=True)
class Setup:
    """A set-up of the module: a save file inside it."""

    name: str
    file: str


@dataclass
class ModuleInfo:
    """The contents of a module with its extensions."""

    path: Path
    name: str
    version: str
    vassal_version: str
    description: str
    roots: list[Component]
    metadata: Metadata
    sizes: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Width and height of the boards' pictures."""
    extensions: tuple[Path, ...] = ()
    pictures: Path | None = None
    """A folder with pictures and boards that the module lacks."""

    @classmethod
    def read(
        cls, path: Path, extensions: tuple[Path, ...] = (), pictures: Path | None = None
    ) -> ModuleInfo:
        """Read a module with its extensions.

        ``pictures`` is a folder with pictures that the module lacks. Raises VassalError for a file
        that is not a module or whose build file cannot be read.
        """
        with ExitStack() as stack:
            archives = [stack.enter_context(Archive(p)) for p in (path, *extensions)]
            root, *overlays = [
                component(parse_xml(a.build_file(), a.path, "buildFile"), a.path) for a in archives
            ]
            metadata = Metadata.of(archives[0], "moduledata")
            sizes: dict[str, tuple[int, int]] = {}
            places: list[Archive | PictureFolder] = list(archives)
            if pictures is not None:
                places.append(PictureFolder(pictures))
            for part in (root, *overlays):
                sizes.update(_sizes(places, part))
        if root.cls not in (*ROOTS, EXTENSION):
            raise VassalError(t("vassal.error.root", path=path, tag=root.cls))
        return cls(
            path,
            root.get("name") or metadata.name or path.stem,
            root.get("version") or metadata.version,
            root.get("VassalVersion") or metadata.vassal_version,
            root.get("description") or metadata.description,
            [root, *overlays],
            metadata,
            sizes,
            extensions,
            pictures,
        )

    def all(self, *kinds: str) -> Iterator[Component]:
        """Yield all components of these kinds in the module and its extensions."""
        for root in self.roots:
            yield from root.all(*kinds)

    @cached_property
    def maps(self) -> dict[str, MapInfo]:
        """The maps by name, in the order of the file."""
        maps = [_map(c, i, self.sizes) for i, c in enumerate(self.all(*_MAPS))]
        return {m.name: m for m in maps}

    def map(self, name: str) -> MapInfo | None:
        """Return a map by its name, or by the number that a save uses."""
        return self.maps.get(name) or next((m for m in self.maps.values() if m.id == name), None)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that players may take."""
        entries = (e.text for r in self.all("PlayerRoster") for e in r.parts("entry"))
        return tuple(dict.fromkeys(e for e in entries if e))

    @cached_property
    def dice(self) -> dict[str, DiceInfo]:
        """The dice buttons by name."""
        return {
            c.get("name"): DiceInfo(
                c.get("name"),
                whole(c.get("nDice")) or 2,
                whole(c.get("nSides")) or 6,
                whole(c.get("plus")) or 0,
                c.get("hotkey"),
            )
            for c in self.all("DiceButton", "InternetDiceButton")
        }

    @cached_property
    def turns(self) -> dict[str, TurnInfo]:
        """The turn trackers by the id that a log uses."""
        trackers = (
            TurnInfo(
                c.get("name"),
                f"TurnTracker{i}",
                c.get("turnFormat"),
                tuple(map(_level, _levels(c))),
            )
            for i, c in enumerate(self.all("TurnTracker"))
        )
        return {tracker.id: tracker for tracker in trackers}

    @cached_property
    def prototypes(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Type and state of each prototype by name."""
        prototypes: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for c in self.all("PrototypeDefinition"):
            piece = _piece(c.text)
            if piece is not None:
                prototypes[c.get("name")] = (piece.type, piece.state)
        return prototypes

    @cached_property
    def palette(self) -> list[Slot]:
        """The pieces of the palettes."""
        return [
            self.slot(c) for w in self.all("PieceWindow") for c in w.all("PieceSlot", "CardSlot")
        ]

    def slot(self, component: Component) -> Slot:
        """Return a piece slot or card slot."""
        return _slot(component)

    @cached_property
    def stacks(self) -> list[StackInfo]:
        """At-start stacks and decks."""
        return [_stack(c, m.get("mapName")) for m in self.all(*_MAPS) for c in m.all(*_AT_START)]

    @cached_property
    def setups(self) -> list[Setup]:
        """The set-ups that have a file."""
        return [
            Setup(c.get("name"), c.get("file"))
            for c in self.all("PredefinedSetup")
            if c.get("file") and c.get("isMenu") != "true"
        ]

    @cached_property
    def charts(self) -> list[tuple[str, str]]:
        """Name and file of each chart."""
        return [
            (c.get("chartName"), c.get("fileName"))
            for c in self.all("Chart", "HtmlChart", "MapWidget")
            if c.get("fileName")
        ]

    def kinds(self) -> Counter[str]:
        """Count the components of each class."""
        count: Counter[str] = Counter()
        todo = list(self.roots)
        while todo:
            item = todo.pop()
            count[item.cls] += 1
            todo += item.children
        return count

    def foreign(self) -> list[str]:
        """Return the classes that are not VASSAL's own: code in the module, which is never run."""
        plain = ("entry", "option", "setup")
        return sorted(c for c in self.kinds() if not c.startswith(OWN) and c not in plain)


_AT_START = ("SetupStack", "DrawPile")


def _sizes(archives: list[Archive | PictureFolder], root: Component) -> dict[str, tuple[int, int]]:
    sizes: dict[str, tuple[int, int]] = {}
    for image in {b.get("image") for b in root.all("Board")} - {""}:
        entry = find_image(image, archives)
        size = picture_size(entry[0].head(entry[1])) if entry else None
        if size is not None:
            sizes[image] = size
    return sizes


def _map(c: Component, index: int, sizes: Mapping[str, tuple[int, int]]) -> MapInfo:
    picker = next(c.parts("BoardPicker"), None)
    boards = [_board(b, sizes) for b in picker.all("Board")] if picker else []
    setup = next((p.text for p in picker.parts("setup")), "") if picker else ""
    start = parse(setup) if setup else None
    metrics = next(c.parts("StackMetrics"), None)
    layers = next(c.parts("LayeredPieceCollection"), None)
    order = layers.get("layerOrder") if layers else ""
    sides = tuple(s for s in c.get("side").split(",") if s)
    return MapInfo(
        name=c.get("mapName") or f"Map{index}",
        id=f"Map{index}",
        kind=c.kind,
        edge=(whole(c.get("edgeWidth")) or 0, whole(c.get("edgeHeight")) or 0),
        background=c.get("backgroundcolor"),
        boards={b.name: b for b in boards},
        start=start if isinstance(start, Boards) else None,
        stacking=not (metrics and parse_bool(metrics.get("disabled"))),
        stack_offset=(
            (whole(metrics.get("unexSepX"), 2) or 0, whole(metrics.get("unexSepY"), 4) or 0)
            if metrics
            else (2, 4)
        ),
        layer_property=layers.get("property") if layers else "",
        layers=tuple(x for x in order.split(",") if x),
        sides=sides,
        outside=picker is not None and not picker.cls.startswith(OWN),
        visible=c.kind not in _PRIVATE or parse_bool(c.get("visible")),
        mark_moved=c.get("markMoved", "Never") not in ("Never", ""),
        move_key=c.get("moveKey"),
    )


def _board(c: Component, sizes: Mapping[str, tuple[int, int]]) -> BoardInfo:
    declared = (whole(c.get("width")) or 0, whole(c.get("height")) or 0)
    width, height = sizes.get(c.get("image"), declared)
    return BoardInfo(
        c.get("name"),
        c.get("image"),
        c.get("color"),
        width,
        height,
        parse_bool(c.get("reversible")),
        read_grid(c, width, height),
    )


def _levels(c: Component) -> Iterator[Component]:
    return c.parts("CounterTurnLevel", "ListTurnLevel")


def _level(c: Component) -> TurnLevel:
    names = tuple(c.get("list").split(",")) if c.kind == "ListTurnLevel" else ()
    rounds = parse_bool(c.get("loop")) and c.kind == "CounterTurnLevel"
    return TurnLevel(
        c.get("property"),
        names,
        whole(c.get("start"), 1) or 0,
        tuple(map(_level, _levels(c))),
        whole(c.get("incr"), 1) or 1,
        whole(c.get("loopLimit")) if rounds else None,
    )


def _piece(text: str) -> Add | None:
    command = parse(text)
    return command if isinstance(command, Add) else None


def _slot(c: Component) -> Slot:
    return Slot(c.get("entryName"), c.get("gpid"), _piece(c.text))


def _stack(c: Component, owner: str) -> StackInfo:
    deck = c.kind == "DrawPile"
    return StackInfo(
        name=c.get("name"),
        map=owner,
        board=c.get("owningBoard"),
        x=whole(c.get("x")) or 0,
        y=whole(c.get("y")) or 0,
        location=c.get("location") if parse_bool(c.get("useGridLocation")) else "",
        slots=tuple(_slot(s) for s in c.all("PieceSlot", "CardSlot")),
        deck=deck,
        face_down=deck and c.get("faceDown") == "Always",
        shuffle=deck and c.get("shuffle") == "Always",
        draw_face_up=deck and parse_bool(c.get("drawFaceUp")),
        width=whole(c.get("width")) or 40,
        height=whole(c.get("height")) or 40,
    )
