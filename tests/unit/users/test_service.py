from dataclasses import replace
from datetime import date, timedelta

import pytest

from functions.users.registration_rules import registration_from
from functions.users.service import RegistrationState
from portal.account import Account, ContactPreferences, PostLoginAction, TermsDecision
from portal.errors import Conflict, InvalidRequest, NotFound, Unavailable
from portal.language import Text
from tests.unit.users.support import CODE, DETAILS, NOW, ROSA, ROSA_AGAIN, TERMS

REGISTRATION = registration_from(DETAILS, ROSA.email, NOW)
ACCEPTED = TermsDecision("1", TERMS, "accepted", NOW)
PREFERENCES = ContactPreferences("es", (), {}, NOW, 1)
COMPLETE = Account(REGISTRATION, (ACCEPTED,), PREFERENCES)
OTHER_TERMS = replace(ACCEPTED, version="2025-01-01")
DECLINED = replace(ACCEPTED, outcome="declined", decision_id="2")


class TestDetails:
    @pytest.mark.parametrize(
        ("account", "action"),
        [
            (Account(), PostLoginAction.REGISTER),
            (Account(REGISTRATION), PostLoginAction.TERMS_AND_CONDITIONS),
            (Account(REGISTRATION, (OTHER_TERMS,), PREFERENCES), PostLoginAction.TERMS_AND_CONDITIONS),
            (Account(REGISTRATION, (ACCEPTED, DECLINED), PREFERENCES), PostLoginAction.TERMS_AND_CONDITIONS),
            (Account(REGISTRATION, (DECLINED, ACCEPTED)), PostLoginAction.CONTACT_PREFERENCES),
            (COMPLETE, PostLoginAction.DASHBOARD),
        ],
    )
    def test_the_next_step_follows_from_the_account(self, world, account, action):
        world.accounts.accounts[ROSA.user_id] = account
        assert world.service.details(ROSA).post_login_action is action

    def test_the_name_is_the_registrations_then_the_tokens_then_empty(self, world):
        assert world.service.details(ROSA).display_name == "Rosa Token"
        assert world.service.details(replace(ROSA, name="")).display_name == ""
        world.service.register(ROSA, DETAILS)
        assert world.service.details(ROSA).display_name == "Rosa María Delgado"

    def test_the_menu_is_that_of_the_next_step_and_the_roles(self, world):
        world.accounts.accounts[ROSA.user_id] = COMPLETE
        staff = replace(ROSA, roles=frozenset({"support"}))
        assert [item.label for item in world.service.details(ROSA).menu_items] == [
            "Dashboard",
            "Connections",
            "Transactions",
            "Business",
            "Address book",
            "Profile",
        ]
        assert len(world.service.details(staff).menu_items) == 8


class TestRegistering:
    def test_the_first_time_is_new_and_the_second_is_the_same(self, world):
        first = world.service.register(ROSA, DETAILS)
        world.now += timedelta(days=1)
        second = world.service.register(ROSA, replace(DETAILS, legal_first_name="ROSA  maría"))
        assert first.is_new
        assert not second.is_new
        assert second.registration == first.registration
        assert second.registration.registered_at == NOW

    def test_other_details_are_refused_and_change_nothing(self, world):
        world.service.register(ROSA, DETAILS)
        with pytest.raises(Conflict, match="alreadyRegistered"):
            world.service.register(ROSA, replace(DETAILS, county_id="maricopa"))
        assert world.accounts.read_account(ROSA.user_id).registration.county_id == "pima"

    def test_a_child_is_refused_and_nothing_is_kept(self, world):
        with pytest.raises(InvalidRequest):
            world.service.register(ROSA, replace(DETAILS, date_of_birth=date(2020, 1, 1)))
        assert world.accounts.accounts == {}
        assert world.inbox.messages == {}

    def test_one_message_welcomes_a_person(self, world):
        world.service.register(ROSA, DETAILS)
        world.service.register(ROSA, DETAILS)
        (welcome,) = world.inbox.messages.values()
        assert (welcome.user_id, welcome.type, welcome.sent_at) == (ROSA.user_id, "welcome", NOW)

    def test_a_welcome_that_was_lost_comes_with_the_repetition(self, world):
        world.inbox.failure = ConnectionError()
        with pytest.raises(ConnectionError):
            world.service.register(ROSA, DETAILS)
        world.inbox.failure = None
        world.now += timedelta(minutes=1)
        assert not world.service.register(ROSA, DETAILS).is_new
        (welcome,) = world.inbox.messages.values()
        assert welcome.sent_at == NOW

    def test_who_is_refused_is_not_welcomed(self, world):
        world.accounts.accounts[ROSA.user_id] = Account(REGISTRATION)
        with pytest.raises(Conflict):
            world.service.register(ROSA, replace(DETAILS, county_id="maricopa"))
        assert world.inbox.messages == {}

    def test_only_a_verified_address_is_kept(self, world):
        world.service.register(replace(ROSA, is_email_verified=False), DETAILS)
        assert world.accounts.read_account(ROSA.user_id).registration.email == ""


class TestLinking:
    @pytest.fixture(autouse=True)
    def _registered_under_an_earlier_identity(self, world):
        world.accounts.accounts[ROSA.user_id] = COMPLETE

    def test_only_an_unregistered_person_with_the_same_verified_address_can_link(self, world):
        can_link = RegistrationState(is_registered=False, can_link=True)
        cannot = RegistrationState(is_registered=False, can_link=False)
        state = world.service.registration_state
        assert state(ROSA_AGAIN) == can_link
        assert state(ROSA) == RegistrationState(is_registered=True, can_link=False)
        assert state(replace(ROSA_AGAIN, is_email_verified=False)) == cannot
        assert state(replace(ROSA_AGAIN, email="other@example.com")) == cannot

    def test_registrations_without_an_address_belong_to_nobody_elses_empty_address(self, world):
        world.accounts.accounts[ROSA.user_id] = Account(replace(REGISTRATION, email=""))
        without_address = replace(ROSA_AGAIN, email="")
        assert not world.service.registration_state(without_address).can_link

    def test_of_two_earlier_registrations_none_is_chosen(self, world):
        world.accounts.accounts["another"] = COMPLETE
        assert not world.service.registration_state(ROSA_AGAIN).can_link
        with pytest.raises(NotFound, match="nothingToLink"):
            world.service.send_link_code(ROSA_AGAIN, "en")

    def test_the_code_goes_to_the_address_and_the_answer_masks_it(self, world):
        sent = world.service.send_link_code(ROSA_AGAIN, "es")
        assert sent.sent_to == "r•••@example.com"
        assert sent.expires_at == NOW + timedelta(minutes=10)
        [(address, subject, text)] = world.mail.sent
        assert address == "rosa@example.com"
        assert CODE in subject
        assert "Nadie del portal le pedirá este código" in text
        assert "10 minutos" in text

    def test_the_mail_is_in_the_language_of_the_request(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        assert "Nobody from the portal will ask you for this code" in world.mail.sent[0][2]

    def test_a_code_that_could_not_be_sent_is_void(self, world):
        world.mail.failure = Unavailable("messageNotSent", Text(en="", es=""))
        with pytest.raises(Unavailable):
            world.service.send_link_code(ROSA_AGAIN, "en")
        assert world.codes.good == {}

    def test_a_registered_person_gets_no_code(self, world):
        with pytest.raises(Conflict, match="alreadyRegistered"):
            world.service.send_link_code(ROSA, "en")

    def test_the_code_moves_the_whole_account(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        registration = world.service.confirm_link(ROSA_AGAIN, CODE)
        assert registration.display_name == REGISTRATION.display_name
        assert world.service.details(ROSA_AGAIN).post_login_action is PostLoginAction.DASHBOARD
        assert world.service.details(ROSA).post_login_action is PostLoginAction.REGISTER

    def test_without_the_code_nothing_moves(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        with pytest.raises(InvalidRequest):
            world.service.confirm_link(ROSA_AGAIN, "000000")
        assert world.accounts.accounts == {ROSA.user_id: COMPLETE}

    def test_confirming_again_answers_the_registration(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        first = world.service.confirm_link(ROSA_AGAIN, CODE)
        assert world.service.confirm_link(ROSA_AGAIN, CODE) == first

    def test_the_old_identity_may_link_back(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        world.service.confirm_link(ROSA_AGAIN, CODE)
        assert world.service.registration_state(ROSA).can_link
        world.service.send_link_code(ROSA, "en")
        assert world.service.confirm_link(ROSA, CODE).display_name == REGISTRATION.display_name
        assert list(world.accounts.accounts) == [ROSA.user_id]

    def test_who_registered_before_confirming_keeps_that_registration(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        world.service.register(ROSA_AGAIN, replace(DETAILS, county_id="maricopa"))
        with pytest.raises(Conflict, match="alreadyRegistered"):
            world.service.confirm_link(ROSA_AGAIN, CODE)
        assert world.accounts.read_account(ROSA.user_id) == COMPLETE

    def test_who_registers_at_the_same_moment_keeps_that_registration(self, world):
        world.service.send_link_code(ROSA_AGAIN, "en")
        world.accounts.registers_meanwhile = replace(REGISTRATION, county_id="maricopa")
        with pytest.raises(Conflict, match="alreadyRegistered"):
            world.service.confirm_link(ROSA_AGAIN, CODE)
        assert world.accounts.read_account(ROSA.user_id) == COMPLETE

    def test_a_move_that_did_not_happen_is_told(self, world, monkeypatch):
        world.service.send_link_code(ROSA_AGAIN, "en")
        monkeypatch.setattr(world.accounts, "move_account", lambda *_: None)
        with pytest.raises(Conflict, match="linkChangedMeanwhile"):
            world.service.confirm_link(ROSA_AGAIN, CODE)

    def test_an_address_that_changed_since_proves_nothing(self, world):
        world.accounts.accounts["other"] = Account(replace(REGISTRATION, email="other@example.com"))
        world.service.send_link_code(ROSA_AGAIN, "en")
        with pytest.raises(NotFound, match="nothingToLink"):
            world.service.confirm_link(replace(ROSA_AGAIN, email="other@example.com"), CODE)
        assert world.accounts.read_account("other").registration is not None

    def test_without_an_earlier_registration_there_is_nothing_to_link(self, world):
        world.accounts.accounts.clear()
        with pytest.raises(NotFound, match="nothingToLink"):
            world.service.send_link_code(ROSA_AGAIN, "en")
        with pytest.raises(NotFound, match="nothingToLink"):
            world.service.confirm_link(ROSA_AGAIN, CODE)
