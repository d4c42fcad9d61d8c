"""Rules of guidance that the JSON Schema of a manifest cannot state."""

from collections.abc import Iterator
from decimal import Decimal

from domains.agencies.manifest import Action, Guidance, Service
from domains.agencies.manifest_address_rules import AddressRefused, read_address
from domains.agencies.manifest_faults import Fault, FaultRule, Path
from domains.agencies.manifest_form_rules import find_amount_faults
from domains.agencies.manifest_forms import FormFee
from domains.reference.fees import find_official_page


def find_guidance_faults(path: Path, guided: Service | Action) -> FaultRule:
    """Find faults in the guidance of a service or an action.

    Its link is an official page for people to read. The portal sends nothing there, and visitors open it
    without a record, so it need not be at one of the agency's hosts. It is https with a public host in every
    network, also on a developer's own machine.
    """
    if guidance := guided.guidance:
        yield _find_link_faults((*path, "link"), guidance)
        yield _find_day_faults((*path, "checkedOn"), guidance)
        yield _find_fees_faults((*path, "fees"), guidance)


def _find_day_faults(path: Path, guidance: Guidance) -> Iterator[Fault]:
    if guidance.link is not None and guidance.checked_on is None:
        yield Fault(
            path,
            "The link has no day on which somebody looked at it.",
            "Look at the page, and write the day as `checkedOn`.",
        )
    if guidance.link is None and guidance.checked_on is not None:
        yield Fault(
            path,
            "A day without a page tells nothing.",
            "Add the page as `link`, or remove the day.",
        )


def _find_link_faults(path: Path, guidance: Guidance) -> Iterator[Fault]:
    link = guidance.link
    if link is None:
        return
    try:
        read_address(link, "public")
    except AddressRefused as error:
        yield Fault(path, error.message, error.remedy)
        return
    if "{" in link or "}" in link:
        yield Fault(path, "The link has a placeholder.", "Everybody reads the same page: write it out.")


def _find_fees_faults(path: Path, guidance: Guidance) -> FaultRule:
    for index, fee in enumerate(guidance.fees):
        place = (*path, index)
        yield find_amount_faults(place, fee)
        yield _find_form_option_faults(place, fee)
        yield _find_free_faults((*place, "amount"), fee)


def _find_form_option_faults(path: Path, fee: FormFee) -> Iterator[Fault]:
    for name, value in (("per", fee.per), ("shownWhen", fee.shown_when)):
        if value is not None:
            yield Fault(
                (*path, name),
                f"{name} has no effect without the answers of a form.",
                "Remove it, and say in the label for what the fee is paid.",
            )


def _find_free_faults(path: Path, fee: FormFee) -> Iterator[Fault]:
    is_confirmed = find_official_page(fee.source) is not None and fee.checked_on is not None
    if fee.amount is not None and Decimal(fee.amount) == 0 and not is_confirmed:
        yield Fault(
            path,
            "Nothing confirms that it is free.",
            "Write the official page as `source` and the day as `checkedOn`, or leave the fee out.",
        )
