"""Describe a VASSAL file: kind, versions, maps, pieces by trait, steps by kind, problems."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.i18n import t
from engine.vassal import commands as cmd
from engine.vassal import grids
from engine.vassal.archive import Archive
from engine.vassal.buildfile import MapInfo, ModuleInfo
from engine.vassal.errors import VassalError
from engine.vassal.key_strokes import PLAYED
from engine.vassal.pieces import expand
from engine.vassal.replay import Table
from engine.vassal.rolls import rolls
from engine.vassal.savegame import SavedGame, read_game
from engine.vassal.traits import Opaque, read_trait
from engine.vassal.turns import describe

FileKind = Literal["module", "extension", "save", "log"]
_QUOTED = 40


@dataclass
class Report:
    """The output of ``holland44 vassal info``; counts by name, the most frequent first."""

    path: str
    kind: FileKind
    name: str = ""
    version: str = ""
    vassal: str = ""
    description: str = ""
    maps: list[str] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    turn: list[str] = field(default_factory=list)
    extensions: list[str] = field(default_factory=list)
    pieces: int = 0
    stacks: int = 0
    decks: int = 0
    traits: dict[str, int] = field(default_factory=dict)
    """Traits that are interpreted."""
    kept: dict[str, int] = field(default_factory=dict)
    """Traits that are stored without effect."""
    steps: int = 0
    steps_by_kind: dict[str, int] = field(default_factory=dict)
    dice: int = 0
    commands: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    """Commands that fit no record, stored as they are."""
    module: dict[str, int] = field(default_factory=dict)
    """Parts of a module by kind."""
    components: dict[str, int] = field(default_factory=dict)
    """Components of a module that are interpreted."""
    ignored: dict[str, int] = field(default_factory=dict)
    """Components of a module that are left out of the game."""
    foreign: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def inspect(path: Path, module: Path | None = None) -> Report:
    """Return the report of a VASSAL file; a module supplies names of a game's maps and turns."""
    with Archive(path) as archive:
        kind = archive.kind
    if kind == "game":
        info = ModuleInfo.read(module) if module is not None else None
        return inspect_game(read_game(path), info)
    return inspect_module(ModuleInfo.read(path), kind)


def inspect_module(info: ModuleInfo, kind: FileKind = "module") -> Report:
    """Return the report of a module or extension."""
    problems: list[str] = []
    pieces = [slot.piece for slot in (*info.palette, *(s for k in info.stacks for s in k.slots))]
    links: list[str] = []
    for piece in pieces:
        if piece is None:
            continue
        try:
            links += expand(piece.type, piece.state, info.prototypes)[0]
        except VassalError as error:
            problems.append(str(error))
    meant, stored = _traits(links)
    components, ignored = _components(info)
    if info.foreign():
        problems.append(t("vassal.problem.foreign", count=len(info.foreign())))
    return Report(
        path=str(info.path),
        kind=kind,
        name=info.name,
        version=info.version,
        vassal=info.vassal_version,
        description=info.description,
        maps=[_map_line(m) for m in info.maps.values()],
        sides=list(info.sides),
        turn=[tracker.name for tracker in info.turns.values()],
        pieces=len(info.palette),
        stacks=sum(not s.deck for s in info.stacks),
        decks=sum(s.deck for s in info.stacks),
        traits=meant,
        kept=stored,
        module={
            t(f"vassal.info.part.{key}"): count
            for key, count in (
                ("prototypes", len(info.prototypes)),
                ("dice", len(info.dice)),
                ("setups", len(info.setups)),
                ("charts", len(info.charts)),
                ("components", info.kinds().total()),
            )
        },
        components=components,
        ignored=ignored,
        foreign=info.foreign(),
        problems=list(dict.fromkeys(problems)),
    )


def inspect_game(game: SavedGame, module: ModuleInfo | None = None) -> Report:
    """Return the report of a save or log, played to its end."""
    table = Table(game.ids, module)
    table.set_up(game.setup)
    meant, stored = _traits(link for piece in table.pieces.values() for link in piece.type)
    kinds: Counter[str] = Counter()
    dice = 0
    turns: dict[str, str] = dict(table.turns)
    start = (len(table.pieces), _stacks(table), _decks(table), _maps(table))
    for step in game.steps:
        kinds[t(f"vassal.info.step.{_kind(step)}")] += 1
        dice += len(rolls(step, module.dice if module is not None else {}))
        for command in step:
            table.apply(command)
    turns.update(table.turns)
    everything = [*game.setup, *(c for step in game.steps for c in step)]
    seats = [s for s in table.players.values() if not s.side.startswith("<")]
    trackers = module.turns if module is not None else {}
    return Report(
        path=str(game.path),
        kind="log" if game.is_log else "save",
        name=game.module.name,
        version=game.module.version or game.metadata.version,
        vassal=game.metadata.vassal_version,
        description=game.ids.clean(game.metadata.description),
        maps=start[3],
        sides=sorted({s.side for s in seats}),
        players=sorted({f"{s.name} ({s.side})" for s in table.players.values()}),
        turn=[describe(state, trackers.get(name)) for name, state in turns.items()],
        extensions=[
            c.rest.replace("\t", " ") for c in everything if isinstance(c, cmd.Other) and _ext(c)
        ],
        pieces=start[0],
        stacks=start[1],
        decks=start[2],
        traits=meant,
        kept=stored,
        steps=len(game.steps),
        steps_by_kind=dict(kinds.most_common()),
        dice=dice,
        commands=dict(Counter(_label(c) for c in everything).most_common()),
        unknown=dict(
            Counter(_head(c.text) for c in everything if isinstance(c, cmd.Unknown)).most_common()
        ),
        problems=list(dict.fromkeys(table.problems)),
    )


_PARTS = frozenset(
    re.findall(
        r"\w+",
        "GameModule BasicModule ModuleExtension Map PrivateMap PlayerHand BoardPicker setup Board "
        "HexGrid SquareGrid RegionGrid Region ZonedGrid Zone HexGridNumbering "
        "SquareGridNumbering StackMetrics LayeredPieceCollection SetupStack DrawPile "
        "PieceWindow TabWidget ListWidget BoxWidget PanelWidget PieceSlot CardSlot "
        "PrototypesContainer PrototypeDefinition DiceButton InternetDiceButton "
        "SpecialDiceButton SpecialDie SpecialDieFace TurnTracker CounterTurnLevel "
        "ListTurnLevel ChartWindow Chart HtmlChart MapWidget PlayerRoster entry PredefinedSetup "
        "GamePieceImageDefinitions GamePieceLayoutsContainer GamePieceLayout GamePieceImage "
        "ColorManager ColorSwatch FontManager FontStyle GlobalProperties GlobalProperty "
        "ZoneProperty ChangePropertyButton GlobalKeyCommand MassKeyCommand DeckGlobalKeyCommand "
        "StartupGlobalKeyCommand DoActionButton MultiActionButton ToolbarMenu ExtensionElement",
    )
)
"""The components of a build file that are interpreted."""


def trait_report(info: ModuleInfo) -> dict[str, dict[str, int]]:
    """Count the parts of a module that are interpreted, stored or ignored, by name."""
    report = inspect_module(info)
    return {
        "traits": report.traits,
        "kept": report.kept,
        "components": report.components,
        "ignored": report.ignored,
    }


def _components(info: ModuleInfo) -> tuple[dict[str, int], dict[str, int]]:
    """Count the components that are interpreted, and the others."""
    meant: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    for cls, count in info.kinds().items():
        name = cls.rpartition(".")[2]
        used = name in _PARTS or ".folder." in cls
        (meant if used else ignored)[name] += count
    return dict(meant.most_common()), dict(ignored.most_common())


def _traits(links: Iterable[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Count the traits that are shown or played, and those that are only stored."""
    meant: Counter[str] = Counter()
    stored: Counter[str] = Counter()
    for link in links:
        trait = read_trait(link)
        used = not isinstance(trait, Opaque) or trait.id in PLAYED
        (meant if used else stored)[trait.id] += 1
    return dict(meant.most_common()), dict(stored.most_common())


def _kind(step: Sequence[cmd.Command]) -> str:
    """Return the kind of a step, from its most significant command."""
    kinds = {type(c) for c in step}
    if cmd.Undo in kinds or any(isinstance(c, cmd.Chat) and "* UNDO: " in c.text for c in step):
        return "undo"
    for kind, name in (
        (cmd.Move, "move"),
        (cmd.Add, "add"),
        (cmd.Remove, "remove"),
        (cmd.Change, "change"),
        (cmd.Turn, "turn"),
        (cmd.SymbolDice, "dice"),
    ):
        if kind in kinds:
            return name
    if any(isinstance(c, cmd.Chat) and c.text.lstrip().startswith("*** ") for c in step):
        return "dice"
    return "chat" if cmd.Chat in kinds else "other"


def _label(command: cmd.Command) -> str:
    if isinstance(command, cmd.Other):
        return command.kind.strip() or "(empty)"
    return type(command).__name__


def _head(text: str) -> str:
    """Return the start of an unknown command; the rest may contain passwords."""
    return text.partition("\t")[0][:_QUOTED]


def _ext(command: cmd.Other) -> bool:
    return command.kind == "EXT\t"


def _stacks(table: Table) -> int:
    return sum(s.deck is None and bool(s.contents) for s in table.stacks.values())


def _decks(table: Table) -> int:
    return sum(s.deck is not None for s in table.stacks.values())


def _maps(table: Table) -> list[str]:
    """Return a line for each map with pieces, with their number."""
    counts: Counter[str] = Counter(table.spot(p)[0] or t("vassal.offmap") for p in table.pieces)
    lines = []
    for name, count in counts.most_common():
        line = t("vassal.info.map_pieces", map=name, count=count)
        layout = table.layout(name)
        if layout is not None:
            boards = ", ".join(f"{b.info.name}: {_grid(b.info.grid)}" for b in layout.boards)
            line = f"{line}; {boards}" if boards else line
        lines.append(line)
    return lines


def _map_line(info: MapInfo) -> str:
    boards = ", ".join(
        t(
            "vassal.info.board",
            name=b.name,
            width=b.width or "?",
            height=b.height or "?",
            grid=_grid(b.grid),
        )
        for b in info.boards.values()
    )
    return t("vassal.info.map", map=info.name, kind=info.kind, boards=boards or "–")


def _grid(grid: grids.Grid | None) -> str:
    """Describe a grid briefly, with the name of its first cell as a sample."""
    match grid:
        case grids.HexGrid():
            key = "vassal.info.grid.hex_sideways" if grid.sideways else "vassal.info.grid.hex"
            return t(key, dx=f"{grid.dx:g}", dy=f"{grid.dy:g}", sample=grid.name((0, 0)) or "–")
        case grids.SquareGrid():
            sample = grid.name((0, 0)) or "–"
            return t("vassal.info.grid.square", dx=f"{grid.dx:g}", dy=f"{grid.dy:g}", sample=sample)
        case grids.RegionGrid():
            return t("vassal.info.grid.region", count=len(grid.regions))
        case grids.ZonedGrid():
            return t(
                "vassal.info.grid.zoned", count=len(grid.zones), background=_grid(grid.background)
            )
    return t("vassal.info.grid.none")
