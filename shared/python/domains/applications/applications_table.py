"""The applications table: each application is one partition.

The item `application` holds state and answers, `form` the form as of the creation, `document#…` the files,
and `event#…` the history. A removed draft leaves an `application` without a business, to make removal and
creation idempotent.

Each write is conditional on the version that was read. If the condition fails, an earlier try of the same
write may have succeeded and its reply been lost, so the stored state is compared first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pynamodb.attributes import JSONAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.expressions.update import Action
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.transactions import TransactWrite

from domains.agencies.manifest_forms import ApplicationForm
from domains.applications.application import Application, Document, Dossier, Event, RemovedDraft
from portal.dynamo import Codec, EntityItem, TableMeta, Write, bind_table, update_if, write_together
from portal.slots_table import Slots

HEAD_KEY = "application"
FORM_KEY = "form"
DOCUMENT_KEY = "document#"
EVENT_KEY = "event#"


class ByBusiness(GlobalSecondaryIndex["ApplicationItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of the applications of a business."""

    class Meta(TableMeta):
        index_name = "by_business"
        projection = KeysOnlyProjection()

    business_id = UnicodeAttribute(hash_key=True)
    application_id = UnicodeAttribute(range_key=True)


class Undelivered(GlobalSecondaryIndex["ApplicationItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Index of the pending deliveries to an agency."""

    class Meta(TableMeta):
        index_name = "undelivered"
        projection = KeysOnlyProjection()

    undelivered_to = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class ApplicationItem(EntityItem):
    """An item of an application's partition."""

    class Meta(TableMeta):
        table_name = ""

    application_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    version = NumberAttribute(null=True)  # only of an `Application`, like the following
    answers = JSONAttribute(null=True)  # answers by field name
    business_id = UnicodeAttribute(null=True)
    undelivered_to = UnicodeAttribute(null=True)  # the agency; `due_at` in seconds since 1970
    due_at = NumberAttribute(null=True)
    by_business = ByBusiness()
    undelivered = Undelivered()


def _get_application_attributes(application: Application) -> Mapping[str, Any]:
    delivery = application.delivery
    return {
        "application_id": application.id,
        "item": HEAD_KEY,
        "version": application.version,
        "business_id": application.business_id,
        "undelivered_to": application.agency_id if delivery else None,
        "due_at": _round_seconds(delivery.due_at) if delivery else None,
    }


_APPLICATIONS = Codec(ApplicationItem, Application, _get_application_attributes)
_REMOVED_DRAFTS = Codec(ApplicationItem, RemovedDraft, lambda _: {"item": HEAD_KEY})
_FORMS = Codec(ApplicationItem, ApplicationForm, lambda _: {"item": FORM_KEY})
_DOCUMENTS = Codec(ApplicationItem, Document, lambda document: {"item": f"{DOCUMENT_KEY}{document.id}"})
_EVENTS = Codec(ApplicationItem, Event, lambda event: {"item": f"{EVENT_KEY}{event.id}"})


class ApplicationsTable:
    """Reads and changes applications; every read of one is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        bind_table(ApplicationItem, table_name)
        self._slots = Slots(table_name, partition_key="application_id", range_key="item")

    def read(self, application_id: str) -> Application | RemovedDraft | None:
        """Return an application without answers, form, files, and history, or a removed draft."""
        item = _get(application_id, HEAD_KEY)
        return _get_head(item) if item else None

    def get_dossier(self, application_id: str) -> Dossier | None:
        """Return an application with documents and events; None if missing or removed."""
        items = {item.item: item for item in ApplicationItem.query(application_id, consistent_read=True)}
        head = _get_head(items[HEAD_KEY]) if HEAD_KEY in items else None
        # A query may see a draft's removal halfway: the old head without its form.
        if not isinstance(head, Application) or FORM_KEY not in items:
            return None
        return Dossier(
            application=head,
            answers=dict(items[HEAD_KEY].answers),
            form=_FORMS.parse_item(items[FORM_KEY]),
            documents=tuple(
                _DOCUMENTS.parse_item(item) for key, item in items.items() if key.startswith(DOCUMENT_KEY)
            ),
            events=tuple(
                _EVENTS.parse_item(item) for key, item in items.items() if key.startswith(EVENT_KEY)
            ),
        )

    def get_document(self, application_id: str, document_id: str) -> Document | None:
        item = _get(application_id, f"{DOCUMENT_KEY}{document_id}")
        return _DOCUMENTS.parse_item(item) if item else None

    def get_event(self, application_id: str, event_id: str) -> Event | None:
        item = _get(application_id, f"{EVENT_KEY}{event_id}")
        return _EVENTS.parse_item(item) if item else None

    def list_ids(self, business_id: str) -> list[str]:
        """Return the ids of a business's applications, eventually consistent."""
        return [item.application_id for item in ApplicationItem.by_business.query(business_id)]

    def read_many(self, application_ids: Sequence[str]) -> list[Application]:
        """Return the applications that exist among some ids, in any order."""
        keys: list[tuple[str, str]] = [(application_id, HEAD_KEY) for application_id in application_ids]
        # Answers, which lists do not show, are most of an item's size.
        attributes = ["application_id", "item", "content", "version"]
        found = ApplicationItem.batch_get(keys, consistent_read=True, attributes_to_get=attributes)
        return [head for item in found if isinstance(head := _get_head(item), Application)]

    def begin(self, dossier: Dossier, limit: int, also: Write) -> bool | None:
        """Store a new application.

        Args:
            limit: maximum number of open applications of a business.
            also: adds conditions to the transaction.

        Returns:
            False if the business has the limit; None if the id exists, even as a removed draft, another
            condition does not hold, or concurrent writes interfered.
        """
        application = dossier.application

        def save(take: Write) -> bool:
            def write(transaction: TransactWrite) -> None:
                also(transaction)
                take(transaction)
                head = _APPLICATIONS.make_item(application, answers=dict(dossier.answers))
                transaction.save(head, ApplicationItem.item.does_not_exist())
                transaction.save(_FORMS.make_item(dossier.form, application_id=application.id))
                for event in dossier.events:
                    transaction.save(_EVENTS.make_item(event, application_id=application.id))

            return write_together(write) or self.get_dossier(application.id) == dossier

        return self._slots.save_within(
            limit, application.business_id, application.id, save=save, is_over=self._is_over
        )

    def _is_over(self, application_id: str) -> bool:
        found = self.read(application_id)
        return not isinstance(found, Application) or found.next_actor is None

    def change(
        self,
        before: Application,
        after: Application,
        *,
        answers: Mapping[str, str] | None = None,
        event: Event | None = None,
        added: Iterable[Document] = (),
        removed: str | None = None,
        also: Callable[[TransactWrite], None] | None = None,
    ) -> bool:
        """Replace an application, if it is unchanged since the read.

        Args:
            answers: new answers; None keeps the old ones.
            event: new event in its history.
            added: new files.
            removed: id of a file to remove.
            also: adds writes of other tables to the transaction.

        Returns:
            False if another write changed it first, or a condition of `also` fails; nothing is written.
        """
        added = tuple(added)
        actions = _make_actions(after, answers)
        condition = ApplicationItem.version == before.version
        head = ApplicationItem(after.id, HEAD_KEY)
        if event is None and not added and removed is None and also is None:
            is_written = update_if(head, actions, condition)
        else:

            def write(transaction: TransactWrite) -> None:
                if also is not None:
                    also(transaction)
                transaction.update(head, actions, condition=condition)
                if event is not None:
                    transaction.save(_EVENTS.make_item(event, application_id=after.id))
                for document in added:
                    transaction.save(_DOCUMENTS.make_item(document, application_id=after.id))
                if removed is not None:
                    transaction.delete(ApplicationItem(after.id, f"{DOCUMENT_KEY}{removed}"))

            is_written = write_together(write)
        return is_written or self._is_stored(after, answers, event, added, removed)

    def remove_draft(self, dossier: Dossier) -> bool:
        """Remove a draft, if it is unchanged since the read, and keep its `RemovedDraft`.

        Returns:
            False if another write changed it first; nothing is written.
        """
        application = dossier.application
        document_ids = tuple(document.id for document in dossier.documents)
        removed = RemovedDraft(application.business_id, application.begun_from, document_ids)

        def write(transaction: TransactWrite) -> None:
            head = _REMOVED_DRAFTS.make_item(removed, application_id=application.id)
            transaction.save(head, ApplicationItem.version == application.version)
            keys = [
                FORM_KEY,
                *(f"{DOCUMENT_KEY}{document_id}" for document_id in document_ids),
                *(f"{EVENT_KEY}{event.id}" for event in dossier.events),
            ]
            for key in keys:
                transaction.delete(ApplicationItem(application.id, key))

        return write_together(write) or isinstance(self.read(application.id), RemovedDraft)

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[str]:
        """Return the applications with a due delivery to an agency, longest due first.

        The index is eventually consistent, so claim each before its delivery.
        """
        found = ApplicationItem.undelivered.query(
            agency_id, Undelivered.due_at <= _round_seconds(now), limit=limit
        )
        return [item.application_id for item in found]

    def _is_stored(
        self,
        after: Application,
        answers: Mapping[str, str] | None,
        event: Event | None,
        added: tuple[Document, ...],
        removed: str | None,
    ) -> bool:
        """Tell if an earlier try, whose reply was lost, stored a change."""
        stored = self.get_dossier(after.id)
        return (
            stored is not None
            and stored.application == after
            and (answers is None or stored.answers == answers)
            and (event is None or event in stored.events)
            and all(document in stored.documents for document in added)
            and all(document.id != removed for document in stored.documents)
        )


def parse_raw_application(item: Mapping[str, Mapping[str, Any]]) -> Application:
    """Parse the item `application` of DynamoDB's answer."""
    return _APPLICATIONS.parse_raw_item(item)


def _get(application_id: str, key: str) -> ApplicationItem | None:
    try:
        return ApplicationItem.get(application_id, key, consistent_read=True)
    except DoesNotExist:
        return None


def _get_head(item: ApplicationItem) -> Application | RemovedDraft:
    return _REMOVED_DRAFTS.parse_item(item) if item.version is None else _APPLICATIONS.parse_item(item)


def _make_actions(after: Application, answers: Mapping[str, str] | None) -> list[Action]:
    item = _APPLICATIONS.make_item(after)
    actions: list[Action] = [
        ApplicationItem.content.set(item.content),
        ApplicationItem.version.set(item.version),
    ]
    if answers is not None:
        actions.append(ApplicationItem.answers.set(dict(answers)))
    for attribute in (ApplicationItem.undelivered_to, ApplicationItem.due_at):
        value = getattr(item, attribute.attr_name)
        actions.append(attribute.remove() if value is None else attribute.set(value))
    return actions


def _round_seconds(moment: datetime) -> int:
    return int(moment.timestamp())
