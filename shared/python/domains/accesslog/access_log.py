"""Writer of the access log. It records each staff access before the data is shown or the change is made."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger
from botocore.exceptions import BotoCoreError, ClientError
from pynamodb.exceptions import PynamoDBException

from domains.accesslog.access_log_table import AccessLogTable, make_person_partition, make_staff_partition
from domains.accesslog.record import Access
from portal.dynamo import Write
from portal.errors import Unavailable
from portal.language import Text
from portal.types import Clock

MAX_WRITE_ATTEMPTS = 5


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

    def record(self, access: Access) -> None:
        """Record an access: one query for the staff member and for each person, then one transaction.

        Raises:
            AccessNotRecorded: the write failed, or too many accesses by the staff member or to one of the
                people ran at the same time.
        """
        for _ in range(MAX_WRITE_ATTEMPTS):
            if self.record_change(access):
                return
        raise AccessNotRecorded

    def record_change(self, access: Access, *change: Write) -> bool:
        """Record an access together with its change, in one transaction.

        Returns:
            False when a condition of the change does not hold, or another access by the staff member or to
            one of the people ran at the same time.

        Raises:
            AccessNotRecorded: the write failed.
        """
        try:
            number = self._get_next_number(make_staff_partition(access.staff.number))
            person_numbers = [self._get_next_number(make_person_partition(each)) for each in access.people]
            return self.table.add_records(access.records(number, person_numbers, self.clock()), *change)
        except (PynamoDBException, BotoCoreError, ClientError) as error:
            self.logger.error("access not recorded", exc_info=error)
            raise AccessNotRecorded from None

    def _get_next_number(self, partition: str) -> int:
        return self.table.get_last_number(partition) + 1
