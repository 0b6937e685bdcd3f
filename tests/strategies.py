"""Hypothesis strategies: effects that fit a state, entries, logs with branches, annotations."""

from __future__ import annotations

import string
from typing import Any

from hypothesis import strategies as st

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.log import annotations as aar
from engine.log.entry import Author, Entry, Header, Opened, RulebookName, Sealed, Verdict
from engine.log.tree import Log

HEXES = ("1000", "1001", "1002", "1100", "1101")
PLACES = Places(HEXES, ("pool", "eliminated-allied"))
PIECES = tuple(f"U{n}" for n in range(8))
SIDES = ("allied", "german")
STATUSES = ("disrupted", "engaged", "fired", "zerstört")
AT = "1944-09-17T13:00:00.000Z"

words = st.text(max_size=12)
places = st.sampled_from(PLACES.names)
sides = st.sampled_from(SIDES)
counts = st.integers(0, 2**31 - 1)
steps = st.integers(0, 4)
statuses = st.lists(st.sampled_from(STATUSES), max_size=5).map(tuple)
floats = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | floats | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
json_objects = st.dictionaries(words, json_values, max_size=3)
track_values = st.none() | st.integers(-50, 50) | floats | words
clocks = st.builds(fx.Clock, turn=st.integers(0, 30), phase=words, active=sides)
decisions = st.builds(fx.Decision, kind=words, side=sides, args=json_objects)
marker_fields = st.builds(
    fx.MarkerFields,
    kind=st.sampled_from(("traffic", "air")),
    at=places | st.just("1000/1001"),
    face=st.none() | words,
)


def _piece_fields(kind: type[fx.Place] | type[fx.Remove]) -> st.SearchStrategy[fx.Effect]:
    return st.builds(
        kind,
        unit=words,
        counter=words,
        side=words,
        at=words,
        index=counts,
        steps=counts,
        status=statuses,
    )


any_effect: st.SearchStrategy[fx.Effect] = st.one_of(
    _piece_fields(fx.Place),
    _piece_fields(fx.Remove),
    st.builds(
        fx.Move,
        unit=words,
        path=st.lists(words, min_size=1, max_size=4).map(tuple),
        from_index=counts,
        to_index=counts,
    ),
    st.builds(fx.SetSteps, unit=words, before=counts, after=counts),
    st.builds(fx.SetStatus, unit=words, before=statuses, after=statuses),
    st.builds(fx.SetSide, unit=words, before=words, after=words),
    st.builds(fx.Reveal, unit=words, before=words, after=words),
    st.builds(
        fx.SetMarker,
        marker=words,
        before=st.none() | marker_fields,
        after=st.none() | marker_fields,
    ),
    st.builds(fx.SetControl, hex=words, before=st.none() | words, after=st.none() | words),
    st.builds(fx.SetTrack, track=words, before=track_values, after=track_values),
    st.builds(fx.SetHexside, hexside=words, before=st.none() | words, after=st.none() | words),
    st.builds(fx.SetPhase, before=clocks, after=clocks),
    st.builds(fx.PushDecision, decision=decisions),
    st.builds(fx.PopDecision, decision=decisions),
)
"""Any effect of every kind, whether it fits anything or not."""


@st.composite
def fitting_effect(draw: st.DrawFn, state: State) -> fx.Effect:
    """Generate an effect of any kind that is possible on a state."""
    makers = [_marker, _control, _track, _hexside, _phase, _push]
    if len(state.pieces) < len(PIECES):
        makers += [_place] * 3
    if state.pieces:
        makers += [_remove, _move, _move, _move, _steps, _status, _side, _reveal]
    if state.pending:
        makers.append(_pop)
    effect: fx.Effect = draw(st.sampled_from(makers))(draw, state)
    return effect


@st.composite
def fitting_effects(
    draw: st.DrawFn, state: State, min_size: int = 0, max_size: int = 8
) -> tuple[fx.Effect, ...]:
    """Generate effects that fit a state one after the other."""
    found: list[fx.Effect] = []
    for _ in range(draw(st.integers(min_size, max_size))):
        effect = draw(fitting_effect(state))
        found.append(effect)
        state = apply(state, (effect,), PLACES)
    return tuple(found)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Generate positions that play can reach."""
    return apply(State(), draw(fitting_effects(State(), 2, 16)), PLACES)


@st.composite
def trees(draw: st.DrawFn, header: Header, max_size: int = 24) -> Log:
    """Generate logs with branches whose effects fit the position of their parent."""
    log = Log(header)
    at: dict[int, State] = {0: State()}
    for number in range(1, draw(st.integers(1, max_size)) + 1):
        parent = draw(st.just(number - 1) | st.integers(0, number - 1))
        effects = draw(fitting_effects(at[parent], max_size=4))
        action = act.ManualEdit(effects=effects)
        entry = Entry(id=number, parent=parent, at=AT, by="allied", action=action, effects=effects)
        log.add(entry)
        at[number] = apply(at[parent], effects, PLACES)
    return log


def _unit(draw: st.DrawFn, state: State) -> str:
    return draw(st.sampled_from(sorted(state.pieces)))


def _place(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = draw(st.sampled_from([p for p in PIECES if p not in state.pieces]))
    at = draw(places)
    index = draw(st.integers(0, len(state.stack(PLACES.index(at)))))
    return fx.Place(
        unit=unit,
        counter=unit,
        side=draw(sides),
        at=at,
        index=index,
        steps=draw(steps),
        status=draw(statuses),
    )


def _remove(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = _unit(draw, state)
    piece = state.pieces[unit]
    return fx.Remove(
        unit=unit,
        counter=piece.counter,
        side=piece.side,
        at=PLACES.name(piece.place),
        index=state.stack(piece.place).index(unit),
        steps=piece.steps,
        status=tuple(piece.status),
    )


def _move(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = _unit(draw, state)
    start = state.pieces[unit].place
    path = (PLACES.name(start), *draw(st.lists(places, max_size=3)))
    end = PLACES.index(path[-1])
    room = len(state.stack(end)) - (start == end)
    return fx.Move(
        unit=unit,
        path=path,
        from_index=state.stack(start).index(unit),
        to_index=draw(st.integers(0, room)),
    )


def _steps(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = _unit(draw, state)
    return fx.SetSteps(unit=unit, before=state.pieces[unit].steps, after=draw(steps))


def _status(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = _unit(draw, state)
    before = tuple(state.pieces[unit].status)
    return fx.SetStatus(unit=unit, before=before, after=draw(statuses))


def _side(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = _unit(draw, state)
    return fx.SetSide(unit=unit, before=state.pieces[unit].side, after=draw(sides))


def _reveal(draw: st.DrawFn, state: State) -> fx.Effect:
    unit = _unit(draw, state)
    return fx.Reveal(unit=unit, before=state.pieces[unit].counter, after=draw(words))


def _marker(draw: st.DrawFn, state: State) -> fx.Effect:
    marker = draw(st.sampled_from(("m1", "m2", "m3")))
    held = state.markers.get(marker)
    before = None
    if held is not None:
        before = fx.MarkerFields(kind=held.kind, at=held.at, face=held.face)
    return fx.SetMarker(marker=marker, before=before, after=draw(st.none() | marker_fields))


def _control(draw: st.DrawFn, state: State) -> fx.Effect:
    name = draw(places)
    before = state.control.get(PLACES.index(name))
    return fx.SetControl(hex=name, before=before, after=draw(st.none() | sides))


def _track(draw: st.DrawFn, state: State) -> fx.Effect:
    track = draw(st.sampled_from(("weather", "vp")))
    return fx.SetTrack(track=track, before=state.tracks.get(track), after=draw(track_values))


def _hexside(draw: st.DrawFn, state: State) -> fx.Effect:
    name = draw(st.sampled_from(("1000/1001", "1001/1100")))
    after = draw(st.none() | st.sampled_from(("wired", "intact", "blown")))
    return fx.SetHexside(hexside=name, before=state.hexsides.get(name), after=after)


def _phase(draw: st.DrawFn, state: State) -> fx.Effect:
    return fx.SetPhase(before=state.clock, after=draw(clocks))


def _push(draw: st.DrawFn, state: State) -> fx.Effect:
    return fx.PushDecision(decision=draw(decisions))


def _pop(draw: st.DrawFn, state: State) -> fx.Effect:
    return fx.PopDecision(decision=state.pending[-1])


dice = st.integers(1, 100).flatmap(
    lambda most: st.lists(st.integers(1, most), min_size=1, max_size=5).flatmap(
        lambda values: st.builds(
            Dice,
            sides=st.just(most),
            count=st.just(len(values)),
            values=st.just(tuple(values)),
            source=st.sampled_from(("rolled", "entered", "imported", "scripted")),
            reason=words,
        )
    )
)
_told = st.lists(any_effect, max_size=3).map(tuple)
_several = st.lists(words, min_size=1, max_size=3).map(tuple)
_names = st.text(string.ascii_letters, min_size=1, max_size=12)
any_action: st.SearchStrategy[act.Action] = st.one_of(
    st.builds(act.Setup, scenario=words),
    st.builds(act.ManualEdit, effects=_told, text=words),
    st.builds(
        act.MoveUnits,
        units=_several,
        path=st.lists(words, min_size=2, max_size=4).map(tuple),
        mode=words,
        text=words,
    ),
    st.builds(act.Roll, sides=st.integers(1, 20), count=st.integers(1, 9), reason=words),
    st.builds(
        act.Consult,
        effects=_told,
        table=words,
        column=st.none() | words,
        drm=st.integers(-9, 9),
        result=words,
        units=_several,
        at=st.none() | words,
        text=words,
    ),
    st.builds(
        act.Combat,
        effects=_told,
        label=words,
        attackers=_several,
        defenders=_several,
        target=words,
        support=_several,
        lead=st.none() | words,
        attack=floats,
        defense=floats,
        shifts=st.lists(st.builds(act.Shift, by=st.integers(-9, 9), why=words), max_size=3).map(
            tuple
        ),
        column=words,
        result=words,
        text=words,
    ),
    st.builds(act.RevealUnit, unit=words, pool=words),
    st.builds(act.SetClock, turn=counts, phase=words, active=words),
    st.builds(act.NextPhase),
    st.builds(act.Ask, name=_names, to=words, text=_names, options=_several),
    st.builds(act.Answer, name=_names, option=words, text=words),
    st.builds(
        lambda kind, more: act.OwnAction.model_validate({**more, "kind": kind}),
        st.sampled_from(("test.lift", "test.drop_zone")),
        json_objects,
    ),
    st.builds(
        act.DeclareAttack,
        attackers=_several,
        target=words,
        artillery=_several,
        air=st.integers(0, 9),
        lead=st.none() | words,
        attached=st.none() | words,
    ),
    st.builds(act.Choose, decision=words, option=words),
    st.builds(act.Note, text=st.text(min_size=1, max_size=20)),
)
"""Any action of every kind."""

verdicts = st.builds(
    Verdict,
    rule=words,
    level=st.sampled_from(("forbid", "warn", "info", "grants")),
    key=words,
    args=json_objects,
    units=_several,
    hexes=_several,
    fix=st.none() | words,
)


_hashes = st.text("0123456789abcdef", min_size=64, max_size=64)
_openings = st.builds(Opened, name=_names, value=json_objects, salt=_names)
authors = st.builds(
    Author,
    name=_names,
    kind=st.sampled_from(("person", "program")),
    key=st.none() | _hashes.map("ed25519:{}".format),
)


@st.composite
def entries(draw: st.DrawFn, number: int | None = None) -> Entry:
    """Generate any entry: its effects are its action's own, or others."""
    entry_id = number or draw(st.integers(1, 10_000))
    action = draw(any_action)
    own: Any = getattr(action, "effects", ())
    return Entry(
        id=entry_id,
        parent=draw(st.integers(0, entry_id - 1)),
        at=draw(words),
        by=draw(words),
        action=action,
        dice=tuple(draw(st.lists(dice, max_size=2))),
        verdicts=tuple(draw(st.lists(verdicts, max_size=2))),
        effects=draw(st.just(own) | _told),
        digest=draw(st.none() | st.just("0" * 32)),
        author=draw(st.none() | authors),
        rules=draw(st.just("") | _names),
        sealed=tuple(draw(st.lists(st.builds(Sealed, name=_names, hash=_hashes), max_size=2))),
        opened=tuple(draw(st.lists(_openings, max_size=1))),
    )


_ids = st.text("abcdef0123456789.", min_size=1, max_size=12)
headers = st.builds(
    Header,
    id=st.text(min_size=1, max_size=12),
    game=words,
    module=words,
    module_hash=words,
    rulebook=st.none() | st.builds(RulebookName, id=_ids, version=_ids),
    scenario=words,
    title=words,
    created=words,
    options=json_objects,
    enforcement=st.sampled_from(("off", "advisory", "enforced")),
    players=st.dictionaries(words, words, max_size=2),
)

_brushes = st.sampled_from(("red", "blue", "green", "yellow", "black", "white"))
shapes: st.SearchStrategy[aar.Shape] = st.one_of(
    st.builds(aar.Arrow, brush=_brushes, hexes=st.lists(words, min_size=2, max_size=4).map(tuple)),
    st.builds(aar.HexShape, brush=_brushes, hex=words),
    st.builds(aar.Circle, brush=_brushes, hex=words, radius=st.floats(0.1, 50)),
    st.builds(aar.Label, brush=_brushes, hex=words, text=words),
)
annotation_files = st.builds(
    aar.Annotations,
    log=words,
    title=words,
    author=words,
    language=words,
    intro=words,
    entries=st.dictionaries(
        st.integers(1, 10_000),
        st.builds(
            aar.Annotation,
            comment=words,
            glyph=st.sampled_from((None, "!", "!?", "?!", "??", "?", "!!", "⚑")),
            chapter=st.none() | words,
            bookmark=st.booleans(),
            shapes=st.lists(shapes, max_size=3).map(tuple),
            camera=st.none() | st.builds(aar.Camera, hexes=_several),
        ),
        max_size=3,
    ),
)
