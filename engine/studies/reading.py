"""Subprocess of the window that reads the logs below a folder: ``python -m … FOLDER``.

It prints its progress as lines "done total", and the logs that were left out to standard error.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.core.errors import UserError
from engine.i18n import t
from engine.studies.game_library import FILE, Library


def main(arguments: list[str]) -> int:
    """Read the logs; return exit code 1, after printing one sentence, on failure."""
    folder, left_out = Path(arguments[0]), list[str]()
    try:
        with Library(folder / FILE) as tables:
            new = tables.outdated(folder)
            read = tables.read(
                folder,
                new,
                lambda name, why: left_out.append(t("studies.cli.skipped", path=name, why=why)),
            )
            for done, _ in enumerate(read, 1):
                print(done, len(new), flush=True)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(left_out), file=sys.stderr, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
