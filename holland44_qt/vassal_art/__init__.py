"""Painting of VASSAL's maps and counters: sheets, pictures of pieces, pyramids of scales."""

ART = "art"
"""The name of the layer of foreign pictures, to be hidden as others are."""
