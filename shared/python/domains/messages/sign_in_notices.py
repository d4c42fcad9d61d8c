"""Notices about a person's sign-ins."""

from datetime import datetime

from domains.accounts.sign_ins import SignIn
from domains.messages.message import InboxMessage, MessageAction
from domains.messages.portal_notices import NoticeContent, format_moment, make_notice
from domains.state.time import write_moment
from portal.language import Text

_OPEN_SIGN_INS = MessageAction(
    Text(en="See where you are signed in", es="Ver dónde tiene la sesión abierta"), "/profile"
)


def make_new_device_notice(user_id: str, sign_in: SignIn) -> InboxMessage:
    """Notify of a sign-in with a browser that the person did not use in the last year."""
    device, at = _describe_device(sign_in), write_moment(sign_in.signed_in_at)
    content = NoticeContent(
        "newDevice",
        "security",
        Text(en="Sign-in from a new device", es="Inicio de sesión desde un dispositivo nuevo"),
        Text(
            en=f"On {at.en} someone signed in to your account with {device.en}.\n\n"
            "If this was you, you don’t need to do anything. If not, change your password, then open your "
            "profile and sign out everywhere.",
            es=f"El {at.es} alguien inició sesión en su cuenta con {device.es}.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña, abra su perfil y "
            "cierre la sesión en todas partes.",
        ),
        _OPEN_SIGN_INS,
        "high",
    )
    return make_notice(user_id, f"newDevice#{sign_in.session_id}", sign_in.signed_in_at, content)


def make_sign_in_ended_notice(user_id: str, sign_in: SignIn, ended_at: datetime) -> InboxMessage:
    """Notify of a session that was ended from the list of sign-ins."""
    device = _describe_device(sign_in)
    content = NoticeContent(
        "signInEnded",
        "security",
        Text(en="You signed out of a device", es="Usted cerró la sesión en un dispositivo"),
        Text(
            en=f"Your account was signed out on this device: {device.en}. It can take a minute to take "
            "effect.\n\nIf this was not you, change your password now.",
            es=f"Se cerró la sesión de su cuenta en este dispositivo: {device.es}. Puede tardar un minuto en "
            "tener efecto.\n\nSi no fue usted, cambie su contraseña ahora.",
        ),
        _OPEN_SIGN_INS,
    )
    return make_notice(user_id, f"signInEnded#{sign_in.session_id}", ended_at, content)


def make_signed_out_everywhere_notice(user_id: str, ended_at: datetime) -> InboxMessage:
    """Notify of a sign-out everywhere."""
    content = NoticeContent(
        "signedOutEverywhere",
        "security",
        Text(en="You signed out everywhere", es="Usted cerró la sesión en todas partes"),
        Text(
            en="Your devices were signed out of the portal. It can take a minute to take "
            "effect. Other sites where you sign in with the same account are not affected.\n\n"
            "If this was not you, change your password now.",
            es="Se cerró la sesión del portal en sus dispositivos. Puede tardar un minuto "
            "en tener efecto. No afecta a otros sitios donde usted inicia sesión con la misma cuenta.\n\n"
            "Si no fue usted, cambie su contraseña ahora.",
        ),
        _OPEN_SIGN_INS,
    )
    return make_notice(user_id, f"signedOutEverywhere#{format_moment(ended_at)}", ended_at, content)


def _describe_device(sign_in: SignIn) -> Text:
    browser, system = sign_in.device.browser, sign_in.device.system
    place = ", ".join(
        part for part in (sign_in.place.city, sign_in.place.region, sign_in.place.country) if part
    )
    near = Text(en=f", near {place}", es=f", cerca de {place}") if place else Text(en="", es="")
    if browser and system:
        return Text(en=f"{browser} on {system}{near.en}", es=f"{browser} en {system}{near.es}")
    unknown = Text(en="an unknown browser", es="un navegador desconocido")
    return Text(
        en=f"{browser or system or unknown.en}{near.en}", es=f"{browser or system or unknown.es}{near.es}"
    )
