"""Answers of Normandy '44 to the questions of probe, window and command line."""
