"""What the portal's search knows of the help: titles, first paragraphs and words of its pages."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from portal.language import LANGUAGES

_PAGES = Path(__file__).parents[2] / "webapp/help/pages"
_NOT_CONTENT = {"index.html", "notfound.html"}


class _Page(HTMLParser):
    """Collects the text of a page, and apart that of its title and of its first paragraph."""

    def __init__(self) -> None:
        super().__init__()
        self._text: list[str] = []
        self._first: dict[str, list[str]] = {}
        self._open = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002 (the parser's signature)
        if tag in ("h1", "p") and tag not in self._first:
            self._first[tag] = []
            self._open = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._open:
            self._open = ""

    def handle_data(self, data: str) -> None:
        self._text.append(data)
        if self._open:
            self._first[self._open].append(data)

    def told(self) -> dict[str, str]:
        parts = {"title": self._first["h1"], "summary": self._first["p"], "text": self._text}
        return {name: " ".join("".join(part).split()) for name, part in parts.items()}


def help_pages_document() -> list[dict[str, Any]]:
    """Every page but the contents and the one for addresses that do not exist, by its name."""
    names = sorted(path.name for path in (_PAGES / "en").glob("*.html") if path.name not in _NOT_CONTENT)
    return [_in_every_language(name) for name in names]


def _in_every_language(name: str) -> dict[str, Any]:
    told = {language: _told(_PAGES / language / name) for language in LANGUAGES}
    parts = {part: {language: told[language][part] for language in LANGUAGES} for part in told["en"]}
    return {"id": name.removesuffix(".html"), **parts}


def _told(path: Path) -> dict[str, str]:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page.told()
