import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.core.counters import Arrival, Counter, CounterFile, CounterSet, Face, Formation


def unit(**changes):
    fields = {
        "id": "A",
        "count": 1,
        "side": "allied",
        "nationality": "British",
        "formation": "1 Div",
        "designation": "A Company",
        "label": "A",
        "kind": "infantry",
        "symbol": "infantry",
        "role": "combat",
        "size": "II",
        "mechanized": False,
        "vehicle": False,
        "tank": False,
        "quality": "normal",
        "steps": 3,
        "front": Face(attack=5, defense=7, movement=3, steps=3),
        "back": Face(attack=3, defense=5, movement=3, steps=2, means="reduced"),
        "arrival": Arrival(how="box"),
        "basis": "stated",
    }
    return Counter(**(fields | changes))


def game(*counters):
    return CounterSet(
        CounterFile(
            format="h44counters/1",
            game="test",
            nationalities={"British": "#d8bd8c"},
            formations=(Formation(id="1 Div", short="1", colors=("#ff0000",), basis="stated"),),
            counters=counters,
        )
    )


REMNANT = unit(
    id="R",
    count=2,
    role="remnant",
    mechanized=True,
    steps=1,
    labels=("A", "B"),
    front=Face(attack=1, defense=3, movement=5, steps=1),
    back=Face(attack=1, defense=3, movement=3, steps=1, means="foot"),
)
ARTILLERY = unit(
    id="G",
    steps=1,
    front=Face(attack=0, defense=2, movement=1, steps=1, support=True, range=6),
    back=Face(attack=0, defense=2, movement=1, steps=1, means="fired"),
)


def test_pieces_are_numbered_where_there_are_several():
    assert unit().pieces() == ("A",)
    assert unit(count=3).pieces() == ("A-1", "A-2", "A-3")
    assert unit(count=2, pieces_named=("A-north", "A-south")).pieces() == ("A-north", "A-south")


def test_a_single_piece_answers_to_both_names():
    counters = game(unit(), REMNANT)
    assert counters.resolve("A-1") == counters.resolve("A") == "A"
    assert counters.resolve("R-2") == "R-2"
    assert counters.of("A-1").id == "A"
    assert "A-1" in counters
    assert counters.pieces == ("A", "R-1", "R-2")


@pytest.mark.parametrize("name", ["R", "A-2", "R-3", "", "B"])
def test_unknown_names_have_no_piece(name):
    counters = game(unit(), REMNANT)
    assert name not in counters
    with pytest.raises(KeyError):
        counters.resolve(name)


def test_labels_of_pieces():
    counters = game(unit(), REMNANT)
    assert [counters.label(piece) for piece in counters.pieces] == ["A", "A", "B"]


def test_faces_follow_the_steps():
    battalion = unit()
    assert battalion.face_for(3).attack == 5
    assert battalion.face_for(2).attack == 3
    assert battalion.needs_remnant(1)
    with pytest.raises(ValueError, match="remnant"):
        battalion.face_for(1)
    two_steps = unit(
        steps=2,
        front=Face(attack=4, defense=5, movement=3, steps=2),
        back=Face(attack=2, defense=3, movement=3, steps=1, means="reduced"),
    )
    assert two_steps.face_for(1).attack == 2


def test_a_back_for_a_status_follows_it():
    assert ARTILLERY.face_for(1).support
    assert not ARTILLERY.face_for(1, {"fired"}).support
    assert ARTILLERY.face_name(1, {"disrupted"}) == "front"


def test_the_foot_side_of_a_motorized_counter_is_not_mechanized():
    assert REMNANT.is_mechanized()
    assert not REMNANT.is_mechanized("back")


def test_remnants_belong_to_the_side_of_their_parent():
    tanks = REMNANT.model_copy(update={"id": "RT", "kind": "tank"})
    counters = game(unit(), unit(id="M", mechanized=True), unit(id="T", tank=True), REMNANT, tanks)
    assert [(c.id, f) for c, f in counters.remnants_for(counters.of("A"))] == [("R", "back")]
    assert [(c.id, f) for c, f in counters.remnants_for(counters.of("M"))] == [("R", "front")]
    assert [c.id for c, _ in counters.remnants_for(counters.of("T"))] == ["RT"]
    # A side without remnants of tanks gives its tanks the others.
    plain = game(unit(id="T", tank=True), REMNANT)
    assert [c.id for c, _ in plain.remnants_for(plain.of("T"))] == ["R"]
    assert counters.breakdowns_for(counters.of("A")) == ()
    assert counters.remnants_for(REMNANT) == ()


def test_airborne_remnants_stay_in_their_division():
    para = unit(id="P", airborne=True, division="1")
    own = REMNANT.model_copy(update={"id": "R1", "airborne": True, "division": "1"})
    other = REMNANT.model_copy(update={"id": "R82", "airborne": True, "division": "82"})
    counters = game(para, own, other, REMNANT)
    assert [c.id for c, _ in counters.remnants_for(para)] == ["R1"]


def test_the_armour_value_distinguishes_tanks_and_guns():
    assert Face(attack=1, defense=1, movement=5, steps=1, armor=3).armor_value == 3
    assert Face(attack=1, defense=1, movement=5, steps=1, antitank=4).armor_value == 4
    assert Face(attack=1, defense=1, movement=5, steps=1).armor_value is None


def test_files_have_no_unknown_fields():
    data = game(unit()).file.model_dump_json()
    assert CounterSet.load(data.encode()).of("A") == unit()
    with pytest.raises(ValidationError):
        CounterSet.load(data.replace('"game"', '"gane"').encode())


@given(st.integers(1, 40), st.text(alphabet="ABC/-+ß 1", min_size=1, max_size=8))
def test_every_piece_is_found_again(count, name):
    counters = game(unit(id=name, count=count))
    assert len(counters.pieces) == count
    assert all(counters.of(piece).id == name for piece in counters.pieces)
