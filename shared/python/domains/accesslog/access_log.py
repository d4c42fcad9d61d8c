"""Writer of the access log. It records each staff access before the data is shown or the change is made."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from aws_lambda_powertools import Logger

from domains.accesslog.access_log_table import AccessLogTable, make_person_partition, make_staff_partition
from domains.accesslog.record import Access
from portal.errors import Unavailable
from portal.language import Text
from portal.tables import TABLE_ERRORS, Write
from portal.types import Clock
from portal.updates import LostRace, retry_lost_races

_MAX_TRIES = 30
_MAX_PAUSE_SECONDS = 0.2
"""With the tries, at most six seconds of the ten that a function has; three on average."""


class AccessNotRecorded(Unavailable):
    """The log could not be written, so the access was refused."""

    code = "accessNotRecorded"
    text = Text(
        en="We could not write this to the access log, so we showed and changed nothing. Try again in "
        "a few seconds.",
        es="No se pudo anotar en el registro de accesos, así que no se mostró ni se cambió nada. Inténtelo "
        "de nuevo en unos segundos.",
    )


@dataclass(frozen=True, slots=True)
class AccessLog:
    """Records accesses."""

    table: AccessLogTable
    clock: Clock
    logger: Logger
    pause: Callable[[float], None] = time.sleep  # waits some seconds

    def record_access(self, access: Access) -> None:
        """Record an access: one query for the staff member and for each person, then one transaction.

        Raises:
            AccessNotRecorded: the write failed, or other accesses took all numbers for some seconds.
        """
        if not self.record_change(access):
            raise AccessNotRecorded

    def record_change(self, access: Access, *change: Write) -> bool:
        """Record an access together with its change, in one transaction.

        Waits while other accesses by the staff member or to one of the people take the numbers.

        Returns:
            False when a condition of the change does not hold.

        Raises:
            AccessNotRecorded: the write failed, or other accesses took all numbers for some seconds.
        """
        partitions = [make_staff_partition(access.staff.number), *map(make_person_partition, access.people)]
        seen: list[list[int]] = []

        @retry_lost_races(AccessNotRecorded, attempts=_MAX_TRIES, pause=self._pause)
        def add() -> bool:
            numbers = [self.table.get_last_number(each) + 1 for each in partitions]
            if change and numbers in seen:
                return False
            seen.append(numbers)
            number, *person_numbers = numbers
            if not self.table.add_records(access.make_records(number, person_numbers, self.clock()), *change):
                raise LostRace
            return True

        try:
            return add()
        except TABLE_ERRORS as error:
            self.logger.error("access not recorded", exc_info=error)
            raise AccessNotRecorded from None

    def _pause(self, lost: int) -> None:
        """Wait a random part of a growing pause, so that parallel accesses do not meet again."""
        self.pause(random.uniform(0, min(_MAX_PAUSE_SECONDS, 0.005 * 2**lost)))  # noqa: S311
