"""The computer as a player in the window."""
