"""The HTML that a message of an agency may have: text with a little structure, and links to the agency.

Everything else is taken out when the message comes. The web app takes it out once more when it is shown.
"""

from collections.abc import Collection
from html.parser import HTMLParser

from functions.agencyinbound.link_rules import leads_to

ELEMENTS = frozenset(
    {"p", "br", "strong", "em", "ul", "ol", "li", "h2", "h3", "blockquote", "a"}
    | {"table", "thead", "tbody", "tr", "th", "td"}
)
"""The elements that stay; no attribute stays but the address of a link."""

# Their content is no text for a reader, so that it goes with them.
_CONTENT_GOES_TOO = frozenset(
    {"script", "style", "template", "noscript", "iframe", "object", "noembed", "noframes", "svg", "math"}
    | {"title", "textarea", "xmp"}
)
_BLOCKS = ELEMENTS - {"strong", "em", "a"}
# Misnested elements settle in four readings at most, as far as anybody has seen.
_MAX_PASSES = 8


class UnstableHtml(Exception):
    """HTML that reads differently each time it is written and read again; it is made to deceive."""


def clean_html(html: str, origins: Collection[str]) -> str:
    """Take everything out of HTML that a message may not have.

    Args:
        html: anything.
        origins: to which links may lead; others lose their address and stay as text.

    Returns:
        HTML that cleaning would not change: what was checked is what a browser reads.

    Raises:
        UnstableHtml: there is no such.
    """
    for _ in range(_MAX_PASSES):
        cleaned = _clean_once(html, origins)
        if cleaned == html:
            return cleaned
        html = cleaned
    raise UnstableHtml


def extract_text(html: str) -> str:
    """Return the text of cleaned HTML, blocks apart from each other by white space."""
    reader = _TextReader()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


def _clean_once(html: str, origins: Collection[str]) -> str:
    # Import on the first HTML: most calls of agencies bring none.
    import nh3

    def own_links_only(_element: str, attribute: str, value: str) -> str | None:
        return value if attribute != "href" or leads_to(value, origins) else None

    return nh3.clean(
        html,
        tags=set(ELEMENTS),
        clean_content_tags=set(_CONTENT_GOES_TOO),
        # Without the first, lang and title would be allowed at every element.
        attributes={"*": set(), "a": {"href"}},
        attribute_filter=own_links_only,
        url_schemes={origin.partition(":")[0] for origin in origins},
        link_rel="noopener",
    )


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
