"""The folders of the program among the user's own: settings, what is kept, what can be made again.

None need exist, nor be writable. What finds them is loaded when one is asked for.
"""

from __future__ import annotations

from pathlib import Path

NAME = "holland44"


def kept_folder(name: str) -> Path:
    """A folder for what nobody can make again."""
    from platformdirs import user_data_path

    return Path(user_data_path(NAME, appauthor=False)) / name


def made_folder(name: str) -> Path:
    """A folder for what is made again if it is gone."""
    from platformdirs import user_cache_path

    return Path(user_cache_path(NAME, appauthor=False)) / name


def settings_file(name: str) -> Path:
    """A file that says how the user wants things."""
    from platformdirs import user_config_path

    return Path(user_config_path(NAME, appauthor=False)) / name
