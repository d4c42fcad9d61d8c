"""What the group of accounts at agencies says to people."""

from portal.agencies.manifest import Agency
from portal.language import Text

AGENCY_NOT_FOUND = Text(
    en="There is no such agency, or it keeps no accounts. Choose one from the list.",
    es="No existe esa agencia o no tiene cuentas. Elija una de la lista.",
)
NOT_REGISTERED = Text(
    en="Register with the portal before you link an account.",
    es="Regístrese en el portal antes de vincular una cuenta.",
)
ALREADY_LINKED = Text(
    en="You have linked an account of this agency already. Unlink it first to use another one.",
    es="Usted ya vinculó una cuenta de esta agencia. Desvincúlela primero para usar otra.",
)
NOT_LINKED = Text(
    en="You have linked no account of this agency. Link it first.",
    es="No ha vinculado ninguna cuenta de esta agencia. Vincúlela primero.",
)
REGISTRATION_CLOSED = Text(
    en="This agency makes accounts only on its own site. Make one there, then link it here.",
    es="Esta agencia solo crea cuentas en su propio sitio. Cree una allí y después vincúlela aquí.",
)
CREDENTIALS_REFUSED = Text(
    en="The agency did not accept these details. Check what you typed, or ask for a new password.",
    es="La agencia no aceptó estos datos. Revise lo que escribió o pida una contraseña nueva.",
)
TOO_MANY_ATTEMPTS = Text(
    en="There were too many attempts within an hour, so accounts of this agency are locked here for a while. "
    "Nothing else is affected.",
    es="Hubo demasiados intentos en una hora, por eso las cuentas de esta agencia están bloqueadas aquí un "
    "rato. Lo demás no cambia.",
)
USER_NAME_MISSING = Text(en="Enter your user name.", es="Escriba su nombre de usuario.")
USER_NAME_UNPRINTABLE = Text(
    en="The user name has invisible characters. Type it again.",
    es="El nombre de usuario tiene caracteres invisibles. Escríbalo de nuevo.",
)
USER_NAME_TAKEN = Text(
    en="The agency has an account of this name already. If it is yours, link it; if not, choose another.",
    es="La agencia ya tiene una cuenta con este nombre. Si es suya, vincúlela; si no, elija otro nombre.",
)
UNUSABLE_EMAIL = Text(
    en="Enter an e-mail address such as name@example.com.",
    es="Escriba un correo electrónico como nombre@example.com.",
)
PASSWORD_REFUSED = Text(
    en="The agency does not accept this password. Choose another one, as the agency asks for it.",
    es="La agencia no acepta esta contraseña. Elija otra, como la pide la agencia.",
)


def password_length(shortest: int, longest: int) -> Text:
    """How long a new password must be."""
    return Text(
        en=f"Choose a password of {shortest} to {longest} characters.",
        es=f"Elija una contraseña de {shortest} a {longest} caracteres.",
    )


def agency_unavailable(agency: Agency) -> Text:
    """That the agency does not answer, and what is certain in spite of it."""
    return Text(
        en=f"{agency.name.en} does not answer just now. Nothing was changed in the portal; try again in a "
        "few minutes.",
        es=f"{agency.name.es} no responde en este momento. No se cambió nada en el portal; inténtelo de "
        "nuevo en unos minutos.",
    )
