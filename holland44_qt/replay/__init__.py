"""Replay window: a recorded game stepped through on its board."""
