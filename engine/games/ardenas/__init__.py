"""La Batalla de las Ardenas: the rules, reconstructed where the rulebook is lost."""
