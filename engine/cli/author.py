"""``holland44 author``: the user's name and signing key on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.console import JsonOpt, LogArg, echo, print_json, warn
from engine.cli.rows import subcommands
from engine.i18n import t
from engine.play import bylines

AuthorOpt = Annotated[str | None, typer.Option("--author", help=t("cli.opt.author"))]
KeyOpt = Annotated[Path | None, typer.Option("--key", help=t("cli.opt.key"), metavar="FILE.pem")]

author_app = subcommands(t("cli.author.help"))


@author_app.command("show", help=t("cli.author.show.help"))
def author_show(as_json_: JsonOpt = False) -> None:
    """Print the user's name and public key."""
    stored_author = bylines.stored_author()
    byline = bylines.current_byline()
    key = byline.signer.key if byline.signer else None
    if as_json_:
        print_json(
            {
                "name": stored_author.name or None,
                "key_file": stored_author.key_file or None,
                "key": key,
            }
        )
    elif not stored_author.name:
        echo("cli.author.none")
    elif key is None:
        echo("cli.author.unsigned", name=stored_author.name)
    else:
        echo("cli.author.signed", name=stored_author.name, path=stored_author.key_file, public=key)


@author_app.command("set", help=t("cli.author.set.help"))
def author_set(
    name: Annotated[str, typer.Argument(help=t("cli.author.name"))],
    key: KeyOpt = None,
) -> None:
    """Set the name, and the key that signs new entries."""
    file = str(key.expanduser().absolute()) if key is not None else ""
    byline = bylines.keep(name, file)
    if key is not None and os.name == "posix" and Path(file).stat().st_mode & 0o077:
        warn(t("cli.author.open_key", path=file))
    if byline.author is None:
        echo("cli.author.none")
    elif byline.signer is None:
        echo("cli.author.unsigned", name=byline.author.name)
    else:
        echo("cli.author.signed", name=byline.author.name, path=file, public=byline.signer.key)


@author_app.command("key", help=t("cli.author.key.help"))
def author_key(
    path: Annotated[Path, typer.Argument(help=t("cli.author.key.file"), metavar="FILE.pem")],
) -> None:
    """Create a key."""
    signer = bylines.make_key(path)
    echo("cli.author.key.done", path=path, public=signer.key)


@author_app.command("change-key", help=t("cli.author.change.help"))
def author_change(
    file: LogArg,
    new: Annotated[Path, typer.Argument(help=t("cli.author.change.new"), metavar="NEW.pem")],
    author: AuthorOpt = None,
    key: KeyOpt = None,
) -> None:
    """Record a change of keys in a game, signed with the old key."""
    following = bylines.read_key(new)
    bylines.change_key(file, bylines.current_byline(author, key), following)
    echo("cli.author.change.done", path=file, new=new, public=following.key)
