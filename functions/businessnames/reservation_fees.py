"""The state's fee for a reserved name, from the rows of the cost estimate."""

from datetime import date

from domains.names.rules import ReservationTerms, get_name_rules
from domains.reference.fees import FeeAmount, list_fees
from functions.businessnames.contract import ReservationFeeReply
from portal.language import Language


def make_fee_reply(terms: ReservationTerms, day: date, language: Language) -> ReservationFeeReply:
    """Return the fee on a day, and the one for expedited handling on top of it."""
    fee, expediting = _find_amount(terms.fee_row, day), _find_amount(terms.expedited_fee_row, day)
    agency = next((each.agency for each in list_fees() if each.code == terms.fee_row), None)
    rule = get_name_rules().get_rule(terms.rule_id)
    return ReservationFeeReply(
        amount=fee.typical if fee else None,
        status=fee.status if fee else "unknown",
        expedited=expediting.typical if expediting else None,
        expedited_status=expediting.status if expediting else "unknown",
        agency=agency.in_language(language) if agency else None,
        source=(fee.legal_basis if fee else None) or rule.source.in_language(language),
        source_url=fee.source_url if fee else None,
    )


def _find_amount(code: str | None, day: date) -> FeeAmount | None:
    fee = next((each for each in list_fees() if each.code == code), None)
    return fee.get_amount(day) if fee else None
