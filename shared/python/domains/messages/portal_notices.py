"""Messages from the portal itself to a person's inbox, in both languages.

Ids are derived from the occasion, so that adding a message again has no effect.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from domains.accounts.account import Channel, NoticeKind
from domains.accounts.masking import mask_address
from domains.messages.message import (
    PREVIEW_LENGTH,
    Message,
    MessageAction,
    Priority,
    choose_wording,
    get_portal_message_id,
)
from portal.language import LANGUAGES, Language, Text
from portal.types import ARIZONA, derive_id

PORTAL = Text(en="Saguaro", es="Saguaro")
CONTACT_PAGE = "/profile/contact"

_OPEN_PREFERENCES = MessageAction(
    Text(en="Open contact preferences", es="Abrir las preferencias de contacto"), CONTACT_PAGE
)

_OPEN_ENHANCED_AUTHENTICATION = MessageAction(
    Text(en="Open enhanced authentication", es="Abrir la autenticación reforzada"), "/enhancedauthentication"
)


_OPEN_ACCESS_LOG = MessageAction(
    Text(en="See who looked at your record", es="Ver quién consultó su registro"), "/profile/access"
)


_OPEN_DASHBOARD = MessageAction(Text(en="Open your dashboard", es="Abrir su panel"), "/dashboard")


@dataclass(frozen=True, slots=True)
class _Words:
    """Content of a notice: plain text, with empty lines between paragraphs."""

    type: str
    notice: NoticeKind
    subject: Text
    body: Text
    action: MessageAction | None
    priority: Priority = "normal"


def welcome(user_id: str, registered_at: datetime) -> Message:
    """Welcome a new person, once in a lifetime."""
    words = _Words(
        "welcome",
        "accountActivity",
        Text(en="Welcome to Saguaro", es="Le damos la bienvenida a Saguaro"),
        Text(
            en="You are registered. From now on this is where the portal and the agencies you connect write "
            "to you.\n\n"
            "Connect a service, such as your driver license or your professional license, and its card shows "
            "you what is due and when.\n\n"
            "In your contact preferences you choose what we also send by e-mail or text message, and when.",
            es="Ya está registrado. Desde ahora, aquí le escriben el portal y las agencias que usted "
            "conecte.\n\n"
            "Conecte un servicio, como su licencia de conducir o su licencia profesional, y su tarjeta le "
            "mostrará qué vence y cuándo.\n\n"
            "En sus preferencias de contacto usted elige qué le enviamos también por correo electrónico o "
            "por mensaje de texto, y cuándo.",
        ),
        MessageAction(Text(en="Connect a service", es="Conectar un servicio"), "/connections"),
    )
    return _make_message(user_id, "registered", registered_at, words)


def contact_preferences_changed(
    user_id: str, revision: int, addresses: Mapping[Channel, str], changed_at: datetime
) -> Message:
    """Notify of a change of contact addresses.

    Args:
        revision: revision of the changed contact preferences.
        addresses: new addresses by channel.
    """
    places = ", ".join(mask_address(channel, address) for channel, address in addresses.items())
    words = _Words(
        "contactPreferencesChanged",
        "security",
        Text(en="Your contact addresses were changed", es="Se cambiaron sus datos de contacto"),
        Text(
            en=f"Notices now go to: {places}.\n\n"
            "If this was you, there is nothing to do. If it was not, change your password, then correct your "
            "contact preferences.",
            es=f"Ahora los avisos se envían a: {places}.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña y luego corrija "
            "sus preferencias de contacto.",
        ),
        _OPEN_PREFERENCES,
        "high",
    )
    return _make_message(user_id, f"contactPreferences#{revision}", changed_at, words)


def address_bounced(user_id: str, channel: Channel, address: str, bounced_at: datetime) -> Message:
    """Notify that an address bounced."""
    place = mask_address(channel, address)
    words = _Words(
        "addressBounced",
        "accountActivity",
        Text(en=f"We cannot reach you at {place}", es=f"No podemos comunicarnos con usted en {place}"),
        Text(
            en=f"What we sent to {place} came back for good, so nothing more is sent there.\n\n"
            "Open your contact preferences and correct the address. If it is right, ask for a new code "
            "there: entering it tells us that the address works again.",
            es=f"Lo que enviamos a {place} fue devuelto de forma definitiva, por eso ya no enviamos nada "
            "ahí.\n\n"
            "Abra sus preferencias de contacto y corrija la dirección. Si es correcta, pida ahí un código "
            "nuevo: al escribirlo sabremos que la dirección vuelve a funcionar.",
        ),
        _OPEN_PREFERENCES,
        "high",
    )
    return _make_message(user_id, _make_occasion("bounced", channel, address, bounced_at), bounced_at, words)


def address_complained(user_id: str, channel: Channel, address: str, complained_at: datetime) -> Message:
    """Notify that a message to an address was reported as spam."""
    place = mask_address(channel, address)
    words = _Words(
        "addressComplained",
        "accountActivity",
        Text(
            en=f"Our message to {place} was reported as spam",
            es=f"Nuestro mensaje a {place} se marcó como correo no deseado",
        ),
        Text(
            en=f"A message that we sent to {place} was reported as spam, so nothing more is sent there.\n\n"
            "If that was a mistake, open your contact preferences and ask for a new code: entering it tells "
            "us that you want our messages there. There you can also switch off the notices you do not want.",
            es=f"Un mensaje que enviamos a {place} se marcó como correo no deseado, por eso ya no enviamos "
            "nada ahí.\n\n"
            "Si fue un error, abra sus preferencias de contacto y pida un código nuevo: al escribirlo "
            "sabremos que usted quiere recibir ahí nuestros mensajes. Ahí también puede quitar los avisos "
            "que no desea.",
        ),
        _OPEN_PREFERENCES,
        "high",
    )
    return _make_message(
        user_id, _make_occasion("complained", channel, address, complained_at), complained_at, words
    )


def address_stopped(user_id: str, channel: Channel, address: str, stopped_at: datetime) -> Message:
    """Confirm the person's answer STOP."""
    place = mask_address(channel, address)
    words = _Words(
        "addressStopped",
        "accountActivity",
        Text(en=f"Text messages to {place} are stopped", es=f"Se detuvieron los mensajes de texto a {place}"),
        Text(
            en=f"You answered STOP to one of our text messages, so none is sent to {place} any more.\n\n"
            "To get them again, answer START to the same number, from the same phone.",
            es=f"Usted respondió STOP o ALTO a uno de nuestros mensajes de texto, por eso ya no enviamos "
            f"ninguno a {place}.\n\n"
            "Para recibirlos de nuevo, responda START al mismo número, desde el mismo teléfono.",
        ),
        _OPEN_PREFERENCES,
    )
    return _make_message(user_id, _make_occasion("stopped", channel, address, stopped_at), stopped_at, words)


def enhanced_authentication_verified(
    user_id: str,
    attempt_id: str,
    type_name: Text,
    verified_at: datetime,
    expires_at: datetime,
    *,
    is_proof: bool,
) -> Message:
    """Notify of a successful enhanced authentication.

    Args:
        type_name: name of the type of authentication.
    """
    subject = (
        Text(en="You proved who you are", es="Usted comprobó quién es")
        if is_proof
        else Text(en="You passed a check of who you are", es="Usted pasó una verificación de quién es")
    )
    did = subject.en[0].lower() + subject.en[1:], subject.es[0].lower() + subject.es[1:]
    words = _Words(
        "enhancedAuthenticationVerified",
        "security",
        subject,
        Text(
            en=f"On {write_moment(verified_at, 'en')} {did[0]}: {type_name.en}. This holds in the "
            f"session in which you did it, until you sign out or until {_write_time(expires_at, 'en')}.\n\n"
            "If this was not you, change your password now.",
            es=f"El {write_moment(verified_at, 'es')} {did[1]}: {type_name.es}. Esto vale en la "
            f"sesión en que lo hizo, hasta que cierre la sesión o hasta "
            f"las {_write_time(expires_at, 'es')}.\n\n"
            "Si no fue usted, cambie su contraseña ahora.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
    )
    return _make_message(user_id, f"enhancedAuthentication#{attempt_id}", verified_at, words)


def enhanced_authentication_locked(
    user_id: str,
    attempt_id: str,
    type_name: Text,
    locked_at: datetime,
    until: datetime,
    *,
    is_counted_by_person: bool,
) -> Message:
    """Notify that a type of authentication is locked after too many failed tries.

    Args:
        attempt_id: attempt that caused the lock; it determines the message's id.
        is_counted_by_person: whether tries of all accounts with the same name and birth date count.
    """
    if_not_yours = (
        Text(
            en="Tries from every account registered with your name and date of birth count. If these tries "
            "were not yours, somebody registered as you or is signed in to your account: change your "
            "password, and tell the portal’s support.",
            es="Cuentan los intentos de toda cuenta registrada con su nombre y fecha de nacimiento. Si esos "
            "intentos no fueron suyos, alguien se registró como usted o inició sesión en su cuenta: cambie "
            "su contraseña y avise al servicio de ayuda del portal.",
        )
        if is_counted_by_person
        else Text(
            en="If these tries were not yours, somebody is signed in to your account: change your password.",
            es="Si esos intentos no fueron suyos, alguien inició sesión en su cuenta: cambie su contraseña.",
        )
    )
    words = _Words(
        "enhancedAuthenticationLocked",
        "security",
        Text(
            en="A way to prove who you are is locked",
            es="Se bloqueó una manera de comprobar quién es usted",
        ),
        Text(
            en=f"Too many tries failed: {type_name.en}. This way is locked until "
            f"{write_moment(until, 'en')}. Other ways are not affected.\n\n{if_not_yours.en}",
            es=f"Fallaron demasiados intentos: {type_name.es}. Esta manera está bloqueada hasta el "
            f"{write_moment(until, 'es')}. Las demás no cambian.\n\n{if_not_yours.es}",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
        "high",
    )
    return _make_message(user_id, f"enhancedAuthenticationLocked#{attempt_id}", locked_at, words)


def document_shown_for_another_account(user_id: str, attempt_id: str, shown_at: datetime) -> Message:
    """Notify that the license of the account was shown for another account."""
    words = _Words(
        "documentShownForAnotherAccount",
        "security",
        Text(
            en="Your license was shown for another account",
            es="Su licencia se mostró para otra cuenta",
        ),
        Text(
            en=f"On {write_moment(shown_at, 'en')} the mobile driver’s license that proves your account was "
            "shown for another account of the portal. A license proves one account only, so the other "
            "account was refused.\n\n"
            "If this was you, use this account. If it was not, somebody may have sent you a link or a QR "
            "code: approve in your wallet only what you began in the portal yourself, and tell the portal’s "
            "support.",
            es=f"El {write_moment(shown_at, 'es')} la licencia de conducir móvil que comprueba su cuenta se "
            "mostró para otra cuenta del portal. Una licencia comprueba una sola cuenta, por eso la otra fue "
            "rechazada.\n\n"
            "Si fue usted, use esta cuenta. Si no, puede que alguien le haya enviado un enlace o un código "
            "QR: apruebe en su billetera solo lo que usted mismo inició en el portal y avise al servicio de "
            "ayuda del portal.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
        "high",
    )
    return _make_message(user_id, f"documentShown#{attempt_id}", shown_at, words)


def passkey_added(user_id: str, passkey_id: str, name: str, added_at: datetime) -> Message:
    """Notify of a new passkey.

    Args:
        name: the person's name for the passkey.
    """
    words = _Words(
        "passkeyAdded",
        "security",
        Text(en="A passkey was added to your account", es="Se agregó una llave de acceso a su cuenta"),
        Text(
            en=f"On {write_moment(added_at, 'en')} the passkey “{name}” was added. For 180 days at most, a "
            "touch on that device proves who you are.\n\n"
            "If this was not you, remove the passkey and change your password now.",
            es=f"El {write_moment(added_at, 'es')} se agregó la llave de acceso «{name}». Durante 180 días "
            "como máximo, un toque en ese dispositivo comprueba quién es usted.\n\n"
            "Si no fue usted, elimine la llave de acceso y cambie su contraseña ahora.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
    )
    return _make_message(user_id, f"passkeyAdded#{passkey_id}", added_at, words)


def passkey_copied(user_id: str, passkey_id: str, name: str, ended_at: datetime) -> Message:
    """Notify that a passkey was disabled because it seems to have been copied."""
    words = _Words(
        "passkeyCopied",
        "security",
        Text(en="One of your passkeys was ended", es="Se terminó una de sus llaves de acceso"),
        Text(
            en=f"The passkey “{name}” looks as if somebody had copied it, so it is good for nothing any "
            "more.\n\nProve who you are in another way to add a new one. If you did not use it just now, "
            "change your password.",
            es=f"Parece que alguien copió la llave de acceso «{name}», por eso ya no sirve.\n\n"
            "Compruebe de otra manera quién es usted para agregar una nueva. Si no la usó ahora, cambie su "
            "contraseña.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
        "high",
    )
    return _make_message(user_id, f"passkeyCopied#{passkey_id}", ended_at, words)


def lock_lifted(
    user_id: str, lock_name: Text, staff_number: str, reason: str, lifted_at: datetime
) -> Message:
    """Notify that support lifted a lock.

    Args:
        lock_name: display name of the lock.
        reason: reason typed by the staff member.
    """
    words = _Words(
        "lockLifted",
        "security",
        Text(en="Support lifted a lock for you", es="El equipo de ayuda quitó un bloqueo"),
        Text(
            en=f"On {write_moment(lifted_at, 'en')} staff member {staff_number} lifted the lock of: "
            f"{lock_name.en}. Reason given: “{reason}”.\n\n"
            "You can prove who you are in this way again. If you did not ask for this, change your password "
            "and see who looked at your record.",
            es=f"El {write_moment(lifted_at, 'es')} el miembro del personal {staff_number} quitó el bloqueo "
            f"de: {lock_name.es}. Motivo indicado: «{reason}».\n\n"
            "Puede volver a comprobar quién es de esta manera. Si usted no lo pidió, cambie su contraseña y "
            "mire quién consultó su registro.",
        ),
        _OPEN_ACCESS_LOG,
        "high",
    )
    return _make_message(
        user_id, _make_staff_occasion("lockLifted", staff_number, lifted_at), lifted_at, words
    )


def address_change_allowed(
    user_id: str,
    channel: Channel,
    old: str,
    new: str,
    allowed_from: datetime,
    staff_number: str,
    reason: str,
    allowed_at: datetime,
) -> Message:
    """Notify that support allowed a change of address, which the person can stop.

    Args:
        old: current address, masked.
        new: pending address, masked.
        allowed_from: time from which the person can finish the change.
        reason: reason typed by the staff member.
    """
    words = _Words(
        "addressChangeAllowed",
        "security",
        Text(
            en=f"Support allowed a change from {old} to the new address {new}",
            es=f"El equipo de ayuda permitió cambiar {old} por la dirección nueva {new}",
        ),
        Text(
            en=f"On {write_moment(allowed_at, 'en')} staff member {staff_number} allowed that your notices "
            f"go to the new address {new} and no longer to the old one, {old}. Reason given: “{reason}”.\n\n"
            f"You can finish the change in your contact preferences from {write_moment(allowed_from, 'en')} "
            f"on. Until you do, notices go to {old}.\n\n"
            "If you did not ask for this, save the old address again in your contact preferences, which ends "
            "the change, change your password, and see who looked at your record.",
            es=f"El {write_moment(allowed_at, 'es')} el miembro del personal {staff_number} permitió que sus "
            f"avisos se envíen a la dirección nueva {new} y ya no a la anterior, {old}. "
            f"Motivo indicado: «{reason}».\n\n"
            "Puede terminar el cambio en sus preferencias de contacto a partir del "
            f"{write_moment(allowed_from, 'es')}. Hasta que lo haga, los avisos se envían a {old}.\n\n"
            "Si usted no lo pidió, guarde de nuevo la dirección anterior en sus preferencias de contacto, lo "
            "que termina el cambio, cambie su contraseña y mire quién consultó su registro.",
        ),
        _OPEN_PREFERENCES,
        "high",
    )
    occasion = _make_staff_occasion(f"addressChangeAllowed#{channel}", staff_number, allowed_at)
    return _make_message(user_id, occasion, allowed_at, words)


def dashboard_reloaded(user_id: str, staff_number: str, reloaded_at: datetime) -> Message:
    """Notify that support reloaded the dashboard from the agencies."""
    words = _Words(
        "dashboardReloaded",
        "accountActivity",
        Text(en="Support reloaded your dashboard", es="El equipo de ayuda recargó su panel"),
        Text(
            en=f"On {write_moment(reloaded_at, 'en')} staff member {staff_number} had the portal ask your "
            "agencies again for what your cards show. Your connections stayed as they were.",
            es=f"El {write_moment(reloaded_at, 'es')} el miembro del personal {staff_number} hizo que el "
            "portal preguntara de nuevo a sus agencias lo que muestran sus tarjetas. Sus conexiones quedaron "
            "como estaban.",
        ),
        _OPEN_ACCESS_LOG,
    )
    return _make_message(
        user_id, _make_staff_occasion("dashboardReloaded", staff_number, reloaded_at), reloaded_at, words
    )


def dashboard_cleared(user_id: str, staff_number: str, cleared_at: datetime) -> Message:
    """Notify that support removed all cards from the dashboard."""
    words = _Words(
        "dashboardCleared",
        "accountActivity",
        Text(en="Support cleared your dashboard", es="El equipo de ayuda vació su panel"),
        Text(
            en=f"On {write_moment(cleared_at, 'en')} staff member {staff_number} took the cards off your "
            "dashboard. You are still connected with everything they stand for, and nothing was deleted.\n\n"
            "You can put them back on your dashboard at any time.",
            es=f"El {write_moment(cleared_at, 'es')} el miembro del personal {staff_number} quitó las "
            "tarjetas de su panel. Usted sigue conectado con todo lo que representan y no se borró nada.\n\n"
            "Puede volver a ponerlas en su panel cuando quiera.",
        ),
        _OPEN_DASHBOARD,
        "high",
    )
    return _make_message(
        user_id, _make_staff_occasion("dashboardCleared", staff_number, cleared_at), cleared_at, words
    )


def dashboard_restored(user_id: str, staff_number: str, restored_at: datetime) -> Message:
    """Notify that support restored the cards on the dashboard."""
    words = _Words(
        "dashboardRestored",
        "accountActivity",
        Text(en="Support restored your dashboard", es="El equipo de ayuda restauró su panel"),
        Text(
            en=f"On {write_moment(restored_at, 'en')} staff member {staff_number} put the cards back that "
            "had been taken off your dashboard.",
            es=f"El {write_moment(restored_at, 'es')} el miembro del personal {staff_number} volvió a poner "
            "en su panel las tarjetas que se habían quitado.",
        ),
        _OPEN_DASHBOARD,
    )
    return _make_message(
        user_id, _make_staff_occasion("dashboardRestored", staff_number, restored_at), restored_at, words
    )


@dataclass(frozen=True, slots=True)
class SharedRecord:
    """A record that another account was connected to.

    Attributes:
        label: display name of the record for the recipient.
        connection_id: id of the new connection.
        at: time of the connection.
    """

    label: str
    service_name: Text
    agency_name: Text
    connection_id: str
    at: datetime


def record_shared(user_id: str, shared: SharedRecord) -> Message:
    """Notify that another account was connected to a record; once a day for each connection."""
    service, agency = shared.service_name, shared.agency_name
    words = _Words(
        "recordShared",
        "security",
        Text(
            en=f"Another account was connected to your record: {service.en}",
            es=f"Otra cuenta se conectó a su registro: {service.es}",
        ),
        Text(
            en=f"Another account of the portal was connected to {shared.label} ({service.en}, {agency.en}). "
            "Whoever has that account sees what you see there.\n\n"
            "If it is another account of yours, or of somebody with whom you share the record, there is "
            f"nothing to do. If it is not, call {agency.en}: it is told how many accounts are connected, and "
            "can end connections.",
            es=f"Otra cuenta del portal se conectó a {shared.label} ({service.es}, {agency.es}). Quien tiene "
            "esa cuenta ve ahí lo mismo que usted.\n\n"
            "Si es otra cuenta suya, o de alguien con quien comparte el registro, no tiene que hacer nada. "
            f"Si no lo es, llame a {agency.es}: se le dice cuántas cuentas están conectadas y puede terminar "
            "conexiones.",
        ),
        MessageAction(Text(en="See your connections", es="Ver sus conexiones"), "/connections"),
        "high",
    )
    day = shared.at.astimezone(ARIZONA).date().isoformat()
    return _make_message(user_id, f"recordShared#{shared.connection_id}#{day}", shared.at, words)


@dataclass(frozen=True, slots=True)
class ShownValue:
    """The showing of a masked value.

    Attributes:
        record_label: display name of the record, without sensitive values.
        call_id: id of the call that showed it.
        at: time of the call.
    """

    field_name: Text
    record_label: str
    service_name: Text
    agency_name: Text
    call_id: str
    at: datetime


def value_shown(user_id: str, shown: ShownValue) -> Message:
    """Notify of each showing of a masked value, without the value."""
    name, service, agency = shown.field_name, shown.service_name, shown.agency_name
    words = _Words(
        "maskedValueShown",
        "security",
        Text(en=f"A hidden value was shown: {name.en}", es=f"Se mostró un valor oculto: {name.es}"),
        Text(
            en=f"On {write_moment(shown.at, 'en')} somebody signed in to your account had the whole value "
            f"of “{name.en}” shown for {shown.record_label} ({service.en}, {agency.en}). {agency.en} gave it "
            "at that moment; the portal does not keep it.\n\n"
            "If this was you, there is nothing to do. If it was not, change your password now.",
            es=f"El {write_moment(shown.at, 'es')} alguien que inició sesión en su cuenta pidió ver el "
            f"valor completo de «{name.es}» de {shown.record_label} ({service.es}, {agency.es}). "
            f"{agency.es} lo dio en ese momento; el portal no lo guarda.\n\n"
            "Si fue usted, no tiene que hacer nada. Si no fue usted, cambie su contraseña ahora.",
        ),
        MessageAction(Text(en="See your dashboard", es="Ver su panel"), "/dashboard"),
    )
    return _make_message(user_id, f"maskedValueShown#{shown.call_id}", shown.at, words)


@dataclass(frozen=True, slots=True)
class ApplicationNotice:
    """An agency's report on an application.

    Attributes:
        event_id: id of the event in the history; each event has one message.
        state: state reported by the agency.
        note: the agency's note, in one or both languages.
        at: time of the report.
    """

    application_id: str
    form_name: Text
    agency_name: Text
    business_name: str
    event_id: str
    state: str
    note: Mapping[Language, str]
    respond_by: date | None
    at: datetime


def application_status(user_id: str, reported: ApplicationNotice) -> Message:
    """Notify a member of a business of an application's new state."""
    words = _Words(
        "applicationStatus",
        "agencyMessages",
        Text(en=_make_subject(reported, "en"), es=_make_subject(reported, "es")),
        Text(en=_make_application_body(reported, "en"), es=_make_application_body(reported, "es")),
        MessageAction(
            Text(en="Open the application", es="Abrir la solicitud"),
            f"/businessapplications/applications/{reported.application_id}",
        ),
        "normal" if reported.state in ("received", "inReview") else "high",
    )
    return _make_message(user_id, f"application#{reported.event_id}", reported.at, words)


_APPLICATION_STATES: Mapping[str, Text] = {
    "received": Text(en="was received", es="fue recibida"),
    "inReview": Text(en="is in review", es="está en revisión"),
    "needsInformation": Text(en="needs more information", es="necesita más información"),
    "approved": Text(en="was approved", es="fue aprobada"),
    "refused": Text(en="was refused", es="fue rechazada"),
}


def _make_subject(reported: ApplicationNotice, language: Language) -> str:
    form = reported.form_name.in_language(language)
    state = _APPLICATION_STATES[reported.state].in_language(language)
    return f"La solicitud «{form}» {state}" if language == "es" else f"The application “{form}” {state}"


def _make_application_body(reported: ApplicationNotice, language: Language) -> str:
    form, agency = reported.form_name.in_language(language), reported.agency_name.in_language(language)
    state = _APPLICATION_STATES[reported.state].in_language(language)
    if language == "es":
        parts = [f"{agency}: la solicitud «{form}» de {reported.business_name} {state}."]
    else:
        parts = [f"{agency}: the application “{form}” of {reported.business_name} {state}."]
    note, _ = choose_wording(reported.note, language)
    if note:
        parts.append(note)
    if reported.respond_by is not None:
        if language == "es":
            parts.append(f"Responda a más tardar el {reported.respond_by:%d/%m/%Y}.")
        else:
            parts.append(f"Answer by {reported.respond_by:%m/%d/%Y}.")
    return "\n\n".join(parts)


def channel_test(user_id: str, channel: Channel, minute: datetime, sent_at: datetime) -> Message:
    """Return a test message, announced by one channel only.

    Args:
        minute: start of the minute of the request; each minute has at most one test.
    """
    by = _BY_CHANNEL[channel]
    words = _Words(
        "test",
        "accountActivity",
        Text(en=f"Your test by {by.en}", es=f"Su prueba por {by.es}"),
        Text(
            en=f"You asked for a test by {by.en}. In the portal this message shows what became of it: when "
            "it was sent, to which address, and whether it arrived.\n\n"
            "If nothing arrives within a few minutes, check that the address is right and, for e-mail, look "
            "in the folder for unwanted mail.",
            es=f"Usted pidió una prueba por {by.es}. En el portal, este mensaje muestra qué pasó con ella: "
            "cuándo se envió, a qué dirección y si llegó.\n\n"
            "Si no llega nada en unos minutos, revise que la dirección sea correcta y, si es un correo, "
            "busque en la carpeta de correo no deseado.",
        ),
        None,
    )
    occasion = f"test#{channel}#{_format_moment(minute)}"
    return _make_message(user_id, occasion, sent_at, words, only_channel=channel)


_BY_CHANNEL: Mapping[Channel, Text] = {
    "email": Text(en="e-mail", es="correo electrónico"),
    "text": Text(en="text message", es="mensaje de texto"),
}


def _make_message(
    user_id: str, occasion: str, at: datetime, words: _Words, only_channel: Channel | None = None
) -> Message:
    subject, body = _localize(words.subject), _localize(words.body)
    return Message(
        user_id=user_id,
        id=get_portal_message_id(user_id, occasion),
        sender=PORTAL,
        origin=None,
        type=words.type,
        notice=words.notice,
        priority=words.priority,
        subject=subject,
        preview={language: make_preview(text) for language, text in body.items()},
        body=body,
        body_format="plain",
        action=words.action,
        attachments=(),
        sent_at=at,
        received_at=at,
        content_hash=derive_id(json.dumps([subject, body], sort_keys=True)),
        only_channel=only_channel,
    )


def _make_occasion(what: str, channel: Channel, address: str, at: datetime) -> str:
    """Return the key of an event at an address; repeated reports of an event have the same time."""
    return f"{what}#{channel}#{address.lower()}#{_format_moment(at)}"


def _make_staff_occasion(what: str, staff_number: str, at: datetime) -> str:
    return f"{what}#{staff_number}#{_format_moment(at)}"


def _format_moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _write_time(moment: datetime, language: Language) -> str:
    """Format the time of day in Arizona."""
    local = moment.astimezone(ARIZONA)
    if language == "es":
        return f"{local:%H:%M}"
    # Without periods, like in the web app, so that it can end a sentence.
    return f"{local:%I:%M} {'AM' if local.hour < 12 else 'PM'}".removeprefix("0")


def write_moment(moment: datetime, language: Language) -> str:
    """Format a moment in Arizona time."""
    local = moment.astimezone(ARIZONA)
    day = f"{local:%d/%m/%Y} a las" if language == "es" else f"{local:%m/%d/%Y} at"
    return f"{day} {_write_time(moment, language)}"


def _localize(text: Text) -> dict[Language, str]:
    return {language: text.in_language(language) for language in LANGUAGES}


def make_preview(body: str) -> str:
    """Return the beginning of a plain text for lists."""
    line = " ".join(body.split())
    return line if len(line) <= PREVIEW_LENGTH else f"{line[: PREVIEW_LENGTH - 1].rstrip()}…"
