"""Rules of the addresses in a manifest: scheme, host, port, characters.

The rules use no network.
"""

import ipaddress
import re
from typing import Literal

Network = Literal["public", "any"]
"""Allowed hosts: `any` also allows plain HTTP, ports and private hosts, for a developer's own machine."""

# RFC 3986, section 2: other characters are percent-encoded. Braces are for templates.
_ADDRESS_CHARACTERS = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%{}]*")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ADDRESS = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<path>/[^?#]*)?(?P<query>\?[^#]*)?(?P<fragment>#.*)?"
)
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"{_LABEL}(\.{_LABEL})*")
# The last label of a public name begins with a letter, which excludes all spellings of an IPv4 address.
_PUBLIC_HOST = re.compile(rf"({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])?")
# Source: RFC 6761, RFC 6762, RFC 8375, and `internal`, which ICANN reserved in 2024 for private use.
_PRIVATE_SUFFIXES = ("internal", "intranet", "private", "lan", "arpa", "invalid", "test")
# Names of the machine itself and of mDNS.
_OWN_MACHINE = "local"
PUBLIC_REMEDY = "Name a host that can be reached from everywhere; for a test on one machine: --network any."


class AddressRefused(Exception):
    """An address that is invalid for any use."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


def read_address(url: str, network: Network) -> re.Match[str]:
    """Return the parts of an address; raises `AddressRefused`."""
    if not _ADDRESS_CHARACTERS.fullmatch(url) or _STRAY_PERCENT.search(url):
        raise AddressRefused(
            "The address has a character that no address can have.",
            "Percent-encode it; write no spaces, line breaks, quotes, angle brackets or backslashes.",
        )
    address = _ADDRESS.fullmatch(url)
    if address is None or (network == "public" and address["scheme"] != "https"):
        raise AddressRefused(
            "Only https addresses are allowed.", "Write the whole address, beginning with https://."
        )
    authority = address["authority"]
    if "@" in authority:
        raise AddressRefused(
            "The address carries a user name.", "Remove everything up to the @: credentials are kept by name."
        )
    if "{" in authority or "}" in authority:
        raise AddressRefused("A value cannot be part of the host.", "Put it into the path or the query.")
    host, colon, port = authority.partition(":")
    if colon and network == "public":
        raise AddressRefused("The address names a port.", "Use the usual port of https, and leave it out.")
    if not HOST.fullmatch(host) or (colon and not re.fullmatch(r"[1-9][0-9]{0,4}", port)):
        raise AddressRefused(
            f"{authority or 'Nothing'} is not the name of a host.",
            "Write the host in lower case, in its ASCII form.",
        )
    if network == "public" and (problem := find_private_reason(host)):
        raise AddressRefused(problem, PUBLIC_REMEDY)
    return address


def find_private_reason(host: str) -> str | None:
    """Return the reason that a host name is not public, or None."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return f"{host} is an address and not a name."
    if not _PUBLIC_HOST.fullmatch(host):
        return f"{host} is not a public host name."
    last = host.rpartition(".")[2]
    if last in _PRIVATE_SUFFIXES or last.startswith(_OWN_MACHINE):
        return f"{host} is a name for private networks."
    return None
