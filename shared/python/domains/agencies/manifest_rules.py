"""Rules beyond the JSON Schema of a manifest: duplicate names, hosts, link templates, logos, forms.

The rules use no network. Each call checks again that a host name resolves to a public address.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from urllib.parse import parse_qsl

from domains.agencies.manifest import (
    Action,
    Agency,
    AttentionRule,
    DisplayField,
    IdentityField,
    Manifest,
    Service,
)
from domains.agencies.manifest_address_rules import (
    HOST,
    PUBLIC_REMEDY,
    AddressRefused,
    Network,
    find_private_reason,
    read_address,
)
from domains.agencies.manifest_company_rules import find_company_faults
from domains.agencies.manifest_faults import Fault, Path, find_repeated, list_names
from domains.agencies.manifest_form_rules import find_form_faults
from domains.agencies.manifest_guidance_rules import find_guidance_faults
from domains.agencies.manifest_logo_rules import find_logo_faults
from domains.agencies.manifest_texts import LocalizedText
from portal.text import has_refused_characters

_MAX_SENTENCE = 100
_SEPARATORS = re.compile(r"[ .-]")
_PLACEHOLDER = re.compile(r"{([^{}]*)}")


def find_faults(manifest: Manifest, network: Network = "public") -> list[Fault]:
    """Find faults in a manifest that fits the schema.

    Args:
        manifest: manifest that is valid by its schema.
        network: rules for the permitted hosts.
    """
    return [
        *_find_agency_faults(manifest.agency, network),
        *find_repeated(("services",), [service.id for service in manifest.services], "service id", "id"),
        *find_repeated(("services",), [service.code for service in manifest.services], "code", "code"),
        *(
            fault
            for index, service in enumerate(manifest.services)
            for fault in _find_service_faults(("services", index), service, manifest.agency, network)
        ),
        *find_form_faults(manifest),
        *_find_unprintable((), manifest.model_dump(by_alias=True)),
    ]


def _find_agency_faults(agency: Agency, network: Network) -> Iterator[Fault]:
    yield from find_repeated(("agency", "hosts"), agency.hosts, "host")
    for index, host in enumerate(agency.hosts):
        path = ("agency", "hosts", index)
        if not HOST.fullmatch(host):
            yield Fault(
                path,
                f"{host} is not the name of a host.",
                "Write the name alone, in lower case: no scheme, port, path or wildcard.",
            )
        elif network == "public" and (problem := find_private_reason(host)):
            yield Fault(path, problem, PUBLIC_REMEDY)
    if agency.logo is not None:
        yield from find_logo_faults(("agency", "logo"), agency.logo)


def _find_service_faults(path: Path, service: Service, agency: Agency, network: Network) -> Iterator[Fault]:
    if not service.id.startswith(f"{agency.id}-"):
        yield Fault(
            (*path, "id"),
            f"The id {service.id} does not begin with the agency's.",
            f"Call it {agency.id}-{service.id}.",
        )
    yield from _find_endpoint_faults((*path, "endpoint"), service.endpoint, network)
    names = [field.name for field in service.identity_fields]
    yield from find_repeated((*path, "identityFields"), names, "identity field", "name")
    for index, identity_field in enumerate(service.identity_fields):
        yield from _find_identity_field_faults((*path, "identityFields", index), identity_field)
    names = [field.name for field in service.display_fields]
    yield from find_repeated((*path, "displayFields"), names, "display field", "name")
    for index, display_field in enumerate(service.display_fields):
        place = (*path, "displayFields", index)
        yield from _find_display_field_faults(place, display_field, service)
    if service.assurance != "none" and not service.identity_fields:
        yield Fault(
            (*path, "assurance"),
            "A service that asks for no identity shows nothing of a person.",
            "Remove it, or ask for an identity.",
        )
    if service.has_portrait and not (service.identity_fields and service.matches_person):
        yield Fault(
            (*path, "hasPortrait"),
            "A picture can prove who somebody is only where the record was found for that person.",
            "Remove it, or compare the person.",
        )
    yield from find_repeated((*path, "actions"), [action.id for action in service.actions], "action", "id")
    for index, action in enumerate(service.actions):
        place = (*path, "actions", index)
        yield from _find_action_faults((*place, "url"), action, service, agency, network)
        yield from _find_label_faults((*place, "label"), action.label)
        if action.guidance:
            yield from find_guidance_faults((*place, "guidance"), action.guidance)
    if service.guidance:
        yield from find_guidance_faults((*path, "guidance"), service.guidance)
    if service.company:
        yield from find_company_faults((*path, "company"), service.company, service)
    codes = [kind.code for kind in service.message_types]
    yield from find_repeated((*path, "messageTypes"), codes, "message type", "code")


def _find_identity_field_faults(path: Path, field: IdentityField) -> Iterator[Fault]:
    if field.min_length > field.max_length:
        yield Fault(
            (*path, "minLength"),
            f"At least {field.min_length} and at most {field.max_length} characters cannot both be.",
            "Make minLength the smaller one.",
        )
    if field.is_sensitive and field.format in ("date", "choice"):
        yield Fault(
            (*path, "isSensitive"),
            f"A value of format {field.format} cannot be hidden while it is chosen.",
            "Remove it, or take another format.",
        )
    if field.is_sensitive and field.mask != "all":
        yield Fault(
            (*path, "mask"),
            "A sensitive value would be shown in the label of the connection.",
            "Write `mask: all`.",
        )
    if field.format == "choice" and len(field.choices) < 2:
        yield Fault(
            (*path, "format"),
            "A choice needs at least two values.",
            "Add them as `choices`, or take another format.",
        )
    if field.format != "choice" and field.choices:
        yield Fault(
            (*path, "choices"),
            f"Choices have no effect with the format {field.format}.",
            "Take the format `choice`, or remove them.",
        )
    yield from find_repeated((*path, "choices"), [choice.value for choice in field.choices], "value", "value")
    if problem := _find_example_problem(field):
        yield Fault(
            (*path, "example"), f"The example {field.example} {problem}", "Give one that a person could type."
        )


def _find_example_problem(field: IdentityField) -> str | None:
    # The portal removes spaces, hyphens, and dots from these formats before it calls an agency.
    is_tidied = field.format in ("digits", "alphanumeric")
    example = _SEPARATORS.sub("", field.example) if is_tidied else field.example
    match field.format:
        case "choice":
            values = [choice.value for choice in field.choices]
            return None if not values or example in values else "is not one of the choices."
        case "date":
            return None if _is_date(example) else "is not a date such as 1984-05-17."
        case "digits" if not re.fullmatch(r"[0-9]+", example):
            return "is not made of digits alone."
        case "alphanumeric" if not re.fullmatch(r"[A-Za-z0-9]+", example):
            return "is not made of letters and digits alone."
    if not field.min_length <= len(example) <= field.max_length:
        return f"has {len(example)} characters, but {field.min_length} to {field.max_length} are asked for."
    return None


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _find_display_field_faults(path: Path, field: DisplayField, service: Service) -> Iterator[Fault]:
    if field.kind == "status" and not field.statuses:
        yield Fault(
            (*path, "kind"), "A status needs its states.", "Add every state that can be sent as `statuses`."
        )
    if field.kind != "status" and field.statuses:
        yield Fault(
            (*path, "statuses"),
            f"States have no effect with the kind {field.kind}.",
            "Take the kind `status`, or remove them.",
        )
    yield from find_repeated((*path, "statuses"), [status.code for status in field.statuses], "state", "code")
    if field.reveal and field.kind != "text":
        yield Fault(
            (*path, "reveal"),
            f"Only a text can be masked, and {field.name} is of kind {field.kind}.",
            "Take the kind `text`, or remove it.",
        )
    for index, status in enumerate(field.statuses):
        place = (*path, "statuses", index)
        if status.tone != "problem" and (status.sentence or status.action):
            yield Fault(
                (*place, "sentence" if status.sentence else "action"),
                f"A state of tone {status.tone} asks for nothing.",
                "Remove it, or take the tone `problem`.",
            )
        yield from _find_sentence_faults((*place, "sentence"), status.sentence, set())
        yield from _find_settling_faults(place, status.action, service)
    if field.attention:
        place = (*path, "attention")
        yield from _find_attention_faults(place, field, field.attention, service.display_fields)
        yield from _find_settling_faults(place, field.attention.action, service)


def _find_attention_faults(
    path: Path, field: DisplayField, rule: AttentionRule, others: Sequence[DisplayField]
) -> Iterator[Fault]:
    wanted = "money" if rule.means == "unpaid" else "date"
    if field.kind != wanted:
        yield Fault(
            (*path, "means"),
            f"`{rule.means}` is for a field of kind {wanted}, and {field.name} is of kind {field.kind}.",
            f"Put the rule on a field of kind {wanted}, or remove it.",
        )
    has_date = rule.means != "unpaid" or rule.due_field is not None
    wanted_values = ({"date"} if has_date else set()) | ({"amount"} if rule.means == "unpaid" else set())
    yield from _find_sentence_faults((*path, "sentence"), rule.sentence, wanted_values)
    yield from _find_sentence_faults((*path, "lateSentence"), rule.late_sentence, wanted_values)
    if rule.late_sentence and not has_date:
        yield Fault(
            (*path, "lateSentence"),
            "An amount without a date is never late.",
            "Remove it, or name a dueField.",
        )
    if rule.due_field is None:
        return
    if rule.means != "unpaid":
        yield Fault(
            (*path, "dueField"),
            f"`{rule.means}` takes no dueField.",
            "Remove it: the field itself is the date.",
        )
    elif not any(other.name == rule.due_field and other.kind == "date" for other in others):
        yield Fault(
            (*path, "dueField"),
            f"There is no display field {rule.due_field} of kind date.",
            f"Name one of: {list_names(other.name for other in others if other.kind == 'date')}.",
        )


def _find_sentence_faults(path: Path, sentence: LocalizedText | None, wanted: set[str]) -> Iterator[Fault]:
    if sentence is None:
        return
    allowed = wanted | {"label"}
    for language, text in sentence.model_dump().items():
        names = set(_PLACEHOLDER.findall(text))
        if "{" in (left := _PLACEHOLDER.sub("", text)) or "}" in left or names - allowed:
            yield Fault(
                (*path, language),
                "The sentence has a placeholder that cannot be filled in.",
                f"Use only: {list_names(f'{{{name}}}' for name in sorted(allowed))}.",
            )
        elif len(text) > _MAX_SENTENCE:
            yield Fault(
                (*path, language),
                f"The sentence has {len(text)} characters, and {_MAX_SENTENCE} are allowed.",
                "Say only what to do, how much and by when.",
            )
        elif wanted - names:
            yield Fault(
                (*path, language),
                f"The sentence lacks {list_names(f'{{{name}}}' for name in sorted(wanted - names))}.",
                "Add it, so that the person knows how much and by when.",
            )


def _find_settling_faults(path: Path, action: str | None, service: Service) -> Iterator[Fault]:
    if action is not None and not any(each.id == action for each in service.actions):
        yield Fault(
            (*path, "action"),
            f"There is no action {action}.",
            f"Name one of: {list_names(each.id for each in service.actions)}.",
        )


def _find_action_faults(
    path: Path, action: Action, service: Service, agency: Agency, network: Network
) -> Iterator[Fault]:
    try:
        address = read_address(action.url, network)
    except AddressRefused as error:
        yield Fault(path, error.message, error.remedy)
        return
    host = address["authority"].partition(":")[0]
    if host not in agency.hosts:
        yield Fault(
            path,
            f"The link leads to {host}, which is not one of the agency's hosts.",
            "Add the host to `agency.hosts`, or link to one of them.",
        )
    in_fragment = _PLACEHOLDER.findall(address["fragment"] or "")
    if in_fragment:
        yield Fault(path, "A value cannot stand after the #.", "Put it into the path or the query.")
    rest = (address["path"] or "") + (address["query"] or "")
    if "{" in (left := _PLACEHOLDER.sub("", rest)) or "}" in left:
        yield Fault(
            path, "A brace is open or closed alone.", "Write {name}, or %7B and %7D for the characters."
        )
    for name in dict.fromkeys(_PLACEHOLDER.findall(rest)):
        yield from _find_placeholder_faults(path, name, service)
    if any("{" in key for key, _ in parse_qsl((address["query"] or "")[1:], keep_blank_values=True)):
        yield Fault(path, "A value cannot be the name of a query parameter.", "Put it after an equals sign.")


def _find_label_faults(path: Path, label: LocalizedText) -> Iterator[Fault]:
    for language, text in label.model_dump().items():
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


def _find_endpoint_faults(path: Path, url: str, network: Network) -> Iterator[Fault]:
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
