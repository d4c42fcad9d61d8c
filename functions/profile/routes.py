"""The profile routes."""

from datetime import datetime

from domains.accounts.account import NOTICE_KINDS, NotRegistered, PendingAddress, TermsDecision
from domains.accounts.errors import CodeAlreadySent, TooManyWrongCodes
from domains.accounts.sending_limits import (
    TooManyAddressChanges,
    TooManyCodes,
    TooManyCodesToAddress,
    TooManyCodesToNumber,
)
from domains.deliveries.delivery import AddressStatus
from functions.profile.contact_rules import REQUIRED_NOTICES
from functions.profile.contract import (
    ContactAddressChangeReply,
    ContactAddressReply,
    ContactPreferencesReply,
    ContactPreferencesRequest,
    NoticeReply,
    ProfileCompletion,
    QuietHoursReply,
    TermsDecisionReply,
    TermsDecisionRequest,
    TermsReply,
    TermsSectionReply,
    VerificationConfirmation,
    VerificationRequest,
    VerificationSent,
)
from functions.profile.errors import (
    AddressChanged,
    AddressNotUsable,
    AlreadyVerified,
    ChangeAlreadyAllowed,
    DecisionChanged,
    PreferencesChanged,
    TermsSuperseded,
)
from functions.profile.preferences import KnownAddress, ShownPreferences
from functions.profile.service import ProfileService
from portal.audiences import People
from portal.errors import EnhancedAuthenticationRequired
from portal.mail import MessageNotSent
from portal.routes import Request, Routes

routes = Routes("profile")

TERMS = "termsAndConditions"
CONTACT = "contactPreferences"


@routes.endpoint(
    "GET",
    "/api/profile/termsandconditions",
    summary="Get the terms in force and the caller's latest decision on them",
    replies={200: TermsReply},
    section=TERMS,
    audience=People(before_terms=True),
)
def read_terms(request: Request[None], service: ProfileService) -> TermsReply:
    """Return the terms to everybody who is signed in, registered or not."""
    terms, decision = service.read_terms(request.principal)
    text = terms.texts[request.language]
    return TermsReply(
        version=terms.version,
        effective_on=terms.effective_on,
        language=request.language,
        title=text.title,
        sections=[
            TermsSectionReply(heading=section.heading, paragraphs=list(section.paragraphs))
            for section in text.sections
        ],
        decision=_make_decision_reply(decision) if decision else None,
    )


@routes.endpoint(
    "PUT",
    "/api/profile/termsandconditions/accept",
    summary="Accept the terms in force",
    input=TermsDecisionRequest,
    replies={200: TermsDecisionReply},
    section=TERMS,
    raises=(NotRegistered, TermsSuperseded, DecisionChanged),
    audience=People(before_terms=True),
)
def accept_terms(request: Request[TermsDecisionRequest], service: ProfileService) -> TermsDecisionReply:
    """Record that the caller accepts the terms. Needs their version. Safe to repeat."""
    return _make_decision_reply(service.decide_on_terms(request.principal, request.input.version, "accepted"))


@routes.endpoint(
    "PUT",
    "/api/profile/termsandconditions/decline",
    summary="Decline the terms in force",
    input=TermsDecisionRequest,
    replies={200: TermsDecisionReply},
    section=TERMS,
    raises=(NotRegistered, TermsSuperseded, DecisionChanged),
    audience=People(before_terms=True),
)
def decline_terms(request: Request[TermsDecisionRequest], service: ProfileService) -> TermsDecisionReply:
    """Record that the caller declines the terms. Needs their version. Safe to repeat."""
    return _make_decision_reply(service.decide_on_terms(request.principal, request.input.version, "declined"))


@routes.endpoint(
    "GET",
    "/api/profile/contactpreferences",
    summary="Get the caller's contact preferences, or the proposal before the first saving",
    replies={200: ContactPreferencesReply},
    section=CONTACT,
    raises=(NotRegistered,),
    audience=People(before_terms=True),
)
def read_contact_preferences(request: Request[None], service: ProfileService) -> ContactPreferencesReply:
    """Return contact preferences, with reasons why an address cannot be used."""
    return _make_preferences_reply(service.read_preferences(request.principal))


@routes.endpoint(
    "PUT",
    "/api/profile/contactpreferences",
    summary="Replace the caller's contact preferences",
    input=ContactPreferencesRequest,
    replies={200: ContactPreferencesReply},
    section=CONTACT,
    raises=(NotRegistered, PreferencesChanged, TooManyAddressChanges, MessageNotSent),
    audience=People(before_terms=True),
)
def save_contact_preferences(
    request: Request[ContactPreferencesRequest], service: ProfileService
) -> ContactPreferencesReply:
    """Save contact preferences. Nothing is saved if no notice could reach a replaced address."""
    return _make_preferences_reply(service.save_preferences(request.principal, request.input))


@routes.endpoint(
    "POST",
    "/api/profile/contactpreferences/verification",
    summary="Send a code to the address of a channel that is to be verified, or to the one in force",
    input=VerificationRequest,
    replies={202: VerificationSent},
    section=CONTACT,
    raises=(
        NotRegistered,
        AlreadyVerified,
        ChangeAlreadyAllowed,
        AddressNotUsable,
        TooManyWrongCodes,
        CodeAlreadySent,
        TooManyCodes,
        TooManyCodesToAddress,
        TooManyCodesToNumber,
        MessageNotSent,
    ),
    audience=People(before_terms=True),
)
def send_verification(request: Request[VerificationRequest], service: ProfileService) -> VerificationSent:
    """Send a code. If it could not be sent, another one can be asked for at once."""
    verification = service.send_verification(request.principal, request.input.channel, request.input.address)
    return VerificationSent(
        channel=verification.channel, sent_to=verification.sent_to, expires_at=verification.expires_at
    )


@routes.endpoint(
    "POST",
    "/api/profile/contactpreferences/verification/confirm",
    summary="Verify an address, or allow the change of one, by the code that arrived there",
    input=VerificationConfirmation,
    replies={200: ContactPreferencesReply},
    section=CONTACT,
    raises=(NotRegistered, AddressChanged, EnhancedAuthenticationRequired, PreferencesChanged),
    audience=People(before_terms=True),
)
def confirm_verification(
    request: Request[VerificationConfirmation], service: ProfileService
) -> ContactPreferencesReply:
    """Confirm the code. A change also has to be allowed, in any order."""
    confirmation = request.input
    state = service.confirm_verification(
        request.principal,
        confirmation.channel,
        confirmation.address,
        confirmation.code,
        confirmation.change_to,
    )
    return _make_preferences_reply(state)


@routes.endpoint(
    "GET",
    "/api/profile/completed",
    summary="Tell if the caller is registered, accepted the terms in force and saved contact preferences",
    replies={200: ProfileCompletion},
    audience=People(before_terms=True),
)
def read_completion(request: Request[None], service: ProfileService) -> ProfileCompletion:
    """Return true when all three are done, and the addresses to confirm; false for an unregistered person."""
    is_completed, unverified = service.get_completion(request.principal)
    return ProfileCompletion(is_completed=is_completed, unverified=unverified)


def _make_decision_reply(decision: TermsDecision) -> TermsDecisionReply:
    return TermsDecisionReply(
        version=decision.version, outcome=decision.outcome, decided_at=decision.decided_at
    )


def _make_preferences_reply(preferences: ShownPreferences) -> ContactPreferencesReply:
    state = preferences.state
    quiet = state.quiet_hours
    return ContactPreferencesReply(
        language=state.language,
        addresses=[
            _make_address_reply(address, preferences.unusable.get(address.channel))
            for address in state.addresses
        ],
        notices=[
            NoticeReply(kind=kind, channels=list(state.notices[kind]), is_required=kind in REQUIRED_NOTICES)
            for kind in NOTICE_KINDS
        ],
        email_frequency=state.email_frequency,
        quiet_hours=QuietHoursReply(start=quiet.start, end=quiet.end) if quiet else None,
        saved_at=state.saved_at,
        changes=[_make_change_reply(each, preferences.at) for each in state.pending],
    )


def _make_change_reply(change: PendingAddress, now: datetime) -> ContactAddressChangeReply:
    has_permission = change.has_permission(now)
    return ContactAddressChangeReply(
        channel=change.channel,
        address=change.address,
        needs=list(change.list_needs(now)),
        allowed_from=change.allowed_from if has_permission and not change.is_allowed(now) else None,
        allowed_until=change.allowed_until if has_permission else None,
    )


def _make_address_reply(address: KnownAddress, unusable: AddressStatus | None) -> ContactAddressReply:
    return ContactAddressReply.from_entity(
        address,
        status=unusable.state if unusable else "usable",
        status_at=unusable.at if unusable else None,
    )
