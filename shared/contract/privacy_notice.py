"""Extracts sections and paragraphs of the privacy notice for search and the assistant."""

import re
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from portal.language import LANGUAGES

_NOTICE = Path(__file__).parents[2] / "webapp/src/features/privacy/notice"
_HEADING = re.compile(r"(.+) \{#([a-z-]+)\}")
_OFFICER = "{officer}"


def make_privacy_notice_document() -> list[dict[str, Any]]:
    """Return every section in each language, without the laws and the officer's address."""
    english, spanish = (_list_sections(language) for language in LANGUAGES)
    return [
        {
            "id": section,
            "heading": {"en": heading, "es": spanish[section][0]},
            "blocks": {"en": blocks, "es": spanish[section][1]},
        }
        for section, (heading, blocks) in english.items()
    ]


def _list_sections(language: str) -> dict[str, tuple[str, list[str]]]:
    text = (_NOTICE / f"{language}.md").read_text(encoding="utf-8")
    sections: dict[str, tuple[str, list[str]]] = {}
    blocks: list[str] = []
    for node in SyntaxTreeNode(MarkdownIt().parse(text)).children:
        if node.tag == "h2":
            found = _HEADING.fullmatch(_get_text(node))
            if found is None:
                raise ValueError(f"privacy notice: no id in the heading {_get_text(node)!r}")
            blocks = []
            sections[found[2]] = (found[1], blocks)
        else:
            items = node.children if node.type == "bullet_list" else [node]
            blocks.extend(text for item in items if (text := _get_text(item)))
    return sections


def _get_text(node: SyntaxTreeNode) -> str:
    """Return the text of a node; empty for the laws, which are emphasized, and for the officer's address."""
    inline = next(each for each in node.walk() if each.type == "inline")
    if inline.children[0].type == "em" or inline.content == _OFFICER:
        return ""
    return " ".join("".join(each.content for each in inline.walk() if each.type == "text").split())
