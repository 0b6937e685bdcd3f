"""Version, commit and games of the program."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from importlib.resources import files
from pathlib import Path
from subprocess import DEVNULL, CalledProcessError, check_output


def version_text() -> str:
    """Return the text of `holland44 --version`: version and commit, then the games."""
    folders = sorted(files("resources").iterdir(), key=lambda folder: folder.name)
    games = [f.name for f in folders if f.joinpath("module.json").is_file()]
    commit_id = commit()
    number = f"holland44 {version('holland44-qt')}" + (f" ({commit_id})" if commit_id else "")
    return f"{number}\n{', '.join(games)}"


def third_parties() -> list[tuple[str, str, str]]:
    """Return the installed packages that this program needs, directly or indirectly.

    Each row is (name, version, licence), sorted by name. Development packages are left out.
    """
    result: dict[str, tuple[str, str, str]] = {}
    wanted = ["holland44-qt"]
    while wanted:
        name = wanted.pop()
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue
        if about["Name"].lower() in result:
            continue
        classifiers = about.get_all("Classifier") or []
        licences = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License")]
        first = "".join(about.get_all("License") or [])[:80].splitlines()[:1]
        licence = ", ".join(about.get_all("License-Expression") or licences or first)
        result[about["Name"].lower()] = (about["Name"], version(name), licence)
        for need in requires(name) or ():
            extra = re.search(r"extra == ['\"](\w+)", need)
            if extra is None or extra[1] in ("sign", "together"):
                wanted.append(re.split(r"[^\w.-]", need, maxsplit=1)[0])
    result.pop("holland44-qt", None)
    return [result[name] for name in sorted(result)]


def commit() -> str:
    """Return the short hash of the program's commit; empty if it is unknown.

    A wheel or a built folder stores it in `engine/commit.txt`; a checkout asks git.
    """
    written = files("engine") / "commit.txt"
    if written.is_file():
        return written.read_text().strip()
    root = Path(__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return ""
    try:
        return check_output(
            ["git", "-C", str(root), "rev-parse", "--short", "HEAD"], text=True, stderr=DEVNULL
        ).strip()
    except (OSError, CalledProcessError):
        return ""
