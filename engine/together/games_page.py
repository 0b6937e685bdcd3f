"""The host's page: a list of the hosted games and their free sides, without names and links."""

from __future__ import annotations

from html import escape

from engine.core.errors import UserError
from engine.i18n import language, t
from engine.log.store import load
from engine.play.game import module_of
from engine.together.host_folder import HostFolder

_PAGE = """<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<style>body{{font-family:sans-serif;max-width:40em;margin:2em auto;padding:0 1em}}</style></head>
<body><h1>{title}</h1>{body}</body></html>
"""


class GamesPage:
    """Writer of the page; the names of each game's sides are cached."""

    def __init__(self, folder: HostFolder) -> None:
        self._folder = folder
        self._sides: dict[str, dict[str, str]] = {}

    def page(self) -> str:
        """Return the page with the games that have a free side first."""
        rows = []
        for game, hosted in self._folder.record().games.items():
            names = self._names(game)
            free = [names[side] for side in self._folder.free_sides(game) if side in names]
            words = t("together.games.free", sides=", ".join(free)) if free else ""
            rows.append((not free, hosted.title, words or t("together.games.full")))
        items = "".join(
            f"<li><strong>{escape(title)}</strong>: {escape(words)}</li>"
            for _, title, words in sorted(rows)
        )
        body = f"<ul>{items}</ul>" if items else f"<p>{escape(t('together.games.none'))}</p>"
        title = escape(t("together.games.title"))
        return _PAGE.format(language=escape(language()), title=title, body=body)

    def _names(self, game: str) -> dict[str, str]:
        """Return the names of a game's sides by id; empty if its data is missing here."""
        if game not in self._sides:
            path = self._folder.copy_of(game)
            try:
                module = module_of(load(path).log, path)[0]
                self._sides[game] = {s.id: module.side_name(s.id) for s in module.meta.sides}
            except UserError:
                return {}
        return self._sides[game]
