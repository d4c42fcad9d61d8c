"""The conversations table: each person's conversation, its messages, and the clients' ids of them."""

from collections.abc import Mapping
from typing import Any

from pynamodb.attributes import BooleanAttribute, TTLAttribute, UnicodeAttribute, VersionAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.transactions import TransactWrite

from functions.chatbot.conversation import Conversation, Message
from portal.dynamo import (
    Codec,
    EntityItem,
    TableMeta,
    bind_table,
    get_version_before,
    save_if,
    update_if,
    write_together,
)

_CONVERSATION = "conversation"


class _ConversationItem(EntityItem):
    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    expires_at = TTLAttribute()
    version = VersionAttribute()


class _MessageItem(EntityItem):
    class Meta(TableMeta):
        table_name = ""

    user_id = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    expires_at = TTLAttribute()
    is_right = BooleanAttribute(null=True)


def _get_conversation_attributes(conversation: Conversation) -> Mapping[str, Any]:
    expires_at = conversation.expires_at
    return {"item": _CONVERSATION, "expires_at": expires_at, **get_version_before(conversation.revision)}


def _get_message_attributes(message: Message) -> Mapping[str, Any]:
    return {"expires_at": message.expires_at}


_CONVERSATIONS = Codec(_ConversationItem, Conversation, _get_conversation_attributes)
_MESSAGES = Codec(_MessageItem, Message, _get_message_attributes)


class ConversationRepository:
    """Reads and writes conversations."""

    def __init__(self, table_name: str) -> None:
        bind_table(_ConversationItem, table_name)
        bind_table(_MessageItem, table_name)

    def get_conversation(self, user_id: str) -> Conversation | None:
        """Return a person's conversation, even if it is over, or None; strongly consistent."""
        try:
            item = _ConversationItem.get(user_id, _CONVERSATION, consistent_read=True)
        except DoesNotExist:
            return None
        return _CONVERSATIONS.parse_item(item)

    def save_conversation(self, user_id: str, conversation: Conversation) -> bool:
        """Replace a conversation's previous revision; false if another revision is stored."""
        return save_if(_CONVERSATIONS.make_item(conversation, user_id=user_id))

    def save_turn(self, user_id: str, conversation: Conversation, turn: tuple[Message, Message]) -> bool:
        """Store a person's message, its answer, and the conversation in one transaction.

        Returns:
            False if another message came first, or this one is stored; nothing was written.
        """
        asked, _ = turn
        sent = _MESSAGES.make_item(
            asked, user_id=user_id, item=_make_sent_key(conversation.id, asked.client_activity_id)
        )

        def write(transaction: TransactWrite) -> None:
            transaction.save(_CONVERSATIONS.make_item(conversation, user_id=user_id))
            transaction.save(sent, _MessageItem.item.does_not_exist())
            for message in turn:
                key = _make_message_key(conversation.id, message.number)
                transaction.save(_MESSAGES.make_item(message, user_id=user_id, item=key))

        return write_together(write)

    def get_sent(self, user_id: str, conversation_id: str, client_activity_id: str) -> Message | None:
        """Return the message with a client's id, or None."""
        try:
            item = _MessageItem.get(
                user_id, _make_sent_key(conversation_id, client_activity_id), consistent_read=True
            )
        except DoesNotExist:
            return None
        return _MESSAGES.parse_item(item)

    def list_messages(self, user_id: str, conversation_id: str, after: int) -> list[Message]:
        """Return the messages of a conversation after a number, in order, strongly consistent."""
        items = _MessageItem.query(
            user_id,
            _MessageItem.item.between(
                _make_message_key(conversation_id, after + 1), _make_last_key(conversation_id)
            ),
            consistent_read=True,
        )
        return [_MESSAGES.parse_item(item) for item in items]

    def rate_message(self, user_id: str, conversation_id: str, number: int, is_right: bool) -> bool:
        """Store a person's rating of a message; false if the message does not exist or has a rating."""
        item = _MessageItem(user_id=user_id, item=_make_message_key(conversation_id, number))
        unrated = _MessageItem.content.exists() & _MessageItem.is_right.does_not_exist()
        return update_if(item, [_MessageItem.is_right.set(is_right)], unrated)

    def delete_other_messages(self, user_id: str, conversation_id: str) -> None:
        """Delete a person's messages outside of a conversation; safe to repeat.

        A repetition also deletes leftovers of an earlier attempt.
        """
        items = _MessageItem.query(user_id, attributes_to_get=["user_id", "item"])
        kept = (_CONVERSATION, f"{conversation_id}#")
        with _MessageItem.batch_write() as batch:
            for key in [item.item for item in items if not item.item.startswith(kept)]:
                batch.delete(_MessageItem(user_id=user_id, item=key))


def _make_message_key(conversation_id: str, number: int) -> str:
    return f"{conversation_id}#message#{number:06}"


def _make_last_key(conversation_id: str) -> str:
    return f"{conversation_id}#message#~"


def _make_sent_key(conversation_id: str, client_activity_id: str) -> str:
    return f"{conversation_id}#sent#{client_activity_id}"
