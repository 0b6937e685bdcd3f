"""After random moves, the log's position equals the table's."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.vassal.commands import Change, Move, Remove, Spot
from engine.vassal.players import EVERYTHING, Ids
from engine.vassal.replay import Table
from engine.vassal.tracker import Tracker
from tests.thoroughness import TIMES
from tests.unit.vassal import making

UNITS = [f"u{i}" for i in range(6)]
SPOTS = [(0, 0), (9, 9), (18, 0)]
PIECE = st.sampled_from([*UNITS, "s0", "s1"])
UNDER = st.sampled_from([None, *UNITS])
STEP = st.one_of(
    st.builds(
        lambda piece, new, under: making.move(piece, new, (0, 0), under),
        PIECE,
        st.sampled_from(SPOTS),
        UNDER,
    ),
    st.builds(lambda p: Move(p, Spot(None, 0, 0, None), Spot(None, 0, 0, None), None), PIECE),
    st.builds(Remove, PIECE),
    st.builds(
        lambda spot, held: making.stack("s1", *spot, *held),
        st.sampled_from(SPOTS),
        st.lists(st.sampled_from(UNITS), max_size=4),
    ),
    st.builds(
        lambda p, turn: Change(p, making.unit(p, 0, 0, turn=turn).state, None),
        PIECE,
        st.sampled_from("012"),
    ),
    st.builds(lambda p: making.unit(p, 9, 9), st.sampled_from(UNITS)),
)


@settings(max_examples=100 * TIMES)
@given(st.lists(STEP, max_size=25))
def test_effects_reproduce_the_table(steps):
    table = Table(Ids(b""))
    table.set_up([making.stack("s0", 0, 0, *UNITS[:3]), *(making.unit(u, 0, 0) for u in UNITS)])
    tracker = Tracker(table, EVERYTHING)
    batches = [tracker.step()]
    for step in steps:
        table.apply(step)
        batches.append(tracker.step())
    places = Places(("1000",), tracker.places)
    state = State()
    for batch in batches:
        state = apply(state, batch, places)
    held = {spot: list(table.on(spot)) for spot in {table.spot(p) for p in table.pieces}}
    on_maps = {spot: units for spot, units in held.items() if spot[0] is not None}
    assert {
        (info.map, info.x, info.y): list(state.stack(places.index(info.id)))
        for info in tracker.places.values()
        if state.stack(places.index(info.id))
    } == on_maps
    for units in held.values():
        assert len(units) == len(set(units))
