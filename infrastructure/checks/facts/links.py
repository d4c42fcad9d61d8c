"""Opens the links to offices outside of the portal."""

from collections.abc import Callable, Iterable, Iterator
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from domains.reference.elsewhere import Matter

_TIMEOUT_SECONDS = 20
_AGENT = "Mozilla/5.0 (compatible; Saguaro link check)"

Opener = Callable[[str], str]
"""Opens an address and returns the one that it leads to; raises OSError."""


def open_link(url: str) -> str:
    """Return the address that an https address leads to.

    Raises:
        OSError: it cannot be opened.
    """
    request = Request(url, headers={"User-Agent": _AGENT})  # noqa: S310 (official https addresses)
    with urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310
        return str(answer.geturl())


def list_link_faults(matters: Iterable[Matter], opener: Opener = open_link) -> Iterator[str]:
    """Yield the matters whose link cannot be opened, or leads to another domain."""
    for matter in matters:
        try:
            final = opener(matter.url)
        except (OSError, URLError) as error:
            yield f"{matter.id}: {matter.url} cannot be opened: {error}"
            continue
        if _get_domain(final) != _get_domain(matter.url):
            yield f"{matter.id}: {matter.url} leads to {final}, which is another domain."


def _get_domain(url: str) -> str:
    """Return the last two labels of the host: an agency may move from `www.` to another of its hosts."""
    return ".".join((urlsplit(url).hostname or "").split(".")[-2:])
