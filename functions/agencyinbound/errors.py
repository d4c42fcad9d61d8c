"""Errors of the group `agencyinbound`."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class StatusIdReused(Conflict):
    code = "statusIdReused"
    text = Text(
        en="Another state was sent under this id. Give every state an id of its own.",
        es="Ya se envió otro estado con este identificador. Dé a cada estado el suyo.",
    )


class ReferenceNotFound(NotFound):
    code = "referenceNotFound"
    text = Text(
        en="Nobody is connected with a record of this reference.",
        es="Nadie está conectado con un registro de esta referencia.",
    )


class ReplyNotFound(NotFound):
    code = "replyNotFound"
    text = Text(
        en="There is no such reply about this record. Name it as the portal did when it sent the reply.",
        es="No existe esa respuesta sobre este registro. Nómbrela como lo hizo el portal al enviarla.",
    )


class ReplyFileNotFound(NotFound):
    code = "replyFileNotFound"
    text = Text(en="This reply has no such file.", es="Esta respuesta no tiene ese archivo.")


class MessageIdReused(Conflict):
    code = "messageIdReused"
    text = Text(
        en="Another message was sent under this id. Give every message an id of its own.",
        es="Ya se envió otro mensaje con este identificador. Dé a cada mensaje el suyo.",
    )
