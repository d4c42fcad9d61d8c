"""Rules of application forms and of accounts that the JSON Schema of a manifest cannot state."""

from collections.abc import Iterator, Mapping
from typing import get_args

from domains.agencies.kinds import MAX_PEOPLE, FormFieldKind, Prefill
from domains.agencies.manifest import Manifest, Service
from domains.agencies.manifest_faults import Fault, FaultRule, Path, find_repeated, list_names
from domains.agencies.manifest_forms import (
    ApplicationForm,
    FormDocument,
    FormFee,
    FormField,
    FormSection,
)
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


def find_form_faults(manifest: Manifest) -> FaultRule:
    """Find faults in the forms and accounts of a manifest."""
    for index, service in enumerate(manifest.services):
        path: Path = ("services", index)
        yield _find_forms_faults((*path, "applicationForms"), service)
        yield _find_password_faults((*path, "accounts"), service)
    yield _find_repeated_forms(manifest)
    yield _find_repeated_accounts(manifest)


def _find_forms_faults(path: Path, service: Service) -> FaultRule:
    for index, form in enumerate(service.application_forms):
        place = (*path, index)
        yield _find_id_faults((*place, "id"), form, service)
        yield _find_entity_type_faults((*place, "entityTypes"), form)
        yield _find_sections_faults((*place, "sections"), form)
        yield _find_conditions_faults((*place, "sections"), form)
        yield _find_name_faults(place, form)
        yield _find_fees_faults((*place, "fees"), form)
        yield _find_documents_faults((*place, "documents"), form)


def _find_id_faults(path: Path, form: ApplicationForm, service: Service) -> Iterator[Fault]:
    if not form.id.startswith(f"{service.id}-"):
        yield Fault(
            path,
            f"The id {form.id} does not begin with the service's.",
            f"Call it {service.id}-{form.id}.",
        )


def _find_repeated_forms(manifest: Manifest) -> Iterator[Fault]:
    form_ids: set[str] = set()
    for index, service in enumerate(manifest.services):
        for number, form in enumerate(service.application_forms):
            if form.id in form_ids:
                path = ("services", index, "applicationForms", number, "id")
                yield Fault(path, f"The form id {form.id} is there twice.", "Give it another name.")
            form_ids.add(form.id)


def _find_repeated_accounts(manifest: Manifest) -> Iterator[Fault]:
    with_accounts = [(index, service) for index, service in enumerate(manifest.services) if service.accounts]
    for index, _ in with_accounts[1:]:
        yield Fault(
            ("services", index, "accounts"),
            f"The service {with_accounts[0][1].id} has accounts already.",
            "Describe the agency's accounts at one of its services: a person links one account of an agency.",
        )


def _find_password_faults(path: Path, service: Service) -> Iterator[Fault]:
    system = service.accounts
    if system and system.password_min_length > system.password_max_length:
        yield Fault(
            (*path, "passwordMinLength"),
            f"At least {system.password_min_length} and at most {system.password_max_length} characters "
            "cannot both be.",
            "Make passwordMinLength the smaller one.",
        )


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


def _find_entity_type_faults(path: Path, form: ApplicationForm) -> Iterator[Fault]:
    yield from find_repeated(path, form.entity_types, "entity type")


def _find_sections_faults(path: Path, form: ApplicationForm) -> FaultRule:
    for number, section in enumerate(form.sections):
        yield _find_fields_faults((*path, number, "fields"), section, form)
    yield _find_repeated_fields(path, form)
    yield find_repeated(path, [section.id for section in form.sections], "section id", "id")


def _find_fields_faults(path: Path, section: FormSection, form: ApplicationForm) -> FaultRule:
    for index, field in enumerate(section.fields):
        place = (*path, index)
        yield _find_choice_faults(place, field)
        yield _find_address_faults(place, field)
        yield _find_repeated_choices((*place, "choices"), field)
        yield _find_bound_faults(place, field)
        yield _find_prefill_faults((*place, "prefill"), field, form)


def _list_fields(path: Path, form: ApplicationForm) -> Iterator[tuple[Path, FormField]]:
    """List the fields of a form with their places.

    Args:
        path: place of the sections.
    """
    for number, section in enumerate(form.sections):
        for index, field in enumerate(section.fields):
            yield (*path, number, "fields", index), field


def _find_repeated_fields(path: Path, form: ApplicationForm) -> Iterator[Fault]:
    earlier: set[str] = set()
    for place, field in _list_fields(path, form):
        if field.name in earlier:
            yield Fault(
                (*place, "name"),
                f"The field {field.name} is there twice.",
                "Give it another name: the answers of all sections are kept together.",
            )
        earlier.add(field.name)


def _find_conditions_faults(path: Path, form: ApplicationForm) -> FaultRule:
    earlier: dict[str, FormField] = {}
    for place, field in _list_fields(path, form):
        yield _find_condition_faults((*place, "shownWhen"), field, dict(earlier))
        earlier.setdefault(field.name, field)


def _find_fees_faults(path: Path, form: ApplicationForm) -> FaultRule:
    for index, fee in enumerate(form.fees):
        place = (*path, index)
        yield find_amount_faults(place, fee)
        yield _find_counted_faults((*place, "per"), fee, form)
        yield _find_condition_faults((*place, "shownWhen"), fee, _get_fields(form))


def _find_documents_faults(path: Path, form: ApplicationForm) -> FaultRule:
    yield _find_repeated_documents(path, form)
    for index, document in enumerate(form.documents):
        yield _find_condition_faults((*path, index, "shownWhen"), document, _get_fields(form))


def _find_repeated_documents(path: Path, form: ApplicationForm) -> Iterator[Fault]:
    yield from find_repeated(path, [document.code for document in form.documents], "document", "code")


def _get_fields(form: ApplicationForm) -> Mapping[str, FormField]:
    """Return the first field of each name."""
    fields: dict[str, FormField] = {}
    for _, field in _list_fields((), form):
        fields.setdefault(field.name, field)
    return fields


def _find_choice_faults(path: Path, field: FormField) -> Iterator[Fault]:
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


def _find_repeated_choices(path: Path, field: FormField) -> Iterator[Fault]:
    yield from find_repeated(path, [choice.value for choice in field.choices], "value", "value")


def _find_bound_faults(path: Path, field: FormField) -> Iterator[Fault]:
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


def _find_counted_faults(path: Path, fee: FormFee, form: ApplicationForm) -> Iterator[Fault]:
    if fee.per is None:
        return
    fields = _get_fields(form)
    if fee.per not in fields or fields[fee.per].kind != "number":
        yield Fault(
            path,
            f"{fee.per} is no field of kind number.",
            "Name the field that counts what is paid for, or remove it.",
        )


def _find_name_faults(path: Path, form: ApplicationForm) -> Iterator[Fault]:
    fields = list(_list_fields((*path, "sections"), form))
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


def _find_prefill_faults(path: Path, field: FormField, form: ApplicationForm) -> Iterator[Fault]:
    prefill = field.prefill
    if prefill is None:
        return
    kinds = _KINDS_OF_PREFILL[prefill]
    if field.kind not in kinds:
        alternatives = " or ".join(kinds)
        yield Fault(
            path,
            f"`{prefill}` is for a field of kind {alternatives}, and {field.name} is of kind {field.kind}.",
            f"Take the kind {alternatives}, or remove it.",
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
    path: Path, shown: FormField | FormFee | FormDocument, earlier: Mapping[str, FormField]
) -> Iterator[Fault]:
    condition = shown.shown_when
    if condition is None:
        return
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
