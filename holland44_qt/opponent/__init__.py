"""The computer opponent in the window."""
