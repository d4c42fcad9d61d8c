"""Rules for the display fields that name a company."""

from collections.abc import Iterator

from domains.agencies.kinds import FieldKind
from domains.agencies.manifest import CompanyFields, Service
from domains.agencies.manifest_faults import Fault, FaultRule, Path, list_names


def find_company_faults(path: Path, service: Service) -> FaultRule:
    """Find display fields that are missing or of another kind, and codes without a word of the register."""
    if company := service.company:
        yield _find_field_faults(path, company, service)
        yield _find_word_faults(path, company, service)


def _find_field_faults(path: Path, company: CompanyFields, service: Service) -> Iterator[Fault]:
    fields: tuple[tuple[str, str | None, FieldKind], ...] = (
        ("name", company.name, "text"),
        ("number", company.number, "text"),
        ("type", company.type, "status"),
        ("status", company.status, "status"),
        ("formedOn", company.formed_on, "date"),
    )
    for place, name, kind in fields:
        if name is None:
            continue
        usable = [each.name for each in service.display_fields if each.kind == kind and not each.reveal]
        if name not in usable:
            yield Fault(
                (*path, place),
                f"There is no display field {name} of kind {kind} that is sent unmasked.",
                f"Name one of: {list_names(usable)}.",
            )


def _find_word_faults(path: Path, company: CompanyFields, service: Service) -> Iterator[Fault]:
    for place, name, words in (
        ("types", company.type, company.types.keys()),
        ("statuses", company.status, company.statuses.keys()),
    ):
        fields = (each for each in service.display_fields if each.name == name)
        codes = {status.code for field in fields for status in field.statuses}
        if words != codes:
            yield Fault(
                (*path, place),
                f"It has to give the register's word for each code: {list_names(sorted(codes))}.",
                "Add the codes that are missing, and remove others.",
            )
