"""Errors of the group `businessagency`."""

from portal.errors import Conflict, NotFound, TooManyRequests
from portal.language import Text


class AgencyNotFound(NotFound):
    code = "agencyNotFound"
    text = Text(
        en="We could not find this agency, or it does not offer accounts. Choose one from the list.",
        es="No existe esa agencia o no tiene cuentas. Elija una de la lista.",
    )


class TooManyAttempts(TooManyRequests):
    code = "tooManyAttempts"
    text = Text(
        en="There were too many attempts in an hour, so we locked this agency's accounts here for a "
        "while. Nothing else is affected.",
        es="Hubo demasiados intentos en una hora, por eso las cuentas de esta agencia están "
        "bloqueadas aquí un rato. Lo demás no cambia.",
    )


class RegistrationClosed(Conflict):
    code = "registrationClosed"
    text = Text(
        en="You can create an account only on this agency's own site. Create one there, then link it here.",
        es="Esta agencia solo crea cuentas en su propio sitio. Cree una allí y después vincúlela aquí.",
    )


class CredentialsRefused(Conflict):
    code = "credentialsRefused"
    text = Text(
        en="The agency did not accept these details. Check what you typed, or ask for a new password.",
        es="La agencia no aceptó estos datos. Revise lo que escribió o pida una contraseña nueva.",
    )


class NotLinked(Conflict):
    code = "notLinked"
    text = Text(
        en="You have no linked account at this agency. Link one first.",
        es="No ha vinculado ninguna cuenta de esta agencia. Vincúlela primero.",
    )


class AlreadyLinked(Conflict):
    code = "alreadyLinked"
    text = Text(
        en="You already linked an account at this agency. Unlink it first to use another one.",
        es="Usted ya vinculó una cuenta de esta agencia. Desvincúlela primero para usar otra.",
    )
