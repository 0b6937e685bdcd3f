"""Answers of Holland '44 to the questions of probe, window and command line, by subject."""
