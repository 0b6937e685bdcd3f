"""The record of a combat: what the decisions about it carry from one to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ConfigDict, ValidationError

from engine.core.errors import UserError
from engine.i18n import t
from engine.rules.base.combat import CombatRecord as BaseRecord

Course = dict[str, Any]
"""The arguments of the advance out of which a breakthrough group attacks."""


KEPT_IN_TRACK: Final = {"side", "stages", "throws"}
"""Fields that decisions about a combat do not carry."""


class CombatRecord(BaseRecord):
    """A combat from its declaration on; units by their ids, places by their names.

    ``lead`` and ``attached`` are what the attacker has chosen (an empty ``attached`` leaves it
    open), later what it was fought with. ``revealed`` are units turned over by the attack. From
    the throw on ``defenders`` are all who stood in the hex, ``elite`` says whether the elite shift
    counted, ``assault`` names the hexes of a river assault (9.5).

    ``overrun`` is a fight with a lone unknown unit (25.3.1), ``automatic`` an automatic DS (8.7).
    ``course`` is the advance out of which a breakthrough ``group`` attacks: in ``breakthrough``
    combat by itself (16.1), otherwise joining the attack of others (16.5).
    """

    # Other versions may have kept more of it: what is not known here is not used here.
    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")

    side: str = ""
    attackers: tuple[str, ...]
    artillery: tuple[str, ...] = ()
    air: int = 0
    lead: str | None = None
    attached: str | None = ""
    elite: bool = False
    revealed: tuple[str, ...] = ()
    overrun: bool = False
    automatic: bool = False
    assault: tuple[str, ...] = ()
    course: Course | None = None
    group: tuple[str, ...] = ()
    breakthrough: bool = False

    @classmethod
    def of(cls, args: Mapping[str, Any]) -> CombatRecord:
        """The record in the arguments of a decision. Raises UserError where there is none."""
        try:
            return cls.model_validate(args.get("battle"))
        except ValidationError:
            raise UserError(t("referee.unknown", name="battle")) from None

    def told(self) -> dict[str, Any]:
        """The record as the arguments of a decision hold it: what was said of it.

        Its throws lie in the track of the combat alone.
        """
        return self.model_dump(mode="json", exclude_unset=True, exclude=KEPT_IN_TRACK)
