"""Facts about a recorded game: fights, luck, losses, points, moments worth a report."""
