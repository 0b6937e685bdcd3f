"""Rules code shared by all games: ports, answers, judging, positions."""
