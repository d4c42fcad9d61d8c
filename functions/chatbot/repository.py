"""The conversations table: each person's conversation, its messages, and the clients' ids of them."""

from functions.chatbot.conversation import ChatMessage, Conversation
from portal.items import JsonSchema, to_seconds
from portal.tables import Attr, Table, write_together

_KEYS = ("user_id", "item")
_CONVERSATION = "conversation"


_CONVERSATIONS = JsonSchema(
    Conversation,
    _KEYS,
    lambda conversation: {"item": _CONVERSATION, "expires_at": to_seconds(conversation.expires_at)},
    has_revision=True,
)
_MESSAGES = JsonSchema(ChatMessage, _KEYS, lambda message: {"expires_at": to_seconds(message.expires_at)})


class ConversationRepository:
    """Reads and writes conversations."""

    def __init__(self, table_name: str) -> None:
        self._conversations = Table(table_name, _CONVERSATIONS)
        self._messages = Table(table_name, _MESSAGES)

    def get_conversation(self, user_id: str) -> Conversation | None:
        """Return a person's conversation, even if it is over, or None; strongly consistent."""
        return self._conversations.get(user_id, _CONVERSATION)

    def save_conversation(self, user_id: str, conversation: Conversation) -> bool:
        """Replace a conversation's previous revision; false if another revision is stored."""
        return self._conversations.put(conversation, user_id=user_id)

    def save_turn(
        self, user_id: str, conversation: Conversation, turn: tuple[ChatMessage, ChatMessage]
    ) -> bool:
        """Store a person's message, its answer, and the conversation in one transaction.

        Returns:
            False if another message came first, or this one is stored; nothing was written.
        """
        request, _ = turn
        sent_key = _make_sent_key(conversation.id, request.client_activity_id)
        is_new = Attr("item").does_not_exist()
        return write_together(
            [
                self._conversations.make_put(conversation, user_id=user_id),
                self._messages.make_put(request, is_new, user_id=user_id, item=sent_key),
                *(
                    self._messages.make_put(
                        message, user_id=user_id, item=_make_message_key(conversation.id, message.number)
                    )
                    for message in turn
                ),
            ]
        )

    def get_sent(self, user_id: str, conversation_id: str, client_activity_id: str) -> ChatMessage | None:
        """Return the message with a client's id, or None."""
        return self._messages.get(user_id, _make_sent_key(conversation_id, client_activity_id))

    def list_messages(self, user_id: str, conversation_id: str, after: int) -> list[ChatMessage]:
        """Return the messages of a conversation after a number, in order, strongly consistent."""
        first = _make_message_key(conversation_id, after + 1)
        is_after = Attr("item").between(first, f"{conversation_id}#message#~")
        return self._messages.list((Attr("user_id") == user_id) & is_after)

    def rate_message(self, user_id: str, conversation_id: str, number: int, is_right: bool) -> bool:
        """Store a person's rating of a message; false if the message does not exist or has a rating."""
        rating = Attr("is_right")
        is_unrated = Attr("content").exists() & rating.does_not_exist()
        key = (user_id, _make_message_key(conversation_id, number))
        return self._messages.update(key, [rating.set(is_right)], is_unrated) is not None

    def delete_other_messages(self, user_id: str, conversation_id: str) -> None:
        """Delete a person's messages outside of a conversation; safe to repeat.

        A repetition also deletes leftovers of an earlier attempt.
        """
        items = self._messages.query(Attr("user_id") == user_id, attributes=_KEYS, consistent=False)
        prefixes = (_CONVERSATION, f"{conversation_id}#")
        self._messages.delete_items(
            (user_id, item["item"]) for item in items if not item["item"].startswith(prefixes)
        )


def _make_message_key(conversation_id: str, number: int) -> str:
    return f"{conversation_id}#message#{number:06}"


def _make_sent_key(conversation_id: str, client_activity_id: str) -> str:
    return f"{conversation_id}#sent#{client_activity_id}"
