"""Rules of application forms and of accounts that the JSON Schema of a manifest cannot state."""

from collections.abc import Iterator, Mapping
from typing import get_args

from domains.agencies.kinds import MAX_PEOPLE, FormFieldKind, Prefill
from domains.agencies.manifest import AccountSystem, Manifest
from domains.agencies.manifest_faults import Fault, Path, find_repeated, list_names
from domains.agencies.manifest_forms import ApplicationForm, FormCondition, FormFee, FormField
from domains.businesses.business import EntityType
from domains.names.rules import EntityType as NameEntityType
from domains.reference.fees import list_fees

_KINDS_OF_PREFILL: Mapping[Prefill, tuple[FormFieldKind, ...]] = {
    "businessName": ("text", "businessName"),
    "entityType": ("choice",),
    "countyId": ("county",),
}
_NAMED_TYPES: tuple[NameEntityType, ...] = get_args(NameEntityType)
_ENTITY_TYPES: tuple[EntityType, ...] = get_args(EntityType)
_WITH_BOUNDS: tuple[FormFieldKind, ...] = ("number", "money", "people")
_WITH_CHOICES: tuple[FormFieldKind, ...] = ("choice", "people")
_YES_NO = ("yes", "no")


def find_form_faults(manifest: Manifest) -> Iterator[Fault]:
    """Find faults in the forms and accounts of a manifest, in the order of the document."""
    form_ids: set[str] = set()
    with_accounts: list[str] = []
    for index, service in enumerate(manifest.services):
        path: Path = ("services", index)
        for number, form in enumerate(service.application_forms):
            place = (*path, "applicationForms", number)
            if not form.id.startswith(f"{service.id}-"):
                yield Fault(
                    (*place, "id"),
                    f"The id {form.id} does not begin with the service's.",
                    f"Call it {service.id}-{form.id}.",
                )
            if form.id in form_ids:
                yield Fault((*place, "id"), f"The form id {form.id} is there twice.", "Give it another name.")
            form_ids.add(form.id)
            yield from _find_form_faults(place, form)
        if service.accounts:
            with_accounts.append(service.id)
            yield from _find_account_faults((*path, "accounts"), service.accounts, with_accounts)


def find_amount_faults(path: Path, fee: FormFee) -> Iterator[Fault]:
    """Find faults in the amount of a fee, which comes from the state's fee table or from the manifest."""
    if fee.line is not None:
        if fee.line not in {each.code for each in list_fees()}:
            yield Fault(
                (*path, "line"),
                f"The state's fee table has no line {fee.line}.",
                "Name another line, or write `amount` and `source`.",
            )
        if fee.amount is not None:
            yield Fault(
                (*path, "amount"),
                f"The amount is that of the line {fee.line}.",
                "Remove `amount`, or `line`.",
            )


def _find_form_faults(path: Path, form: ApplicationForm) -> Iterator[Fault]:
    yield from find_repeated((*path, "entityTypes"), form.entity_types, "entity type")
    yield from find_repeated(
        (*path, "sections"), [section.id for section in form.sections], "section id", "id"
    )
    earlier: dict[str, FormField] = {}
    for number, section in enumerate(form.sections):
        for index, field in enumerate(section.fields):
            place = (*path, "sections", number, "fields", index)
            if field.name in earlier:
                yield Fault(
                    (*place, "name"),
                    f"The field {field.name} is there twice.",
                    "Give it another name: the answers of all sections are kept together.",
                )
            yield from _find_field_faults(place, field, form)
            if field.shown_when:
                yield from _find_condition_faults((*place, "shownWhen"), field.shown_when, earlier)
            earlier.setdefault(field.name, field)
    yield from _find_name_faults(path, form)
    for index, fee in enumerate(form.fees):
        yield from _find_fee_faults((*path, "fees", index), fee, earlier)
    yield from find_repeated(
        (*path, "documents"), [document.code for document in form.documents], "document", "code"
    )
    for index, document in enumerate(form.documents):
        if document.shown_when:
            yield from _find_condition_faults(
                (*path, "documents", index, "shownWhen"), document.shown_when, earlier
            )


def _find_field_faults(path: Path, field: FormField, form: ApplicationForm) -> Iterator[Fault]:
    if field.kind == "choice" and len(field.choices) < 2:
        yield Fault(
            (*path, "kind"),
            "A choice needs at least two values.",
            "Add them as `choices`, or take another kind.",
        )
    if field.kind == "people" and len(field.choices) == 1:
        yield Fault(
            (*path, "choices"),
            "A role is no choice if there is only one.",
            "Add a second role, or remove this one.",
        )
    if field.choices and field.kind not in _WITH_CHOICES:
        yield Fault(
            (*path, "choices"),
            f"Choices have no effect with the kind {field.kind}.",
            "Take the kind `choice` or `people`, or remove them.",
        )
    yield from _find_address_faults(path, field)
    values = [choice.value for choice in field.choices]
    yield from find_repeated((*path, "choices"), values, "value", "value")
    bounds = {"minimum": field.minimum, "maximum": field.maximum}
    for name, bound in bounds.items():
        if bound is not None and field.kind not in _WITH_BOUNDS:
            yield Fault(
                (*path, name),
                f"A {name} has no effect with the kind {field.kind}.",
                "Take the kind `number`, `money` or `people`, or remove it.",
            )
        if bound is not None and bound > MAX_PEOPLE and field.kind == "people":
            yield Fault(
                (*path, name),
                f"A form takes at most {MAX_PEOPLE} people in a question, not {bound}.",
                f"Write {MAX_PEOPLE} or less, or ask for a document.",
            )
    if field.minimum is not None and field.maximum is not None and field.minimum > field.maximum:
        yield Fault(
            (*path, "minimum"),
            f"At least {field.minimum} and at most {field.maximum} cannot both be.",
            "Make minimum the smaller one.",
        )
    if field.prefill:
        yield from _find_prefill_faults((*path, "prefill"), field, field.prefill, form)


def _find_address_faults(path: Path, field: FormField) -> Iterator[Fault]:
    is_place = field.kind == "address"
    options = {
        "allowsPoBox": (not field.allows_po_box, is_place, "Take the kind `address`"),
        "allowsOtherStates": (
            field.allows_other_states,
            is_place or field.has_address,
            "Take the kind `address`, or `people` with `hasAddress`",
        ),
        "hasAddress": (field.has_address, field.kind == "people", "Take the kind `people`"),
    }
    for name, (is_set, has_effect, remedy) in options.items():
        if is_set and not has_effect:
            yield Fault(
                (*path, name), f"{name} has no effect with the kind {field.kind}.", f"{remedy}, or remove it."
            )


def _find_fee_faults(path: Path, fee: FormFee, fields: Mapping[str, FormField]) -> Iterator[Fault]:
    yield from find_amount_faults(path, fee)
    if fee.per is not None and (fee.per not in fields or fields[fee.per].kind != "number"):
        yield Fault(
            (*path, "per"),
            f"{fee.per} is no field of kind number.",
            "Name the field that counts what is paid for, or remove it.",
        )
    if fee.shown_when:
        yield from _find_condition_faults((*path, "shownWhen"), fee.shown_when, fields)


def _find_name_faults(path: Path, form: ApplicationForm) -> Iterator[Fault]:
    fields = [
        ((*path, "sections", number, "fields", index), field)
        for number, section in enumerate(form.sections)
        for index, field in enumerate(section.fields)
    ]
    names = [(place, field) for place, field in fields if field.kind == "businessName"]
    for place, field in names[1:]:
        yield Fault(
            (*place, "kind"),
            f"A form asks for one name, and {field.name} is another.",
            "Take the kind `text`, or make a form of its own for it.",
        )
    for place, field in fields:
        if field.name_type is not None and field.kind != "businessName":
            yield Fault(
                (*place, "nameType"),
                f"nameType has no effect with the kind {field.kind}.",
                "Take the kind `businessName`, or remove it.",
            )
    unnamed = [each for each in form.entity_types or _ENTITY_TYPES if each not in _NAMED_TYPES]
    if unnamed and any(field.name_type is None for _, field in names):
        yield Fault(
            (*path, "entityTypes"),
            f"No rules exist for the names of {', '.join(unnamed)}.",
            f"Name entity types among {', '.join(_NAMED_TYPES)}, or write `nameType: tradeName`.",
        )


def _find_prefill_faults(
    path: Path, field: FormField, prefill: Prefill, form: ApplicationForm
) -> Iterator[Fault]:
    kinds = _KINDS_OF_PREFILL[prefill]
    if field.kind not in kinds:
        wanted = " or ".join(kinds)
        yield Fault(
            path,
            f"`{prefill}` is for a field of kind {wanted}, and {field.name} is of kind {field.kind}.",
            f"Take the kind {wanted}, or remove it.",
        )
    elif prefill == "entityType":
        offered = {choice.value for choice in field.choices}
        if missing := [each for each in form.entity_types or _ENTITY_TYPES if each not in offered]:
            yield Fault(
                path,
                f"The choice has no value {', '.join(missing)}, though such businesses can apply.",
                "Add it to `choices`, or name in `entityTypes` who can apply.",
            )


def _find_condition_faults(
    path: Path, condition: FormCondition, earlier: Mapping[str, FormField]
) -> Iterator[Fault]:
    usable = [name for name, field in earlier.items() if field.kind in ("choice", "yesNo")]
    if condition.field not in usable:
        yield Fault(
            (*path, "field"),
            f"{condition.field} is no earlier field of kind choice or yesNo.",
            f"Name one of: {list_names(usable)}.",
        )
        return
    field = earlier[condition.field]
    values = _YES_NO if field.kind == "yesNo" else [choice.value for choice in field.choices]
    if condition.equals not in values:
        yield Fault(
            (*path, "equals"),
            f"{condition.field} is never {condition.equals}.",
            f"Name one of: {list_names(values)}.",
        )


def _find_account_faults(path: Path, system: AccountSystem, with_accounts: list[str]) -> Iterator[Fault]:
    if len(with_accounts) > 1:
        yield Fault(
            path,
            f"The service {with_accounts[0]} has accounts already.",
            "Describe the agency's accounts at one of its services: a person links one account of an agency.",
        )
    if system.password_min_length > system.password_max_length:
        yield Fault(
            (*path, "passwordMinLength"),
            f"At least {system.password_min_length} and at most {system.password_max_length} characters "
            "cannot both be.",
            "Make passwordMinLength the smaller one.",
        )
