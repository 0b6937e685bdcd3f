"""The rules of Holland '44, one file per chapter of the rulebook."""
