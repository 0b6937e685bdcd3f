"""The umpire: the rules at the table, off, advising or enforced."""
