"""Computer players: they choose legal actions through the ports of the rules and name no game."""
