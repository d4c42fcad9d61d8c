"""Notices about a person's account and contact preferences."""

from collections.abc import Collection, Mapping
from datetime import datetime

from domains.accounts.account import Channel
from domains.accounts.detail_changes import DetailField
from domains.accounts.masking import mask_address
from domains.messages.message import InboxMessage, MessageAction
from domains.messages.portal_notices import OPEN_PREFERENCES, NoticeContent, format_moment, make_notice
from portal.language import Text


def make_welcome_notice(user_id: str, registered_at: datetime) -> InboxMessage:
    """Welcome a new person, once in a lifetime."""
    content = NoticeContent(
        "welcome",
        "accountActivity",
        Text(en="Welcome to Saguaro", es="Le damos la bienvenida a Saguaro"),
        Text(
            en="You are registered. You get messages from the portal and your connected agencies "
            "here.\n\nConnect a service, such as your driver license or your professional license. "
            "Its card shows what is due and when.\n\nIn your contact preferences, choose what we "
            "also send by email or text message, and when.",
            es="Ya está registrado. Desde ahora, aquí le escriben el portal y las agencias que usted "
            "conecte.\n\n"
            "Conecte un servicio, como su licencia de conducir o su licencia profesional, y su tarjeta le "
            "mostrará qué vence y cuándo.\n\n"
            "En sus preferencias de contacto usted elige qué le enviamos también por correo electrónico o "
            "por mensaje de texto, y cuándo.",
        ),
        MessageAction(Text(en="Connect a service", es="Conectar un servicio"), "/connections"),
    )
    return make_notice(user_id, "registered", registered_at, content)


def make_contact_change_notice(
    user_id: str, revision: int, addresses: Mapping[Channel, str], changed_at: datetime
) -> InboxMessage:
    """Notify of a change of contact addresses.

    Args:
        revision: revision of the changed contact preferences.
        addresses: new addresses by channel.
    """
    places = ", ".join(mask_address(channel, address) for channel, address in addresses.items())
    content = NoticeContent(
        "contactPreferencesChanged",
        "security",
        Text(en="Your contact addresses were changed", es="Se cambiaron sus datos de contacto"),
        Text(
            en=f"Notices now go to: {places}.\n\n"
            "If this was you, you don’t need to do anything. If not, change your password, then "
            "correct your contact preferences.",
            es=f"Ahora los avisos se envían a: {places}.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña y luego corrija "
            "sus preferencias de contacto.",
        ),
        OPEN_PREFERENCES,
        "high",
    )
    return make_notice(user_id, f"contactPreferences#{revision}", changed_at, content)


def make_details_change_notice(
    user_id: str, revision: int, fields: Collection[DetailField], changed_at: datetime
) -> InboxMessage:
    """Notify of corrected details.

    Args:
        revision: revision of the corrected registration.
        fields: changed fields.
    """
    names = [_DETAIL_NAMES[field] for field in fields]
    content = NoticeContent(
        "detailsChanged",
        "security",
        Text(en="Your details were changed", es="Se cambiaron sus datos"),
        Text(
            en=f"Changed: {', '.join(name.en for name in names)}.\n\n"
            "If this was you, you don’t need to do anything. If not, change your password, then "
            "correct your details.",
            es=f"Se cambió: {', '.join(name.es for name in names)}.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña y luego corrija "
            "sus datos.",
        ),
        MessageAction(Text(en="Open your account", es="Abrir su cuenta"), "/profile"),
        "high",
    )
    return make_notice(user_id, f"details#{revision}", changed_at, content)


def make_channel_test_notice(
    user_id: str, channel: Channel, minute: datetime, sent_at: datetime
) -> InboxMessage:
    """Return a test message, announced by one channel only.

    Args:
        minute: start of the minute of the request; each minute has at most one test.
    """
    by = _BY_CHANNEL[channel]
    content = NoticeContent(
        "test",
        "accountActivity",
        Text(en=f"Your test by {by.en}", es=f"Su prueba por {by.es}"),
        Text(
            en=f"You asked for a test by {by.en}. This message in the portal shows when we sent it, to "
            "which address, and if it arrived.\n\n"
            "If nothing arrives in a few minutes, check the address. For email, also check your spam folder.",
            es=f"Usted pidió una prueba por {by.es}. En el portal, este mensaje muestra qué pasó con ella: "
            "cuándo se envió, a qué dirección y si llegó.\n\n"
            "Si no llega nada en unos minutos, revise que la dirección sea correcta y, si es un correo, "
            "busque en la carpeta de correo no deseado.",
        ),
        None,
    )
    occasion = f"test#{channel}#{format_moment(minute)}"
    return make_notice(user_id, occasion, sent_at, content, only_channel=channel)


_DETAIL_NAMES: Mapping[DetailField, Text] = {
    "legalFirstName": Text(en="legal first name", es="nombre legal"),
    "legalLastName": Text(en="legal last name", es="apellido legal"),
    "preferredName": Text(en="preferred name", es="nombre preferido"),
    "dateOfBirth": Text(en="date of birth", es="fecha de nacimiento"),
    "countyId": Text(en="county", es="condado"),
}

_BY_CHANNEL: Mapping[Channel, Text] = {
    "email": Text(en="email", es="correo electrónico"),
    "text": Text(en="text message", es="mensaje de texto"),
}
