"""The ``holland44`` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the ``holland44`` command; its version is told without any command."""
    if sys.argv[1:] == ["--version"]:
        from engine.version import told

        print(told())
        return
    from holland44_qt import command_line

    command_line.main()


if __name__ == "__main__":
    main()
