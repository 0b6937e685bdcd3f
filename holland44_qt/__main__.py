"""The `holland44` command."""

from __future__ import annotations

import signal
import sys

from engine.child_process import RUN_MODULE


def main() -> None:
    """Run the `holland44` command; answer `--version` without loading any command."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from engine.version import version_text

        print(version_text())
    elif arguments[:1] == [RUN_MODULE]:
        from runpy import run_module

        sys.argv = [arguments[1], *arguments[2:]]
        run_module(arguments[1], run_name="__main__")
    else:
        from engine import interrupts

        with interrupts.exits():
            from holland44_qt import command_line  # takes long enough to be interrupted

            try:
                command_line.main()
            finally:  # what was to be done is done: only the interpreter is still at work
                signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
