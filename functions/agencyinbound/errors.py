"""Errors of the group `agencyinbound`."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class StatusIdReused(Conflict):
    code = "statusIdReused"
    text = Text(
        en="You already sent another state with this id. Give each state its own id.",
        es="Ya se envió otro estado con este identificador. Dé a cada estado el suyo.",
    )


class ReferenceNotFound(NotFound):
    code = "referenceNotFound"
    text = Text(
        en="No one is connected to a record with this reference.",
        es="Nadie está conectado con un registro de esta referencia.",
    )


class ReplyNotFound(NotFound):
    code = "replyNotFound"
    text = Text(
        en="This record has no such reply. Use the reply id that the portal sent.",
        es="No existe esa respuesta sobre este registro. Nómbrela como lo hizo el portal al enviarla.",
    )


class ReplyFileNotFound(NotFound):
    code = "replyFileNotFound"
    text = Text(en="This reply has no such file.", es="Esta respuesta no tiene ese archivo.")


class MessageIdReused(Conflict):
    code = "messageIdReused"
    text = Text(
        en="You already sent another message with this id. Give each message its own id.",
        es="Ya se envió otro mensaje con este identificador. Dé a cada mensaje el suyo.",
    )
