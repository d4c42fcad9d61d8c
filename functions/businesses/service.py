"""The businesses group as its views see it."""

from dataclasses import dataclass

from functions.businesses.business_service import BusinessService
from functions.businesses.invitation_service import InvitationService
from functions.businesses.member_service import MemberService
from functions.businesses.plan_service import PlanService
from portal.types import Clock


@dataclass(frozen=True, slots=True)
class BusinessesService:
    """What each view is given."""

    businesses: BusinessService
    members: MemberService
    invitations: InvitationService
    plans: PlanService
    clock: Clock
