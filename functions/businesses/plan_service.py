"""Storing a person's plan of a future business."""

from collections.abc import Collection
from dataclasses import asdict, replace

from domains.accounts.account_table import AccountRepository
from functions.businesses import texts
from functions.businesses.access import require_registered
from functions.businesses.errors import PlanChanged
from functions.businesses.plans import Answers, Plan
from functions.businesses.plans_repository import PlansRepository
from portal.errors import InvalidRequest, Problem
from portal.principal import Principal
from portal.text import tidy
from portal.types import Clock
from portal.updates import update_until_saved


class PlanService:
    """A person's use cases with a plan; every call is safe to repeat."""

    def __init__(
        self,
        *,
        clock: Clock,
        repository: PlansRepository,
        accounts: AccountRepository,
        county_ids: Collection[str],
        municipality_ids: Collection[str],
        category_ids: Collection[str],
    ) -> None:
        """Store collaborators and the ids of `domains.reference.data`."""
        self.clock = clock
        self._repository = repository
        self._accounts = accounts
        self._choices = {
            "business_county_id": ("businessCountyId", county_ids),
            "municipality_id": ("municipalityId", municipality_ids),
            "category_id": ("categoryId", category_ids),
        }

    def get_plan(self, principal: Principal) -> Plan:
        return self._repository.get_plan(principal.user_id)

    def save_plan(self, principal: Principal, requested: Answers, revision: int) -> Plan:
        """Replace the plan; safe to repeat with the same answers and revision.

        Args:
            revision: revision that the person read.
        """
        answers = self._check(requested)
        require_registered(self._accounts.get_account(principal.user_id))
        stored = self._repository.get_plan(principal.user_id)
        if stored.revision == revision:
            saved = Plan(answers, self.clock(), revision + 1)
            if self._repository.save_plan(principal.user_id, saved):
                return saved
            stored = self._repository.get_plan(principal.user_id)
        if stored.revision == revision + 1 and stored.answers == answers:
            return stored
        raise PlanChanged

    def delete_plan(self, principal: Principal) -> Plan:
        """Delete the answers; the revision grows, so no other window saves an old plan over a newer one."""
        user_id = principal.user_id
        plan, _ = update_until_saved(
            lambda: self._repository.get_plan(user_id),
            _forget,
            lambda _, after: self._repository.save_plan(user_id, after),
            PlanChanged,
        )
        return plan

    def _check(self, requested: Answers) -> Answers:
        values = asdict(requested)
        problems = [
            Problem(f"answers.{name}", texts.UNKNOWN_CHOICE)
            for field, (name, ids) in self._choices.items()
            if values[field] and values[field] not in ids
        ]
        if problems:
            raise InvalidRequest(*problems)
        return replace(requested, name=tidy(requested.name), employees=tidy(requested.employees))


def _forget(plan: Plan) -> Plan:
    return plan if plan.answers is None else Plan(revision=plan.revision + 1)
