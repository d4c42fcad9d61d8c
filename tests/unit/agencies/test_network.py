from typing import Any

import pytest

from domains.agencies.network import NetworkRules, NotAllowed, Target, is_public
from tests.cases import read_cases

CASES = read_cases(__file__)


def make_rules(network: Any = "public", hosts: Any = "*", addresses: Any = ("8.8.8.8",)) -> NetworkRules:
    return NetworkRules(network, hosts, lambda _host, _port: list(addresses))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_address_is_recognized(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", CASES["private_address_is_not_public"])
def test_private_address_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_target_has_checked_address_and_host_name() -> None:
    target = make_rules().resolve_target("https://agency.example:8443/v1/match?a=b")
    assert (target.address, target.host, target.port) == ("8.8.8.8", "agency.example", 8443)
    assert target.path == "/v1/match?a=b"
    assert target.authority == "agency.example:8443"
    assert make_rules().resolve_target("https://agency.example").authority == "agency.example"


def test_name_is_resolved_once() -> None:
    asked = []

    def look_up(host: Any, port: Any) -> list[str]:
        asked.append((host, port))
        return ["8.8.8.8"]

    NetworkRules("public", "*", look_up).resolve_target("https://agency.example/")
    assert asked == [("agency.example", 443)]


@pytest.mark.parametrize("url", CASES["invalid_agency_url_is_refused"])
def test_invalid_agency_url_is_refused(url: str) -> None:
    with pytest.raises(NotAllowed):
        make_rules().resolve_target(url)


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:10.0.0.1"]])
def test_name_with_any_private_address_is_refused(addresses: Any) -> None:
    with pytest.raises(NotAllowed):
        make_rules(addresses=addresses).resolve_target("https://agency.example/")


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::ffff:7f00:1]", "localhost"]
)
def test_loopback_spellings_are_refused(host: str) -> None:
    """The resolver of the system understands these spellings, so its answer is checked."""
    with pytest.raises((NotAllowed, OSError)):
        NetworkRules("public", "*").resolve_target(f"https://{host}/")


def test_unresolved_name_is_unreachable() -> None:
    with pytest.raises(OSError, match="no address"):
        make_rules(addresses=[]).resolve_target("https://agency.example/")


@pytest.mark.parametrize(("hosts", "url", "is_allowed"), CASES["host_must_match_the_environment"])
def test_host_must_match_the_environment(hosts: str, url: str, is_allowed: bool) -> None:
    if is_allowed:
        assert make_rules(hosts=hosts).resolve_target(url)
    else:
        with pytest.raises(NotAllowed):
            make_rules(hosts=hosts).resolve_target(url)


def test_plain_http_can_be_allowed_at_public_addresses() -> None:
    def resolve_target(address: str) -> Target:
        known = NetworkRules("public", "*", lambda _host, _port: [address], is_plain_allowed=True)
        return known.resolve_target("http://issuer.example.gov/revoked.crl")

    assert resolve_target("93.184.216.34").port == 80
    with pytest.raises(NotAllowed):
        resolve_target("10.0.0.1")


def test_local_rules_allow_loopback_and_plain_http() -> None:
    target = make_rules("any", addresses=["127.0.0.1"]).resolve_target("http://localhost:8083/agency")
    assert (target.scheme, target.address, target.authority) == ("http", "127.0.0.1", "localhost:8083")
