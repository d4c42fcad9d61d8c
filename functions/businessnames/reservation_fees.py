"""The state's fee for a reserved name, from the rows of the cost estimate."""

from datetime import date

from domains.names.rules import ReservationTerms, name_rules
from domains.reference.fees import FeeAmount, list_fees
from functions.businessnames.contract import ReservationFeeReply
from portal.language import Language


def make_fee_reply(terms: ReservationTerms, day: date, language: Language) -> ReservationFeeReply:
    """Return the fee on a day: a range unless a page of the government or the law says the amount."""
    fee, expediting = _find_amount(terms.fee_row, day), _find_amount(terms.expedited_fee_row, day)
    plain = fee.get_range() if fee else None
    extra = expediting.get_range() if expediting else None
    expedited = (plain[0] + extra[0], plain[1] + extra[1]) if plain and extra else None
    agency = next((each.agency for each in list_fees() if each.code == terms.fee_row), None)
    rule = name_rules().get_rule(terms.rule_id)
    return ReservationFeeReply(
        low=plain[0] if plain else None,
        high=plain[1] if plain else None,
        expedited_low=expedited[0] if expedited else None,
        expedited_high=expedited[1] if expedited else None,
        is_exact=all(each is None or each.is_exact for each in (fee, expediting)),
        agency=agency.in_language(language) if agency else None,
        source=(fee.legal_basis if fee else None) or rule.source.in_language(language),
    )


def _find_amount(code: str | None, day: date) -> FeeAmount | None:
    fee = next((each for each in list_fees() if each.code == code), None)
    return fee.get_amount(day) if fee else None
