"""Checks of the AWS account: stacks, quotas, mail, and text messages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from infrastructure.operations.preflight.account import Account
from infrastructure.operations.preflight.deployment import Deployment, is_placeholder
from infrastructure.operations.preflight.problems import Problem, make_problem

CONCURRENCY = 1_000
MAIL_IN_24_HOURS = 50_000
MAIL_PER_SECOND = 14
"""Quotas of SES for an account that has just got production access."""
SIGN_INS_PER_SECOND = 50
"""The 15,000 people whose polls fill the 500 calls a second of the API in prod, within five minutes."""
TOKENS_PER_SECOND = 67
"""Exchanges of codes at those sign-ins, and a refresh of each person's tokens every 15 minutes."""
# AWS refuses a reservation that leaves less for all other functions.
_UNRESERVED = 100
# The spend limit of a new account, in US dollars.
_FIRST_SPEND_LIMIT = 1
_SIGN_IN_QUOTAS = (
    ("UserAuthentication", "L-026ADBA3", SIGN_INS_PER_SECOND),
    ("UserToken", "L-F21F8BB4", TOKENS_PER_SECOND),
)
_FAILED = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED", "DELETE_FAILED")


def check_stack(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find a stack that cannot be updated or lacks protection, and another one of the same stage."""
    stacks = _list_root_stacks(account)
    ours = _find_stack(stacks, deployment)
    if ours is not None:
        yield from _check_own_stack(ours, deployment)
        return
    if deployment.parameters["DeletionProtection"] == "true":
        yield make_problem(deployment, "protected-at-first")
    for stack in stacks:
        is_portal = stack.get("Description") == deployment.template["Description"]
        if is_portal and _get_parameter(stack, "Stage") == deployment.stage:
            yield make_problem(deployment, "second-stack", other=stack["StackName"])


def check_sign_in_domain(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find a Cognito domain that the stack could not make."""
    if not deployment.uses_cognito or _find_stack(_list_root_stacks(account), deployment) is not None:
        return
    name = f"{deployment.stack}-{account.id}"
    answer = account.read("cognito-idp", "describe_user_pool_domain", Domain=name)
    # AWS describes a domain that does not exist, too.
    if pool := answer["DomainDescription"].get("UserPoolId"):
        yield make_problem(deployment, "taken-domain", name=name, pool=pool)


def check_user_pool(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Compare the feature plan of the stack's user pool with the template."""
    nested = _find_nested_stack(account, deployment, "Identity") if deployment.uses_cognito else None
    if nested is None:
        return
    pool_id = _read_physical_id(account, nested, "UserPool")
    pool = account.read("cognito-idp", "describe_user_pool", UserPoolId=pool_id)["UserPool"]
    found, wanted = pool.get("UserPoolTier"), deployment.read_feature_plan()
    if found != wanted:
        yield make_problem(deployment, "feature-plan", pool=pool_id, found=found, wanted=wanted)


def check_sign_in_rates(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Compare the quotas of Cognito with a rush of sign-ins."""
    if not deployment.uses_cognito or deployment.stage != "prod":
        return
    for category, code, needed in _SIGN_IN_QUOTAS:
        names = {"ServiceCode": "cognito-idp", "QuotaCode": code}
        # AWS knows no value of the account's own for a quota that was never raised.
        answer = account.find("service-quotas", "get_service_quota", **names) or account.read(
            "service-quotas", "get_aws_default_service_quota", **names
        )
        rate = answer["Quota"]["Value"]
        if rate < needed:
            yield make_problem(
                deployment, "sign-in-rate", rate=rate, category=category, needed=needed, code=code
            )


def check_alarm_subscription(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if somebody gets the alarms of the stack."""
    mail = deployment.parameters["AlarmMail"]
    nested = _find_nested_stack(account, deployment, "Monitoring")
    if nested is None or not mail:
        return
    topic = _read_physical_id(account, nested, "AlarmTopic")
    listed = account.read("sns", "list_subscriptions_by_topic", TopicArn=topic)["Subscriptions"]
    waiting = {each["Endpoint"] for each in listed if each["SubscriptionArn"] == "PendingConfirmation"}
    if mail in waiting or len(waiting) == len(listed):
        yield make_problem(deployment, "unheard-alarms", mail=mail, topic=topic)


def check_account_trail(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find a trail that records what people change in the account.

    That of the stack only records reads and writes of its tables.
    """
    trails = account.read("cloudtrail", "describe_trails")["trailList"]
    if not any(_records_changes(account, trail, deployment.region) for trail in trails):
        yield make_problem(deployment, "no-trail")


def check_concurrency(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Compare the quota of concurrent executions with what the portal needs and reserves."""
    limits = account.read("lambda", "get_account_settings")["AccountLimit"]
    quota, unreserved = limits["ConcurrentExecutions"], limits["UnreservedConcurrentExecutions"]
    if quota < CONCURRENCY:
        yield make_problem(deployment, "few-executions", quota=quota, needed=CONCURRENCY)
    else:
        yield from _compare_figure(deployment, "AccountConcurrency", quota, "Lambda runs {} calls at once")
    reserved = deployment.count_reserved_concurrency()
    before = _find_stack(account.stacks, deployment)
    has_reserved = before is not None and _get_parameter(before, "ReserveConcurrency") == "true"
    if reserved and unreserved - reserved < _UNRESERVED and not has_reserved:
        yield make_problem(
            deployment, "too-many-reserved", reserved=reserved, unreserved=unreserved, rest=_UNRESERVED
        )


def check_mail_identity(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if SES may send from MailSender; functions may use the identities of address and domain."""
    sender, domain = deployment.parameters["MailSender"], deployment.mail_domain
    if is_placeholder(domain):
        yield make_problem(deployment, "placeholder-sender", sender=sender)
        return
    identities = [domain]
    # Cognito sends with the identity of the domain, except in dev.
    if not deployment.uses_cognito or deployment.stage == "dev":
        identities.append(sender)
    for identity in identities:
        answer = account.find("sesv2", "get_email_identity", EmailIdentity=identity)
        if answer and answer["VerifiedForSendingStatus"]:
            return
    yield make_problem(deployment, "unverified-sender", domain=domain, sender=sender)


def check_mail_account(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if SES sends to everybody."""
    answer = account.read("sesv2", "get_account")
    if not answer.get("ProductionAccessEnabled"):
        yield make_problem(deployment, "mail-sandbox")
    else:
        yield from _check_mail_quotas(answer["SendQuota"], deployment)
    if not answer.get("SendingEnabled"):
        yield make_problem(deployment, "paused-mail")
    if answer.get("SuppressionAttributes", {}).get("SuppressedReasons"):
        yield make_problem(deployment, "suppression-list")


def check_text_spend(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if the spend limit of text messages is still that of a new account."""
    answer = account.read("sns", "get_sms_attributes", attributes=["MonthlySpendLimit"])
    limit = float(answer.get("attributes", {}).get("MonthlySpendLimit", _FIRST_SPEND_LIMIT))
    if limit <= _FIRST_SPEND_LIMIT:
        yield make_problem(deployment, "low-spend-limit", limit=limit)
    else:
        text = "Text messages stop at {} US dollars a month"
        yield from _compare_figure(deployment, "TextMonthlySpend", limit, text)


def check_text_sandbox(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if text messages reach everybody."""
    answer = account.read("sns", "get_sms_sandbox_account_status")
    if answer.get("IsInSandbox"):
        yield make_problem(deployment, "text-sandbox")


def check_text_number(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find a number that can send text messages in the United States."""
    answer = account.read("pinpoint-sms-voice-v2", "describe_phone_numbers")
    if not any(_can_text(number) for number in answer.get("PhoneNumbers", ())):
        yield make_problem(deployment, "no-text-number")


def _check_mail_quotas(quotas: Mapping[str, float], deployment: Deployment) -> Iterator[Problem]:
    daily, rate = quotas["Max24HourSend"], quotas["MaxSendRate"]
    for found, needed, unit, code in (
        (daily, MAIL_IN_24_HOURS, "in 24 hours", "L-804C8AE8"),
        (rate, MAIL_PER_SECOND, "a second", "L-CDEF9B6B"),
    ):
        # SES writes -1 for no quota.
        if 0 <= found < needed:
            yield make_problem(deployment, "few-mails", found=found, unit=unit, needed=needed, code=code)
    if daily >= MAIL_IN_24_HOURS:
        yield from _compare_figure(deployment, "MailDailyQuota", daily, "SES sends {} emails in 24 hours")


def _compare_figure(deployment: Deployment, name: str, found: float, text: str) -> Iterator[Problem]:
    """Compare a parameter, of which alarms ring at a share, with the account's own figure."""
    given = float(deployment.parameters[name])
    if given == found:
        return
    yield make_problem(
        deployment,
        "late-alarms" if given > found else "early-alarms",
        fact=text.format(f"{found:,g}"),
        name=name,
        given=given,
        found=found,
    )


def _records_changes(account: Account, trail: Mapping[str, Any], region: str) -> bool:
    if not trail.get("IsMultiRegionTrail") and trail.get("HomeRegion") != region:
        return False
    arn, home = trail["TrailARN"], trail.get("HomeRegion")
    if not account.read("cloudtrail", "get_trail_status", region=home, Name=arn).get("IsLogging"):
        return False
    # An account of an organization cannot read the selectors of the organization's trail.
    if trail.get("IsOrganizationTrail"):
        return True
    selectors = account.read("cloudtrail", "get_event_selectors", region=home, TrailName=arn)
    plain = selectors.get("EventSelectors", ())
    fields = [
        field for each in selectors.get("AdvancedEventSelectors", ()) for field in each["FieldSelectors"]
    ]
    return any(
        each.get("IncludeManagementEvents") and each.get("ReadWriteType") != "ReadOnly" for each in plain
    ) or any(
        field["Field"] == "eventCategory" and "Management" in field.get("Equals", ()) for field in fields
    )


def _can_text(number: Mapping[str, Any]) -> bool:
    return (
        number["Status"] == "ACTIVE"
        and number["IsoCountryCode"] == "US"
        and "SMS" in number["NumberCapabilities"]
    )


def _check_own_stack(stack: Mapping[str, Any], deployment: Deployment) -> Iterator[Problem]:
    status = stack["StackStatus"]
    if status in _FAILED:
        yield make_problem(deployment, "failed-stack", status=status)
    elif status.endswith("_IN_PROGRESS"):
        yield make_problem(deployment, "busy-stack", status=status)
    else:
        if deployment.parameters["DeletionProtection"] != "true":
            yield make_problem(deployment, "unprotected-tables")
        # The stack of another stage is removed with `npm run teardown`, which the protection would stop.
        if deployment.stage == "prod" and not stack.get("EnableTerminationProtection"):
            yield make_problem(deployment, "unprotected-stack")


def _find_nested_stack(account: Account, deployment: Deployment, logical_id: str) -> str | None:
    stacks = account.stacks
    ours = _find_stack(stacks, deployment)
    if ours is None:
        return None
    for nested in stacks:
        is_ours = nested.get("RootId") == ours["StackId"]
        if is_ours and nested["StackName"].startswith(f"{deployment.stack}-{logical_id}-"):
            return str(nested["StackName"])
    return None


def _read_physical_id(account: Account, stack: str, logical_id: str) -> str:
    resource = account.read(
        "cloudformation", "describe_stack_resource", StackName=stack, LogicalResourceId=logical_id
    )
    return str(resource["StackResourceDetail"]["PhysicalResourceId"])


def _get_parameter(stack: Mapping[str, Any], name: str) -> str | None:
    parameters = {each["ParameterKey"]: each.get("ParameterValue") for each in stack.get("Parameters", [])}
    return parameters.get(name)


def _list_root_stacks(account: Account) -> Sequence[Mapping[str, Any]]:
    return [stack for stack in account.stacks if "RootId" not in stack]


def _find_stack(stacks: Sequence[Mapping[str, Any]], deployment: Deployment) -> Mapping[str, Any] | None:
    return next((stack for stack in stacks if stack["StackName"] == deployment.stack), None)
