"""The command line: one module for each family of commands, imported only when it is called."""
