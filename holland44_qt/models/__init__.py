"""Models: what lists and sliders show, read from a recording."""
