"""Games as data: modules are read, checked, compiled, corrected by their owners, and set up."""
