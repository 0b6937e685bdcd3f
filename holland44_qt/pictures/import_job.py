"""Subprocess that converts VASSAL files to a game and prints its progress: ``… TARGET MODULE
PICTURES SETUP FILE…``. MODULE is the path of the module, PICTURES a folder with pictures missing
from it; either may be ``-``. With a module alone as FILE, a new game is started with SETUP.
Failures are printed to standard error, one sentence per line.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.core.errors import UserError, system_reason
from engine.i18n import t
from engine.play.bylines import usable_byline
from engine.play.vassal.log_import import import_files
from engine.play.vassal.opened_module import new_game
from engine.vassal.archive import Archive

PARTS = 100
"""Number of parts in which progress is reported."""


def main(arguments: list[str]) -> int:
    """Run the conversion; return exit code 1, after printing one sentence, on failure."""
    target, module, folder, setup, *names = arguments
    files = [Path(name) for name in names]
    pictures = Path(folder) if folder != "-" else None
    try:
        if len(files) == 1 and holds_module(files[0]):
            byline, _ = usable_byline()
            new_game(files[0], Path(target), setup, pictures=pictures, byline=byline).close()
            return 0
        near = Path(module) if module != "-" else None
        done, _ = import_files(
            files,
            Path(target),
            near,
            join=len(files) > 1,
            on_progress=_print_progress,
            pictures=pictures,
        )
        print("\n".join((*done.problems, *done.differences)), file=sys.stderr)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(t("pictures.import.write", path=target, why=system_reason(error)), file=sys.stderr)
        return 1
    return 0


def _print_progress(done: float) -> None:
    print(round(done * PARTS), PARTS, flush=True)


def holds_module(path: Path) -> bool:
    """Return whether a file is a module. Raises VassalError for a file that is not VASSAL's."""
    with Archive(path) as archive:
        return archive.kind == "module"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
