"""Messages of the portal in a person's inbox."""

import inspect
from collections.abc import Callable
from datetime import timedelta, timezone

import pytest

from domains.accounts.devices import Device
from domains.accounts.sign_ins import SignIn
from domains.messages import (
    account_notices,
    address_notices,
    agency_notices,
    authentication_notices,
    sign_in_notices,
    support_notices,
)
from domains.messages.message import PREVIEW_LENGTH, InboxMessage
from portal.language import Text
from portal.types import is_derived_id
from portal.viewer import Place
from tests.unit.profile.support import EMAIL, NOW, NUMBER

SIGN_IN = SignIn(
    "session-1", NOW, Device("Firefox", "Windows"), Place("Tucson", "Arizona", "US"), has_second_factor=False
)
MOBILE_ID = Text(en="Mobile ID", es="Identificación móvil")
NOTICES: dict[str, Callable[[], InboxMessage]] = {
    "welcome": lambda: account_notices.make_welcome_notice("rosa", NOW),
    "contactPreferencesChanged": lambda: account_notices.make_contact_change_notice(
        "rosa", 3, {"email": EMAIL, "text": NUMBER}, NOW
    ),
    "detailsChanged": lambda: account_notices.make_details_change_notice(
        "rosa", 2, ["legalLastName", "countyId"], NOW
    ),
    "addressBounced": lambda: address_notices.make_bounce_notice("rosa", "email", EMAIL, NOW),
    "addressComplained": lambda: address_notices.make_complaint_notice("rosa", "email", EMAIL, NOW),
    "addressStopped": lambda: address_notices.make_stop_notice("rosa", "text", NUMBER, NOW),
    "recordShared": lambda: agency_notices.make_shared_record_notice(
        "rosa",
        agency_notices.SharedRecord(
            label="2021 Saguaro Wagon",
            service_name=Text(en="Vehicles", es="Vehículos"),
            agency_name=Text(en="Motor Vehicles", es="Vehículos Motorizados"),
            connection_id="ben's",
            at=NOW,
        ),
    ),
    "maskedValueShown": lambda: agency_notices.make_shown_value_notice(
        "rosa",
        agency_notices.ShownValue(
            field_name=Text(en="VIN", es="VIN"),
            record_label="Plate ••• 4TR",
            service_name=Text(en="Vehicles", es="Vehículos"),
            agency_name=Text(en="Motor Vehicles", es="Vehículos Motorizados"),
            call_id="call-1",
            at=NOW,
        ),
    ),
    "lockLifted": lambda: support_notices.make_lock_lifted_notice(
        "rosa", MOBILE_ID, "S-ABCDEFGHIJ", "She called", NOW
    ),
    "dashboardCleared": lambda: support_notices.make_dashboard_cleared_notice("rosa", "S-ABCDEFGHIJ", NOW),
    "dashboardRestored": lambda: support_notices.make_dashboard_restored_notice("rosa", "S-ABCDEFGHIJ", NOW),
    "dashboardReloaded": lambda: support_notices.make_dashboard_reloaded_notice("rosa", "S-ABCDEFGHIJ", NOW),
    "test": lambda: account_notices.make_channel_test_notice("rosa", "text", NOW, NOW),
    "enhancedAuthenticationVerified": lambda: authentication_notices.make_verified_notice(
        "rosa", "attempt-1", MOBILE_ID, NOW, NOW + timedelta(hours=1), is_proof=True
    ),
    "enhancedAuthenticationLocked": lambda: authentication_notices.make_locked_notice(
        "rosa", "attempt-1", MOBILE_ID, NOW, NOW + timedelta(hours=1), is_counted_by_person=False
    ),
    "documentShownForAnotherAccount": lambda: authentication_notices.make_reused_document_notice(
        "rosa", "attempt-1", NOW
    ),
    "passkeyAdded": lambda: authentication_notices.make_passkey_added_notice(
        "rosa", "key-1", "My phone", NOW
    ),
    "passkeyCopied": lambda: authentication_notices.make_passkey_copied_notice(
        "rosa", "key-1", "My phone", NOW
    ),
    "newDevice": lambda: sign_in_notices.make_new_device_notice("rosa", SIGN_IN),
    "signInEnded": lambda: sign_in_notices.make_sign_in_ended_notice("rosa", SIGN_IN, NOW),
    "signedOutEverywhere": lambda: sign_in_notices.make_signed_out_everywhere_notice("rosa", NOW),
    "addressChangeAllowed": lambda: support_notices.make_address_change_allowed_notice(
        "rosa", "email", "r•••@example.com", "n•••@example.com", NOW, "S-ABCDEFGHIJ", "She called", NOW
    ),
    "addressChangeWithdrawn": lambda: support_notices.make_address_change_withdrawn_notice(
        "rosa", "text", "•••-•••-0123", "", "S-ABCDEFGHIJ", "It was not her", NOW
    ),
    "applicationStatus": lambda: agency_notices.make_application_status_notice(
        "rosa",
        agency_notices.ApplicationNotice(
            application_id="application-1",
            form_name=Text(en="Liquor license", es="Licencia de licores"),
            agency_name=Text(en="Liquor Department", es="Departamento de Licores"),
            business_name="Desert Rose LLC",
            event_id="event-1",
            state="approved",
            note={},
            respond_by=None,
            at=NOW,
            amount_due="85.00",
        ),
    ),
}


@pytest.mark.parametrize("kind", NOTICES)
def test_notice_is_complete_in_both_languages(kind: str) -> None:
    message = NOTICES[kind]()
    assert (message.user_id, message.type, message.origin, message.body_format) == (
        "rosa",
        kind,
        None,
        "plain",
    )
    assert is_derived_id(message.id)
    assert (message.sent_at, message.received_at) == (NOW, NOW)
    for texts in (message.subject, message.preview, message.body):
        assert set(texts) == {"en", "es"}
        assert texts["en"] != texts["es"]
        assert all(texts.values())
    for language, preview in message.preview.items():
        assert len(preview) <= PREVIEW_LENGTH
        assert " ".join(message.body[language].split()).startswith(preview.removesuffix("…"))


@pytest.mark.parametrize("kind", NOTICES)
def test_notice_is_the_same_for_the_same_occasion(kind: str) -> None:
    assert NOTICES[kind]() == NOTICES[kind]()


@pytest.mark.parametrize("kind", NOTICES)
def test_notice_has_no_full_address(kind: str) -> None:
    written = str(NOTICES[kind]())
    assert EMAIL not in written
    assert NUMBER not in written


def test_notices_of_occasions_and_people_differ() -> None:
    messages = [make() for make in NOTICES.values()] + [
        account_notices.make_welcome_notice("ben", NOW),
        account_notices.make_contact_change_notice("rosa", 4, {"email": EMAIL}, NOW),
        address_notices.make_bounce_notice("rosa", "email", "rosa@work.example", NOW),
        address_notices.make_bounce_notice("rosa", "email", EMAIL, NOW + timedelta(seconds=1)),
        account_notices.make_channel_test_notice("rosa", "email", NOW, NOW),
        account_notices.make_channel_test_notice("rosa", "text", NOW + timedelta(minutes=1), NOW),
    ]
    assert len({message.id for message in messages}) == len(messages)


def test_occasion_does_not_depend_on_the_time_zone() -> None:
    phoenix = NOW.astimezone(timezone(timedelta(hours=-7)))
    one = address_notices.make_bounce_notice("rosa", "email", EMAIL, NOW)
    assert address_notices.make_bounce_notice("rosa", "email", EMAIL.upper(), phoenix).id == one.id


def test_notices_have_their_preference_kind() -> None:
    assert {kind: make().notice for kind, make in NOTICES.items()} == {
        "welcome": "accountActivity",
        "contactPreferencesChanged": "security",
        "detailsChanged": "security",
        "addressBounced": "accountActivity",
        "addressComplained": "accountActivity",
        "addressStopped": "accountActivity",
        "recordShared": "security",
        "maskedValueShown": "security",
        "lockLifted": "security",
        "dashboardReloaded": "accountActivity",
        "dashboardCleared": "accountActivity",
        "dashboardRestored": "accountActivity",
        "test": "accountActivity",
        "enhancedAuthenticationVerified": "security",
        "enhancedAuthenticationLocked": "security",
        "documentShownForAnotherAccount": "security",
        "passkeyAdded": "security",
        "passkeyCopied": "security",
        "newDevice": "security",
        "signInEnded": "security",
        "signedOutEverywhere": "security",
        "addressChangeAllowed": "security",
        "addressChangeWithdrawn": "security",
        "applicationStatus": "agencyMessages",
    }


def test_every_notice_is_checked() -> None:
    makers = [
        function
        for module in (
            account_notices,
            address_notices,
            agency_notices,
            authentication_notices,
            sign_in_notices,
            support_notices,
        )
        for function in vars(module).values()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and not function.__name__.startswith("_")
        and inspect.signature(function).return_annotation is InboxMessage
    ]
    assert len(makers) == len(NOTICES)


def test_only_the_test_notice_has_one_channel() -> None:
    assert {kind: make().only_channel for kind, make in NOTICES.items() if make().only_channel} == {
        "test": "text"
    }
