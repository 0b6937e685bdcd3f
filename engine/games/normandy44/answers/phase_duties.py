"""What a phase owes and allows, who is still to come, how the game stands, decisions in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.decisions import DECISIONS
from engine.games.normandy44.orders import AGAIN, NAVAL, marker_verdicts
from engine.games.normandy44.position import Situation
from engine.games.normandy44.resolution import FIGHT
from engine.games.normandy44.rules.ch03_sequence import is_over
from engine.games.normandy44.rules.ch06_arrivals import (
    MOBILISATION,
    cost_of,
    entry_hexes,
    is_due,
    landing_hexes,
    points_left,
)
from engine.games.normandy44.rules.ch07_stacking import overfull
from engine.games.normandy44.rules.ch10_combat import could_attack
from engine.games.normandy44.rules.ch15_reserve import STACKS
from engine.games.normandy44.rules.ch18_supply import open_beaches
from engine.games.normandy44.rules.ch19_air_and_naval import air_left
from engine.games.normandy44.rules.ch20_assault import BY_NAME, due
from engine.games.normandy44.rules.ch23_victory import (
    CAMPAIGN_POINTS,
    SEVEN_TURN_POINTS,
    broken_units,
    cherbourg_won,
    closed_beaches,
    points,
    seven_turn_items,
    worth,
)
from engine.games.normandy44.units import Unit
from engine.games.normandy44.vocabulary import (
    ALLIED,
    ARMIES,
    GAME,
    GERMAN,
    IN_BRITAIN,
    IP,
    MOVEMENT,
    REPLACED,
    REPLACEMENT_PHASE,
    RESERVE,
    SIDES,
    enemy_of,
)
from engine.i18n import t
from engine.log.effect_words import Names
from engine.rules import answers as say
from engine.rules.registry import is_legal, text
from engine.rules.situations.decisions import Choice

# -- decisions in words ---------------------------------------------------------------------------


def question(situation: Situation, names: Names) -> say.Question | None:
    """The decision that waits, in words, with every answer the rules allow."""
    if not situation.state.pending:
        return None
    asked = situation.state.pending[-1]
    record = FIGHT.of(situation)
    options = tuple(_option(situation, names, c) for c in DECISIONS.choices_of(situation, asked))
    facts: dict[str, object] = {"hex": "", "result": "", "hexes": 2, "steps": 0}
    facts |= {"division": "", "army": "", "points": 0} | dict(asked.args)
    battle = None
    if "hex" in asked.args:
        number = str(asked.args["hex"])
        battle = situation.ground.index[number]
        facts["hex"] = names.place_name(number)
    elif record is not None:
        battle = situation.ground.index[record.target]
        facts |= {
            "hex": names.place_name(record.target),
            "result": record.result,
            "hexes": record.hexes,
            "steps": record.losses[0] if record.losses else 0,
        }
    title = t(
        f"decide.{GAME}.title",
        side=names.side_name(asked.side),
        what=DECISIONS.kind_name(asked.kind),
    )
    sentence = t(f"decide.{GAME}.{asked.kind}.text", **facts)
    places = [o.place for o in options if o.place is not None]
    places += [situation.units[u].place for o in options for u in o.units if u in situation.units]
    on_map = tuple(p for p in dict.fromkeys(places) if situation.places.is_hex(p))
    return say.Question(asked.kind, asked.side, title, sentence, options, "", battle, on_map)


def _option(situation: Situation, names: Names, choice: Choice) -> say.Option:
    who = [unit_name(situation, names, u) for u in choice.units]
    place = choice.path[-1] if choice.path else None
    tag = ""
    if choice.word == "landing":
        where, column = t(f"word.{GAME}.{choice.id}"), t(f"column.{GAME}.{BY_NAME[choice.id][2]}")
        words = t(f"option.{GAME}.landing", place=where, units=", ".join(who), column=column)
    elif place is not None:
        where = names.place_name(situation.number(place))
        words = t(f"option.{GAME}.way", unit=", ".join(who), place=where)
        tag = t(f"option.{GAME}.steps", steps=choice.losses) if choice.losses else ""
    elif choice.word == "hold":
        key = "hold_support" if len(who) > 1 else "hold"
        words = t(f"option.{GAME}.{key}", unit=who[0], support=who[-1])
    elif choice.word:
        last = choice.id.split()[-1]
        words = t(f"option.{GAME}.{choice.word}", unit=", ".join(who), count=last)
    else:
        words = ", ".join(who)
    if place is None and choice.units and choice.units[0] in situation.units:
        place = situation.units[choice.units[0]].place
    return say.Option(choice.id, words, place, choice.path, choice.units, None, tag)


def unit_name(situation: Situation, names: Names, unit: str) -> str:
    """A unit in a sentence; ships and the guns of Caen by their words."""
    if unit in ("naval", "caen"):
        return t(f"choice.{GAME}.{unit}")
    if unit.endswith(AGAIN):
        return t(f"choice.{GAME}.again", unit=unit_name(situation, names, unit.rstrip(AGAIN)))
    piece = situation.state.pieces.get(unit)
    return names.unit_name(piece.counter if piece is not None else unit)


def barred(situation: Situation, names: Names) -> Mapping[int, say.Barred]:
    """The hexes beside units that retreat or advance which are no answer, and why."""
    if not situation.state.pending:
        return {}
    asked = situation.state.pending[-1]
    if asked.kind not in ("retreat", "advance"):
        return {}
    options = DECISIONS.choices_of(situation, asked)
    open_ = {c.path[-1] for c in options if c.path}
    found: dict[int, say.Barred] = {}
    for name in dict.fromkeys(u for c in options for u in c.units):
        unit = situation.units.get(name)
        for hex_ in situation.ground.ring[unit.place] if unit is not None else ():
            if hex_ in open_ or hex_ in found:
                continue
            said = DECISIONS.refusal(situation, asked, f"{name} {situation.number(hex_)}")
            said = [v for v in said if not v.key.endswith(".no_option")]
            if said:
                tag = ", ".join(dict.fromkeys(v.rule for v in said))
                found[hex_] = say.Barred(tag, " ".join(f"{text(v)} ({v.rule})" for v in said))
    return found


# -- what is owed ---------------------------------------------------------------------------------


def checklist(situation: Situation, names: Names) -> tuple[say.CheckItem, ...]:
    """What the active side owes and may do in the phase, what is owed first."""
    found: list[say.CheckItem] = []
    asked = question(situation, names)
    if asked is not None:
        found.append(say.CheckItem("owed", asked.title, asked.places))
    if situation.active in SIDES and not is_over(situation):
        match situation.phase:
            case "invasion":
                found += _invasion(situation)
            case "replacement":
                found += _replacement(situation, names)
            case "movement":
                found += _movement(situation, names)
            case "combat" | "reserve_combat":
                found += _combat(situation, names)
    return tuple(found)


def _invasion(situation: Situation) -> Iterator[say.CheckItem]:
    for name in due(situation):
        said = t(f"check.{GAME}.landing", name=t(f"word.{GAME}.{name}"))
        hex_ = situation.ground.index[BY_NAME[name][1]]
        yield say.CheckItem("possible", said, (hex_,), rule="20.3.1")


def _replacement(situation: Situation, names: Names) -> Iterator[say.CheckItem]:
    prefix = tracks.REPLACEMENTS
    for name in sorted(situation.state.tracks):
        left = situation.track(name)
        army = name.removeprefix(prefix).partition("/")[0]
        mine = (army == GERMAN) == (situation.active == GERMAN)
        if name.startswith(prefix) and left and mine:
            said = t(f"check.{GAME}.replacement", kind=name.removeprefix(prefix), count=left)
            spare = say.Spare(REPLACED)
            yield say.CheckItem("possible", said, rule="6.1a", spare=spare)
    for box in MOBILISATION if situation.active == GERMAN else ():
        waiting = situation.box(box)
        if waiting and tracks.MOBILISED + box not in situation.state.tracks:
            said = t(f"check.{GAME}.mobilise", box=names.place_name(box))
            yield say.CheckItem("possible", said, (), (waiting[0].id,), rule="6.7a")


def _movement(situation: Situation, names: Names) -> Iterator[say.CheckItem]:
    side = situation.active
    for owner, hex_ in overfull(situation):
        if owner == side:
            said = t(f"check.{GAME}.overfull", hex=names.place_name(situation.number(hex_)))
            yield say.CheckItem("warning", said, (hex_,), rule="7.2b")
    stacks = len({u.place for u in situation.own(side) if RESERVE in u.status})
    if situation.phase == MOVEMENT and stacks < STACKS:
        said = t(f"check.{GAME}.reserve", count=STACKS - stacks)
        yield say.CheckItem("possible", said, rule="15.1b", spare=say.Spare(RESERVE))
    if side == ALLIED:
        for army in ARMIES:
            left = points_left(situation, army)
            if left > 0:
                said = t(f"check.{GAME}.points", army=t(f"army.{GAME}.{army}"), count=left)
                yield say.CheckItem("possible", said, rule="6.5.1a")
    for name in sorted(situation.state.pieces):
        unit = situation.waiting(name)
        if unit is None or unit.side != side or not is_due(situation, unit):
            continue
        if situation.number(unit.place).startswith(("in-britain", "mobilisation")):
            continue
        said = t(f"check.{GAME}.arrival", unit=unit_name(situation, names, unit.id))
        yield say.CheckItem("possible", said, (), (unit.id,), rule="6.6a")


def _combat(situation: Situation, names: Names) -> Iterator[say.CheckItem]:
    side = situation.active
    for hex_ in sorted(situation.stacks[enemy_of(side)]):
        near = [
            u.id
            for i in situation.ground.ring[hex_]
            for u in situation.stacks[side].get(i, ())
            if could_attack(situation, u, hex_)
        ]
        if near and tracks.STRUCK + situation.number(hex_) not in situation.state.tracks:
            said = t(f"check.{GAME}.may_attack", hex=names.place_name(situation.number(hex_)))
            yield say.CheckItem("possible", said, (hex_,), tuple(near), hex_, "10.1a")
    if side == ALLIED and air_left(situation):
        said = t(f"check.{GAME}.air", count=air_left(situation))
        spare = say.Spare("jabos", "air")
        yield say.CheckItem("possible", said, rule="19.1.2", spare=spare)
    if side == ALLIED:
        for army in ARMIES:
            left = situation.track(tracks.NAVAL + army)
            if left:
                said = t(f"check.{GAME}.naval", army=t(f"army.{GAME}.{army}"), count=left)
                spare = say.Spare(NAVAL, NAVAL)
                yield say.CheckItem("possible", said, rule="19.2a", spare=spare)


# -- orders ---------------------------------------------------------------------------------------


def orders(situation: Situation, names: Names, units: list[str]) -> tuple[say.Order, ...]:
    """What units may be told beside moves and attacks: replacement, reserve, position, removal."""
    found = []
    for name in units:
        unit = situation.any_unit(name)
        if unit is None or situation.state.pending:
            continue
        wanted: list[tuple[str, bool]] = []
        if situation.phase == REPLACEMENT_PHASE:
            wanted.append((REPLACED, True))
        if situation.phase == MOVEMENT:
            wanted += [(RESERVE, RESERVE not in unit.status), (IP, True)]
        elif RESERVE in unit.status:
            wanted.append((RESERVE, False))
        if unit.type.kind == "strongpoint":
            wanted.append(("remove", True))
        for marker, on in wanted:
            action = act.PlaceMarker(unit=name, marker=marker, on=on)
            if is_legal(marker_verdicts(situation, action)):
                key = marker if on else f"no_{marker}"
                said = t(f"order.{GAME}.{key}", unit=unit_name(situation, names, name))
                found.append(say.Order(said, action))
    return tuple(found)


# -- who comes ------------------------------------------------------------------------------------


def arrivals(situation: Situation, names: Names, turn: int | None) -> tuple[say.Arrival, ...]:
    """Who may come in now, and who comes in later turns."""
    found = []
    for name in sorted(situation.state.pieces):
        unit = situation.waiting(name)
        if unit is None:
            continue
        box = situation.number(unit.place)
        if is_due(situation, unit):
            if turn in (None, situation.turn):
                found.append(_arrival(situation, names, unit, situation.turn, waiting=True))
        elif box.startswith("turn-"):
            due_on = max(int(box.removeprefix("turn-")), situation.turn)
            if turn in (None, due_on) and due_on <= situation.setting.last_turn:
                found.append(_arrival(situation, names, unit, due_on, waiting=False))
    return tuple(sorted(found, key=lambda a: (a.turn, not a.waiting)))


def _arrival(
    situation: Situation, names: Names, unit: Unit, turn: int, *, waiting: bool
) -> say.Arrival:
    box = situation.number(unit.place)
    places: tuple[int, ...]
    if box.startswith("mobilisation-"):
        places, how = situation.ground.hexes(MOBILISATION[box]), "mobilisation"
    elif unit.side == GERMAN:
        places, how = entry_hexes(situation, unit), "edge"
    elif unit.type.how == "glider" and box.startswith("turn-"):
        places, how = (), "glider"
    else:
        places = tuple(landing_hexes(situation, unit))
        how = "britain" if box == IN_BRITAIN else "follow_up"
    said = t(f"arrive.{GAME}.{how}", cost=cost_of(unit), colour=unit.type.where)
    return say.Arrival(turn, unit.side, (unit.id,), places, said, waiting)


# -- how it stands --------------------------------------------------------------------------------


def standing(situation: Situation, names: Names) -> say.Standing:
    """Points, what they come from, and who has won (23 to 26)."""
    total = points(situation)
    objectives = list(_objectives(situation, names))
    won = situation.state.tracks.get(tracks.WINNER)
    winner = None if won is None else str(won)
    if winner is not None:
        said = t(f"stand.{GAME}.won", side=names.side_name(winner), points=total)
    elif situation.scenario == "cherbourg":
        key = "cherbourg_yes" if cherbourg_won(situation) else "cherbourg_no"
        said = t(f"stand.{GAME}.{key}")
    else:
        seven = situation.scenario == "seven_turns"
        needed = SEVEN_TURN_POINTS if seven else CAMPAIGN_POINTS
        said = t(f"stand.{GAME}.needed", points=total, needed=needed)
    return say.Standing({ALLIED: total, GERMAN: 0}, tuple(objectives), winner, text=said)


def _objectives(situation: Situation, names: Names) -> Iterator[say.Objective]:
    if situation.scenario == "seven_turns":
        for name, hex_, by, rule in seven_turn_items(situation):
            where = "" if hex_ is None else names.place_name(situation.number(hex_))
            said = t(f"stand.{GAME}.{name}", place=where)
            key = name if hex_ is None else situation.number(hex_)
            yield say.Objective(key, said, hex_, ALLIED, {ALLIED: by}, rule)
    elif situation.scenario == "campaign":
        for side in (ALLIED, GERMAN):
            for hex_ in sorted(situation.ground.with_mark(f"vp_{side}")):
                number = situation.number(hex_)
                said = t(f"stand.{GAME}.place", place=names.place_name(number))
                value = {side: worth(situation, hex_)}
                rule = "24.3.1a" if side == ALLIED else "24.3.1b"
                yield say.Objective(number, said, hex_, situation.control(hex_), value, rule)
    if situation.scenario != "cherbourg":
        for nation, key, rule in (("US", "us_units", "23.3b"), ("British", "cw_units", "23.3c")):
            count = len(broken_units(situation, nation))
            yield say.Objective(key, t(f"stand.{GAME}.{key}", count=count), None, None, {}, rule)
        count = len(closed_beaches(situation))
        open_ = ", ".join(sorted(open_beaches(situation)))
        said = t(f"stand.{GAME}.beaches", count=count, open=open_ or "–")
        yield say.Objective("beaches", said, None, None, {}, "23.3a")


# -- gestures -------------------------------------------------------------------------------------


def meant(situation: Situation, action: act.Action) -> act.Action:
    """What a drag means: in a decision its answer, else a move by the best way there is."""
    if not isinstance(action, act.MoveUnits):
        return action
    target = action.path[-1]
    if situation.state.pending:
        asked = situation.state.pending[-1]
        fitting = [
            c
            for c in DECISIONS.choices_of(situation, asked)
            if c.path
            and situation.number(c.path[-1]) == target
            and set(c.units) == set(action.units)
        ]
        if not fitting:
            return action
        led = [c for c in fitting if tuple(map(situation.number, c.path)) == action.path]
        return act.Choose(decision=asked.kind, option=(led or fitting)[0].id)
    return action
