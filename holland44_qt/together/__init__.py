"""Shared games in the window: host, join, and the state of the connection."""
