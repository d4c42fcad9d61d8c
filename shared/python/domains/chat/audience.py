"""The audience of routes for conversations with the assistant."""

from domains.chat.session import PURPOSE
from portal.audiences import TokenHolders
from portal.errors import Forbidden
from portal.language import Text


class ChatTokenExpired(Forbidden):
    """The chat token has expired. Direct Line clients request a new one after a 403."""

    code = "chatTokenExpired"
    text = Text(
        en="This chat token has expired. Open the assistant again.",
        es="Este token del chat ha vencido. Abra de nuevo el asistente.",
    )


CHAT = TokenHolders("ChatAuthorizer", PURPOSE, ChatTokenExpired)
