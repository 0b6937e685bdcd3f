"""The data of a replay page as plain JSON; the page itself contains no rules.

Each step has the values before and after of everything it changed, so that the page can step in
both directions. Keys are short because there are many; the page's ``model.js`` reads them.
"""

from __future__ import annotations

from typing import Any

from engine.export.page_comments import comment_html
from engine.export.page_marks import page_fronts
from engine.export.page_steps import StepCollector
from engine.export.page_symbols import Symbols
from engine.export.page_words import box_groups, boxes, hexes, named, spots, statuses, weathers
from engine.export.renderer import Frame
from engine.export.vassal_sheet import Sheet, SheetSymbols
from engine.i18n import catalogue, language
from engine.log.visit import visit
from engine.play.game import Recording
from engine.report.document import chosen_steps
from engine.report.moments import moments
from engine.report.scene import Scenes, turn_date
from engine.report.settings import Settings
from engine.report.titles import moment_title

Json = dict[str, Any]

_MOST_PICTURES = 12
"""Maximum number of board combinations in a page; any further one is shown as the first."""

BRIDGE_STATES = ("intact", "blown", "under_repair")
"""Bridge states that are shown by a marker; the map itself shows the others."""


def page_data(
    recording: Recording,
    frame: Frame,
    sheet: Sheet | None = None,
    settings: Settings | None = None,
) -> tuple[Json, Symbols | SheetSymbols]:
    """Return the data of a page, and its symbols; ``sheet`` is given for a game from VASSAL.

    The settings choose the moments, and whether the front is shown at first.
    """
    settings = settings or Settings()
    scenes = Scenes(recording)
    collector = StepCollector(recording, frame, scenes, sheet)
    visit(recording, collector)
    module, symbols = recording.module, collector.symbols
    header, notes = recording.log.header, recording.annotations
    data: Json = {
        "title": notes.title or header.title or module.title,
        "author": notes.author,
        "intro": comment_html(notes.intro, collector.references),
        "lang": notes.language,
        "frame": {
            "width": frame.width,
            "height": frame.height,
            "scale": frame.scale,
            "x": frame.x,
            "y": frame.y,
        },
        "hexes": hexes(module, frame) if sheet is None else {},
        "flat": sheet is None and module.board.grid.orientation == "flat",
        "bases": sorted(set(module.board.terrain_basis)),
        "bridges": {
            b.hexside: {"n": b.name, "k": named("terrain", f"{b.kind}_bridge", b.kind)}
            for b in module.board.bridges.values()
        },
        "boxes": boxes(module),
        "boxGroups": box_groups(module),
        "sides": {s.id: {"n": module.side_name(s.id), "c": s.color} for s in module.meta.sides},
        "phases": {},
        "turns": {turn: turn_date(module, turn) for turn in module.calendar},
        "words": weathers(module),
        "units": collector.units,
        "designs": symbols.values,
        "statuses": statuses(module),
        "bridgeMarks": {s: symbols.marker(s) for s in BRIDGE_STATES},
        "steps": collector.steps,
        "fronts": page_fronts(recording, frame),
        "showFront": settings.front,
        "moments": chosen_steps(scenes, settings),
        "subtitle": notes.subtitle,
        "conclusion": comment_html(notes.conclusion, collector.references),
        "text": {k[5:]: v for k, v in catalogue(language()).items() if k.startswith("page.")},
    }
    proposed = {m.step: m for m in moments(recording, facts=scenes.facts)}
    for number in data["moments"]:
        heading = moment_title(scenes.scene(number), proposed.get(number), module)
        collector.steps[number - 1]["title"] = heading
    data["phases"] = {p: module.phase_name(p) for p in sorted(collector.phases)}
    if sheet is not None and isinstance(symbols, SheetSymbols):
        data["spots"] = spots(sheet, frame, sorted(collector.places))
        data["sizes"] = symbols.sizes
        if len(collector.boards) > 1:
            data["pictures"] = {
                key: sheet.board_picture(frame.width, tracks).uri
                for key, tracks in list(collector.boards.items())[:_MOST_PICTURES]
            }
    return data, symbols
