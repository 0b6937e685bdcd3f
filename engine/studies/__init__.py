"""Tables of many games, and games played to answer a question."""
