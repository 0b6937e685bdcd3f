"""The window's frame: the bar, the rail with its drawers, the inspector."""
