"""Notices about enhanced authentication."""

from datetime import datetime

from domains.messages.message import InboxMessage, MessageAction
from domains.messages.portal_notices import NoticeContent, make_notice
from domains.state.time import write_moment
from portal.language import Text

_OPEN_ENHANCED_AUTHENTICATION = MessageAction(
    Text(en="Open enhanced authentication", es="Abrir la autenticación reforzada"), "/enhancedauthentication"
)


def make_verified_notice(
    user_id: str,
    attempt_id: str,
    type_name: Text,
    verified_at: datetime,
    expires_at: datetime,
    *,
    is_proof: bool,
) -> InboxMessage:
    """Notify of a successful enhanced authentication.

    Args:
        type_name: name of the type of authentication.
    """
    subject = (
        Text(en="You proved who you are", es="Usted comprobó quién es")
        if is_proof
        else Text(en="You passed an identity check", es="Usted pasó una verificación de quién es")
    )
    did = subject.en[0].lower() + subject.en[1:], subject.es[0].lower() + subject.es[1:]
    content = NoticeContent(
        "enhancedAuthenticationVerified",
        "security",
        subject,
        Text(
            en=f"On {write_moment(verified_at).en} {did[0]}: {type_name.en}. This lasts for that "
            f"session, until you sign out or until {write_moment(expires_at).en}.\n\n"
            "If this was not you, change your password now.",
            es=f"El {write_moment(verified_at).es} {did[1]}: {type_name.es}. Esto vale en la "
            f"sesión en que lo hizo, hasta que cierre la sesión o hasta "
            f"el {write_moment(expires_at).es}.\n\n"
            "Si no fue usted, cambie su contraseña ahora.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
    )
    return make_notice(user_id, f"enhancedAuthentication#{attempt_id}", verified_at, content)


def make_locked_notice(
    user_id: str,
    attempt_id: str,
    type_name: Text,
    locked_at: datetime,
    until: datetime,
    *,
    is_counted_by_person: bool,
) -> InboxMessage:
    """Notify that a type of authentication is locked after too many failed tries.

    Args:
        attempt_id: attempt that caused the lock; it determines the message's id.
        is_counted_by_person: whether tries of all accounts with the same name and birth date count.
    """
    if_not_yours = (
        Text(
            en="We count tries from every account with your name and date of birth. If these tries "
            "were not yours, someone registered as you or is signed in to your account. Change your "
            "password and tell portal support.",
            es="Cuentan los intentos de toda cuenta registrada con su nombre y fecha de nacimiento. Si esos "
            "intentos no fueron suyos, alguien se registró como usted o inició sesión en su cuenta: cambie "
            "su contraseña y avise al equipo de ayuda del portal.",
        )
        if is_counted_by_person
        else Text(
            en="If these tries were not yours, someone is signed in to your account. Change your password.",
            es="Si esos intentos no fueron suyos, alguien inició sesión en su cuenta: cambie su contraseña.",
        )
    )
    content = NoticeContent(
        "enhancedAuthenticationLocked",
        "security",
        Text(
            en="A way to prove who you are is locked", es="Se bloqueó una manera de comprobar quién es usted"
        ),
        Text(
            en=f"Too many failed attempts: {type_name.en}. This way is locked until "
            f"{write_moment(until).en}. Other ways are not affected.\n\n{if_not_yours.en}",
            es=f"Demasiados intentos fallidos: {type_name.es}. Esta manera está bloqueada hasta el "
            f"{write_moment(until).es}. Las demás no cambian.\n\n{if_not_yours.es}",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
        "high",
    )
    return make_notice(user_id, f"enhancedAuthenticationLocked#{attempt_id}", locked_at, content)


def make_reused_document_notice(user_id: str, attempt_id: str, shown_at: datetime) -> InboxMessage:
    """Notify that the license of the account was shown for another account."""
    content = NoticeContent(
        "documentShownForAnotherAccount",
        "security",
        Text(en="Your license was used for another account", es="Su licencia se mostró para otra cuenta"),
        Text(
            en=f"On {write_moment(shown_at).en} someone used the mobile driver’s license that proves "
            "your account for another portal account. A license works for one account only, so we "
            "refused the other account.\n\n"
            "If this was you, use this account. If not, someone may have sent you a link or a QR "
            "code. In your wallet, approve only what you started in the portal yourself, and tell "
            "portal support.",
            es=f"El {write_moment(shown_at).es} la licencia de conducir móvil que comprueba su cuenta se "
            "mostró para otra cuenta del portal. Una licencia comprueba una sola cuenta, por eso la otra fue "
            "rechazada.\n\n"
            "Si fue usted, use esta cuenta. Si no, puede que alguien le haya enviado un enlace o un código "
            "QR: apruebe en su billetera solo lo que usted mismo inició en el portal y avise al servicio de "
            "ayuda del portal.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
        "high",
    )
    return make_notice(user_id, f"documentShown#{attempt_id}", shown_at, content)


def make_passkey_added_notice(user_id: str, passkey_id: str, name: str, added_at: datetime) -> InboxMessage:
    """Notify of a new passkey.

    Args:
        name: the person's name for the passkey.
    """
    content = NoticeContent(
        "passkeyAdded",
        "security",
        Text(en="A passkey was added to your account", es="Se agregó una llave de acceso a su cuenta"),
        Text(
            en=f"On {write_moment(added_at).en} the passkey “{name}” was added. For up to 180 days, a "
            "touch on that device proves who you are.\n\n"
            "If this was not you, remove the passkey and change your password now.",
            es=f"El {write_moment(added_at).es} se agregó la llave de acceso «{name}». Durante 180 días "
            "como máximo, un toque en ese dispositivo comprueba quién es usted.\n\n"
            "Si no fue usted, elimine la llave de acceso y cambie su contraseña ahora.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
    )
    return make_notice(user_id, f"passkeyAdded#{passkey_id}", added_at, content)


def make_passkey_copied_notice(user_id: str, passkey_id: str, name: str, ended_at: datetime) -> InboxMessage:
    """Notify that a passkey was disabled because it seems to have been copied."""
    content = NoticeContent(
        "passkeyCopied",
        "security",
        Text(en="We ended one of your passkeys", es="Se terminó una de sus llaves de acceso"),
        Text(
            en=f"The passkey “{name}” may have been copied, so it no longer works.\n\nProve who you are "
            "another way to add a new one. If you did not use it just now, "
            "change your password.",
            es=f"Parece que alguien copió la llave de acceso «{name}», por eso ya no sirve.\n\n"
            "Compruebe de otra manera quién es usted para agregar una nueva. Si no la usó ahora, cambie su "
            "contraseña.",
        ),
        _OPEN_ENHANCED_AUTHENTICATION,
        "high",
    )
    return make_notice(user_id, f"passkeyCopied#{passkey_id}", ended_at, content)
