"""Extracts titles, sections and paragraphs of the help pages for search and the assistant."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from portal.language import LANGUAGES

_PAGES = Path(__file__).parents[2] / "webapp/help/pages"
_NOT_CONTENT = {"index.html", "notfound.html"}
_HEADINGS = {"h1", "h2"}
_BLOCKS = {"p", "li", "dd", "dt"}


class _Page(HTMLParser):
    """Collects the sections of a page: each heading with the blocks of text below it."""

    def __init__(self) -> None:
        super().__init__()
        self._headings: list[list[str]] = []
        self._blocks: list[list[list[str]]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002 (the parser's signature)
        if tag in _HEADINGS:
            self._headings.append([])
            self._blocks.append([])
        elif tag in _BLOCKS:
            self._blocks[-1].append([])

    def handle_data(self, data: str) -> None:
        if self._headings:
            (self._blocks[-1] or [self._headings[-1]])[-1].append(data)

    def list_sections(self) -> list[dict[str, Any]]:
        return [
            {"heading": _join(heading), "blocks": [text for block in blocks if (text := _join(block))]}
            for heading, blocks in zip(self._headings, self._blocks, strict=True)
        ]


def make_help_pages_document() -> list[dict[str, Any]]:
    """Every page but the contents and the one for addresses that do not exist, by its name."""
    names = sorted(path.name for path in (_PAGES / "en").glob("*.html") if path.name not in _NOT_CONTENT)
    return [_localize_all(name) for name in names]


def _localize_all(name: str) -> dict[str, Any]:
    sections = {language: _list_sections(_PAGES / language / name) for language in LANGUAGES}
    return {"id": name.removesuffix(".html"), "sections": sections}


def _list_sections(path: Path) -> list[dict[str, Any]]:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page.list_sections()


def _join(parts: list[str]) -> str:
    return " ".join("".join(parts).split())
