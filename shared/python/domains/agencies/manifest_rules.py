"""Rules beyond the JSON Schema of a manifest: duplicate names, hosts, link templates, logos, forms.

The rules use no network. Each call checks again that a host name resolves to a public address.
"""

from collections.abc import Iterator

from domains.agencies.manifest import Manifest, Service
from domains.agencies.manifest_address_rules import HOST, PUBLIC_REMEDY, Network, find_private_reason
from domains.agencies.manifest_company_rules import find_company_faults
from domains.agencies.manifest_faults import Fault, FaultRule, Path, find_repeated
from domains.agencies.manifest_field_rules import find_display_faults, find_identity_faults
from domains.agencies.manifest_form_rules import find_form_faults
from domains.agencies.manifest_guidance_rules import find_guidance_faults
from domains.agencies.manifest_link_rules import find_action_faults, find_endpoint_faults
from domains.agencies.manifest_logo_rules import find_logo_faults
from portal.parts import apply_rules
from portal.text import has_refused_characters


def find_faults(manifest: Manifest, network: Network = "public", *, is_partial: bool = False) -> list[Fault]:
    """Find faults in a manifest that a schema cannot express.

    Args:
        network: rules for the permitted hosts.
        is_partial: whether the manifest lacks the parts that do not fit the schema; see `portal.parts`.
    """
    return list(apply_rules(_find_manifest_faults(manifest, network), to_parts=is_partial))


def _find_manifest_faults(manifest: Manifest, network: Network) -> FaultRule:
    yield _find_host_faults(manifest, network)
    yield _find_logo_faults(manifest)
    yield _find_repeated_ids(manifest)
    yield _find_repeated_codes(manifest)
    yield _find_services_faults(manifest, network)
    yield find_form_faults(manifest)
    yield _find_unprintable((), manifest.model_dump(by_alias=True))


def _find_host_faults(manifest: Manifest, network: Network) -> Iterator[Fault]:
    hosts = manifest.agency.hosts
    yield from find_repeated(("agency", "hosts"), hosts, "host")
    for index, host in enumerate(hosts):
        path = ("agency", "hosts", index)
        if not HOST.fullmatch(host):
            yield Fault(
                path,
                f"{host} is not the name of a host.",
                "Write the name alone, in lower case: no scheme, port, path or wildcard.",
            )
        elif network == "public" and (problem := find_private_reason(host)):
            yield Fault(path, problem, PUBLIC_REMEDY)


def _find_logo_faults(manifest: Manifest) -> Iterator[Fault]:
    if manifest.agency.logo is not None:
        yield from find_logo_faults(("agency", "logo"), manifest.agency.logo)


def _find_repeated_ids(manifest: Manifest) -> Iterator[Fault]:
    yield from find_repeated(("services",), [service.id for service in manifest.services], "service id", "id")


def _find_repeated_codes(manifest: Manifest) -> Iterator[Fault]:
    yield from find_repeated(("services",), [service.code for service in manifest.services], "code", "code")


def _find_services_faults(manifest: Manifest, network: Network) -> FaultRule:
    for index, service in enumerate(manifest.services):
        path: Path = ("services", index)
        yield _find_id_faults((*path, "id"), service, manifest)
        yield find_endpoint_faults((*path, "endpoint"), service, network)
        yield find_identity_faults((*path, "identityFields"), service)
        yield find_display_faults((*path, "displayFields"), service)
        yield _find_assurance_faults((*path, "assurance"), service)
        yield _find_portrait_faults((*path, "hasPortrait"), service)
        yield find_action_faults((*path, "actions"), service, manifest, network)
        yield find_guidance_faults((*path, "guidance"), service)
        yield find_company_faults((*path, "company"), service)
        yield _find_message_type_faults((*path, "messageTypes"), service)


def _find_id_faults(path: Path, service: Service, manifest: Manifest) -> Iterator[Fault]:
    agency = manifest.agency
    if not service.id.startswith(f"{agency.id}-"):
        yield Fault(
            path,
            f"The id {service.id} does not begin with the agency's.",
            f"Call it {agency.id}-{service.id}.",
        )


def _find_assurance_faults(path: Path, service: Service) -> Iterator[Fault]:
    if service.assurance != "none" and not service.identity_fields:
        yield Fault(
            path,
            "A service that asks for no identity shows nothing of a person.",
            "Remove it, or ask for an identity.",
        )


def _find_portrait_faults(path: Path, service: Service) -> Iterator[Fault]:
    if service.has_portrait and not (service.identity_fields and service.matches_person):
        yield Fault(
            path,
            "A picture can prove who somebody is only where the record was found for that person.",
            "Remove it, or compare the person.",
        )


def _find_message_type_faults(path: Path, service: Service) -> Iterator[Fault]:
    codes = [kind.code for kind in service.message_types]
    yield from find_repeated(path, codes, "message type", "code")


def _find_unprintable(path: Path, value: object) -> Iterator[Fault]:
    if isinstance(value, str) and has_refused_characters(value):
        yield Fault(
            path,
            "The text has a control or invisible character, or an isolate that is not closed.",
            "Type the text again without it.",
        )
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _find_unprintable((*path, key), entry)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _find_unprintable((*path, index), entry)
