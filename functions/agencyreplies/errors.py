"""Refusals of the agency replies group."""

from portal.errors import Conflict
from portal.language import Text


class RepliesNotTaken(Conflict):
    """The agency accepts no reply, the record is not connected, or the message is in the bin."""

    code = "repliesNotTaken"
    text = Text(
        en="You cannot reply to this message. The agency does not accept replies to it, or you are no "
        "longer connected to the record.",
        es="No puede responder a este mensaje: la agencia no acepta respuestas o usted ya no está conectado "
        "con el registro.",
    )


class TooManyReplies(Conflict):
    """The thread is full."""

    code = "tooManyReplies"
    text = Text(
        en="You replied {count} times in this thread. Contact the agency another way.",
        es="Usted respondió {count} veces en este hilo. Comuníquese con la agencia de otra manera.",
    )
