"""Games whose maps and counters are pictures: boards of any size, pieces, playing with them."""

ART = "art"
"""The name of the layer of foreign pictures, to be hidden as others are."""
