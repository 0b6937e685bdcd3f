"""State, effects, actions and dice, shared by all games. Independent of rules and files."""
