"""The routes about single notices: a test of a channel, and the unsubscribe links of emails."""

from domains.accounts.account import NotRegistered
from functions.profile.contract import (
    TestNoticeReply,
    TestNoticeRequest,
    UnsubscribeQuery,
    UnsubscribeReply,
)
from functions.profile.errors import (
    AddressNotUsable,
    AddressNotVerified,
    LinkNotFound,
    PreferencesChanged,
    TestAlreadySent,
)
from functions.profile.notice_service import NoticeService
from portal.audiences import PUBLIC, People
from portal.routes import Query, Request, Routes

routes = Routes("profile")

TEST = "contactPreferences"
UNSUBSCRIBE = "unsubscribe"


@routes.endpoint(
    "POST",
    "/api/profile/contactpreferences/test",
    summary="Send a test message to the saved address of a channel",
    input=TestNoticeRequest,
    replies={202: TestNoticeReply},
    section=TEST,
    raises=(NotRegistered, AddressNotVerified, AddressNotUsable, TestAlreadySent),
    audience=People(before_terms=True),
)
def send_test_notice(request: Request[TestNoticeRequest], service: NoticeService) -> TestNoticeReply:
    """Send a test message, once a minute for each channel."""
    test = service.send_test(request.principal, request.input.channel)
    return TestNoticeReply(message_id=test.message_id, channel=test.channel, sent_to=test.sent_to)


@routes.endpoint(
    "GET",
    "/api/profile/unsubscribe",
    summary="Get the notice and the channel of an unsubscribe link",
    input=UnsubscribeQuery,
    replies={200: UnsubscribeReply},
    section=UNSUBSCRIBE,
    audience=PUBLIC,
    raises=(LinkNotFound,),
)
def read_unsubscribe(request: Request[UnsubscribeQuery], service: NoticeService) -> UnsubscribeReply:
    """Show what an unsubscribe link would stop. Changes nothing, because mail scanners follow links."""
    return UnsubscribeReply.from_entity(service.read_subscription(request.input.token))


@routes.endpoint(
    "POST",
    "/api/profile/unsubscribe",
    summary="Stop the notices that an unsubscribe link is for; doing it again changes nothing",
    audience=PUBLIC,
    input=Query(UnsubscribeQuery),
    replies={200: UnsubscribeReply},
    section=UNSUBSCRIBE,
    raises=(LinkNotFound, PreferencesChanged),
)
def unsubscribe_notices(request: Request[UnsubscribeQuery], service: NoticeService) -> UnsubscribeReply:
    """Stop the notices. Also used by mail providers in one click (RFC 8058, section 3.1)."""
    return UnsubscribeReply.from_entity(service.unsubscribe(request.input.token))
