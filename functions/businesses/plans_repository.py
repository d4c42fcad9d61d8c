"""The table of saved plans: one item for each person."""

from pynamodb.attributes import UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist

from functions.businesses.plans import Plan
from portal.dynamo import Codec, EntityItem, TableMeta, bind_table, get_version_before, save_if


class PlanItem(EntityItem):
    """Item of a `Plan`."""

    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    version = VersionAttribute()


_PLANS = Codec(PlanItem, Plan, lambda plan: get_version_before(plan.revision))


class PlansRepository:
    """Reads and writes plans; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(PlanItem, table_name)

    def plan(self, user_id: str) -> Plan:
        """Return a person's plan, empty before the first save."""
        try:
            return _PLANS.parse_item(PlanItem.get(user_id, consistent_read=True))
        except DoesNotExist:
            return Plan()

    def save_plan(self, user_id: str, plan: Plan) -> bool:
        """Replace the plan's previous revision; false if another revision is stored."""
        return save_if(_PLANS.make_item(plan, user_id=user_id))
