"""Qt models: the data of lists and sliders, read from a recording."""
