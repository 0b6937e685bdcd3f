"""The script that a built folder starts with."""

from holland44_qt.__main__ import main

main()
