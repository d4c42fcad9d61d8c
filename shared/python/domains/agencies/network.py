"""Permitted targets of calls to agencies: listed hosts at public addresses.

Manifests are written outside the portal, so an address in them must never lead into the portal's own network.
Each name is looked up once, and the connection uses the checked address, which prevents DNS rebinding.
"""

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal
from urllib.parse import urlsplit

Network = Literal["public", "any"]
Resolver = Callable[[str, int], Sequence[str]]

_DEFAULT_PORTS = {"https": 443, "http": 80}
# RFC 6052: IPv4 addresses embedded in IPv6 addresses, which a translator would reach.
_NAT64 = ip_network("64:ff9b::/96")
_LOCAL_NAT64 = ip_network("64:ff9b:1::/48")


class NotAllowed(Exception):
    """The rules forbid calls to the address."""


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a call."""

    scheme: str
    host: str  # name that the certificate must have
    port: int
    address: str  # checked IP address of the host
    path: str  # path with query

    @property
    def authority(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a host name from the system's resolver.

    Raises:
        OSError: the name has no address.
    """
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@dataclass(frozen=True, slots=True)
class NetworkRules:
    """Rules for the hosts that may be called."""

    # `public` allows only https and public addresses; `any` is for environments without real people.
    network: Network
    hosts: str  # comma-separated patterns, such as `*.az.gov`; `*` allows every host
    resolver: Resolver = look_up
    is_plain_allowed: bool = False  # also allows http, for data that needs neither secrecy nor integrity

    def resolve_target(self, url: str) -> Target:
        """Check a URL and look up its host.

        Raises:
            NotAllowed: the rules forbid the target.
            OSError: the host has no address.
        """
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise NotAllowed("not an address") from None
        is_plain_allowed = self.is_plain_allowed or self.network == "any"
        schemes = ("https", "http") if is_plain_allowed else ("https",)
        if parts.scheme not in schemes:
            raise NotAllowed("scheme")
        if not host or not host.isascii() or parts.username is not None or parts.fragment:
            raise NotAllowed("not an address")
        if not any(fnmatchcase(host, pattern.strip().lower()) for pattern in self.hosts.split(",")):
            raise NotAllowed("host")
        port = port or _DEFAULT_PORTS[parts.scheme]
        addresses = self.resolver(host, port)
        if not addresses:
            raise OSError("no address")
        if self.network == "public" and not all(is_public(address) for address in addresses):
            raise NotAllowed("address")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(parts.scheme, host, port, addresses[0], path)


def is_public(address: str) -> bool:
    """Tell if an address is on the public internet, including any embedded IPv4 address.

    Args:
        address: IPv4 or IPv6 address as text.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    hidden = _find_hidden(parsed) if isinstance(parsed, IPv6Address) else None
    if hidden is not None:
        return is_public(str(hidden))
    is_special = parsed.is_multicast or parsed.is_reserved or parsed.is_unspecified
    return parsed.is_global and not is_special


def _find_hidden(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _LOCAL_NAT64:
        return IPv4Address(0)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
