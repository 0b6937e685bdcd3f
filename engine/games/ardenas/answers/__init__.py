"""Answers that the game presents in its own way to window, probe and command line."""
