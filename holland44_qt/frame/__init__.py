"""Frame of the window: toolbar, drawers and the inspector."""
