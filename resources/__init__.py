"""Games, geography, fonts and texts: data, reached through :mod:`importlib.resources`."""
