"""Facts about a recorded game: combats, luck, losses, points, moments worth reporting."""
