"""Headings of moments: written by the author of the report, or generated in a few words."""

from __future__ import annotations

import textwrap
from collections import Counter

from engine.core import effects as fx
from engine.i18n import t
from engine.log.effect_words import EffectFormatter
from engine.modules.module import Module
from engine.report.moments import Moment
from engine.report.scene import Scene

LONGEST = 80
"""Characters of a sentence that serves as a heading."""


def moment_title(scene: Scene, proposed: Moment | None, module: Module) -> str:
    """Return the heading of a moment: the written title, else a generated one."""
    return scene.step.annotation.title or generated_title(scene, proposed, module)


def generated_title(scene: Scene, proposed: Moment | None, module: Module) -> str:
    """Return the generated heading of a moment.

    It is the title of the proposed moment; else the place of a combat, the hexes that changed
    control, or the beginning of the entry's sentence.
    """
    if proposed is not None:
        return proposed.title
    card = scene.card
    if card is not None and card.label and not card.defenders:
        return t("report.moment.alone", label=card.label, place=card.place)
    if card is not None:
        piece = next((f.piece for f in card.attackers if f.piece is not None), None)
        side = module.side_name(piece.side if piece is not None else scene.step.entry.by)
        return t("report.moment.combat", place=card.place, side=side)
    return _control(scene, module) or textwrap.shorten(
        scene.step.sentence.removesuffix("."), LONGEST, placeholder=" …"
    )


def _control(scene: Scene, module: Module) -> str:
    """Return a heading for an entry that only changes the control of hexes."""
    effects = scene.step.entry.effects
    changes = [e for e in effects if isinstance(e, fx.SetControl)]
    if not changes or len(changes) != len(effects):
        return ""
    if len(changes) == 1:
        return EffectFormatter(scene.before, module).effect(changes[0])
    counts = Counter(e.after for e in changes if e.after)
    parts = (
        t("report.moment.control.side", count=count, side=module.side_name(side))
        for side, count in counts.most_common()
    )
    return t("report.moment.control", sides=", ".join(parts))
