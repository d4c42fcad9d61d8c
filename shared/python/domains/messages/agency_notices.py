"""Notices about records and applications at agencies."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from domains.messages.message import InboxMessage, MessageAction, choose_wording
from domains.messages.portal_notices import NoticeContent, make_notice
from domains.state.time import get_day, write_moment
from portal.language import Language, Text, write_day


@dataclass(frozen=True, slots=True)
class SharedRecord:
    """A record that another account was connected to."""

    label: str  # display name of the record for the recipient
    service_name: Text
    agency_name: Text
    connection_id: str  # id of the new connection
    at: datetime  # time of the connection


def make_shared_record_notice(user_id: str, shared: SharedRecord) -> InboxMessage:
    """Notify that another account was connected to a record; once a day for each connection."""
    service, agency = shared.service_name, shared.agency_name
    content = NoticeContent(
        "recordShared",
        "security",
        Text(
            en=f"Another account connected to your record: {service.en}",
            es=f"Otra cuenta se conectó a su registro: {service.es}",
        ),
        Text(
            en=f"Another portal account connected to {shared.label} ({service.en}, {agency.en}). The "
            "person with that account sees what you see there.\n\n"
            "If it is your own account, or belongs to someone who shares the record, you don’t need "
            f"to do anything. If not, call {agency.en}. The agency knows how many accounts are "
            "connected and can end connections.",
            es=f"Otra cuenta del portal se conectó a {shared.label} ({service.es}, {agency.es}). Quien tiene "
            "esa cuenta ve ahí lo mismo que usted.\n\n"
            "Si es otra cuenta suya, o de alguien con quien comparte el registro, no tiene que hacer nada. "
            f"Si no lo es, llame a {agency.es}: se le dice cuántas cuentas están conectadas y puede terminar "
            "conexiones.",
        ),
        MessageAction(Text(en="See your connections", es="Ver sus conexiones"), "/connections"),
        "high",
    )
    day = get_day(shared.at).isoformat()
    return make_notice(user_id, f"recordShared#{shared.connection_id}#{day}", shared.at, content)


@dataclass(frozen=True, slots=True)
class ShownValue:
    """The showing of a masked value."""

    field_name: Text
    record_label: str  # display name of the record, without sensitive values
    service_name: Text
    agency_name: Text
    call_id: str  # id of the call that showed it
    at: datetime  # time of the call


def make_shown_value_notice(user_id: str, shown: ShownValue) -> InboxMessage:
    """Notify of each showing of a masked value, without the value."""
    name, service, agency = shown.field_name, shown.service_name, shown.agency_name
    content = NoticeContent(
        "maskedValueShown",
        "security",
        Text(en=f"A hidden value was viewed: {name.en}", es=f"Se mostró un valor oculto: {name.es}"),
        Text(
            en=f"On {write_moment(shown.at).en} someone signed in to your account viewed the full "
            f"value of “{name.en}” for {shown.record_label} ({service.en}, {agency.en}). {agency.en} "
            "provided it at that time. The portal does not keep it.\n\n"
            "If this was you, you don’t need to do anything. If not, change your password now.",
            es=f"El {write_moment(shown.at).es} alguien que inició sesión en su cuenta pidió ver el "
            f"valor completo de «{name.es}» de {shown.record_label} ({service.es}, {agency.es}). "
            f"{agency.es} lo dio en ese momento; el portal no lo guarda.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña ahora.",
        ),
        MessageAction(Text(en="See your dashboard", es="Ver su panel"), "/dashboard"),
    )
    return make_notice(user_id, f"maskedValueShown#{shown.call_id}", shown.at, content)


@dataclass(frozen=True, slots=True)
class ApplicationNotice:
    """An agency's report on an application."""

    application_id: str
    form_name: Text
    agency_name: Text
    business_name: str
    event_id: str  # id of the event in the history; each event has one message
    state: str  # state reported by the agency
    note: Mapping[Language, str]  # the agency's note, in one or both languages
    respond_by: date | None
    at: datetime  # time of the report
    # Total in US dollars that the agency asks with it, such as `85.00`; None without one.
    amount_due: str | None = None


def make_application_status_notice(user_id: str, reported: ApplicationNotice) -> InboxMessage:
    """Notify a member of a business of an application's new state."""
    content = NoticeContent(
        "applicationStatus",
        "agencyMessages",
        Text(en=_make_subject(reported, "en"), es=_make_subject(reported, "es")),
        Text(en=_make_application_body(reported, "en"), es=_make_application_body(reported, "es")),
        MessageAction(
            Text(en="Open the application", es="Abrir la solicitud"),
            f"/businessapplications/applications/{reported.application_id}",
        ),
        "normal" if reported.state in ("received", "inReview") else "high",
    )
    return make_notice(user_id, f"application#{reported.event_id}", reported.at, content)


_AMOUNT_DUE = Text(
    en="Amount due: ${amount}. You pay the agency, not the portal.",
    es="Cantidad por pagar: ${amount}. Se paga a la agencia, no al portal.",
)
_APPLICATION_STATES: Mapping[str, Text] = {
    "received": Text(en="was received", es="fue recibida"),
    "inReview": Text(en="is in review", es="está en revisión"),
    "needsInformation": Text(en="needs more information", es="necesita más información"),
    "approved": Text(en="was approved", es="fue aprobada"),
    "refused": Text(en="was refused", es="fue rechazada"),
}


def _make_subject(reported: ApplicationNotice, language: Language) -> str:
    form = reported.form_name.in_language(language)
    state = _APPLICATION_STATES[reported.state].in_language(language)
    return f"La solicitud «{form}» {state}" if language == "es" else f"The application “{form}” {state}"


def _make_application_body(reported: ApplicationNotice, language: Language) -> str:
    form, agency = reported.form_name.in_language(language), reported.agency_name.in_language(language)
    state = _APPLICATION_STATES[reported.state].in_language(language)
    if language == "es":
        parts = [f"{agency}: la solicitud «{form}» de {reported.business_name} {state}."]
    else:
        parts = [f"{agency}: the application “{form}” of {reported.business_name} {state}."]
    note, _ = choose_wording(reported.note, language)
    if note:
        parts.append(note)
    if reported.respond_by is not None:
        if language == "es":
            parts.append(f"Responda a más tardar el {write_day(reported.respond_by).es}.")
        else:
            parts.append(f"Answer by {write_day(reported.respond_by).en}.")
    if reported.amount_due is not None:
        parts.append(_AMOUNT_DUE.in_language(language).format(amount=reported.amount_due))
    return "\n\n".join(parts)
