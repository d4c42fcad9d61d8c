"""Validate an agency's links, which may lead only to the agency itself."""

import re
from collections.abc import Collection, Iterable

from domains.agencies.catalog import Offer

# RFC 3986, section 2, without user names; the origin is compared as a whole.
_LINK = re.compile(
    r"(?P<origin>https?://[a-z0-9.-]+(?::[0-9]{1,5})?)"
    r"(?:[/?#](?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?"
)
_ORIGIN = re.compile(r"https?://[^/?#]+")


def list_host_origins(hosts: Iterable[str]) -> frozenset[str]:
    """Return the https origins of hosts, without a port."""
    return frozenset(f"https://{host}" for host in hosts)


def list_origins(offer: Offer) -> frozenset[str]:
    """Return the origins to which messages about a service may link.

    These are the agency's hosts with https, and the origins of the service's own actions: a catalog on a
    private network may hold manifests with other addresses.
    """
    actions = frozenset(
        match[0] for action in offer.service.actions if (match := _ORIGIN.match(action.url)) is not None
    )
    return list_host_origins(offer.agency.hosts) | actions


def is_allowed_link(url: str, origins: Collection[str]) -> bool:
    """Return whether a URL is absolute, has valid characters, and is at one of the origins."""
    address = _LINK.fullmatch(url)
    return address is not None and address["origin"] in origins
