"""The command line: one module a family of commands, none imported before it is called."""
