"""Widgets that know nothing of games."""
