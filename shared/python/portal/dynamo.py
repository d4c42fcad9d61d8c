"""DynamoDB through PynamoDB: how long to wait and how often to try."""

from pynamodb.models import Model


class TableMeta:
    """Base of the `Meta` of every table: a call answers or fails within about two reads' time.

    Source: design, section 5: connect 1 s, read 2 s, 2 attempts.
    """

    connect_timeout_seconds = 1
    read_timeout_seconds = 2
    max_retry_attempts = 1


def bind_table(model: type[Model], table_name: str) -> None:
    """Name the table of a model at cold start, when the settings are known.

    Args:
        model: its `Meta` derives from `TableMeta`.
        table_name: as the template names the table in this stage.
    """
    model.Meta.table_name = table_name
