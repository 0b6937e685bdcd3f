"""The drawing data of a VASSAL module: its maps, its places in pixels, the look of its pieces.

Everything is stored in the module's ``vassal/table.json`` (docs/vassal.md), beside the pictures.
The look of a piece depends only on the position.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter

import orjson
from pydantic import ValidationError

from engine.archive import Files
from engine.core.effects import Track
from engine.core.errors import UserError, first_fault
from engine.core.secrecy import COVER
from engine.core.state import Piece
from engine.i18n import language, t
from engine.vassal import TABLE
from engine.vassal import cells as cl
from engine.vassal import traits as tr
from engine.vassal.chains import Chains, Marker
from engine.vassal.hidden import Hidden
from engine.vassal.kind_files import load_kind
from engine.vassal.kinds import SOMEBODY, TRAIL, Kind, Look
from engine.vassal.map_drawing import MapDrawing
from engine.vassal.plain_text import plain
from engine.vassal.raw_states import status_text
from engine.vassal.spots import Spot, boards_track, read_spot_name
from engine.vassal.table_records import Deck, TableFile, Thread

DEFAULT_SIZE = (48, 48)
MAX_LOOKS = 20_000
"""Limit for cached looks."""


class Drawing:
    """The drawing data of a module."""

    def __init__(self, table: TableFile, files: Files) -> None:
        self.table = table
        self._files = files
        self._kinds: dict[str, Kind] = {}
        self._whole: dict[str, Kind] = {}
        self._covers: dict[str, Kind] = {}
        """Kinds of pieces whose cover alone is visible, by counter."""
        self._chains = Chains(files)
        self.hidden = Hidden(files)
        """The identities of covered pieces of an imported game."""
        self._looks: dict[tuple[str, frozenset[str], str | None, bool], Look] = {}
        self._decks = {deck.id: deck for deck in table.decks}
        self._deck_at = {(d.map, d.x, d.y): d for d in table.decks}

    @classmethod
    def load(cls, files: Files) -> Drawing:
        """Load the drawing data of a module's files. Raises UserError if it is damaged."""
        try:
            return cls(TableFile.model_validate(orjson.loads(files.read(TABLE))), files)
        except ValidationError as error:
            where, why = first_fault(error)
        except ValueError as error:
            where, why = "-", str(error)
        raise UserError(
            t("module.error.content", module=files.origin, file=TABLE, where=where, why=why)
        )

    @property
    def owner(self) -> str:
        """The owner of the pictures."""
        return self.table.owner

    @property
    def maps(self) -> tuple[MapDrawing, ...]:
        """The maps; the map number of a spot is an index into this tuple."""
        return self.table.maps

    def map_at(self, index: int, tracks: Mapping[str, Track]) -> MapDrawing:
        """Return a map with the boards shown in a position with these tracks."""
        number = tracks.get(boards_track(index)) or 0
        others = self.table.variants.get(str(index), ())
        shown = (self.maps[index], *others)
        return shown[number] if isinstance(number, int) and number < len(shown) else shown[0]

    @property
    def decks(self) -> dict[str, Deck]:
        """The decks by place."""
        return dict(self._decks)

    @cached_property
    def has_pictures(self) -> bool:
        """Whether the module's pictures are present."""
        return any(name.startswith("vassal/pictures/") for name in self._files.names())

    # -- places -----------------------------------------------------------------------------------

    def spot(self, place: str) -> Spot | None:
        """Return the map and pixels of a place; None for a box off the maps."""
        spot = read_spot_name(place)
        return spot if spot is not None and spot.map < len(self.maps) else None

    def place(
        self, map_index: int, x: float, y: float, snap: bool = True, taken: Iterable[str] = ()
    ) -> str:
        """Return the place at a point of a map.

        A deck there has priority. Otherwise, with ``snap``, it is the middle of the cell, or a
        place of ``taken`` in the same cell: pieces of a set-up are not always in the middle.
        """
        board = self.maps[map_index]
        for deck in self.table.decks:
            inside = abs(x - deck.x) * 2 <= deck.width and abs(y - deck.y) * 2 <= deck.height
            if deck.map == map_index and inside:
                return deck.id
        if not snap:
            return Spot(map_index, round(x), round(y)).name
        middle = board.snap(x, y)
        cell = board.cell_at(*middle)
        for other in taken if cell is not None else ():
            spot = self.spot(other)
            if spot is None or spot.map != map_index or other in self._decks:
                continue
            if _same(board.cell_at(spot.x, spot.y), cell):
                return other
        return Spot(map_index, *middle).name

    def place_name(self, place: str) -> str:
        """Return the name of a place for readers."""
        given = self.table.places.get(place)
        spot = self.spot(place)
        if given or spot is None:
            return given or place
        deck = self._deck_at.get((spot.map, spot.x, spot.y))
        if deck is not None and deck.name:
            return deck.name
        named = self.maps[spot.map].location(spot.x, spot.y)
        return named or t("vassal.point", x=spot.x, y=spot.y)

    def find_place(self, name: str, tracks: Mapping[str, Track] | None = None) -> str | None:
        """Return the place with a name of the module: a deck, cell or region; None if unknown."""
        if self.spot(name) is not None:
            return name
        for deck in self.table.decks:
            if deck.name == name:
                return deck.id
        for board in (self.map_at(m.index, tracks or {}) for m in self.maps):
            for region, x, y in board.regions:
                if region == name:
                    return Spot(board.index, x, y).name
            for cell in board.cells(0, 0, board.width, board.height):
                if cell.name == name:
                    return Spot(board.index, cell.x, cell.y).name
        return next(
            (place for place, place_name in self.table.places.items() if place_name == name), None
        )

    # -- pieces -----------------------------------------------------------------------------------

    def kind(self, counter: str) -> Kind | None:
        """Return the kind of a counter; None for one that the module lacks."""
        if counter in self._covers:
            return self._covers[counter]
        if counter not in self._kinds:
            data = self.table.kinds.get(counter)
            if data is None:
                return None
            try:
                self._kinds[counter] = load_kind(data)
            except (LookupError, TypeError, ValueError) as error:
                where = f"kinds.{counter}"
                raise UserError(
                    t(
                        "module.error.content",
                        module=self._files.origin,
                        file=TABLE,
                        where=where,
                        why=str(error).splitlines()[0],
                    )
                ) from None
        return self._kinds[counter]

    def whole_kind(self, counter: str) -> Kind | None:
        """Return the kind of a counter with its complete chain of traits, if the module has it."""
        kind = self.kind(counter)
        if kind is not None and counter not in self._whole:
            self._whole[counter] = self._chains.whole(counter, kind)
        return self._whole.get(counter)

    def mask_cover(self, mask: tr.Mask) -> str:
        """Return the counter of a piece that is visible only as its mask."""
        return self._cover(plain(mask.name) or t("vassal.nameless"), mask.image)

    def back_cover(self, counter: str) -> str:
        """Return the counter of a card that is visible only as its back."""
        kind = self.kind(counter)
        masks = (
            (part.trait for part in kind.parts if isinstance(part.trait, tr.Mask)) if kind else ()
        )
        mask = next(iter(masks), None)
        image = mask.image if mask is not None else (kind.image if kind and kind.masked else "")
        return self._cover(t("vassal.card"), image)

    def _cover(self, name: str, image: str) -> str:
        """Return the counter of a cover; its id, name and size reveal only what is visible."""
        digest = hashlib.blake2b(f"{name}\0{image}".encode(), digest_size=6).hexdigest()
        counter = f"{COVER}-{digest}"
        if counter not in self._covers:
            sizes = (k.size for c in self.table.kinds if (k := self.kind(c)) is not None)
            with_mask = Counter(
                size for size, images in self._mask_images() if image in images and all(size)
            )
            best = max(with_mask, key=lambda size: (with_mask[size], size), default=None)
            size = best or next((size for size in sizes if all(size)), DEFAULT_SIZE)
            self._covers[counter] = Kind(name, image, masked=True, size=size)
        return counter

    def _mask_images(self) -> Iterator[tuple[tuple[int, int], list[str]]]:
        """Yield the size of each kind with the images of its masks."""
        for counter in self.table.kinds:
            kind = self.kind(counter)
            if kind is not None:
                masks = [p.trait.image for p in kind.parts if isinstance(p.trait, tr.Mask)]
                yield kind.size, [*masks, kind.image] if kind.masked else masks

    def marker(self, link: str) -> Marker | None:
        """Return the piece that a trait puts on the map; None if it is unknown."""
        return self._chains.marker(link)

    def name(self, counter: str) -> str:
        """Return the name of a kind's pieces, in the reader's language if the module has it."""
        if counter in self._covers:
            return self.word(self._covers[counter].name)
        data = self.table.kinds.get(counter)
        return self.word(str(data.get("name", counter))) if data is not None else counter

    def word(self, text: str) -> str:
        """Translate a text of the module into the reader's language, if there is a translation.

        The names of nested palette drawers are translated one by one.
        """
        mine = self.table.words.get(language())
        if not mine:
            return text
        return mine.get(text) or " / ".join(mine.get(part, part) for part in text.split(" / "))

    def thread(self, map_index: int) -> Thread | None:
        """Return the line-of-sight thread of a map; None if the module has none."""
        return next((thread for thread in self.table.threads if thread.map == map_index), None)

    def status_name(self, status: str) -> str:
        """Return the text of a status: labels without markup, a trail without its points."""
        if status.startswith(f"{TRAIL}: "):
            return t("vassal.status.trail")
        return status_text(status) or t("vassal.status.kept")

    def size(self, counter: str) -> tuple[int, int]:
        """Return the width and height of a piece in pixels of the map."""
        kind = self.kind(counter)
        return kind.size if kind is not None and all(kind.size) else DEFAULT_SIZE

    def look(self, piece: Piece, side: str | None = None, place: str = "") -> Look:
        """Return the look of a piece for a side; None sees everything in the log.

        ``place`` is the piece's place: in a face-down deck only its back is visible.
        """
        deck = self._decks.get(place) if place else None
        back = deck is not None and deck.face_down
        key = piece.counter, piece.status, side, back
        look = self._looks.get(key)
        if look is None:
            look = self._look(piece, side, back)
            if len(self._looks) < MAX_LOOKS:
                self._looks[key] = look
        return look

    def _look(self, piece: Piece, side: str | None, back: bool) -> Look:
        kind = self.kind(piece.counter)
        if kind is None:
            return Look(piece.counter, piece.counter, status=tuple(sorted(piece.status)))
        if back:
            return _back(kind)

        def seen(trait: tr.Mask | tr.Invisible, owner: str) -> bool:
            return side is None or may_see(trait, owner, side)

        return kind.look(kind.words.setting(sorted(piece.status)), seen)

    def picture(self, file: str) -> bytes:
        """Return the bytes of a picture. Raises UserError if the module has no such file."""
        return self._files.read(file)


def _same(a: cl.Cell | None, b: cl.Cell | None) -> bool:
    key = attrgetter("board", "zone", "column", "row")
    return a is not None and b is not None and bool(key(a) == key(b))


def may_see(trait: tr.Mask | tr.Invisible, owner: str, side: str) -> bool:
    """Return whether a side may see what an owner covered with a trait."""
    kind, _, sides = trait.access.partition(":")
    return owner in (side, SOMEBODY) or (kind == "sides" and side in sides.split(":"))


def _back(kind: Kind) -> Look:
    if kind.masked:
        return kind.look(kind.rest)  # only its back is known
    masks = (part.trait for part in kind.parts if isinstance(part.trait, tr.Mask))
    mask = next(masks, None)
    card = Kind(t("vassal.card"), mask.image if mask is not None else "", masked=True)
    return card.look(())
