"""What a recorded game tells of itself: fights, luck, losses, points, moments worth a report."""
