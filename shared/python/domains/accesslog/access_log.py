"""No record, no data: what staff are shown of somebody, or do for them, is in the log before it happens."""

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
    """The log took no record, so nothing was shown or done."""

    code = "accessNotRecorded"
    text = Text(
        en="This could not be written to the access log, so nothing was shown or changed. Try again in a few "
        "seconds.",
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
        """Write an access down: a query for the staff member and each person, and one transaction.

        Raises:
            AccessNotRecorded: the table took nothing, whyever, or too many accesses by the staff member or to
                one of the people were made at the same moment.
        """
        for _ in range(MAX_WRITE_ATTEMPTS):
            if self.record_change(access):
                return
        raise AccessNotRecorded

    def record_change(self, access: Access, *change: Write) -> bool:
        """Write an access down together with what it changes: both or nothing.

        Returns:
            False when a condition of the change does not hold, or another access by the staff member or to
            one of the people was made at the same moment.

        Raises:
            AccessNotRecorded: the tables took nothing, whyever.
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
