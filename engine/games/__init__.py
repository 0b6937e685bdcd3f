"""One package per game. A game never imports another."""
