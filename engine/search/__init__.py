"""Searches over a board that several games share; they know no rule numbers and no game."""
