"""Turns forms and applications into what the contract says of them."""

from datetime import date, datetime

from domains.agencies.catalog import localize
from domains.agencies.manifest_forms import ApplicationForm, FormField
from domains.agencies.manifest_texts import LocalizedText
from domains.applications.application import Application, Document, Dossier, Event
from domains.applications.contract import make_fee_reply
from domains.applications.form_rules import read_answers
from domains.applications.owed_fees import compute_fee, format_dollars, list_owed, sum_owed
from domains.messages.message import choose_wording
from domains.reference import business_days
from domains.state.time import get_day
from functions.businessapplications.access import Opened, may_file
from functions.businessapplications.contract import (
    ApplicationReply,
    ApplicationSummaryReply,
    DocumentReply,
    DueReply,
    FormAgencyReply,
    FormChoiceReply,
    FormConditionReply,
    FormDocumentReply,
    FormFieldReply,
    FormReply,
    FormSectionReply,
    FormSummaryReply,
    HistoryReply,
    OwedReply,
    RequestedAmountReply,
)
from functions.businessapplications.form_service import OfferedForm
from functions.businessapplications.service import Listed
from portal.language import Language
from portal.principal import Principal


def make_form_summary(offered: OfferedForm, language: Language, today: date) -> FormSummaryReply:
    """Return a form of the list, with the fees of today."""
    return _make_form_summary(
        offered.form, _get_agency(offered, language), offered.offer.service.id, language, today
    )


def make_form_reply(offered: OfferedForm, language: Language, today: date) -> FormReply:
    """Return a form with its questions, with the fees of today."""
    return _make_form(offered.form, _get_agency(offered, language), offered.offer.service.id, language, today)


def make_application_summary(listed: Listed, language: Language, now: datetime) -> ApplicationSummaryReply:
    """Return an application of the list."""
    application = listed.application
    return ApplicationSummaryReply.from_entity(
        application,
        form_name=application.form_name.in_language(language),
        agency=FormAgencyReply(id=application.agency_id, name=application.agency_name.in_language(language)),
        business_id=listed.business.id,
        business_name=listed.business.name,
        role=listed.role,
        due=_make_due_reply(application, now),
        submitted_at=application.submission.at if application.submission else None,
    )


def make_application_reply(
    opened: Opened, principal: Principal, language: Language, now: datetime
) -> ApplicationReply:
    """Return an application with everything."""
    dossier, application = opened.dossier, opened.dossier.application
    summary = make_application_summary(Listed(application, opened.business, opened.role), language, now)
    oldest_first = sorted(dossier.documents, key=lambda each: (each.added_at, each.id))
    latest_first = sorted(dossier.events, key=lambda each: (each.at, each.recorded_at, each.id), reverse=True)
    is_ended_by_caller = application.is_withdrawable or application.state == "draft"
    return ApplicationReply(
        **dict(summary),
        form=_make_form(dossier.form, summary.agency, application.service_id, language, get_day(now)),
        answers=read_answers(dossier.form, dossier.answers),
        owed=make_owed_reply(dossier, language, now),
        revision=application.revision,
        saved_at=application.saved_at,
        documents=[make_document_reply(document) for document in oldest_first],
        history=[_make_history_reply(event, principal, language) for event in latest_first],
        agency_reference=application.agency_reference,
        can_edit=may_file(opened.role) and application.is_editable,
        can_withdraw=may_file(opened.role) and is_ended_by_caller,
    )


def make_document_reply(document: Document) -> DocumentReply:
    """Return a file of an application."""
    return DocumentReply.from_entity(document)


def _make_due_reply(application: Application, now: datetime) -> DueReply | None:
    last = application.due_on
    if last is None:
        return None
    return DueReply(on=last, business_days=business_days.count_left(get_day(now), last))


def _make_history_reply(event: Event, principal: Principal, language: Language) -> HistoryReply:
    note, _ = choose_wording(event.note, language)
    return HistoryReply(
        state=event.state,
        at=event.at,
        by=event.by.in_language(language),
        is_by_you=event.user_id == principal.user_id,
        note=note or None,
        document_ids=list(event.document_ids),
    )


def _get_agency(offered: OfferedForm, language: Language) -> FormAgencyReply:
    agency = offered.offer.agency
    return FormAgencyReply(id=agency.id, name=localize(agency.name, language))


def _make_form_summary(
    form: ApplicationForm, agency: FormAgencyReply, service_id: str, language: Language, today: date
) -> FormSummaryReply:
    return FormSummaryReply(
        id=form.id,
        name=localize(form.name, language),
        description=localize(form.description, language),
        agency=agency,
        service_id=service_id,
        entity_types=form.entity_types,
        fees=[make_fee_reply(compute_fee(fee, today), language) for fee in form.fees],
        decision_business_days=form.decision_business_days,
    )


def make_owed_reply(dossier: Dossier, language: Language, now: datetime) -> OwedReply:
    """Return the fees that are owed: those of the submission, or today's for answers that can change."""
    application = dossier.application
    submission = None if application.is_editable else application.submission
    owed = submission.owed if submission else ()
    if not owed:
        owed = list_owed(dossier.form, dossier.answers, get_day(submission.at if submission else now))
    requested = application.requested_amount
    return OwedReply(
        fees=[make_fee_reply(fee, language) for fee in owed],
        amount=format_dollars(sum_owed(owed)) or "",
        is_complete=all(fee.cents is not None for fee in owed),
        requested=RequestedAmountReply(amount=format_dollars(requested.cents) or "", at=requested.at)
        if requested
        else None,
    )


def _make_form(
    form: ApplicationForm, agency: FormAgencyReply, service_id: str, language: Language, today: date
) -> FormReply:
    return FormReply(
        **dict(_make_form_summary(form, agency, service_id, language, today)),
        sections=[
            FormSectionReply(
                id=section.id,
                title=localize(section.title, language),
                introduction=_localize(section.introduction, language),
                fields=[_make_field(field, language) for field in section.fields],
            )
            for section in form.sections
        ],
        documents=[
            FormDocumentReply(
                code=document.code,
                label=localize(document.label, language),
                help=_localize(document.help, language),
                is_required=document.is_required,
                shown_when=FormConditionReply(field=condition.field, equals=condition.equals)
                if (condition := document.shown_when)
                else None,
            )
            for document in form.documents
        ],
        declaration=localize(form.declaration, language),
    )


def _make_field(field: FormField, language: Language) -> FormFieldReply:
    return FormFieldReply.from_entity(
        field,
        label=localize(field.label, language),
        help=_localize(field.help, language),
        choices=[
            FormChoiceReply(value=choice.value, label=localize(choice.label, language))
            for choice in field.choices
        ],
    )


def _localize(text: LocalizedText | None, language: Language) -> str | None:
    return localize(text, language) if text else None
