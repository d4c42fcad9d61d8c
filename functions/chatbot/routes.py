"""The chatbot routes: a token for the panel, and Direct Line 3.0."""

from typing import Any

from domains.agencies.catalog import CatalogUnavailable
from domains.chat.audience import CHAT
from domains.chat.session import ChatSession
from domains.chat.tokens import LIFETIME, ChatToken
from domains.questions.question import get_answer_business_days
from functions.chatbot import texts
from functions.chatbot.contract import (
    ChatAccountReply,
    ChatActivitiesQuery,
    ChatActivityInput,
    ChatActivityPostedReply,
    ChatActivityReply,
    ChatActivitySetReply,
    ChatCardActionReply,
    ChatConversationAccountReply,
    ChatConversationReply,
    ChatRatedReply,
    ChatRatingRequest,
    ChatReplyData,
    ChatSourceReply,
    ChatSuggestedActionsReply,
    ChatTokenReply,
    ConversationDeletedReply,
)
from functions.chatbot.conversation import ChatMessage
from functions.chatbot.errors import (
    AssistantUnavailable,
    ConversationFull,
    ConversationNotFound,
    TooManyMessages,
)
from functions.chatbot.service import ChatService
from portal.errors import TermsNotAccepted
from portal.language import choose_language
from portal.routes import Request, Routes

DIRECT_LINE = "/api/chatbot/directline"
ASSISTANT_ID = "saguaro-assistant"

routes = Routes("chatbot")


@routes.endpoint(
    "GET",
    "/api/chatbot/data/token",
    summary="Get a token for the conversation with the assistant",
    replies={200: ChatTokenReply},
    raises=(AssistantUnavailable,),
)
def get_chat_token(request: Request[None], service: ChatService) -> ChatTokenReply:
    """Return a token for 30 minutes. Each person has one conversation at a time, on all of their devices.

    Where the state points the panel at another assistant, the token is for that one, and expires as it says.
    """
    chat_token = service.issue_token(request.principal.user_id)
    return ChatTokenReply(
        oid=request.principal.user_id,
        name=request.principal.name,
        token=chat_token.token,
        expires_at=chat_token.expires_at,
        domain=service.domain or DIRECT_LINE,
        answer_business_days=get_answer_business_days(),
    )


@routes.endpoint(
    "DELETE",
    "/api/chatbot/conversation",
    summary="Delete the conversation with the assistant",
    replies={200: ConversationDeletedReply},
)
def delete_chat_conversation(request: Request[None], service: ChatService) -> ConversationDeletedReply:
    """Delete the conversation; tokens for it find nothing any more. Safe to repeat."""
    service.delete_conversation(request.principal.user_id)
    return ConversationDeletedReply(is_deleted=True)


@routes.endpoint(
    "POST",
    "/api/chatbot/ratings",
    summary="Rate an answer of the assistant",
    input=ChatRatingRequest,
    replies={200: ChatRatedReply},
)
def rate_chat_answer(request: Request[ChatRatingRequest], service: ChatService) -> ChatRatedReply:
    """Rate an answer. Only the number of ratings outlives the conversation."""
    conversation_id, _, number = request.input.activity_id.partition("|")
    service.rate_answer(request.principal.user_id, conversation_id, int(number), request.input.is_right)
    return ChatRatedReply(is_rated=True)


@routes.endpoint(
    "POST",
    "/api/chatbot/directline/conversations",
    summary="Start the conversation of the chat token",
    replies={201: ChatConversationReply},
    raises=(ConversationNotFound, TermsNotAccepted),
    audience=CHAT,
)
def start_chat_conversation(request: Request[None], service: ChatService) -> ChatConversationReply:
    """Start the conversation. Direct Line: `POST /v3/directline/conversations`. A body is not read."""
    session = _get_session(request)
    return _make_conversation_reply(session, service.refresh_token(session))


@routes.endpoint(
    "GET",
    "/api/chatbot/directline/conversations/{id}",
    summary="Reconnect to the conversation of the chat token",
    input=ChatActivitiesQuery,
    replies={200: ChatConversationReply},
    raises=(ConversationNotFound, TermsNotAccepted),
    audience=CHAT,
)
def reconnect_chat_conversation(
    request: Request[ChatActivitiesQuery], service: ChatService
) -> ChatConversationReply:
    """Return the conversation again. Direct Line: `GET /v3/directline/conversations/{id}`."""
    session = _get_session(request)
    if request.path["id"] != session.conversation_id:
        raise ConversationNotFound
    return _make_conversation_reply(session, service.refresh_token(session))


@routes.endpoint(
    "POST",
    "/api/chatbot/directline/tokens/refresh",
    summary="Refresh the chat token",
    replies={200: ChatConversationReply},
    raises=(ConversationNotFound, TermsNotAccepted),
    audience=CHAT,
)
def refresh_chat_token(request: Request[None], service: ChatService) -> ChatConversationReply:
    """Refresh the token, until 8 hours after the first. Direct Line: `POST /v3/directline/tokens/refresh`."""
    session = _get_session(request)
    return _make_conversation_reply(session, service.refresh_token(session))


@routes.endpoint(
    "POST",
    "/api/chatbot/directline/conversations/{id}/activities",
    summary="Send a message to the assistant",
    input=ChatActivityInput,
    replies={200: ChatActivityPostedReply},
    raises=(ConversationNotFound, TermsNotAccepted, TooManyMessages, ConversationFull, CatalogUnavailable),
    audience=CHAT,
)
def post_chat_activity(request: Request[ChatActivityInput], service: ChatService) -> ChatActivityPostedReply:
    """Send a message; the answer is there when this call returns. One id is one message."""
    activity, session = request.input, _get_session(request)
    message = service.post_message(
        session,
        request.path["id"],
        activity.text,
        activity.channel_data.client_activity_id,
        choose_language(activity.locale),
    )
    return ChatActivityPostedReply(id=_make_activity_id(session, message.number))


@routes.endpoint(
    "GET",
    "/api/chatbot/directline/conversations/{id}/activities",
    summary="Read the messages of the conversation after a watermark",
    input=ChatActivitiesQuery,
    replies={200: ChatActivitySetReply},
    raises=(ConversationNotFound,),
    audience=CHAT,
)
def list_chat_activities(request: Request[ChatActivitiesQuery], service: ChatService) -> ChatActivitySetReply:
    """List later messages. Direct Line: `GET /v3/directline/conversations/{id}/activities`."""
    after = int(request.input.watermark or 0)
    session = _get_session(request)
    messages = service.list_messages(session, request.path["id"], after)
    last = messages[-1].number if messages else after
    return ChatActivitySetReply(
        activities=[_make_activity_reply(session, message) for message in messages], watermark=str(last)
    )


def _get_session(request: Request[Any]) -> ChatSession:
    return ChatSession.from_token_holder(request.token_holder)


def _make_conversation_reply(session: ChatSession, chat_token: ChatToken) -> ChatConversationReply:
    return ChatConversationReply(
        conversation_id=session.conversation_id,
        token=chat_token.token,
        expires_in=int(LIFETIME.total_seconds()),
    )


def _make_activity_id(session: ChatSession, number: int) -> str:
    return f"{session.conversation_id}|{number:06}"


def _make_activity_reply(session: ChatSession, message: ChatMessage) -> ChatActivityReply:
    answer = message.answer
    assistant = texts.ASSISTANT.in_language(message.language)
    return ChatActivityReply(
        type="message",
        id=_make_activity_id(session, message.number),
        timestamp=message.sent_at,
        channel_id="directline",
        sender=ChatAccountReply(id=ASSISTANT_ID, name=assistant, role="bot")
        if answer
        else ChatAccountReply(id=session.user_id, name="", role="user"),
        conversation=ChatConversationAccountReply(id=session.conversation_id),
        text=message.text,
        text_format="plain",
        locale=message.language,
        reply_to_id=_make_activity_id(session, message.reply_to) if message.reply_to else None,
        suggested_actions=ChatSuggestedActionsReply(
            to=[session.user_id] if answer and answer.choices else [],
            actions=[
                ChatCardActionReply(type="imBack", title=choice, value=choice)
                for choice in (answer.choices if answer else ())
            ],
        ),
        channel_data=ChatReplyData(
            client_activity_id=message.client_activity_id,
            outcome=answer.outcome if answer else None,
            sources=[ChatSourceReply.from_entity(each) for each in (answer.sources if answer else ())],
        ),
    )
