"""The replay page: one HTML file that replays a recorded game offline, without loading anything."""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from engine.controls import visible, visible_data
from engine.export.page_data import page_data
from engine.export.page_fonts import font_css
from engine.export.page_words import basis_line
from engine.export.renderer import Renderer
from engine.export.vassal_sheet import Sheet
from engine.files import write_atomic
from engine.i18n import language, t
from engine.play.game import Recording
from engine.report.plots import plots, svg
from engine.report.settings import Settings
from engine.report.stats import statistics
from engine.report.tables import Table, all_tables, shortened, text, verdicts

PICTURE_WIDTH = 2600
"""Width of the board in pixels: village names are readable, and the page stays under 3 MB."""

PANES = ("chapters", "entries", "boxes", "statistics")
"""The ids of the page's tabs."""

SCRIPTS = (
    "dom.js",
    "model.js",
    "hexes.js",
    "camera.js",
    "board.js",
    "action.js",
    "front.js",
    "story.js",
    "lists.js",
    "narrative.js",
    "references.js",
    "timeline.js",
    "main.js",
)
"""The page's scripts in the order in which they are joined."""


def export_html(
    recording: Recording,
    renderer: Renderer,
    path: Path,
    width: int = PICTURE_WIDTH,
    settings: Settings | None = None,
) -> None:
    """Write a recording as a self-contained page; ``width`` is the board's width in pixels.

    A game that came from VASSAL is drawn schematically, unless the renderer is a sheet with art.
    Raises UserError if the log contradicts itself or the file cannot be written.
    """
    write_atomic(path, page(recording, renderer, width, settings).encode("utf-8"))


def page(
    recording: Recording,
    renderer: Renderer,
    width: int = PICTURE_WIDTH,
    settings: Settings | None = None,
) -> str:
    """Return the page as text.

    The settings choose its moments and its colours, and whether it shows the front and statistics.
    """
    settings = settings or Settings()
    sheet = renderer if isinstance(renderer, Sheet) else None
    if sheet is None and recording.module.drawing is not None:
        sheet = Sheet(recording)
    picture = (sheet or renderer).board_picture(width)
    data, symbols = page_data(recording, picture.frame, sheet, settings)
    data = visible_data(data)
    stats = statistics(recording)
    tables = [shortened(table) for table in all_tables(stats, recording) if table.id != "moments"]
    panes = [name for name in PANES if settings.statistics or name != "statistics"]
    json_text = htmlsafe_json_dumps(data, dumps=_dumps)
    script = "\n".join(_read(name) for name in SCRIPTS)
    module = recording.module
    environment = Environment(
        loader=PackageLoader("engine.export", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made = environment.get_template("replay.html.j2").render(
        t=t,
        lang=language(),
        data=data,
        json=json_text,
        dark=settings.theme == "night",
        panes=panes,
        header=recording.log.header,
        meta=module.meta,
        side_name=module.side_name,
        scenario_name=module.scenario_name,
        credits=module.credits,
        owner=module.owner,
        notice=module.notice,
        basis=basis_line(module) if sheet is None else "",
        verdicts=verdicts(stats, module),
        plots=[Markup(svg(plot)) for plot in plots(stats, module)],
        tables=tables,
        cell=text,
        notices=recording.notices,
        picture=picture.uri,
        symbols=Markup(symbols.svg()),
        fonts=Markup(font_css(_characters(data, symbols.svg()) + _letters(tables))),
        style=Markup(_read("replay.css")),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii"),
    )
    return visible(made)


def _dumps(data: Any, **_: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _characters(data: Any, symbols: str) -> str:
    """Return all characters of the page's data and symbols, for its fonts."""
    return _dumps(data) + symbols


def _letters(tables: list[Table]) -> str:
    """Return all characters of the statistics, for the page's fonts."""
    return "".join(f"{table.title}{table.heads}{table.rows}{table.note}" for table in tables)


def _read(name: str) -> str:
    return (files("engine.export") / "templates" / name).read_text(encoding="utf-8")
