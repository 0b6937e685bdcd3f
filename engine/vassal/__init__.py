"""VASSAL modules, saves and logs: read, described, imported. Does not use Qt.

The code follows the formats of real files and contains none of VASSAL's code.
"""

GAMES, MODULES = (".vlog", ".vsav", ".log", ".sav"), (".vmod", ".mod")
"""File extensions of VASSAL."""
TABLE = "vassal/table.json"
"""The file that replaces the board in a module from VASSAL."""
