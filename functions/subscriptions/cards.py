"""Contents of a card: fields, actions at the agency, and notices of required action."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from string import Formatter
from typing import Literal
from urllib.parse import urlsplit

from domains.agencies.catalog import Offer
from domains.agencies.manifest import Action, AttentionRule, DisplayField, StatusValue
from domains.agencies.network import Network
from domains.agencies.values import AgencyRecord, Value
from functions.subscriptions import texts
from portal.language import Text

NoticeKind = Literal["expired", "expiring", "overdue", "due", "unpaid", "problem"]

_OVER = ("expired", "overdue")
_FORMATTER = Formatter()


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice of required action."""

    kind: NoticeKind
    field: DisplayField
    on: date | None  # day of expiry or due date
    days: int | None  # days from today to `on`; negative after it
    sentence: Text  # the request, with placeholders in braces
    action: str | None  # id of the action that settles it


@dataclass(frozen=True, slots=True)
class ActionLink:
    """A link to an action at the agency."""

    action: Action
    url: str


def list_shown_fields(offer: Offer, record: AgencyRecord) -> list[tuple[DisplayField, Value]]:
    """Return the fields with a value, in the manifest's order."""
    return [
        (field, record.values[field.name])
        for field in offer.service.display_fields
        if field.name in record.values
    ]


def list_action_links(offer: Offer, record: AgencyRecord, network: Network = "public") -> list[ActionLink]:
    """List the available actions, without those that lack a value or lead elsewhere.

    Also leaves out actions with text in their link, which older manifests allow: it may be personal.

    Args:
        network: `any` allows plain HTTP and ports in links, as in manifests.
    """
    links = []
    for action in offer.service.actions:
        if action.id in record.actions:
            url = _fill_in(action.url, record)
            if url is not None and _is_allowed_link(url, offer.agency.hosts, network):
                links.append(ActionLink(action, url))
    return links


def list_notices(offer: Offer, record: AgencyRecord, today: date) -> list[Notice]:
    """List the notices, most urgent first: expired ones, problems, then by day."""
    unsorted = list(_find_notices(offer, record, today))
    return sorted(unsorted, key=lambda notice: (_get_urgency(notice), notice.on or date.min))


def _fill_in(template: str, record: AgencyRecord) -> str | None:
    parts = []
    for literal, name, _, _ in _FORMATTER.parse(template):
        parts.append(literal)
        if name is not None:
            value = record.values.get(name)
            if not isinstance(value, date):
                return None
            parts.append(value.isoformat())
    return "".join(parts)


def _is_allowed_link(url: str, hosts: list[str], network: Network) -> bool:
    try:
        parts = urlsplit(url)
        has_port = parts.port is not None
    except ValueError:
        return False
    if parts.username is not None or parts.hostname not in {host.lower() for host in hosts}:
        return False
    return parts.scheme in ("https", "http") if network == "any" else parts.scheme == "https" and not has_port


def _find_notices(offer: Offer, record: AgencyRecord, today: date) -> Iterator[Notice]:
    # The due day of an amount is no notice of its own: it goes with the amount, or nothing is owed.
    due_fields = {
        field.attention.due_field
        for field in offer.service.display_fields
        if field.attention is not None and field.attention.means == "unpaid"
    }
    for field, value in list_shown_fields(offer, record):
        notice: tuple[NoticeKind, date | None] | None = None
        asks: AttentionRule | StatusValue | None = field.attention
        match value:
            case date() if field.name not in due_fields:
                notice = _judge_day(field, value, today)
            case Decimal():
                notice = _judge_amount(field, value, record, today)
            case str() if field.kind == "status":
                asks = next((each for each in field.statuses if each.code == value), None)
                notice = ("problem", None) if asks is not None and asks.tone == "problem" else None
        if notice is not None and asks is not None:
            kind, on = notice
            days = (on - today).days if on else None
            yield Notice(kind, field, on, days, _choose_sentence(kind, field, asks, on), asks.action)


def _choose_sentence(
    kind: NoticeKind, field: DisplayField, asks: AttentionRule | StatusValue, on: date | None
) -> Text:
    """Return the manifest's sentence, or a general one for lack of it or of its date."""
    is_late = kind in _OVER
    sentence = asks.late_sentence if is_late and isinstance(asks, AttentionRule) else asks.sentence
    needs_date = isinstance(asks, AttentionRule) and asks.due_field is not None
    if sentence is not None and (on is not None or not needs_date):
        return sentence.to_text()
    if field.kind == "money":
        return texts.LATE_AMOUNT if is_late else texts.AMOUNT_BY_DATE if on else texts.AMOUNT
    return texts.NOTICES[kind]


def _judge_day(field: DisplayField, day: date, today: date) -> tuple[NoticeKind, date] | None:
    rule = field.attention
    if rule is None or rule.means == "unpaid":
        return None
    if day < today:
        return ("expired" if rule.means == "expires" else "overdue"), day
    if day <= today + timedelta(days=rule.within_days):
        return ("expiring" if rule.means == "expires" else "due"), day
    return None


def _judge_amount(
    field: DisplayField, amount: Decimal, record: AgencyRecord, today: date
) -> tuple[NoticeKind, date | None] | None:
    rule = field.attention
    if rule is None or rule.means != "unpaid" or amount <= 0:
        return None
    due = record.values.get(rule.due_field) if rule.due_field else None
    if not isinstance(due, date):
        return "unpaid", None
    if due < today:
        return "overdue", due
    return ("unpaid", due) if due <= today + timedelta(days=rule.within_days) else None


def _get_urgency(notice: Notice) -> int:
    if notice.kind in _OVER:
        return 0
    return 1 if notice.kind == "problem" else 2
