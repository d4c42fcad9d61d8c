"""Names that applications ask for."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import cast, get_args

from domains.agencies.manifest_forms import ApplicationForm, FormField
from domains.applications.application import Application
from domains.applications.form_rules import list_fields, list_shown_fields
from domains.businesses.business import Business, EntityType
from domains.names.filings import Filing
from domains.names.key import get_key
from domains.names.rules import EntityType as NameEntityType


def find_name_field(form: ApplicationForm) -> FormField | None:
    """Return the question that asks for a name, or None."""
    return next((field for field in list_fields(form) if field.kind == "businessName"), None)


def find_type_field(form: ApplicationForm) -> FormField | None:
    """Return the question that asks for the entity type, or None."""
    return next((field for field in list_fields(form) if field.prefill == "entityType"), None)


def get_name_type(
    form: ApplicationForm, field: FormField, answers: Mapping[str, str], entity_type: EntityType
) -> NameEntityType | None:
    """Return the entity type whose rules judge a name; None if no rules exist for it.

    Args:
        entity_type: type of the business, which counts unless the form asks for the type.
    """
    if field.name_type is not None:
        return field.name_type
    type_field = find_type_field(form)
    name_type = (answers.get(type_field.name, "") if type_field else "") or entity_type
    return cast(NameEntityType, name_type) if name_type in get_args(NameEntityType) else None


def make_filing(
    application: Application,
    form: ApplicationForm,
    answers: Mapping[str, str],
    business: Business,
    now: datetime,
) -> Filing | None:
    """Return the name that a submission of an application holds; None if its form asks for none."""
    field = find_name_field(form)
    if field is None or field not in list_shown_fields(form, answers):
        return None
    name = answers.get(field.name, "")
    entity_type = get_name_type(form, field, answers, business.entity_type)
    if not name or entity_type is None:
        return None
    return Filing(
        id=application.id,
        business_id=application.business_id,
        name=name,
        key=get_key(name),
        entity_type=entity_type,
        county_id=business.county_id,
        state="pending",
        since=now.replace(microsecond=0),
    )


def apply_filing(business: Business, filing: Filing) -> Business:
    """Return the business after the approval of its name; unchanged by a trade name."""
    if filing.entity_type == "tradeName":
        return business
    changed = replace(business, name=filing.name, entity_type=filing.entity_type)
    return business if changed == business else replace(changed, revision=business.revision + 1)
