"""The record of a combat, passed from one decision to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ConfigDict, ValidationError

from engine.core.errors import UserError
from engine.i18n import t
from engine.rules.base.combat import CombatRecord as BaseRecord

Course = dict[str, Any]
"""The arguments of the advance during which a breakthrough group attacks."""


KEPT_IN_TRACK: Final = {"side", "stages", "throws"}
"""Fields that decisions about a combat do not pass on."""


class CombatRecord(BaseRecord):
    """A combat from its declaration on; units by their ids, places by their names.

    ``lead`` and ``attached`` are the attacker's choices (an empty ``attached`` leaves it open),
    later the ones used. ``revealed`` are units revealed by the attack. From the die roll on,
    ``defenders`` are all units in the hex, ``elite`` is whether the elite shift counted, and
    ``assault`` names the hexes of a river assault (9.5).

    ``overrun`` is a combat with a lone unknown unit (25.3.1), ``company`` the units that move with
    its attackers but cannot attack; ``automatic`` is an automatic DS (8.7).
    ``course`` is the advance during which a breakthrough ``group`` attacks: by itself in
    ``breakthrough`` combat (16.1), otherwise joining another attack (16.5).
    """

    # Other versions may have stored more fields; unknown ones are ignored.
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
    company: tuple[str, ...] = ()
    automatic: bool = False
    assault: tuple[str, ...] = ()
    course: Course | None = None
    group: tuple[str, ...] = ()
    breakthrough: bool = False

    @classmethod
    def of(cls, args: Mapping[str, Any]) -> CombatRecord:
        """Return the record in the arguments of a decision; raises UserError if there is none."""
        try:
            return cls.model_validate(args.get("battle"))
        except ValidationError:
            raise UserError(t("referee.unknown", name="battle")) from None

    def as_args(self) -> dict[str, Any]:
        """Return the record as arguments of a decision, without its die rolls.

        Die rolls are only in the track of the combat.
        """
        return self.model_dump(mode="json", exclude_unset=True, exclude=KEPT_IN_TRACK)
