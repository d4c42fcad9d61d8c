"""The applications table: each application is one partition.

`application` decides about it and has the answers, `form` is the form as it was when the application was
begun, `document#…` are its files and `event#…` its history. A removed draft leaves `application` behind
without a business, so that neither removing nor beginning it again has another effect the second time.

Everything is written with the condition that the version is the one that was read. Where that does not hold,
the reply to an earlier try of the same write may have been lost, so what is stored is compared before
anything else is said.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from pynamodb.attributes import JSONAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist, UpdateError
from pynamodb.expressions.update import Action
from pynamodb.indexes import GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from domains.agencies.manifest import ApplicationForm
from domains.applications.application import Application, Document, Dossier, Event, RemovedDraft
from portal.dynamo import TableMeta, bind_table, is_condition_failure, write_together

HEAD_KEY = "application"
FORM_KEY = "form"
DOCUMENT_KEY = "document#"
EVENT_KEY = "event#"

_APPLICATION = TypeAdapter(Application)
_DOCUMENT = TypeAdapter(Document)
_EVENT = TypeAdapter(Event)


class ByBusiness(GlobalSecondaryIndex["ApplicationItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Finds the applications of a business."""

    class Meta(TableMeta):
        index_name = "by_business"
        projection = KeysOnlyProjection()

    business_id = UnicodeAttribute(hash_key=True)
    application_id = UnicodeAttribute(range_key=True)


class Undelivered(GlobalSecondaryIndex["ApplicationItem"]):  # type: ignore[no-untyped-call]  # PynamoDB's
    """Finds what an agency has still to be told."""

    class Meta(TableMeta):
        index_name = "undelivered"
        projection = KeysOnlyProjection()

    undelivered_to = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class ApplicationItem(Model):
    """Item of an application's partition.

    Attributes:
        content: what the dataclass of its kind has; of `form` the form as manifests have it.
        version: of `application` alone; likewise what follows.
        answers: by the name of the form's fields.
        removed_from: the business that a removed draft belonged to.
        begun_from: of a removed draft, see `Application`; likewise `removed_documents`, ids of files.
        undelivered_to: the agency; `due_at` in seconds since 1970.
    """

    class Meta(TableMeta):
        table_name = ""

    application_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    content = JSONAttribute(null=True)
    version = NumberAttribute(null=True)
    answers = JSONAttribute(null=True)
    business_id = UnicodeAttribute(null=True)
    removed_from = UnicodeAttribute(null=True)
    begun_from = UnicodeAttribute(null=True)
    removed_documents = JSONAttribute(null=True)
    undelivered_to = UnicodeAttribute(null=True)
    due_at = NumberAttribute(null=True)
    by_business = ByBusiness()
    undelivered = Undelivered()


class ApplicationsTable:
    """Reads and changes applications; every read of one is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        """Use the applications table of that name."""
        bind_table(ApplicationItem, table_name)

    def read(self, application_id: str) -> Application | RemovedDraft | None:
        """Return an application without its answers, form, files and history, or what is left of it."""
        try:
            item = ApplicationItem.get(application_id, HEAD_KEY, consistent_read=True)
        except DoesNotExist:
            return None
        return _head_of(item)

    def dossier(self, application_id: str) -> Dossier | None:
        """Return an application with documents and events; None if it does not exist or was removed."""
        items = {item.item: item for item in ApplicationItem.query(application_id, consistent_read=True)}
        head = _head_of(items[HEAD_KEY]) if HEAD_KEY in items else None
        # A query may see the removal of a draft half done: the head as it was, and the form gone.
        if not isinstance(head, Application) or FORM_KEY not in items:
            return None
        return Dossier(
            application=head,
            answers=dict(items[HEAD_KEY].answers),
            form=ApplicationForm.model_validate(items[FORM_KEY].content),
            documents=tuple(
                _DOCUMENT.validate_python(item.content)
                for key, item in items.items()
                if key.startswith(DOCUMENT_KEY)
            ),
            events=tuple(
                _EVENT.validate_python(item.content)
                for key, item in items.items()
                if key.startswith(EVENT_KEY)
            ),
        )

    def document(self, application_id: str, document_id: str) -> Document | None:
        """Return a file of an application."""
        return (
            _DOCUMENT.validate_python(found)
            if (found := _content(application_id, DOCUMENT_KEY, document_id))
            else None
        )

    def event(self, application_id: str, event_id: str) -> Event | None:
        """Something that happened to an application; None when it has not."""
        return (
            _EVENT.validate_python(found)
            if (found := _content(application_id, EVENT_KEY, event_id))
            else None
        )

    def ids_of(self, business_id: str) -> list[str]:
        """Return the applications of a business. The index is a moment behind the table."""
        return [item.application_id for item in ApplicationItem.by_business.query(business_id)]

    def read_many(self, application_ids: Sequence[str]) -> list[Application]:
        """Return the applications that exist of those named, in no order."""
        keys: list[tuple[str, str]] = [(application_id, HEAD_KEY) for application_id in application_ids]
        # Attributes that a list does not show take up the room.
        attributes = ["application_id", "item", "content"]
        found = ApplicationItem.batch_get(keys, consistent_read=True, attributes_to_get=attributes)
        return [_APPLICATION.validate_python(item.content) for item in found if item.content is not None]

    def begin(self, dossier: Dossier, also: Callable[[TransactWrite], None]) -> bool:
        """Put a new application.

        Args:
            also: tells the transaction what else must hold.

        Returns:
            False where there is one of this id, or a removed draft, or something else does not hold.
        """
        application = dossier.application

        def write(transaction: TransactWrite) -> None:
            also(transaction)
            transaction.save(_head_item(dossier), ApplicationItem.item.does_not_exist())
            form = dossier.form.model_dump(mode="json", by_alias=True)
            transaction.save(ApplicationItem(application.id, FORM_KEY, content=form))
            for event in dossier.events:
                transaction.save(_event_item(application.id, event))

        return write_together(write) or self.dossier(application.id) == dossier

    def change(
        self,
        before: Application,
        after: Application,
        *,
        answers: Mapping[str, str] | None = None,
        event: Event | None = None,
        added: Iterable[Document] = (),
        removed: str | None = None,
    ) -> bool:
        """Replace an application, if it is still as it was read.

        Args:
            answers: those that it has from now on; None leaves them.
            event: goes into its history.
            added: files that it gets.
            removed: id of the file that it loses.

        Returns:
            False when somebody else changed it meanwhile; nothing was written then.
        """
        added = tuple(added)
        actions = _actions(after, answers)
        condition = ApplicationItem.version == before.version
        head = ApplicationItem(after.id, HEAD_KEY)
        if event is None and not added and removed is None:
            is_written = _update(head, actions, condition)
        else:

            def write(transaction: TransactWrite) -> None:
                transaction.update(head, actions, condition=condition)
                if event is not None:
                    transaction.save(_event_item(after.id, event))
                for document in added:
                    transaction.save(_document_item(after.id, document))
                if removed is not None:
                    transaction.delete(ApplicationItem(after.id, f"{DOCUMENT_KEY}{removed}"))

            is_written = write_together(write)
        return is_written or self._is_stored(after, answers, event, added, removed)

    def remove_draft(self, dossier: Dossier) -> bool:
        """Remove a draft, if it is still as it was read; what is left of it says that it was.

        Returns:
            False when somebody else changed it meanwhile; nothing was written then.
        """
        application = dossier.application

        def write(transaction: TransactWrite) -> None:
            transaction.save(
                ApplicationItem(
                    application.id,
                    HEAD_KEY,
                    removed_from=application.business_id,
                    begun_from=application.begun_from,
                    removed_documents=[document.id for document in dossier.documents],
                ),
                ApplicationItem.version == application.version,
            )
            keys = [
                FORM_KEY,
                *(f"{DOCUMENT_KEY}{document.id}" for document in dossier.documents),
                *(f"{EVENT_KEY}{event.id}" for event in dossier.events),
            ]
            for key in keys:
                transaction.delete(ApplicationItem(application.id, key))

        return write_together(write) or isinstance(self.read(application.id), RemovedDraft)

    def due(self, agency_id: str, now: datetime, limit: int) -> list[str]:
        """Return the applications of which an agency is to be told now, what waits longest first.

        The index is a moment behind the table: claim each before the agency is told.
        """
        found = ApplicationItem.undelivered.query(agency_id, Undelivered.due_at <= _seconds(now), limit=limit)
        return [item.application_id for item in found]

    def _is_stored(
        self,
        after: Application,
        answers: Mapping[str, str] | None,
        event: Event | None,
        added: tuple[Document, ...],
        removed: str | None,
    ) -> bool:
        """Tell if a change was made by an earlier try whose reply was lost."""
        stored = self.dossier(after.id)
        return (
            stored is not None
            and stored.application == after
            and (answers is None or stored.answers == answers)
            and (event is None or event in stored.events)
            and all(document in stored.documents for document in added)
            and all(document.id != removed for document in stored.documents)
        )


def _content(application_id: str, kind: str, own_id: str) -> Any:
    try:
        return ApplicationItem.get(application_id, f"{kind}{own_id}", consistent_read=True).content
    except DoesNotExist:
        return None


def _head_of(item: ApplicationItem) -> Application | RemovedDraft:
    if item.removed_from is not None:
        return RemovedDraft(item.removed_from, item.begun_from, tuple(item.removed_documents))
    return _APPLICATION.validate_python(item.content)


def _head_item(dossier: Dossier) -> ApplicationItem:
    application = dossier.application
    return ApplicationItem(
        application.id,
        HEAD_KEY,
        content=_APPLICATION.dump_python(application, mode="json"),
        version=application.version,
        answers=dict(dossier.answers),
        business_id=application.business_id,
    )


def _event_item(application_id: str, event: Event) -> ApplicationItem:
    content = _EVENT.dump_python(event, mode="json")
    return ApplicationItem(application_id, f"{EVENT_KEY}{event.id}", content=content)


def _document_item(application_id: str, document: Document) -> ApplicationItem:
    content = _DOCUMENT.dump_python(document, mode="json")
    return ApplicationItem(application_id, f"{DOCUMENT_KEY}{document.id}", content=content)


def _actions(after: Application, answers: Mapping[str, str] | None) -> list[Action]:
    actions: list[Action] = [
        ApplicationItem.content.set(_APPLICATION.dump_python(after, mode="json")),
        ApplicationItem.version.set(after.version),
    ]
    if answers is not None:
        actions.append(ApplicationItem.answers.set(dict(answers)))
    if after.delivery is None:
        actions += [ApplicationItem.undelivered_to.remove(), ApplicationItem.due_at.remove()]
    else:
        actions += [
            ApplicationItem.undelivered_to.set(after.agency_id),
            ApplicationItem.due_at.set(_seconds(after.delivery.due_at)),
        ]
    return actions


def _update(head: ApplicationItem, actions: list[Action], condition: Any) -> bool:
    try:
        head.update(actions, condition=condition)
    except UpdateError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
