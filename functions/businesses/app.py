"""Wiring: the Lambda handler of the businesses group."""

from secrets import token_urlsafe

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
from portal.settings import load
from portal.types import get_utc_now, make_id

_settings = load(BusinessesSettings)
_repository = BusinessesRepository(_settings.businesses_table, _settings.applications_table)
_accounts = AccountRepository(_settings.users_table)
_county_ids = frozenset(county.id for county in list_counties())
_businesses = BusinessService(
    clock=get_utc_now, repository=_repository, accounts=_accounts, county_ids=_county_ids
)
_members = MemberService(clock=get_utc_now, repository=_repository)
_invitations = InvitationService(
    clock=get_utc_now,
    new_id=make_id,
    new_secret=lambda: token_urlsafe(32),
    repository=_repository,
    accounts=_accounts,
    limits=SendingLimits(_settings.users_table, _settings.sending_secret),
    mail=Mail(_settings.mail_sender, _settings.mail_configuration_set),
    portal_origin=_settings.portal_origin,
)
_plans = PlanService(
    clock=get_utc_now,
    repository=PlansRepository(_settings.plans_table),
    accounts=_accounts,
    county_ids=_county_ids,
    municipality_ids=frozenset(each.id for each in get_municipality_list().items),
    category_ids=frozenset(each.id for each in get_business_category_list().items),
)
app = create_app(
    (routes, _businesses),
    (member_routes.routes, _members),
    (invitation_routes.routes, _invitations),
    (plan_routes.routes, _plans),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)
