"""Games as data: modules read, checked, compiled, corrected by their owners, set up."""
