"""Exports of a recorded game: visitors over entries and annotations."""
