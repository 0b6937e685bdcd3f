"""Makes a game of VASSAL files, telling how far it is: ``python -m … TARGET MODULE SETUP FILE…``.

MODULE is the path of the module or ``-``; with a module alone as FILE, a new game of it is begun
with SETUP.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.core.errors import Holland44Error
from engine.i18n import t
from engine.vassal.archive import Archive
from engine.vassal.cli import read_series
from engine.vassal.opening import new_game
from engine.vassal.writer import write

STAGES = 3


def main(arguments: list[str]) -> int:
    """Do it; the exit code is 1, with one sentence, if it cannot be done."""
    target, module, setup, *names = arguments
    files = [Path(name) for name in names]
    try:
        print(0, STAGES, flush=True)
        if len(files) == 1 and is_module(files[0]):
            new_game(files[0], Path(target), setup).close()
            return 0
        near = Path(module) if module != "-" else None
        imported, info = read_series(files, near, join=len(files) > 1)
        print(2, STAGES, flush=True)
        write(imported, Path(target), info, files[0].stem)
        print(STAGES, STAGES, flush=True)
        told = [*imported.problems, *imported.differences]
        if info is None:
            told.append(t("pictures.import.no_module"))
        print("\n".join(told[:20]), flush=True)
    except Holland44Error as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(t("pictures.import.write", path=target, why=error.strerror), file=sys.stderr)
        return 1
    return 0


def is_module(path: Path) -> bool:
    """Is it a module? Raises VassalError for what is no VASSAL file."""
    with Archive(path) as archive:
        return archive.kind == "module"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
