"""The table of saved plans: one item for each person."""

from functions.businesses.plans import Plan
from portal.items import JsonSchema
from portal.tables import Table

_PLANS = JsonSchema(Plan, ("user_id",), has_revision=True)


class PlansRepository:
    """Reads and writes plans; every read is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, _PLANS)

    def get_plan(self, user_id: str) -> Plan:
        """Return a person's plan, empty before the first save."""
        return self._table.get(user_id) or Plan()

    def save_plan(self, user_id: str, plan: Plan) -> bool:
        """Replace the plan's previous revision; false if another revision is stored."""
        return self._table.put(plan, user_id=user_id)
