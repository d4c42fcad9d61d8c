"""Sanitizer for the HTML of agencies' messages: structured text with links to the agency.

Messages are sanitized on arrival; the web app sanitizes them again on display.
"""

from collections.abc import Collection
from html.parser import HTMLParser

from functions.agencyinbound.link_rules import is_allowed_link

ELEMENTS = frozenset(
    {"p", "br", "strong", "em", "ul", "ol", "li", "h2", "h3", "blockquote", "a"}
    | {"table", "thead", "tbody", "tr", "th", "td"}
)
"""Allowed elements; the only allowed attribute is the address of a link."""

# Removed with their content, which is not text for readers.
_CONTENT_GOES_TOO = frozenset(
    {"script", "style", "template", "noscript", "iframe", "object", "noembed", "noframes", "svg", "math"}
    | {"title", "textarea", "xmp"}
)
_BLOCKS = ELEMENTS - {"strong", "em", "a"}
# All known misnested elements settle within four passes.
_MAX_PASSES = 8
# A parser opens strong, em, and links that were not closed again in each following paragraph, so that 18 KB
# became 70 MB. No escape is longer than six characters (`&nbsp;`).
MAX_GROWTH = 6


class UnstableHtml(Exception):
    """HTML that changes with each pass of parsing and writing, which is a sign of an attack."""


class GrowingHtml(Exception):
    """HTML that becomes far longer when its elements are closed."""


def clean_html(html: str, origins: Collection[str], max_length: int) -> str:
    """Remove everything from HTML that a message may not have.

    Args:
        html: any text.
        origins: allowed link targets; other links become plain text.
        max_length: limit of the text's length, in characters; the result has at most six times as many.

    Returns:
        HTML that another pass would not change, so that browsers parse exactly the checked text.

    Raises:
        UnstableHtml: no such form exists.
        GrowingHtml: the result would be too long.
    """
    for _ in range(_MAX_PASSES):
        cleaned = _clean_once(html, origins, max_length * MAX_GROWTH)
        if cleaned == html:
            return cleaned
        html = cleaned
    raise UnstableHtml


def extract_text(html: str) -> str:
    """Return the text of cleaned HTML, with white space between blocks."""
    reader = _TextReader()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


def _clean_once(html: str, origins: Collection[str], max_length: int) -> str:
    # Import on first use: most calls have no HTML.
    import nh3

    length_of_links = 0

    def keep_own_link(_element: str, attribute: str, value: str) -> str | None:
        nonlocal length_of_links
        if attribute != "href":
            return value
        length_of_links += len(value)
        return value if length_of_links <= max_length and is_allowed_link(value, origins) else None

    cleaned = nh3.clean(
        html,
        tags=set(ELEMENTS),
        clean_content_tags=set(_CONTENT_GOES_TOO),
        # Without the first, lang and title would be allowed at every element.
        attributes={"*": set(), "a": {"href"}},
        attribute_filter=keep_own_link,
        url_schemes={origin.partition(":")[0] for origin in origins},
        link_rel="noopener",
    )
    if max(len(cleaned), length_of_links) > max_length:
        raise GrowingHtml
    return cleaned


class _TextReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        if tag in _BLOCKS:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self.handle_starttag(tag, ())

    def handle_data(self, data: str) -> None:
        self.parts.append(data)
