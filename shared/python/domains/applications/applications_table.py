"""The applications table: each application is one partition.

The item `application` holds state and answers, `form` the form as of the creation, `document#…` the files,
and `event#…` the history. A removed draft leaves an `application` without a business, to make removal and
creation idempotent.

Each write is conditional on the version that was read. If the condition fails, an earlier try of the same
write may have succeeded and its reply been lost, so the stored state is compared first.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime
from typing import Any

from domains.agencies.manifest_forms import ApplicationForm
from domains.applications.application import Application, Document, Dossier, Event, RemovedDraft
from portal.items import Item, JsonSchema, to_seconds
from portal.slots_table import SlotsTable
from portal.tables import Action, Attr, Table, Write, write_together

_KEYS = ("application_id", "item")
HEAD_KEY = "application"
FORM_KEY = "form"
DOCUMENT_KEY = "document#"
EVENT_KEY = "event#"

_OUTBOX = "undelivered"
# The SDK's number of pooled connections to one service.
_AT_ONCE = 10


def _get_application_attributes(application: Application) -> Mapping[str, Any]:
    return {
        "application_id": application.id,
        "item": HEAD_KEY,
        "version": application.version,
        "business_id": application.business_id,
        **_get_delivery_attributes(application),
    }


def _get_delivery_attributes(application: Application) -> Mapping[str, Any]:
    """Return the keys of the index of pending deliveries."""
    delivery = application.delivery
    return {
        "undelivered_to": application.agency_id if delivery else None,
        "due_at": to_seconds(delivery.due_at) if delivery else None,
    }


# An application also has `answers`, by field name, as JSON.
_APPLICATIONS = JsonSchema(Application, _KEYS, _get_application_attributes)
_REMOVED_DRAFTS = JsonSchema(RemovedDraft, _KEYS, lambda _: {"item": HEAD_KEY})
_FORMS = JsonSchema(ApplicationForm, _KEYS, lambda _: {"item": FORM_KEY})
_DOCUMENTS = JsonSchema(Document, _KEYS, lambda document: {"item": f"{DOCUMENT_KEY}{document.id}"})
_EVENTS = JsonSchema(Event, _KEYS, lambda event: {"item": f"{EVENT_KEY}{event.id}"})


class ApplicationsTable:
    """Reads and changes applications; every read of one is strongly consistent."""

    def __init__(self, table_name: str) -> None:
        self._applications = Table(table_name, _APPLICATIONS)
        self._removed_drafts = Table(table_name, _REMOVED_DRAFTS)
        self._forms = Table(table_name, _FORMS)
        self._documents = Table(table_name, _DOCUMENTS)
        self._events = Table(table_name, _EVENTS)
        self._slots = SlotsTable(table_name, *_KEYS)

    def get_application(self, application_id: str) -> Application | RemovedDraft | None:
        """Return an application without answers, form, files, and history, or a removed draft."""
        item = self._applications.get_item(application_id, HEAD_KEY)
        return _get_head(item) if item else None

    def get_dossier(self, application_id: str) -> Dossier | None:
        """Return an application with documents and events; None if missing or removed."""
        of_application = Attr("application_id") == application_id
        items = {item["item"]: item for item in self._applications.query(of_application)}
        head = _get_head(items[HEAD_KEY]) if HEAD_KEY in items else None
        # A query may see a draft's removal halfway: the old head without its form.
        if not isinstance(head, Application) or FORM_KEY not in items:
            return None
        return Dossier(
            application=head,
            answers=json.loads(items[HEAD_KEY]["answers"]),
            form=_FORMS.parse_item(items[FORM_KEY]),
            documents=tuple(
                _DOCUMENTS.parse_item(item) for key, item in items.items() if key.startswith(DOCUMENT_KEY)
            ),
            events=tuple(
                _EVENTS.parse_item(item) for key, item in items.items() if key.startswith(EVENT_KEY)
            ),
        )

    def get_document(self, application_id: str, document_id: str) -> Document | None:
        return self._documents.get(application_id, f"{DOCUMENT_KEY}{document_id}")

    def get_event(self, application_id: str, event_id: str) -> Event | None:
        return self._events.get(application_id, f"{EVENT_KEY}{event_id}")

    def list_ids(self, business_id: str) -> list[str]:
        """Return the ids of a business's applications, eventually consistent."""
        entries = self._applications.query(
            Attr("business_id") == business_id, index="by_business", consistent=False
        )
        return [entry["application_id"] for entry in entries]

    def list_applications(self, business_ids: Collection[str]) -> list[Application]:
        """Return the applications of businesses, unordered and eventually consistent."""
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            # Only one thread at a time can use a context.
            futures = [threads.submit(copy_context().run, self.list_ids, each) for each in business_ids]
            application_ids = [application_id for each in futures for application_id in each.result()]
        return self.read_many(application_ids)

    def read_many(self, application_ids: Sequence[str]) -> list[Application]:
        """Return the applications that exist among some ids, in any order."""
        # Answers, which lists do not show, are most of an item's size.
        items = self._applications.list_items(
            ((application_id, HEAD_KEY) for application_id in application_ids),
            attributes=("application_id", "item", "content", "version"),
        )
        return [head for item in items if isinstance(head := _get_head(item), Application)]

    def add_application(self, dossier: Dossier, limit: int, also: Write) -> bool | None:
        """Store a new application.

        Args:
            limit: maximum number of open applications of a business.
            also: another write of the transaction, which has its condition.

        Returns:
            False if the business has the limit; None if the id exists, even as a removed draft, another
            condition does not hold, or concurrent writes interfered.
        """
        application = dossier.application

        def save(take: Write) -> bool:
            of_application: dict[str, Any] = {"application_id": application.id}
            answers = json.dumps(dict(dossier.answers))
            writes = [
                also,
                take,
                self._applications.make_put(application, Attr("item").does_not_exist(), answers=answers),
                self._forms.make_put(dossier.form, **of_application),
                *(self._events.make_put(event, **of_application) for event in dossier.events),
            ]
            return write_together(writes) or self.get_dossier(application.id) == dossier

        return self._slots.save_within(
            limit, application.business_id, application.id, save=save, is_over=self._is_over
        )

    def _is_over(self, application_id: str) -> bool:
        application = self.get_application(application_id)
        return not isinstance(application, Application) or application.next_actor is None

    def replace_application(
        self,
        before: Application,
        after: Application,
        *,
        answers: Mapping[str, str] | None = None,
        event: Event | None = None,
        added: Iterable[Document] = (),
        removed: str | None = None,
        also: Sequence[Write] = (),
    ) -> bool:
        """Replace an application, if it is unchanged since the read.

        Args:
            answers: new answers; None keeps the old ones.
            event: new event in its history.
            added: new files.
            removed: id of a file to remove.
            also: writes of other tables in the same transaction.

        Returns:
            False if another write changed it first, or a condition of `also` fails; nothing is written.
        """
        added = tuple(added)
        actions = _make_actions(after, answers)
        key, is_unchanged = (after.id, HEAD_KEY), Attr("version") == before.version
        writes = [*also]
        if event is not None:
            writes.append(self._events.make_put(event, application_id=after.id))
        writes += [self._documents.make_put(each, application_id=after.id) for each in added]
        if removed is not None:
            writes.append(self._documents.make_delete(after.id, f"{DOCUMENT_KEY}{removed}"))
        if writes:
            head = self._applications.make_update(key, actions, is_unchanged)
            is_written = write_together([head, *writes])
        else:
            is_written = self._applications.update(key, actions, is_unchanged) is not None
        return is_written or self._is_stored(after, answers, event, added, removed)

    def remove_draft(self, dossier: Dossier) -> bool:
        """Remove a draft, if it is unchanged since the read, and keep its `RemovedDraft`.

        Returns:
            False if another write changed it first; nothing is written.
        """
        application = dossier.application
        document_ids = tuple(document.id for document in dossier.documents)
        removed = RemovedDraft(application.business_id, application.begun_from, document_ids)
        is_unchanged = Attr("version") == application.version
        head = self._removed_drafts.make_put(removed, is_unchanged, application_id=application.id)
        keys = [
            FORM_KEY,
            *(f"{DOCUMENT_KEY}{document_id}" for document_id in document_ids),
            *(f"{EVENT_KEY}{event.id}" for event in dossier.events),
        ]
        deletes = [self._applications.make_delete(application.id, key) for key in keys]
        return write_together([head, *deletes]) or isinstance(
            self.get_application(application.id), RemovedDraft
        )

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[str]:
        """Return the applications with a due delivery to an agency, longest due first.

        The index is eventually consistent, so claim each before its delivery.
        """
        is_due = (Attr("undelivered_to") == agency_id) & (Attr("due_at") <= to_seconds(now))
        items = self._applications.query(is_due, index=_OUTBOX, limit=limit, consistent=False)
        return [item["application_id"] for item in items]

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


def _get_head(item: Item) -> Application | RemovedDraft:
    return _APPLICATIONS.parse_item(item) if "version" in item else _REMOVED_DRAFTS.parse_item(item)


def _make_actions(after: Application, answers: Mapping[str, str] | None) -> list[Action]:
    changes = {
        "content": _APPLICATIONS.make_content(after),
        "version": after.version,
        **_get_delivery_attributes(after),
    }
    if answers is not None:
        changes["answers"] = json.dumps(dict(answers))
    return [
        Attr(name).remove() if value is None else Attr(name).set(value) for name, value in changes.items()
    ]
