"""Errors of the chatbot group."""

from portal.errors import Conflict, NotFound, TooManyRequests, Unavailable
from portal.language import Text


class ConversationNotFound(NotFound):
    """The conversation was deleted, is over, or belongs to somebody else."""

    code = "conversationNotFound"
    text = Text(
        en="This conversation is over. Open the assistant again to start another one.",
        es="Esta conversación terminó. Abra de nuevo el asistente para empezar otra.",
    )


class ConversationFull(Conflict):
    """The conversation is full."""

    code = "conversationFull"
    text = Text(
        en="This conversation is too long. Delete it to start another one.",
        es="Esta conversación es demasiado larga. Elimínela para empezar otra.",
    )


class TooManyMessages(TooManyRequests):
    """The person sends more messages per minute than anybody types."""

    code = "tooManyMessages"
    text = Text(
        en="You sent many messages at once. Wait a minute, then send the next one.",
        es="Son muchos mensajes seguidos. Espere un minuto y luego envíe el siguiente.",
    )


class MessagesGone(Conflict):
    """Messages to include are no longer in the conversation."""

    code = "messagesGone"
    text = Text(
        en="The conversation was deleted. Send your question without it.",
        es="La conversación se eliminó entretanto. Envíe su pregunta sin ella.",
    )


class TooManyQuestions(Conflict):
    """The person has the maximum number of open questions."""

    code = "tooManyQuestions"
    text = Text(
        en="You are waiting for {count} answers from support. Wait for one before you ask again.",
        es="Usted espera {count} respuestas del equipo de ayuda. Espere una de ellas antes de preguntar "
        "de nuevo.",
    )


class AssistantUnavailable(Unavailable):
    """The configured assistant gives no token."""

    code = "assistantUnavailable"
    text = Text(
        en="The assistant is not responding. Try again in a minute.",
        es="El asistente no responde en este momento. Inténtelo en un minuto.",
    )
