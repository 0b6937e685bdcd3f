"""The board on the screen: the drawn map, its themes and lettering."""
