"""Convert Markdown comments to HTML for the page; nothing in them is executed or loaded."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from engine.log.annotations import Photo
from engine.report.photos import photo_address
from engine.report.references import References


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
    parser.core.ruler.push("references", _name)
    return parser


def _name(state: StateCore) -> None:
    """Turn references in texts into buttons; existing links are unchanged."""
    references: References | None = state.env.get("speaks of")
    if references is None:
        return
    for token in state.tokens:
        if token.type != "inline":
            continue
        made: list[Token] = []
        linked = 0
        for child in token.children or []:
            linked += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            made += [child] if linked or child.type != "text" else _parts(child, references)
        token.children = made


def _parts(token: Token, references: References) -> list[Token]:
    text, parts, at = token.content, [], 0
    for ref in references.in_text(text):
        parts.append(Token("text", "", 0, content=text[at : ref.start]))
        hexes = f' data-hexes="{escapeHtml(" ".join(ref.hexes))}"' if ref.hexes else ""
        html = (
            f'<button type="button" class="ref" data-ref="{escapeHtml(f"{ref.kind}/{ref.target}")}"'
            f"{hexes}>{escapeHtml(text[ref.start : ref.end])}</button>"
        )
        parts.append(Token("html_inline", "", 0, content=html))
        at = ref.end
    return [*parts, Token("text", "", 0, content=text[at:])] if parts else [token]


_MARKDOWN = _markdown()


def comment_html(comment: str, references: References | None = None) -> str:
    """Convert a Markdown comment to HTML; HTML in it is shown as text, and pictures are not loaded.

    The references found by ``references`` become buttons for the page's script.
    """
    return _MARKDOWN.render(comment, {"speaks of": references}) if comment.strip() else ""


def photo_html(photo: Photo | None) -> str:
    """Return a writer's own picture as an embedded figure; "" without a picture."""
    if photo is None:
        return ""
    text = escapeHtml(photo.caption)
    caption = f"<figcaption>{text}</figcaption>" if text else ""
    picture = f'<img src="{photo_address(photo)}" alt="{text}" loading="lazy">'
    return f'<figure class="photo">{picture}{caption}</figure>'
