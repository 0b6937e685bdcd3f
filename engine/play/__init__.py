"""Playing of games: opening, recording, what-ifs, exchange, signing, checks."""
