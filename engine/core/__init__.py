"""State, effects, actions, dice: the nouns every game shares. No rules, no files."""
