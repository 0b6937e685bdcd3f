"""Holland '44: Operation Market-Garden."""
