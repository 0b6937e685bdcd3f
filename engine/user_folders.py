"""The program's folders among the user's files: settings, saved data, and caches.

None of them needs to exist or be writable. The package that finds them is imported on first use.
"""

from __future__ import annotations

from pathlib import Path

NAME = "holland44"


def kept_folder(name: str) -> Path:
    """Return a folder for data that cannot be made again."""
    from platformdirs import user_data_path

    return Path(user_data_path(NAME, appauthor=False)) / name


def made_folder(name: str) -> Path:
    """Return a folder for caches, whose files can be made again."""
    from platformdirs import user_cache_path

    return Path(user_cache_path(NAME, appauthor=False)) / name


def settings_file(name: str) -> Path:
    """Return the path of a settings file."""
    from platformdirs import user_config_path

    return Path(user_config_path(NAME, appauthor=False)) / name
