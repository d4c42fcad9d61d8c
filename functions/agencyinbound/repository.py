"""What the agencyinbound group reads and writes: connections, transactions, messages and applications."""

from collections.abc import Iterable, Sequence

from portal.agencies.subscriptions import Holder, Identity
from portal.agencies.subscriptions_table import SubscriptionsTable
from portal.agencies.transactions import Transaction
from portal.agencies.transactions_table import TransactionsTable
from portal.applications.application import Application, Document, Event, RemovedDraft
from portal.applications.applications_table import ApplicationsTable
from portal.businesses.business import Member
from portal.businesses.businesses_table import BusinessesTable
from portal.messages.message import Message
from portal.messages.messages_table import MessagesTable


class AgencyInboundRepository:
    """The tables, as this group uses them."""

    def __init__(
        self,
        subscriptions: SubscriptionsTable,
        transactions: TransactionsTable,
        messages: MessagesTable,
        applications: ApplicationsTable,
        businesses: BusinessesTable,
    ) -> None:
        self._subscriptions = subscriptions
        self._transactions = transactions
        self._messages = messages
        self._applications = applications
        self._businesses = businesses

    def holders_of(self, service_id: str, reference: str) -> Sequence[Holder]:
        """Who holds a record, connected or revoked."""
        return self._subscriptions.holders_of(service_id, reference)

    def connected_identity(self, holder: Holder) -> Identity | None:
        """The holder's connection with the record; None when it is not there any more or revoked."""
        subscription = self._subscriptions.read_subscription(holder.user_id, holder.service_id)
        identity = subscription.identities.get(holder.identity_id) if subscription else None
        return identity if identity is not None and identity.status == "connected" else None

    def store(self, transaction: Transaction) -> bool:
        """See `TransactionsTable.store`."""
        return self._transactions.put(transaction)

    def revoke(self, holder: Holder) -> bool:
        """See `SubscriptionsTable.revoke`."""
        return self._subscriptions.revoke(holder.user_id, holder.service_id, holder.identity_id)

    def add_message(self, message: Message) -> bool:
        """See `MessagesTable.add`."""
        return self._messages.add(message)

    def received_message(self, user_id: str, message_id: str) -> str | None:
        """See `MessagesTable.received`."""
        return self._messages.received(user_id, message_id)

    def application(self, application_id: str) -> Application | RemovedDraft | None:
        """See `ApplicationsTable.read`."""
        return self._applications.read(application_id)

    def document(self, application_id: str, document_id: str) -> Document | None:
        """See `ApplicationsTable.document`."""
        return self._applications.document(application_id, document_id)

    def event(self, application_id: str, event_id: str) -> Event | None:
        """See `ApplicationsTable.event`."""
        return self._applications.event(application_id, event_id)

    def change_application(
        self, before: Application, after: Application, *, event: Event, added: Iterable[Document]
    ) -> bool:
        """See `ApplicationsTable.change`."""
        return self._applications.change(before, after, event=event, added=added)

    def members(self, business_id: str) -> Sequence[Member]:
        """See `BusinessesTable.members`."""
        return self._businesses.members(business_id)
