"""Searches over a board that several games share, independent of rule numbers and games."""
