"""Descriptions of entries, one sentence each, computed on demand from action, dice and effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import digits

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DRAW, Dice
from engine.core.errors import one_line
from engine.core.state import State
from engine.i18n import decimal, fields_of, has, t
from engine.log.commitments import DICE
from engine.log.consequences import WALKED, ClauseFormatter, consequences, fates, listed
from engine.log.effect_words import EffectFormatter, Names
from engine.log.entry import Entry


def narrate(entry: Entry, before: State, names: Names) -> str:
    """Describe an entry in one sentence; ``before`` is the position in which it was played."""
    teller = _SentenceFormatter(before, names)
    dice = names.shown(entry.dice)
    entry = entry if dice is entry.dice else entry.model_copy(update={"dice": dice})
    if isinstance(entry.action, act.OwnAction):
        sentence = teller.own(entry.action, entry.effects)
    else:
        sentence = getattr(teller, entry.action.kind)(entry)
    if isinstance(entry.action, UNRULED):
        return one_line(sentence)
    return one_line(_with(sentence, consequences(entry, before, names, sentence)))


def details(entry: Entry, before: State, names: Names) -> list[str]:
    """Return the entry's effects, one short line each, without those in its sentence."""
    if isinstance(entry.action, act.SetClock | act.SetRules):
        return []
    teller = EffectFormatter(before, names)
    effects = entry.effects
    if isinstance(entry.action, act.ManualEdit) and entry.action.text:
        # The text describes a shuffle; its effects would list the new order card by card.
        effects = tuple(e for e in effects if not isinstance(e, fx.Move) or len(e.path) > 1)
    return [one_line(line) for effect in effects if (line := teller.effect(effect))]


UNRULED = (act.Setup, act.ManualEdit, act.SetClock, act.SetRules, act.Note, act.RevealUnit)
"""Actions whose sentences already describe their changes."""


def game_word(game: str, word: str) -> str:
    """Return the title of one of a game's own words, or the word itself if it has none."""
    own = f"word.{game}.{word}"
    return t(own) if has(own) else word


def victory(game: str, tracks: Mapping[str, object], names: Names) -> str:
    """Return who has won a game that is over, and how high in a game with levels of victory."""
    winner = str(tracks["winner"])
    if winner == "draw":
        return t("say.next_phase.drawn")
    word = f"level.{game}.{str(tracks.get('result') or '').replace(' ', '_')}"
    side = names.side_name(winner)
    return t(word, side=side) if has(word) else t("say.next_phase.over", side=side)


def thrown_for(dice: Dice, before: State, names: Names) -> str:
    """Return the purpose of a throw in words ("Demolition 5019/5119"); empty if unknown."""
    return _SentenceFormatter(before, names).cause(dice)


UNROLLED = "0"
"""Recorded die of an attack without a throw."""
PRESSED = ("breakthrough", "join")


class _SentenceFormatter(ClauseFormatter):
    """Formatter of sentences about one position. One method per kind of action."""

    def setup(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.Setup)
        count = sum(isinstance(e, fx.Place) for e in entry.effects)
        return t("say.setup", scenario=self.names.scenario_name(entry.action.scenario), count=count)

    def manual_edit(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.ManualEdit)
        if entry.action.text:
            return entry.action.text
        moves = [e for e in entry.effects if isinstance(e, fx.Move) and len(e.path) > 1]
        if len(moves) > 1 and len(moves) == len(entry.effects):
            return self.moves_text(moves)
        lines = [line for e in entry.effects if (line := self.effect(e))]
        if not lines:
            return t("say.edit.nothing")
        if len(lines) == 1:
            return lines[0]
        return t("say.edit.several", first=lines[0], more=len(lines) - 1)

    def move(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.MoveUnits)
        path, places = _path_moved(entry, action), self.names.places
        start = path[0]
        boxed = start in places and not places.is_hex(places.index(start))
        key, mode = f"say.move.{action.mode}", f"say.mode.{action.mode}"
        length = _hexes(len(path) - 1)
        if has(mode):
            length = f"{length}, {t(mode)}"
        if boxed and (has(mode) or action.mode == "normal"):
            key = "say.move.from_box" if len(path) == 2 else "say.move.onward"
        sentence = t(
            _number_of(key if has(key) else "say.move.normal", action.units),
            units=self.units(action.units),
            start=self.names.place_name(start),
            end=self.names.place_name(path[-1]),
            length=length,
            mode=action.mode,
        )
        fought = bool(_fought(entry)) or any(d.reason.startswith(DRAW) for d in entry.dice)
        return _with(_with(sentence, self._fates(entry) if fought else ""), action.text)

    def roll(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.Roll)
        reason, values = entry.action.reason, _values(entry.dice)
        if reason:
            return t("say.roll", reason=reason, values=values)
        several = sum(len(dice.values) for dice in entry.dice) > 1
        return t("say.roll.plain.many" if several else "say.roll.plain", values=values)

    def consult(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Consult)
        key = f"say.consult.{action.table}"
        result_key = f"say.result.{action.table}.{action.result}"
        subject = [self.units(action.units)] if action.units else []
        if action.at:
            subject.append(self.names.place_name(action.at))
        plain = "say.consult" if subject else "say.consult.nobody"
        sentence = t(
            key if has(key) else plain,
            table=action.table.replace("_", " "),
            subject=", ".join(subject),
            dice=_die_text(entry.dice, action.drm),
            result=t(result_key) if has(result_key) else action.result,
        )
        return _with(sentence, action.text)

    def combat(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Combat)
        defenders = self.units(action.defenders) or t("say.combat.nobody")
        shifts = "".join(f", {s.by:+d} {s.why}" for s in action.shifts)
        sentence = t(
            _number_of("say.combat", action.attackers),
            attackers=self.units(action.attackers),
            defenders=defenders,
            target=self.names.place_name(action.target),
            odds=f"{decimal(action.attack, 'g')}:{decimal(action.defense, 'g')}{shifts}",
            column=action.column,
            dice=_values(entry.dice) or "–",
            number=_dice_count(entry),
            result=action.result,
        )
        if action.label:
            sentence = t("say.combat.label", label=action.label, sentence=sentence)
        return _with(sentence, action.text)

    def reveal(self, entry: Entry) -> str:
        drawn = [e for e in entry.effects if isinstance(e, fx.Move)]
        assert isinstance(entry.action, act.RevealUnit)
        if not drawn:
            return t("say.reveal.nothing", unit=self.unit(entry.action.unit))
        return t(
            "say.reveal",
            place=self.names.place_name(drawn[-1].path[-1]),
            unit=self.unit(drawn[-1].unit),
        )

    def set_phase(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.SetClock)
        return self.clock(action)

    def split(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.SplitUnit)
        return t("say.split", unit=self.unit(action.unit), part=self.unit(action.part))

    def join(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.JoinUnits)
        return t("say.join", unit=self.unit(action.unit), into=self.unit(action.into))

    def mark(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.PlaceMarker)
        key = "say.mark" if action.on else "say.mark.off"
        marker = self.names.marker_name(action.marker)
        return t(key, unit=self.unit(action.unit), marker=marker)

    def advance(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.TakeAdvance)
        return t("say.advance", unit=self.unit(action.unit))

    def disengage(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Disengage)
        return t("say.disengage", unit=self.unit(action.unit), dice=_values(entry.dice) or "–")

    def next_phase(self, entry: Entry) -> str:
        clocks = [e.after for e in entry.effects if isinstance(e, fx.SetPhase)]
        if clocks:
            return self.clock(clocks[-1])
        decisions = [e.decision for e in entry.effects if isinstance(e, fx.PushDecision)]
        asked = [decision.kind for decision in decisions]
        tracks = {e.track: e.after for e in entry.effects if isinstance(e, fx.SetTrack)}
        if not asked and tracks.get("winner"):
            return victory(self.game, tracks, self.names)
        if asked and has(own := f"say.{self.game}.next_phase.owed.{asked[-1]}"):
            return t(own, throws=self._throws(entry.dice) or "–")
        if not asked:
            return t("say.next_phase.unended")
        if has(key := f"say.next_phase.owed.{asked[-1]}"):
            return t(key)
        title, side = f"decide.{self.game}.{asked[-1]}", self.names.side_name(decisions[-1].side)
        what = t(title) if has(title) else asked[-1].replace("_", " ")
        return t("say.next_phase.owed", side=side, what=what)

    def declare_attack(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.DeclareAttack)
        return self._attack(entry, action)

    def _fates(self, entry: Entry) -> str:
        """Return which units a fight revealed, removed or eliminated; empty for none."""
        result = fates(entry, self.before, self.names)
        return " ".join(
            t(f"say.fate.{fate}", units=listed(units)) for fate, units in result.items() if units
        )

    def _attack(self, entry: Entry, action: act.DeclareAttack) -> str:
        place = self.names.place_name(action.target)
        attackers = self.units(action.attackers)
        words, fires = _fought(entry), self._fires(entry)
        if fires or len(words) != 4:
            key = "say.attack.declared" if _only_declares(entry) else "say.attack"
            key = _number_of(key, action.attackers)
            text = _with(t(key, attackers=attackers, target=place), fires)
            return _with(text, self._fates(entry))
        _, column, die, result = words
        key = "say.attack.result" if die.isdigit() else "say.attack.automatic"
        if die == UNROLLED and not entry.dice:
            key = "say.attack.unrolled"
        sentence = t(
            _number_of(key, action.attackers),
            attackers=attackers,
            target=place,
            column=column,
            die=die,
            number=_dice_count(entry),
            result=result,
        )
        return _with(sentence, self._fates(entry))

    def _fires(self, entry: Entry) -> str:
        """Describe the fire of each side, in a combat in which both may fire; empty for others."""
        tracks = [e for e in entry.effects if isinstance(e, fx.SetTrack) and e.track == "combat"]
        fires = [words for e in tracks if len(words := str(e.after).split(None, 3)) == 4]
        result = []
        for dice in entry.dice:
            key, value = f"say.{self.game}.fires.{dice.reason}", _values([dice])
            if not has(key):
                continue
            while len(fires) > 1 and fires[0][2] != value:
                fires.pop(0)
            if fires:
                hex_, column, die, code = fires.pop(0)
                place = self.names.place_name(hex_)
                result.append(t(key, place=place, column=column, die=die, result=code))
        return " ".join(result)

    def bombard(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Bombard)
        words = _fought(entry)
        guns = self.units(action.artillery)
        key = _number_of("say.bombard", action.artillery) if action.artillery else "say.bombard.air"
        text = t(key, guns=guns, points=action.air, target=self.names.place_name(action.target))
        if len(words) != 4:
            return t("say.bombard.told", told=text)
        _, column, die, result = words
        count = _dice_count(entry)
        return t(
            "say.bombard.result", told=text, column=column, die=die, number=count, result=result
        )

    def choose(self, entry: Entry) -> str:
        text, fires = self._answer(entry), self._fires(entry)
        words = _fought(entry)
        action = entry.action
        if fires:
            return f"{text} {fires}"
        if len(words) != 4 or not isinstance(action, act.Choose):
            return text
        place, column, die, result = words
        die = die.removesuffix("+0")
        where, pieces = self.names.place_name(place), self.before.pieces
        own = f"say.{self.game}.choose.{action.decision}.fought"
        if has(own):
            code, _, reach = result.partition(" ")
            lead = next((self.unit(w) for w in action.option.split() if w in pieces), "")
            exact = f"{own}.{result.replace(' ', '.').removesuffix('/IP')}"
            key = next((k for k in (exact, f"{own}.{code}") if has(k)), own)
            option = self._option_word(action.option)
            text = t(key, option=option, lead=lead, die=die, result=code)
            far = f"{own}.reach"
            parts = [text, t(far, reach=reach) if reach and has(far) else ""]
            further = self._throws(entry.dice[1:])
            return " ".join(filter(None, (*parts, f"{further}." if further else "")))
        if action.decision != "support":
            return text
        fire = f"say.{self.game}.fire.{place}"  # what comes before the fight for the hex
        key = fire if has(fire) else "say.fought"
        count = _dice_count(entry)
        fight = t(key, place=where, column=column, die=die, number=count, result=result)
        return f"{text} {fight}"

    def _answer(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Choose)
        word, *named = action.option.split() or [""]
        if word in PRESSED and len(named) > 1:  # an advance goes on as an attack (16)
            target, *group = named
            attack = act.DeclareAttack(attackers=tuple(group), target=target)
            place = self.names.place_name(target)
            text = self._attack(entry, attack) if word == "breakthrough" else ""
            return t(f"say.press.{word}", attack=text, units=self.units(group), place=place)
        asked = self.before.pending[-1] if self.before.pending else None
        joined = asked.args.get("group") if asked is not None else None
        if asked is not None and action.decision == "joint_attack" and isinstance(joined, list):
            fight = [w for w in (word, *named) if w in self.before.pieces]
            attackers = (*fight, *map(str, joined))
            target = str(asked.args["target"])
            return self._attack(entry, act.DeclareAttack(attackers=attackers, target=target))
        key = f"say.choose.{action.decision}"
        own = f"say.{self.game}.choose.{action.decision}"
        key = own if has(own) or has(f"{own}.{action.option}") else key
        if has(f"{key}.{action.option}"):
            key = f"{key}.{action.option}"
        # The state of a bridge is described, and that dice were thrown.
        sides = [e for e in entry.effects if isinstance(e, fx.SetHexside)]
        endings = [sides[-1].after if sides else None, "dice"] if entry.dice else []
        moved = any(isinstance(e, fx.Move) for e in entry.effects)
        endings += ["moved" if moved else "unmoved"] if entry.dice else []
        endings += ["held"] if _holds(entry) else []
        marks = [e for e in entry.effects if isinstance(e, fx.SetStatus) and e.unit == word]
        endings += [status for e in marks for status in e.after if status not in e.before]
        for ending in endings:
            if has(f"{key}.{ending}"):
                key = f"{key}.{ending}"
        gone = [e for e in entry.effects if isinstance(e, fx.Move) and len(e.path) > 1]
        if action.decision in WALKED and gone:
            path = gone[0].path  # of those that go elsewhere in consequence the details tell
            units = tuple(e.unit for e in gone if e.path == path)
            return t(
                _number_of(f"say.move.{action.decision}", units),
                units=self.units(units),
                start=self.names.place_name(path[0]),
                end=self.names.place_name(path[-1]),
                length=_hexes(len(path) - 1),
            )
        side = entry.by if asked is None else asked.side
        unit = "" if asked is None else str(asked.args.get("unit", asked.args.get("gun", "")))
        place = "" if asked is None else str(asked.args.get("hex", asked.args.get("target", "")))
        place = sides[-1].hexside if sides else place
        chosen = action.option.split()
        words = [self._option_word(word) for word in chosen] or [""]
        pieces = [self.unit(word) for word in chosen if word in self.before.pieces]
        others = [self._option_word(word) for word in chosen if word not in self.before.pieces]
        return t(
            key if has(key) else "say.choose",
            side=self.names.side_name(side),
            decision=action.decision.replace("_", " "),
            option=" ".join(words),
            options=listed(words),
            targets=" ".join(filter(None, (listed(pieces), *others))),
            first=words[0],
            last=words[-1],
            count=action.option.rpartition(" ")[2],
            unit=self.unit(unit) if unit in self.before.pieces else unit,
            place=self.names.place_name(place) if place else "",
            division=str(asked.args.get("division", "")) if asked is not None else "",
            dice=_values(entry.dice) or "–",
            throws=self._throws(entry.dice) or "–",
        )

    def _throws(self, dice: Iterable[Dice]) -> str:
        """Describe each throw with its purpose: "10/4P: 5, 11/4P: 2"."""
        throws = ((self._thrown_for(d), _values([d])) for d in dice)
        return ", ".join(f"{what}: {values}" if what else values for what, values in throws)

    def _thrown_for(self, dice: Dice) -> str:
        kind, _, word = dice.reason.partition(":")
        what = self.unit(word) if word in self.before.pieces else game_word(self.game, word)
        own = f"throw.{self.game}.{kind}"
        return t(own, what=what) if has(own) else what

    def cause(self, dice: Dice) -> str:
        """Return the purpose of a die roll, with its name."""
        kind, colon, word = dice.reason.partition(":")
        if not colon and not has(f"aids.dice.of.{kind}"):
            return dice.reason.replace("_", " ")
        if has(f"throw.{self.game}.{kind}"):
            return self._thrown_for(dice)
        place = word in self.names.places or word in self.before.hexsides
        known = self.names.place_name(word) if place else game_word(self.game, word)
        what = self.unit(word) if word in self.before.pieces else known
        own, any_ = f"dice.{self.game}.{kind}", f"aids.dice.of.{kind}"
        text = t(own, subject="") if has(own) else t(any_) if has(any_) else kind.replace("_", " ")
        return f"{text.strip()} {what}".strip()

    def _option_word(self, word: str) -> str:
        """Describe a word of an option: a unit, a place, or one of the game's words."""
        if word in self.before.pieces:
            return self.unit(word)
        if word in self.names.places or word in self.before.hexsides:
            return self.names.place_name(word)
        if word in self.before.markers:
            return self.names.marker_name(self.before.markers[word].kind)
        name, _, value = word.partition("=")
        own = f"option.{self.game}.{name}"
        if value and has(own):
            return t(own, value=value)
        kind = word.rstrip(digits)
        own = f"option.{self.game}.{kind}"
        if kind != word and has(own):
            return t(own, points=word.removeprefix(kind))
        return t(f"option.{word}") if has(f"option.{word}") else game_word(self.game, word)

    def note(self, entry: Entry) -> str:
        assert isinstance(entry.action, act.Note)
        return entry.action.text

    def ask(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Ask)
        if action.name.startswith(DICE):
            return t("say.ask.dice", side=self.names.side_name(action.to))
        return t(
            "say.ask.options" if action.options else "say.ask",
            side=self.names.side_name(action.to),
            text=action.text,
            options=", ".join(action.options),
        )

    def answer(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.Answer)
        if action.name.startswith(DICE):
            return t("say.answer.dice", side=self.names.side_name(entry.by))
        words = ": ".join(word for word in (action.option, action.text) if word) or "–"
        return t("say.answer", side=self.names.side_name(entry.by), words=words)

    def own(self, action: act.OwnAction, effects: Iterable[fx.Effect] = ()) -> str:
        """Describe a game's own action with the message ``say.<kind>`` of the game's catalogue.

        If the catalogue has ``say.<kind>.<status>`` for a status that a named unit gets, or
        ``say.<kind>.<value>`` for the value of a field, that is the message.
        ``say.<kind>.short`` serves actions that leave out fields or name nobody. The arguments are
        the action's fields, with names for units and places. A kind without a message is reported
        as one of a newer version of the game.
        """
        fields = action.model_dump()
        worded = {name: self._field_word(v) for name, v in fields.items() if v not in ([], ())}
        if path := fields.get("path"):
            worded["path"] = " → ".join(map(self.names.place_name, (path[0], path[-1])))
        plain = f"say.{action.kind}"
        words = [value for value in fields.values() if isinstance(value, str)]
        got = [e for e in effects if isinstance(e, fx.SetStatus) and e.unit in words]
        gained = [status for e in got for status in e.after if status not in e.before]
        values = (f"{plain}.{word}" for word in (*gained, *words))
        for key in filter(has, (*values, plain, f"{plain}.short")):
            if fields_of(key) <= worded.keys():
                return t(key, **worded)
        return t("say.own.newer", kind=action.kind)

    def _field_word(self, value: object) -> str:
        if isinstance(value, list | tuple):
            return listed([self._field_word(v) for v in value])
        return self._option_word(value) if isinstance(value, str) else str(value)

    def set_rules(self, entry: Entry) -> str:
        action = entry.action
        assert isinstance(action, act.SetRules)
        parts = [t(f"say.rules.{action.mode}")] if action.mode else []
        for rule, level in action.house.items():
            parts.append(t(f"say.rules.house.{level or 'withdrawn'}", rule=rule))
        return " ".join(parts) or t("say.rules.same")


def _holds(entry: Entry) -> bool:
    """Return whether an entry leaves units engaged, like a defence that holds its hex (12.1.1)."""
    changes = [e for e in entry.effects if isinstance(e, fx.SetStatus)]
    return any("engaged" in e.after and "engaged" not in e.before for e in changes)


def _only_declares(entry: Entry) -> bool:
    """Return whether an attack is noted for later: a track alone changes, without dice."""
    noted = [e for e in entry.effects if isinstance(e, fx.SetTrack)]
    return not entry.dice and len(noted) == len(entry.effects) == 1


def _number_of(key: str, units: tuple[str, ...]) -> str:
    """Return a message key, or its plural variant if several units need another verb form."""
    return f"{key}.many" if len(units) > 1 and has(f"{key}.many") else key


def _hexes(count: int) -> str:
    return t("say.hexes.one" if count == 1 else "say.hexes.many", count=count)


def _path_moved(entry: Entry, action: act.MoveUnits) -> tuple[str, ...]:
    """Return the path that units moved along: the beginning of the ordered path if they stopped."""
    paths: dict[str, tuple[str, ...]] = {}
    for e in entry.effects:
        if isinstance(e, fx.Move) and e.unit in action.units:
            paths[e.unit] = (*paths.get(e.unit, ())[:-1], *e.path)
    ways = set(paths.values())
    way = ways.pop() if len(ways) == 1 else ()
    return way if len(way) > 1 and action.path[: len(way)] == way else action.path


def _fought(entry: Entry) -> list[str]:
    """Return hex, column, die and result of the fight that an entry records; empty if none."""
    tracks = [e for e in entry.effects if isinstance(e, fx.SetTrack) and e.track == "combat"]
    return str(tracks[-1].after).split(None, 3) if tracks else []


def _dice_count(entry: Entry) -> int:
    """Return the number of dice of an entry's first throw; 1 for an entry without dice."""
    return len(entry.dice[0].values) if entry.dice else 1


def _values(dice: Iterable[Dice]) -> str:
    return ", ".join(str(v) for d in dice for v in d.values)


def _die_text(dice: tuple[Dice, ...], drm: int) -> str:
    if not dice:
        return "–"
    values = _values(dice)
    total = sum(v for d in dice for v in d.values) + drm
    return f"{values} {drm:+d} = {total}".replace("-", "−") if drm else values


def _with(sentence: str, text: str) -> str:
    return f"{sentence} {text}" if text else sentence
