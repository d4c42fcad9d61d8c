"""Numbers in the sentences of docs/promises.md equal the limits of the system."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from domains.accounts import account, one_time_code, registration_rules
from domains.accounts.sending_limits import RULES
from domains.agencies import subscriptions
from domains.agencies.disconnects import GIVES_UP_AFTER
from domains.applications import application
from domains.assurance.enhanced_authentication import STATUS_LIFETIME
from domains.assurance.slots import FACE_TRY_LIMIT, FAILURE_WINDOW, PASSKEY_TRY_LIMIT, TryLimitSettings
from domains.deliveries import deliveries_table
from domains.messages import message, sent_files
from domains.names import names_table as reservations
from domains.questions import question
from domains.replies import reply
from functions.agencyinbound import message_html
from functions.authentication import passkeys, types
from functions.businesses import business_service, invitation_service, team
from functions.chatbot import conversation
from functions.notifier import moments
from functions.profile import address_book
from functions.subscriptions import connecting
from functions.subscriptions import routes as subscription_routes
from functions.subscriptions import service as subscription_service
from infrastructure.sandbox.identity_provider import pages as sandbox_pages
from infrastructure.stacks.transform import read

ROOT = Path(__file__).parents[2]
ALARMS = {
    name: each
    for name, each in read(ROOT / "infrastructure/stacks/monitoring.yaml")["Resources"].items()
    if each["Type"] == "AWS::CloudWatch::Alarm"
}
WEB = read(ROOT / "infrastructure/stacks/web.yaml")["Resources"]
WORDS = {
    word: number
    for number, word in enumerate(("zero one two three four five six seven eight nine ten").split())  # noqa: SIM905
}
UNITS = r"(?=\s+(?:seconds?|minutes?|hours?|days?|years?|months?)\b)"
# "One" and "a" count only before a unit of time; elsewhere they are pronouns and articles.
NUMBER = re.compile(rf"\b(?:\d+|one{UNITS}|{'|'.join(list(WORDS)[2:])}|twenty|twice)\b", re.IGNORECASE)
CODES = re.compile(r"<0>|{\d}|`[^`]*`|\(\d{3}\)|\b(?:400|403|409)\b|RFC \d+|Python 3\.13|from 1,|Entries 1")


def parse_numbers(sentence: str) -> tuple[int, ...]:
    """Return the numbers of a sentence, without codes and placeholders."""
    special = {**WORDS, "twenty": 20, "twice": 2}
    found = NUMBER.findall(CODES.sub("", sentence))
    return tuple(special[each.lower()] if each.lower() in special else int(each) for each in found)


def list_sentences() -> list[str]:
    """Return the sentences of the register that have a number."""
    lines = (ROOT / "docs/promises.md").read_text(encoding="utf-8").splitlines()
    sentences = [line[2:].split(" | ")[0] for line in lines if line.startswith("| ")]
    return sorted({each for each in sentences if parse_numbers(each)})


def get_threshold(alarm: str) -> int:
    return int(ALARMS[alarm]["Properties"]["Threshold"])


def get_least(alarm: str, metric: str) -> int:
    """Return the figure of a metric from which on the expression of an alarm counts."""
    (expression,) = [
        each["Expression"] for each in ALARMS[alarm]["Properties"]["Metrics"] if "Expression" in each
    ]
    (least,) = re.findall(rf"{metric}(?:, 0\))? (?:>=|>) (\d+)", expression)
    return int(least)


def get_period(alarm: str) -> int:
    """Return the minutes of one period of an alarm."""
    return get_minutes(alarm) // int(ALARMS[alarm]["Properties"]["EvaluationPeriods"])


def get_minutes(alarm: str) -> int:
    properties = ALARMS[alarm]["Properties"]
    periods = [each["MetricStat"]["Period"] for each in properties.get("Metrics", []) if "MetricStat" in each]
    period = properties.get("Period") or periods[0]
    return int(period * properties["EvaluationPeriods"]) // 60


def get_first_sentence(alarm: str) -> str:
    description = " ".join(ALARMS[alarm]["Properties"]["AlarmDescription"].split())
    return f"{description.partition('. ')[0].rstrip('.')}."


def get_latency_share() -> int:
    """Return the share of calls above the percentile of the alarm, as one in so many."""
    return round(100 / (100 - int(ALARMS["ApiLatency"]["Properties"]["ExtendedStatistic"].lstrip("p"))))


def get_backup_days() -> int:
    tables = [
        each["Properties"]["PointInTimeRecoverySpecification"].get("RecoveryPeriodInDays", 35)
        for each in read(ROOT / "infrastructure/stacks/data.yaml")["Resources"].values()
        if each["Type"] == "AWS::DynamoDB::Table"
    ]
    (days,) = set(tables)
    return int(days)


def get_log_years() -> int:
    days = read(ROOT / "template.yaml")["Mappings"]["Stages"].values()
    return -(-max(each["LogRetentionDays"] for each in days) // 365)


def get_failure_parameters() -> list[tuple[str, dict[str, int]]]:
    """Return the parameters `…MaxFailures` of the template."""
    parameters = read(ROOT / "template.yaml")["Parameters"].items()
    return [(name, each) for name, each in parameters if name.endswith("MaxFailures")]


def get_firewall_days() -> int:
    return int(WEB["WebAclLogs"]["Properties"]["RetentionInDays"])


def get_draft_hours() -> int:
    drafts = (ROOT / "webapp/src/lib/storage/drafts.ts").read_text(encoding="utf-8")
    (hours,) = re.findall(r"const lifetimeMilliseconds = (\d+) \* 60 \* 60_000;", drafts)
    return int(hours)


def get_rate_minutes() -> int:
    rules = WEB["WebAcl"]["Properties"]["Rules"]
    windows = {
        rule["Statement"]["RateBasedStatement"]["EvaluationWindowSec"]
        for rule in rules
        if "RateBasedStatement" in rule["Statement"]
    }
    (seconds,) = windows
    return int(seconds) // 60


DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
YEAR = 365 * DAY
MB = 1_000_000
CODE = (one_time_code.LIFETIME // MINUTE,)
FILE = (sent_files.MAX_FILE_BYTES // MB,)
BIN = (message.KEPT_IN_BIN // DAY,)
BACKUP = (get_backup_days(),)
SANDBOX_CODE = (sandbox_pages.MAILED_CODE_SECONDS // 60,)
PASSKEY = (passkeys.PASSKEY_LIFETIME // DAY,)
FAILURES_A_DAY = FAILURE_WINDOW // HOUR
MISSES = subscription_service.FAILURES.all
TRIES = TryLimitSettings.model_validate(
    {
        re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower(): each["Default"]
        for name, each in get_failure_parameters()
    }
)

FIVE_TRIES = (PASSKEY_TRY_LIMIT.max_failures, FAILURES_A_DAY)

LIMITS: dict[str, tuple[int, ...]] = {
    "You must be at least 13 years old to register.": (registration_rules.MIN_AGE,),
    "and at most one day after its last message": (conversation.KEPT_FOR // DAY,),
    "Until 30 days after the answer": (question.KEPT_AFTER_ANSWER // DAY,),
    "You can have three open questions at a time.": (question.MAX_OPEN_QUESTIONS,),
    "Codes work once, for ten minutes, and stop working after five wrong tries.": (
        *CODE,
        one_time_code.MAX_ATTEMPTS,
    ),
    "The connections stay, and you can restore the cards for 7 days.": (subscriptions.RESTORABLE_FOR // DAY,),
    "The person can stop the change during the 7 days.": (account.SUPPORT_WAIT // DAY,),
    "Void after ten minutes, and then removed automatically.": CODE,
    "It works once, for ten minutes.": CODE,
    "After five wrong tries, it stops working.": (one_time_code.MAX_ATTEMPTS,),
    "An email address or mobile number can get up to five codes per hour.": (
        RULES["code"].to_destination.all,
    ),
    "You can ask for up to ten codes per hour.": (RULES["code"].by_account.all,),
    "You can change a confirmed address up to five times a day.": (RULES["addressChange"].by_account.all,),
    "The last copy of what an agency told us: 30 days.": (subscriptions.COPY_LIFETIME // DAY,),
    "Messages until you delete them, and then 30 days in the trash": BIN,
    "Messages stay here for 30 days; then they are deleted for good.": BIN,
    "What you delete stays here for 30 days, and can be restored until then.": BIN,
    "In the trash it stays for 30 days": BIN,
    "What is deleted can still be in the backup of the last 35 days.": BACKUP,
    "in the backup of the last 35 days. It is used only to repair the portal.": BACKUP,
    "with point-in-time recovery for 35 days.": BACKUP,
    "At most one year. What the firewall recorded about refused requests: 30 days.": (
        get_log_years(),
        get_firewall_days(),
    ),
    "What we note of the delivery of an e-mail or text message: one year.": (deliveries_table.KEPT // YEAR,),
    "An invitation that has ended: 30 days.": (team.KEPT_AFTER_THE_END // DAY,),
    "A reserved name: one year after the reservation has ended.": (reservations._KEPT_AFTER_THE_END // YEAR,),
    "That you have proven who you are: one hour. What you tried: ten minutes. "
    "Tries that failed count for 24 hours.": (
        STATUS_LIFETIME // HOUR,
        types.ATTEMPT_LIFETIME // MINUTE,
        FAILURES_A_DAY,
    ),
    "If you started a registration, an address, or an application, we keep it for 24 hours.": (
        get_draft_hours(),
    ),
    "For one hour, we keep that you proved who you are, when, and with which agency’s photo.": (
        STATUS_LIFETIME // HOUR,
    ),
    "It lasts for one hour, in this session only.": (STATUS_LIFETIME // HOUR,),
    "A touch proves who you are for one hour, in that session only.": (STATUS_LIFETIME // HOUR,),
    "You have ten minutes.": (types.ATTEMPT_LIFETIME // MINUTE,),
    "It works for 180 days after you proved who you are.": PASSKEY,
    "For up to 180 days, a": PASSKEY,
    "After five failed tries within 24 hours with EID, MID, or a passkey, that way is locked for you.": (
        FIVE_TRIES
    ),
    "After three failed tries within 24 hours, this way is locked for you.": (
        TRIES.credit_bureau_max_failures,
        FAILURES_A_DAY,
    ),
    "We asked less than 30 seconds ago. Try again in a moment.": (
        subscription_service.REFRESH_INTERVAL.seconds,
    ),
    "After five tries, you wait half a minute before each new one.": (FACE_TRY_LIMIT.free_failures or 0,),
    "We hide it again after ten seconds or when you leave the page.": (subscription_routes.SHOWN_SECONDS,),
    "PDF, PNG, or JPEG, up to 3 MB.": FILE,
    "This file is larger than 3 MB.": FILE,
    "A reply can have three PDF, PNG, or JPEG files, up to 3 MB together.": (reply.MAX_FILES, *FILE),
    "the portal keeps trying for 30 days": (reply.GIVES_UP_AFTER // DAY,),
    "They can approve the change after 7 days.": (account.SUPPORT_WAIT // DAY,),
    "The approval ends after 14 days.": (account.SUPPORT_PERMISSION // DAY,),
    "One daily email at 8 a.m.": (moments.DIGEST_AT.hour,),
    "Your address book can hold up to 50 addresses, such as your home, mailing, and business addresses.": (
        address_book.MAX_ADDRESSES,
    ),
    "Your address book has 50 addresses, which is the limit.": (address_book.MAX_ADDRESSES,),
    "You act for 50 businesses, which is the limit.": (business_service.MAX_BUSINESSES,),
    "This business has 50 people, which is the limit.": (invitation_service.MAX_MEMBERS,),
    "This business has 20 open invitations, which is the limit.": (invitation_service.MAX_OPEN,),
    "You sent 30 invitations in a day, which is the limit.": (RULES["invitation"].by_account.all,),
    "A business can have up to 100 open applications.": (application.MAX_APPLICATIONS,),
    "An application can have up to 20 files.": (application.MAX_DOCUMENTS,),
    "You connected 20 records of this service, which is the limit.": (connecting.MAX_IDENTITIES,),
    "You have 200 services on your dashboard, which is the limit.": (connecting.MAX_SUBSCRIPTIONS,),
    "becomes at most six times as long as the limit when its elements are closed.": (
        message_html.MAX_GROWTH,
    ),
    "After five attempts within an hour the service is locked for a while.": (MISSES,),
    "locks the service for an hour after five misses.": (MISSES,),
    "The portal lets a person fail five times within an hour.": (MISSES,),
    "These details did not match five times in an hour.": (MISSES,),
    "Try again in five minutes.": (get_rate_minutes(),),
    "It works for 10 minutes. If you did not ask for it, ignore this message.": SANDBOX_CODE,
}
ALARM_LIMITS = {
    "ApiErrors": (get_least("ApiErrors", "errors"), get_minutes("ApiErrors")),
    "ApiThrottles": (get_threshold("ApiThrottles"), get_minutes("ApiThrottles")),
    "ConcurrencyNearlyUsed": (get_threshold("ConcurrencyNearlyUsed"), get_minutes("ConcurrencyNearlyUsed")),
    "CertificateExpires": (get_threshold("CertificateExpires"),),
    "DeliveryEventsErrors": (get_threshold("DeliveryEventsErrors"), get_minutes("DeliveryEventsErrors")),
    "MailQuotaHalfUsed": (get_threshold("MailQuotaHalfUsed"), get_minutes("MailQuotaHalfUsed") // 60),
    "MailQuotaNearlyUsed": (get_threshold("MailQuotaNearlyUsed"), get_minutes("MailQuotaNearlyUsed") // 60),
    "MalwareScans": (get_minutes("MalwareScans"), get_least("MalwareScans", "skipped")),
    "NewMessagesStalled": (
        get_least("NewMessagesStalled", "age") // 60_000,
        get_minutes("NewMessagesStalled"),
    ),
    # A comma parts thousands.
    "PortalAclRefusals": (
        *divmod(get_threshold("PortalAclRefusals"), 1000),
        get_minutes("PortalAclRefusals"),
    ),
    "SignInAclRefusals": (get_threshold("SignInAclRefusals"), get_minutes("SignInAclRefusals")),
    "SignInDuration": (get_threshold("SignInDuration") // 1000,),
    "SignInErrors": (get_threshold("SignInErrors"), get_minutes("SignInErrors")),
    "SignInFailures": (get_least("SignInFailures", "tries"), get_minutes("SignInFailures")),
    "SignInThrottles": (get_threshold("SignInThrottles"), get_minutes("SignInThrottles")),
    "SignInsMissing": (
        *divmod(get_least("SignInsMissing", "pages"), 1000),
        get_period("SignInsMissing"),
        get_minutes("SignInsMissing") // get_period("SignInsMissing"),
    ),
    "TextSpendHalfUsed": (get_threshold("TextSpendHalfUsed"),),
    "TextSpendNearlyUsed": (get_threshold("TextSpendNearlyUsed"),),
    "WebErrors": (get_least("WebErrors", "requests"), get_period("WebErrors")),
    "WebRefusals": (
        100 // get_threshold("WebRefusals"),
        get_least("WebRefusals", "requests"),
        get_period("WebRefusals"),
        get_minutes("WebRefusals"),
    ),
    "ApiLatency": (get_latency_share(), get_threshold("ApiLatency") // 1000),
    "AuthorizerKeysAge": (get_threshold("AuthorizerKeysAge"),),
    "AgencyAuthorizerKeysAge": (get_threshold("AgencyAuthorizerKeysAge"),),
    "TrustListAge": (get_threshold("TrustListAge") // 24,),
    "IdentityServiceSilence": (
        get_threshold("IdentityServiceSilence"),
        get_minutes("IdentityServiceSilence"),
    ),
    "MaintenanceErrors": (get_threshold("MaintenanceErrors"), get_minutes("MaintenanceErrors")),
    "NotifierErrors": (get_threshold("NotifierErrors"), get_minutes("NotifierErrors")),
    "AccessLogUnsealed": (get_threshold("AccessLogUnsealed") // 60,),
    "MaintenanceIncomplete": (get_minutes("MaintenanceIncomplete"),),
    "NotifierIncomplete": (get_minutes("NotifierIncomplete"),),
    "NewsOverdue": (GIVES_UP_AFTER // DAY,),
    "NewMessagesAge": (get_threshold("NewMessagesAge") // 3_600_000,),
    "RemovedMessagesAge": (get_threshold("RemovedMessagesAge") // 60_000,),
    "PeopleTokensAge": (get_threshold("PeopleTokensAge") // 60_000,),
    "PeopleTokensErrors": (get_threshold("PeopleTokensErrors"), get_minutes("PeopleTokensErrors")),
    "DeliveryFailuresAge": (get_threshold("DeliveryFailuresAge") // 3600,),
    "MailBounces": (round(100 * float(ALARMS["MailBounces"]["Properties"]["Threshold"])),),
    "MailComplaints": (round(100_000 * float(ALARMS["MailComplaints"]["Properties"]["Threshold"])),),
}
"""Numbers in the first sentence of an alarm's description."""
WITHOUT_LIMIT = {
    "The last three also type a code, as staff must; because they have no phone, the page shows it.",
    "Until both steps are done, notices go to <0>{old}</0>.",
    "moves all four, and what was done at another port stays",
    "We use the new one after two steps, in any order:",
}


def test_every_number_of_the_register_has_its_limit() -> None:
    alarms = {get_first_sentence(alarm) for alarm in ALARM_LIMITS}
    assert set(list_sentences()) - alarms == {*LIMITS, *WITHOUT_LIMIT}


@pytest.mark.parametrize("sentence", LIMITS)
def test_number_equals_the_limit(sentence: str) -> None:
    assert parse_numbers(sentence) == LIMITS[sentence]


def test_all_ways_that_lock_after_five_tries_do() -> None:
    assert TRIES.eid_max_failures == TRIES.mid_max_failures == PASSKEY_TRY_LIMIT.max_failures


@pytest.mark.parametrize("alarm", ALARMS)
def test_alarm_names_its_threshold(alarm: str) -> None:
    if alarm in ALARM_LIMITS:
        assert parse_numbers(get_first_sentence(alarm)) == ALARM_LIMITS[alarm]
    else:
        properties = ALARMS[alarm]["Properties"]
        assert parse_numbers(get_first_sentence(alarm)) == ()
        assert (properties["Threshold"], properties["ComparisonOperator"]) == (
            1,
            "GreaterThanOrEqualToThreshold",
        )
