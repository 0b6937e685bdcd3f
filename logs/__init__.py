"""Recorded games that come with the program."""
