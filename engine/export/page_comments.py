"""A commentator's Markdown as HTML for the page: nothing in it is run, nothing is fetched."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token


def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    # A picture would be fetched from the network: the page must not.
    parser.disable("image")

    def link_open(
        self: RendererHTML, tokens: list[Token], index: int, options: Any, env: Any
    ) -> str:
        tokens[index].attrSet("target", "_blank")
        tokens[index].attrSet("rel", "noopener noreferrer nofollow")
        return self.renderToken(tokens, index, options, env)

    parser.add_render_rule("link_open", link_open)
    return parser


_MARKDOWN = _markdown()


def comment_html(comment: str) -> str:
    """A comment in Markdown as HTML; HTML in it is shown as text, pictures are not fetched."""
    return _MARKDOWN.render(comment) if comment.strip() else ""
