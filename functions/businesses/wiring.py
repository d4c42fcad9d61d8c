"""Wiring of the businesses group."""

from collections.abc import Mapping
from secrets import token_urlsafe

from chalice.app import Chalice

from domains.accounts.account_table import AccountRepository
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.terms_gate import make_terms_gate
from domains.reference.data import get_business_category_list, get_municipality_list, list_counties
from functions.businesses import invitation_routes, member_routes, plan_routes
from functions.businesses.business_service import BusinessService
from functions.businesses.invitation_service import InvitationService
from functions.businesses.member_service import MemberService
from functions.businesses.plan_service import PlanService
from functions.businesses.plans_repository import PlansRepository
from functions.businesses.repository import BusinessesRepository
from functions.businesses.routes import routes
from functions.businesses.settings import BusinessesSettings
from portal.http import create_app
from portal.mail import Mail
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now, make_id


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(BusinessesSettings, environment)
    repository = BusinessesRepository(settings.businesses_table, settings.applications_table)
    accounts = AccountRepository(settings.users_table)
    county_ids = frozenset(county.id for county in list_counties())
    businesses = BusinessService(
        clock=get_utc_now, repository=repository, accounts=accounts, county_ids=county_ids
    )
    members = MemberService(clock=get_utc_now, repository=repository)
    invitations = InvitationService(
        clock=get_utc_now,
        new_id=make_id,
        new_secret=lambda: token_urlsafe(32),
        repository=repository,
        accounts=accounts,
        limits=SendingLimits(settings.users_table, settings.sending_secret),
        mail=Mail(settings),
        portal_origin=settings.portal_origin,
    )
    plans = PlanService(
        clock=get_utc_now,
        repository=PlansRepository(settings.plans_table),
        accounts=accounts,
        county_ids=county_ids,
        municipality_ids=frozenset(each.id for each in get_municipality_list().items),
        category_ids=frozenset(each.id for each in get_business_category_list().items),
    )
    return create_app(
        (routes, businesses),
        (member_routes.routes, members),
        (invitation_routes.routes, invitations),
        (plan_routes.routes, plans),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )
