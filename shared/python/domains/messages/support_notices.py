"""Notices about actions of support."""

from datetime import datetime

from domains.accounts.account import Channel
from domains.messages.message import Message, MessageAction
from domains.messages.portal_notices import (
    OPEN_PREFERENCES,
    NoticeContent,
    format_moment,
    make_notice,
)
from portal.language import Text, write_moment

_OPEN_ACCESS_LOG = MessageAction(
    Text(en="See who looked at your record", es="Ver quién consultó su registro"), "/profile/access"
)
_OPEN_DASHBOARD = MessageAction(Text(en="Open your dashboard", es="Abrir su panel"), "/dashboard")


def lock_lifted(
    user_id: str, lock_name: Text, staff_number: str, reason: str, lifted_at: datetime
) -> Message:
    """Notify that support lifted a lock.

    Args:
        lock_name: display name of the lock.
        reason: reason typed by the staff member.
    """
    content = NoticeContent(
        "lockLifted",
        "security",
        Text(en="Support ended a lockout for you", es="El equipo de ayuda quitó un bloqueo"),
        Text(
            en=f"On {write_moment(lifted_at).en} staff member {staff_number} ended the lockout for: "
            f"{lock_name.en}. Reason given: “{reason}”.\n\n"
            "You can prove who you are this way again. If you did not ask for this, change your password "
            "and see who looked at your record.",
            es=f"El {write_moment(lifted_at).es} el miembro del personal {staff_number} quitó el bloqueo "
            f"de: {lock_name.es}. Motivo indicado: «{reason}».\n\n"
            "Puede volver a comprobar quién es de esta manera. Si usted no lo pidió, cambie su contraseña y "
            "mire quién consultó su registro.",
        ),
        _OPEN_ACCESS_LOG,
        "high",
    )
    return _make_staff_notice(user_id, staff_number, lifted_at, content)


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
    content = NoticeContent(
        "addressChangeAllowed",
        "security",
        Text(
            en=f"Support approved a change from {old} to the new address {new}",
            es=f"El equipo de ayuda permitió cambiar {old} por la dirección nueva {new}",
        ),
        Text(
            en=f"On {write_moment(allowed_at).en} staff member {staff_number} approved sending your "
            f"notices to the new address {new} instead of the old one, {old}. Reason given: "
            f"“{reason}”.\n\n"
            "You can finish the change in your contact preferences starting "
            f"{write_moment(allowed_from).en}. Until you do, notices go to {old}.\n\n"
            "If you did not ask for this, save the old address again in your contact preferences to "
            "stop the change. Then change your password and see who viewed your record.",
            es=f"El {write_moment(allowed_at).es} el miembro del personal {staff_number} permitió que sus "
            f"avisos se envíen a la dirección nueva {new} y ya no a la anterior, {old}. "
            f"Motivo indicado: «{reason}».\n\n"
            "Puede terminar el cambio en sus preferencias de contacto a partir del "
            f"{write_moment(allowed_from).es}. Hasta que lo haga, los avisos se envían a {old}.\n\n"
            "Si usted no lo pidió, guarde de nuevo la dirección anterior en sus preferencias de contacto, lo "
            "que termina el cambio, cambie su contraseña y mire quién consultó su registro.",
        ),
        OPEN_PREFERENCES,
        "high",
    )
    occasion = f"{content.type}#{channel}#{staff_number}#{format_moment(allowed_at)}"
    return make_notice(user_id, occasion, allowed_at, content)


def dashboard_reloaded(user_id: str, staff_number: str, reloaded_at: datetime) -> Message:
    """Notify that support reloaded the dashboard from the agencies."""
    content = NoticeContent(
        "dashboardReloaded",
        "accountActivity",
        Text(en="Support reloaded your dashboard", es="El equipo de ayuda recargó su panel"),
        Text(
            en=f"On {write_moment(reloaded_at).en} staff member {staff_number} reloaded your cards "
            "from the agencies. Your connections did not change.",
            es=f"El {write_moment(reloaded_at).es} el miembro del personal {staff_number} hizo que el "
            "portal preguntara de nuevo a sus agencias lo que muestran sus tarjetas. Sus conexiones quedaron "
            "como estaban.",
        ),
        _OPEN_ACCESS_LOG,
    )
    return _make_staff_notice(user_id, staff_number, reloaded_at, content)


def dashboard_cleared(user_id: str, staff_number: str, cleared_at: datetime) -> Message:
    """Notify that support removed all cards from the dashboard."""
    content = NoticeContent(
        "dashboardCleared",
        "accountActivity",
        Text(en="Support cleared your dashboard", es="El equipo de ayuda vació su panel"),
        Text(
            en=f"On {write_moment(cleared_at).en} staff member {staff_number} removed the cards from "
            "your dashboard. Your connections stay, and nothing was deleted.\n\n"
            "You can restore them at any time.",
            es=f"El {write_moment(cleared_at).es} el miembro del personal {staff_number} quitó las "
            "tarjetas de su panel. Usted sigue conectado con todo lo que representan y no se borró nada.\n\n"
            "Puede volver a ponerlas en su panel cuando quiera.",
        ),
        _OPEN_DASHBOARD,
        "high",
    )
    return _make_staff_notice(user_id, staff_number, cleared_at, content)


def dashboard_restored(user_id: str, staff_number: str, restored_at: datetime) -> Message:
    """Notify that support restored the cards on the dashboard."""
    content = NoticeContent(
        "dashboardRestored",
        "accountActivity",
        Text(en="Support restored your dashboard", es="El equipo de ayuda restauró su panel"),
        Text(
            en=f"On {write_moment(restored_at).en} staff member {staff_number} restored the cards "
            "that were removed from your dashboard.",
            es=f"El {write_moment(restored_at).es} el miembro del personal {staff_number} volvió a poner "
            "en su panel las tarjetas que se habían quitado.",
        ),
        _OPEN_DASHBOARD,
    )
    return _make_staff_notice(user_id, staff_number, restored_at, content)


def _make_staff_notice(user_id: str, staff_number: str, at: datetime, content: NoticeContent) -> Message:
    return make_notice(user_id, f"{content.type}#{staff_number}#{format_moment(at)}", at, content)
