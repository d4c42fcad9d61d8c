"""Licenses of trades beside the fees of an estimate. Source: data/trade_licenses.json."""

from collections.abc import Iterator, Set
from datetime import date
from functools import cache

from domains.reference.data import DATA_FOLDER
from functions.startupcosts import texts
from functions.startupcosts.contract import LicenseReply, TradeReply
from functions.startupcosts.fee_table import Condition, FeeTable, Row, is_met
from portal.language import Language, Text


class TradeLicense(Row):
    """A license that a trade needs."""

    name: Text
    agency: Text  # whom to ask, as it follows "ask the" for an agency with a name of its own
    line: str | None  # line of the fee table with its fee; None if no fee is confirmed
    link: str | None  # official page about the license, which need not say the fee
    checked_on: date | None  # day on which somebody looked at the page
    note: Text | None


class Trade(Row):
    """A trade and the licenses known for it, which need not be all."""

    id: str
    name: Text
    when: Condition  # groups of circumstances, of each of which one must hold; see `circumstances`
    licenses: tuple[TradeLicense, ...]


class _TradeTable(Row):
    as_of: date
    trades: tuple[Trade, ...]


@cache
def list_trades() -> tuple[Trade, ...]:
    """Return the trades of the data file."""
    table = _TradeTable.model_validate_json((DATA_FOLDER / "trade_licenses.json").read_bytes())
    return table.trades


def list_trade_replies(
    circumstances: Set[str], table: FeeTable, day: date, language: Language
) -> Iterator[TradeReply]:
    """Yield the trades of a plan, with the fees of a day."""
    for trade in list_trades():
        if is_met(trade.when, circumstances):
            yield TradeReply(
                id=trade.id,
                name=trade.name.in_language(language),
                licenses=[_make_reply(each, table, day, language) for each in trade.licenses],
            )


def describe_missing(circumstances: Set[str], table: FeeTable, day: date, language: Language) -> str:
    """Return the sentence that a total is not complete, with the offices to ask about what it leaves out.

    No list of licenses is known to be complete, so every estimate has it.
    """
    offices = {
        each.agency.en: each.agency
        for trade in list_trades()
        if is_met(trade.when, circumstances)
        for each in trade.licenses
        if _get_confirmed_amount(each, table, day) is None
    }
    return texts.make_leaves_out_text(tuple(offices.values())).in_language(language)


def _make_reply(license_: TradeLicense, table: FeeTable, day: date, language: Language) -> LicenseReply:
    return LicenseReply(
        name=license_.name.in_language(language),
        agency=license_.agency.in_language(language),
        amount=_get_confirmed_amount(license_, table, day),
        link=license_.link,
        checked_on=license_.checked_on,
        note=license_.note.in_language(language) if license_.note else None,
    )


def _get_confirmed_amount(license_: TradeLicense, table: FeeTable, day: date) -> int | None:
    line = next((each for each in table.lines if each.code == license_.line), None)
    fee = line.get_fee(day) if line else None
    return fee.typical if fee and fee.status in ("confirmed", "free") else None
