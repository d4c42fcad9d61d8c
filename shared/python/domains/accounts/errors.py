"""Errors of one-time codes."""

from portal.errors import Conflict, TooManyRequests
from portal.language import Text


class TooManyWrongCodes(Conflict):
    code = "tooManyWrongCodes"
    text = Text(
        en="Too many wrong codes. For your security, we will not send more codes for this.",
        es="Se escribieron códigos incorrectos demasiadas veces. Por su seguridad, ya no se envían "
        "códigos para esto.",
    )


class CodeAlreadySent(TooManyRequests):
    code = "codeAlreadySent"
    text = Text(
        en="We just sent a code. Wait a minute before you ask for another.",
        es="Acabamos de enviar un código. Espere un minuto antes de pedir otro.",
    )
