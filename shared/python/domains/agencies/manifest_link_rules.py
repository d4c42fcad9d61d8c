"""Rules of actions and endpoints that the JSON Schema of a manifest cannot state."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl

from domains.agencies.manifest import Action, Manifest, Service
from domains.agencies.manifest_address_rules import AddressRefused, Network, read_address
from domains.agencies.manifest_faults import Fault, FaultRule, Path, find_repeated, list_names
from domains.agencies.manifest_guidance_rules import find_guidance_faults

_PLACEHOLDER = re.compile(r"{([^{}]*)}")


def find_action_faults(path: Path, service: Service, manifest: Manifest, network: Network) -> FaultRule:
    """Find faults in the actions of a service."""
    for index, action in enumerate(service.actions):
        place = (*path, index)
        yield _find_host_faults((*place, "url"), action, manifest, network)
        yield _find_url_faults((*place, "url"), action, service, network)
        yield _find_label_faults((*place, "label"), action)
        yield find_guidance_faults((*place, "guidance"), action)
    yield find_repeated(path, [action.id for action in service.actions], "action", "id")


def find_endpoint_faults(path: Path, service: Service, network: Network) -> Iterator[Fault]:
    """Find faults in the address of a service's calls."""
    url = service.endpoint
    try:
        address = read_address(url, network)
    except AddressRefused as error:
        yield Fault(path, error.message, error.remedy)
        return
    if address["query"] is not None or address["fragment"] is not None:
        yield Fault(
            path,
            "The endpoint has a query or a fragment.",
            "The portal adds `/match` and the like: end it before the ?.",
        )
    if "{" in url or "}" in url:
        yield Fault(
            path, "The endpoint has a placeholder.", "Every call goes to the same address: write it out."
        )
    if re.search(r"/\.{0,2}(/|$)", address["path"] or ""):
        yield Fault(
            path,
            "The path of the endpoint ends with a slash or has an empty or dotted part.",
            "Write it without.",
        )


def _find_host_faults(path: Path, action: Action, manifest: Manifest, network: Network) -> Iterator[Fault]:
    try:
        address = read_address(action.url, network)
    except AddressRefused:
        return
    host = address["authority"].partition(":")[0]
    if host not in manifest.agency.hosts:
        yield Fault(
            path,
            f"The link leads to {host}, which is not one of the agency's hosts.",
            "Add the host to `agency.hosts`, or link to one of them.",
        )


def _find_url_faults(path: Path, action: Action, service: Service, network: Network) -> FaultRule:
    try:
        address = read_address(action.url, network)
    except AddressRefused as error:
        yield Fault(path, error.message, error.remedy)
        return
    in_fragment = _PLACEHOLDER.findall(address["fragment"] or "")
    if in_fragment:
        yield Fault(path, "A value cannot stand after the #.", "Put it into the path or the query.")
    rest = (address["path"] or "") + (address["query"] or "")
    if "{" in (left := _PLACEHOLDER.sub("", rest)) or "}" in left:
        yield Fault(
            path, "A brace is open or closed alone.", "Write {name}, or %7B and %7D for the characters."
        )
    for name in dict.fromkeys(_PLACEHOLDER.findall(rest)):
        yield _find_placeholder_faults(path, name, service)
    if any("{" in key for key, _ in parse_qsl((address["query"] or "")[1:], keep_blank_values=True)):
        yield Fault(path, "A value cannot be the name of a query parameter.", "Put it after an equals sign.")


def _find_label_faults(path: Path, action: Action) -> Iterator[Fault]:
    for language, text in action.label.model_dump().items():
        if "$" in text:
            yield Fault(
                (*path, language),
                "The label of an action names a price.",
                "Remove it, and write the price as a fee of the action's `guidance`.",
            )


def _find_placeholder_faults(path: Path, name: str, service: Service) -> Iterator[Fault]:
    identifying = {field.name for field in service.identity_fields}
    usable = {field.name for field in service.display_fields if field.kind == "date"} - identifying
    if name not in usable:
        yield Fault(
            path,
            f"{{{name}}} does not name a display field of kind date: an address must not tell whose record "
            "it is about.",
            f"Lead to a page that asks, or name one of: {list_names(sorted(usable))}.",
        )
