"""Errors of the group `businessagency`."""

from portal.errors import Conflict, NotFound, TooManyRequests
from portal.language import Text


class AgencyNotFound(NotFound):
    code = "agencyNotFound"
    text = Text(
        en="There is no such agency, or it keeps no accounts. Choose one from the list.",
        es="No existe esa agencia o no tiene cuentas. Elija una de la lista.",
    )


class TooManyAttempts(TooManyRequests):
    code = "tooManyAttempts"
    text = Text(
        en="There were too many attempts within an hour, so accounts of this agency are locked here "
        "for a while. Nothing else is affected.",
        es="Hubo demasiados intentos en una hora, por eso las cuentas de esta agencia están "
        "bloqueadas aquí un rato. Lo demás no cambia.",
    )


class RegistrationClosed(Conflict):
    code = "registrationClosed"
    text = Text(
        en="This agency makes accounts only on its own site. Make one there, then link it here.",
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
        en="You have linked no account of this agency. Link it first.",
        es="No ha vinculado ninguna cuenta de esta agencia. Vincúlela primero.",
    )


class AlreadyLinked(Conflict):
    code = "alreadyLinked"
    text = Text(
        en="You have linked an account of this agency already. Unlink it first to use another one.",
        es="Usted ya vinculó una cuenta de esta agencia. Desvincúlela primero para usar otra.",
    )
