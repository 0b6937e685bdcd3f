"""The referee: the rules at the table, off, advising or enforced."""
