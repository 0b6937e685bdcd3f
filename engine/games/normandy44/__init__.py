"""Normandy '44: the rulebook of the game."""
