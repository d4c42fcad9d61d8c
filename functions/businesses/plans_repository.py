"""The table of saved plans: one item for each person."""

from dataclasses import asdict
from typing import Any, cast

from pynamodb.attributes import JSONAttribute, NumberAttribute, UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.models import Model

from functions.businesses.plans import Answers, Plan
from portal.dynamo import TableMeta, bind_table, save_if


class PlanItem(Model):
    """Item of a `Plan`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    answers = JSONAttribute(null=True)
    saved_at = UTCDateTimeAttribute(null=True)
    revision = NumberAttribute()


class PlansRepository:
    """Reads and writes plans; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the plans table of that name."""
        bind_table(PlanItem, table_name)

    def plan(self, user_id: str) -> Plan:
        """Return a person's plan, empty where nothing was ever saved."""
        try:
            item = PlanItem.get(user_id, consistent_read=True)
        except DoesNotExist:
            return Plan()
        stored = cast(dict[str, Any] | None, item.answers)
        return Plan(Answers(**stored) if stored else None, item.saved_at, int(item.revision))

    def save_plan(self, user_id: str, plan: Plan) -> bool:
        """Replace the plan of the revision before.

        Returns:
            False when what is stored is not the revision before; nothing was saved then.
        """
        item = PlanItem(
            user_id,
            answers=asdict(plan.answers) if plan.answers else None,
            saved_at=plan.saved_at,
            revision=plan.revision,
        )
        is_first = plan.revision == 1
        return save_if(
            item, PlanItem.user_id.does_not_exist() if is_first else PlanItem.revision == plan.revision - 1
        )
