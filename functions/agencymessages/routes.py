"""The routes of agencies' messages."""

from collections.abc import Sequence
from typing import Literal

from domains.messages.attachments import AttachmentsUnavailable
from domains.messages.contract import AttachmentLinkReply, MessagesQuery, UnreadCountReply
from domains.messages.inbox import AttachmentNotFound, ChangeOutcome, MessageBusy, MessageNotFound
from domains.messages.inbox_replies import get_details, make_count, make_filters, make_link, make_summary
from domains.replies.contract import make_thread_reply
from functions.agencymessages.contract import (
    AgenciesWithMessagesReply,
    AgencyChangesReply,
    AgencyMarkRequest,
    AgencyMessageReply,
    AgencyMessagesRequest,
    AgencyMessageSummary,
    AgencyWithMessages,
    ChangedAgencyMessage,
    MessageGroup,
    MessageIdentity,
    MessageReference,
    ServiceMessagesReply,
    ServiceWithMessages,
    SubscriptionQuery,
    UnreadStatusReply,
)
from functions.agencymessages.service import AgencyFolders, AgencyMessagesService, Group, Reference
from portal.language import Language
from portal.routes import Request, Routes
from portal.text import get_sort_key

routes = Routes("agencymessages")

PATH = "/api/agency/messages"
SECTION = "agencyMessages"


@routes.endpoint(
    "GET",
    f"{PATH}/agencies",
    summary="List agencies and services with messages, and the number of unread ones",
    replies={200: AgenciesWithMessagesReply},
)
def list_agencies_with_messages(
    request: Request[None], service: AgencyMessagesService
) -> AgenciesWithMessagesReply:
    """List agencies that the caller was connected to, too."""
    agencies, at_least = service.list_agencies(request.principal)
    items = [_make_agency(each, request.language) for each in agencies]
    items.sort(key=lambda item: (get_sort_key(item.agency_name, request.language), item.agency_id))
    return AgenciesWithMessagesReply(items=items, at_least=at_least)


@routes.endpoint(
    "GET",
    f"{PATH}/service/{{id}}",
    summary="List the messages of a service in groups by record, newest first",
    input=MessagesQuery,
    replies={200: ServiceMessagesReply},
    section=SECTION,
)
def list_service_messages(
    request: Request[MessagesQuery], service: AgencyMessagesService
) -> ServiceMessagesReply:
    """List a service's messages in groups, with any filters; a service without messages has no groups."""
    query = request.input
    page = service.list_messages(
        request.principal, request.path["id"], make_filters(query), query.limit, query.next_token
    )
    return ServiceMessagesReply(
        groups=[_make_group(each, request.language) for each in page.groups],
        next_token=page.next_token,
        scanned_until=page.scanned_until,
    )


@routes.endpoint(
    "GET",
    f"{PATH}/service/{{id}}/unread/count",
    summary="Count the unread messages of a service",
    replies={200: UnreadCountReply},
)
def count_unread_service_messages(request: Request[None], service: AgencyMessagesService) -> UnreadCountReply:
    """Count unread messages about all records of the caller at the service."""
    return make_count(service.count_unread_messages(request.principal, request.path["id"]))


@routes.endpoint(
    "GET",
    f"{PATH}/unread/status",
    summary="Tell if a message of an agency is unread",
    replies={200: UnreadStatusReply},
)
def read_unread_status(request: Request[None], service: AgencyMessagesService) -> UnreadStatusReply:
    """Return whether there is unread agency mail, with a fingerprint of it."""
    unread = service.get_unread_now(request.principal)
    return UnreadStatusReply(has_unread=unread.count > 0, fingerprint=unread.fingerprint)


@routes.endpoint(
    "POST",
    f"{PATH}/mark",
    summary="Mark messages of agencies as read or unread",
    input=AgencyMarkRequest,
    replies={200: AgencyChangesReply},
    section=SECTION,
    raises=(MessageBusy,),
)
def mark_agency_messages(
    request: Request[AgencyMarkRequest], service: AgencyMessagesService
) -> AgencyChangesReply:
    """Mark messages as read or unread. Messages in the bin are not found; call again for busy ones."""
    references = _list_references(request.input.messages)
    return _make_changes_reply(
        references, service.mark_each(request.principal, references, request.input.is_read), "marked"
    )


@routes.endpoint(
    "POST",
    f"{PATH}/delete",
    summary="Move messages of agencies into the bin",
    input=AgencyMessagesRequest,
    replies={200: AgencyChangesReply},
    section=SECTION,
    raises=(MessageBusy,),
)
def delete_agency_messages(
    request: Request[AgencyMessagesRequest], service: AgencyMessagesService
) -> AgencyChangesReply:
    """Move messages to the bin; call again for busy ones. Those already in the bin count as deleted."""
    references = _list_references(request.input.messages)
    return _make_changes_reply(references, service.delete_each(request.principal, references), "deleted")


@routes.endpoint(
    "GET",
    f"{PATH}/{{messageid}}",
    summary="Open a message of an agency, which is read from then on, and how it was delivered",
    input=SubscriptionQuery,
    replies={200: AgencyMessageReply},
    section=SECTION,
    raises=(MessageNotFound, MessageBusy),
)
def open_agency_message(
    request: Request[SubscriptionQuery], service: AgencyMessagesService
) -> AgencyMessageReply:
    """Open a message of this connection and mark it as read. A message in the bin stays as it is."""
    opened = service.open_message(request.principal, _make_reference(request))
    origin, language = opened.origin, request.language
    return AgencyMessageReply(
        message_id=opened.message.id,
        agency_id=origin.agency_id,
        agency_name=origin.agency_name.in_language(language),
        agency_service_id=origin.service_id,
        service_name=origin.service_name.in_language(language),
        user_agency_service_subscription_identity_id=origin.identity_id,
        identity_label=origin.identity_label,
        can_reply=service.can_reply(opened.message),
        replies=[make_thread_reply(each) for each in service.list_replies(opened.message)],
        **get_details(opened, language),
    )


@routes.endpoint(
    "GET",
    f"{PATH}/{{messageid}}/attachments/{{attachmentid}}",
    summary="Get a link to a file of an agency's message",
    input=SubscriptionQuery,
    replies={200: AttachmentLinkReply},
    section=SECTION,
    raises=(MessageNotFound, AttachmentNotFound, AttachmentsUnavailable),
)
def read_agency_message_attachment(
    request: Request[SubscriptionQuery], service: AgencyMessagesService
) -> AttachmentLinkReply:
    """Return a link, valid for one minute. Needs a message about that connection."""
    return make_link(
        service.get_attachment_link(request.principal, _make_reference(request), request.path["attachmentid"])
    )


def _make_reference(request: Request[SubscriptionQuery]) -> Reference:
    return Reference(request.path["messageid"], request.input.user_agency_subscription_id)


def _list_references(references: Sequence[MessageReference]) -> list[Reference]:
    return [Reference(each.message_id, each.user_agency_subscription_id) for each in references]


def _make_changes_reply(
    references: Sequence[Reference],
    outcomes: Sequence[ChangeOutcome],
    done: Literal["marked", "deleted"],
) -> AgencyChangesReply:
    return AgencyChangesReply(
        results=[
            ChangedAgencyMessage(
                message_id=each.message_id, outcome=done if outcome == "changed" else outcome
            )
            for each, outcome in zip(references, outcomes, strict=True)
        ]
    )


def _make_agency(agency: AgencyFolders, language: Language) -> AgencyWithMessages:
    services = [
        ServiceWithMessages(
            agency_service_id=folder.service_id,
            service_name=folder.service_name.in_language(language),
            unread_count=unread_count,
        )
        for folder, unread_count in agency.services
    ]
    services.sort(key=lambda each: (get_sort_key(each.service_name, language), each.agency_service_id))
    return AgencyWithMessages(
        agency_id=agency.id,
        agency_name=agency.name.in_language(language),
        unread_count=sum(service.unread_count for service in services),
        services=services,
    )


def _make_group(group: Group, language: Language) -> MessageGroup:
    return MessageGroup(
        identity=MessageIdentity(id=group.identity_id, label=group.identity_label),
        messages=[
            AgencyMessageSummary(
                message_id=each.id,
                agency_service_id=group.service_id,
                user_agency_service_subscription_identity_id=group.identity_id,
                is_read=not each.is_unread,
                **make_summary(each, language),
            )
            for each in group.messages
        ],
    )
