"""Notices about the state of an address."""

from datetime import datetime

from domains.accounts.account import Channel
from domains.accounts.masking import mask_address
from domains.messages.message import InboxMessage
from domains.messages.portal_notices import OPEN_PREFERENCES, NoticeContent, format_moment, make_notice
from portal.language import Text


def make_bounce_notice(user_id: str, channel: Channel, address: str, bounced_at: datetime) -> InboxMessage:
    """Notify that an address bounced."""
    place = mask_address(channel, address)
    content = NoticeContent(
        "addressBounced",
        "accountActivity",
        Text(en=f"We can’t reach you at {place}", es=f"No podemos comunicarnos con usted en {place}"),
        Text(
            en=f"Our message to {place} was returned, so we no longer send messages there.\n\n"
            "Open your contact preferences and correct the address. If it is correct, ask for a new "
            "code there. When you enter the code, we know the address works again.",
            es=f"Lo que enviamos a {place} fue devuelto de forma definitiva, por eso ya no enviamos nada "
            "ahí.\n\n"
            "Abra sus preferencias de contacto y corrija la dirección. Si es correcta, pida ahí un código "
            "nuevo: al escribirlo sabremos que la dirección vuelve a funcionar.",
        ),
        OPEN_PREFERENCES,
        "high",
    )
    return make_notice(user_id, _make_occasion("bounced", channel, address, bounced_at), bounced_at, content)


def make_complaint_notice(
    user_id: str, channel: Channel, address: str, complained_at: datetime
) -> InboxMessage:
    """Notify that a message to an address was reported as spam."""
    place = mask_address(channel, address)
    content = NoticeContent(
        "addressComplained",
        "accountActivity",
        Text(
            en=f"Our message to {place} was reported as spam",
            es=f"Nuestro mensaje a {place} se marcó como correo no deseado",
        ),
        Text(
            en=f"Someone reported our message to {place} as spam, so we no longer send messages there.\n\n"
            "If that was a mistake, open your contact preferences and ask for a new code. When you "
            "enter it, we send messages there again. You can also turn off notices you don’t want.",
            es=f"Un mensaje que enviamos a {place} se marcó como correo no deseado, por eso ya no enviamos "
            "nada ahí.\n\n"
            "Si fue un error, abra sus preferencias de contacto y pida un código nuevo: al escribirlo "
            "sabremos que usted quiere recibir ahí nuestros mensajes. Ahí también puede quitar los avisos "
            "que no desea.",
        ),
        OPEN_PREFERENCES,
        "high",
    )
    occasion = _make_occasion("complained", channel, address, complained_at)
    return make_notice(user_id, occasion, complained_at, content)


def make_stop_notice(user_id: str, channel: Channel, address: str, stopped_at: datetime) -> InboxMessage:
    """Confirm that the person's reply, STOP or words of their own, ended text messages."""
    place = mask_address(channel, address)
    content = NoticeContent(
        "addressStopped",
        "accountActivity",
        Text(en=f"We stopped text messages to {place}", es=f"Se detuvieron los mensajes de texto a {place}"),
        Text(
            en=f"You asked us by text message to stop, so we no longer text {place}.\n\n"
            "To get texts again, reply START to the same number from the same phone.",
            es=f"Usted pidió por mensaje de texto no recibir más, por eso ya no enviamos ninguno a "
            f"{place}.\n\n"
            "Para recibirlos de nuevo, responda START al mismo número, desde el mismo teléfono.",
        ),
        OPEN_PREFERENCES,
    )
    return make_notice(user_id, _make_occasion("stopped", channel, address, stopped_at), stopped_at, content)


def _make_occasion(what: str, channel: Channel, address: str, at: datetime) -> str:
    """Return the key of an event at an address; repeated reports of an event have the same time."""
    return f"{what}#{channel}#{address.lower()}#{format_moment(at)}"
