"""Painting of VASSAL's maps and counters: sheets, pictures of pieces, image pyramids."""

ART = "art"
"""Name of the layer of the module's pictures, which can be hidden like other layers."""
