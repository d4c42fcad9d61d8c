"""Texts of the profile group: errors, emails, and text messages."""

from collections.abc import Mapping, Sequence

from domains.accounts.account import NoticeKind
from functions.profile.text_numbers import NumberFault
from portal.language import Language, Text
from portal.mail import Email

TOO_YOUNG = Text(
    en="The portal is for people age 13 and older. Check the date of birth.",
    es="El portal es para personas de 13 años o más. Revise la fecha de nacimiento.",
)
UNKNOWN_VERSION = Text(
    en="We could not find this version of the terms. Reload the page to read the current version.",
    es="No existe esa versión de los términos. Vuelva a cargar la página para leer la versión vigente.",
)

EMAIL_ADDRESS_MISSING = Text(en="Enter your email address.", es="Escriba su correo electrónico.")
SECOND_ADDRESS = Text(
    en="Enter only one address of this type.", es="Indique una sola dirección de este tipo."
)
UNUSABLE_EMAIL_ADDRESS = Text(
    en="Enter one email address such as name@example.com, without accents before the @.",
    es="Escriba un solo correo electrónico como nombre@example.com, sin acentos antes de la @.",
)
NUMBER_FAULTS: Mapping[NumberFault, Text] = {
    "unusable": Text(
        en="Enter a US mobile number with area code, such as 602-555-0123.",
        es="Escriba un número de celular de EE. UU. con código de área, como 602-555-0123.",
    ),
    "extension": Text(
        en="A number with an extension can’t get text messages. Enter a US mobile number.",
        es="Un número con extensión no recibe mensajes de texto. Escriba el número de un celular de EE. UU.",
    ),
    "tollFree": Text(
        en="Toll-free numbers can’t get text messages. Enter a US mobile number.",
        es="Este es un número gratuito, que no recibe mensajes de texto. Escriba el número de un celular de "
        "EE. UU.",
    ),
    "premium": Text(
        en="We don’t send text messages to premium-rate numbers. Enter a US mobile number.",
        es="Este es un número de tarifa especial, al que no enviamos mensajes de texto. Escriba el número de "
        "un celular de EE. UU.",
    ),
    "foreign": Text(
        en="We don’t send text messages to other countries, such as Canada. Enter a US mobile number.",
        es="Este número es de otro país, como Canadá, al que no enviamos mensajes de texto. Escriba el "
        "número de un celular de EE. UU.",
    ),
}
SECOND_NOTICE = Text(
    en="This type of notice is listed twice. Remove one.",
    es="Este tipo de aviso aparece dos veces. Quite uno.",
)
SECOND_CHANNEL = Text(en="Choose each way only once.", es="Elija cada medio una sola vez.")
SECURITY_BY_EMAIL = Text(
    en="We always send security notices by email. Choose email here.",
    es="Los avisos de seguridad siempre se envían a su correo electrónico. Elija aquí el correo electrónico.",
)
NUMBER_MISSING = Text(
    en="Enter a mobile number above, or do not choose text messages here.",
    es="Escriba arriba un número de celular o no elija aquí mensajes de texto.",
)
CODE_MISSING = Text(
    en="Enter the code we sent you.",
    es="Escriba el código que le enviamos.",
)
NO_CHANGE_WAITS = Text(
    en="You have no pending address of this type. Reload the page.",
    es="No hay otra dirección de este tipo en espera. Vuelva a cargar la página.",
)
NOTHING_SAVED = Text(
    en="You have no saved address of this type. Save one first.",
    es="No ha guardado ninguna dirección de este tipo. Guarde una primero.",
)

QUIET_HOURS_WITHOUT_END = Text(
    en="Choose an end that differs from the start, or choose no quiet hours.",
    es="Elija un final distinto del comienzo o elija no tener horas de silencio.",
)
SECURITY_NOTICES_STAY = Text(
    en="We always send security notices by email, so you learn about changes you did not make.",
    es="Los avisos de seguridad siempre se envían a su correo electrónico, para que se entere de cambios que "
    "usted no hizo.",
)

_NOTICE_NAMES: Mapping[NoticeKind, Text] = {
    "security": Text(en="security", es="seguridad"),
    "accountActivity": Text(en="account activity", es="actividad de la cuenta"),
    "agencyMessages": Text(en="agency messages", es="mensajes de las agencias"),
    "reminders": Text(en="reminders", es="recordatorios"),
    "news": Text(en="news", es="noticias"),
}


def make_notices_missing_text(kinds: Sequence[NoticeKind]) -> Text:
    """Names the kinds of notice that a request lacks."""
    names = [_NOTICE_NAMES[kind] for kind in kinds]
    return Text(
        en=f"Say how you want these notices: {', '.join(name.en for name in names)}.",
        es=f"Indique cómo quiere estos avisos: {', '.join(name.es for name in names)}.",
    )


def make_code_email(code: str, minutes: int, new: str | None, language: Language) -> Email:
    """Return the email with a code.

    Args:
        new: the masked new address if the code allows a change; None if it verifies this address.
    """
    if language == "es":
        what = (
            f"permitir que los avisos se envíen a {new} y ya no a este correo electrónico"
            if new
            else "confirmar que este correo electrónico es suyo"
        )
        return Email(
            "Su código de Saguaro",
            f"Su código es {code}. Escríbalo en el portal para {what}. Vence en {minutes} minutos.\n\n"
            "Nadie del portal le pedirá este código. Si usted no lo pidió, ignore este mensaje: sin el "
            f"código no se {'cambia' if new else 'confirma'} nada.\n",
        )
    what = (
        f"send notices to {new} instead of this email address"
        if new
        else "confirm that this email address is yours"
    )
    return Email(
        "Your Saguaro code",
        f"Your code is {code}. Enter it in the portal to {what}. It expires in {minutes} minutes.\n\n"
        "No one from the portal will ask you for this code. If you did not ask for it, ignore this message. "
        f"Nothing is {'changed' if new else 'confirmed'} without the code.\n",
    )


def make_code_text_message(code: str, minutes: int, new: str | None, language: Language) -> str:
    """Return the text message with a code.

    Args:
        new: see `make_code_email`; "" if the code removes this number.
    """
    if language == "es":
        what = f" para cambiar a {new}" if new else " para quitar este número" if new == "" else ""
        return f"Saguaro: {code} es su código{what}. Vence en {minutes} minutos. No lo comparta con nadie."
    to = f" to change to {new}" if new else " to remove this number" if new == "" else ""
    return f"Saguaro: {code} is your code{to}. It expires in {minutes} minutes. Do not share it with anyone."


def make_change_requested_email(new: str, language: Language) -> Email:
    """Return the security notice to the old email address about a requested change.

    Args:
        new: the masked new address; see `domains.accounts.masking`.
    """
    if language == "es":
        return Email(
            "Se pidió cambiar el correo electrónico de su cuenta de Saguaro",
            "Alguien que inició sesión en su cuenta pidió que los avisos del portal se envíen a "
            f"{new} cuando se confirme esa dirección y se permita el cambio, con un código enviado a este "
            "correo electrónico o con autenticación reforzada. Hasta entonces los avisos siguen llegando "
            "aquí.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña, inicie sesión en "
            "el portal y corrija sus preferencias de contacto.\n",
        )
    return Email(
        "Someone asked to change the email address of your Saguaro account",
        f"Someone signed in to your account asked us to send portal notices to {new}. We make this change "
        "after that address is confirmed and the change is approved, by a code sent to this email address or "
        "by enhanced authentication. Until then, notices keep coming to this address.\n\n"
        "If this was you, you don’t need to do anything. If not, change your password, sign in to the portal "
        "and correct your contact preferences.\n",
    )


def make_change_email(old: str, new: str, language: Language) -> Email:
    """Return the security notice to both email addresses of a completed change.

    Args:
        old: the masked old address.
        new: the masked new address.
    """
    if language == "es":
        return Email(
            "Cambió el correo electrónico de su cuenta de Saguaro",
            f"Los avisos del portal se envían ahora a {new} y ya no a {old}.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña, inicie sesión en "
            "el portal y corrija sus preferencias de contacto.\n",
        )
    return Email(
        "The email address of your Saguaro account was changed",
        f"Notices from the portal now go to {new} and no longer to {old}.\n\n"
        "If this was you, you don’t need to do anything. If not, change your password, sign in to the portal "
        "and correct your contact preferences.\n",
    )


def make_change_text_message(old: str, new: str | None, language: Language) -> str:
    """Return the text message about a replaced number.

    Args:
        old: the masked old number.
        new: the masked new number, if any.
    """
    if language == "es":
        where = f"van ahora a {new} y ya no a {old}" if new else f"ya no van a {old}"
        return f"Saguaro: los mensajes de texto {where}. Si no fue usted, cambie su contraseña."
    where = f"now go to {new} and no longer to {old}" if new else f"no longer go to {old}"
    return f"Saguaro: text messages {where}. If this was not you, change your password."


def make_welcome_email(language: Language) -> Email:
    """Return the email that asks for verification of a new address."""
    if language == "es":
        return Email(
            "Confirme este correo electrónico para Saguaro",
            "Este correo electrónico se indicó en el portal Saguaro para recibir avisos. Para confirmar que "
            "es suyo, inicie sesión en el portal, abra las preferencias de contacto y pida un código.\n\n"
            "Si usted no indicó este correo electrónico, ignore este mensaje.\n",
        )
    return Email(
        "Confirm this email address for Saguaro",
        "Someone entered this email address in the Saguaro portal to receive notices. To confirm that it is "
        "yours, sign in to the portal, open contact preferences, and ask for a code.\n\n"
        "If you did not enter this address, ignore this message.\n",
    )
