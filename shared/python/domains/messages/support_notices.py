"""Notices about actions of support."""

from datetime import datetime

from domains.accounts.account import Channel
from domains.messages.message import InboxMessage, MessageAction
from domains.messages.portal_notices import (
    OPEN_PREFERENCES,
    NoticeContent,
    format_moment,
    make_notice,
)
from domains.state.time import write_moment
from portal.language import Text

_OPEN_ACCESS_LOG = MessageAction(
    Text(en="See who looked at your record", es="Ver quién consultó su registro"), "/profile/access"
)
_OPEN_DASHBOARD = MessageAction(Text(en="Open your dashboard", es="Abrir su panel"), "/dashboard")


def make_lock_lifted_notice(
    user_id: str, lock_name: Text, staff_number: str, reason: str, lifted_at: datetime
) -> InboxMessage:
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
            "Puede volver a comprobar quién es con este método. Si usted no lo pidió, cambie su contraseña y "
            "mire quién consultó su registro.",
        ),
        _OPEN_ACCESS_LOG,
        "high",
    )
    return _make_staff_notice(user_id, staff_number, lifted_at, content)


def describe_change(old: str, new: str) -> Text:
    """Return a phrase for a change of address, such as "moving your notices from A to B".

    Args:
        old: current address, masked.
        new: pending address, masked; "" for none.
    """
    if not new:
        return Text(
            en=f"removing {old} from your contact preferences", es=f"quitar {old} de sus preferencias"
        )
    return Text(
        en=f"moving your notices from the old address {old} to the new one, {new}",
        es=f"que sus avisos pasen de la dirección anterior {old} a la nueva, {new}",
    )


def make_address_change_allowed_notice(
    user_id: str,
    channel: Channel,
    old: str,
    new: str,
    allowed_from: datetime,
    staff_number: str,
    reason: str,
    allowed_at: datetime,
) -> InboxMessage:
    """Notify that support allowed a change of address, which the person can stop.

    Args:
        old: current address, masked.
        new: pending address, masked; "" for none.
        allowed_from: time from which the person can finish the change.
        reason: reason typed by the staff member.
    """
    moved = describe_change(old, new)
    return _make_change_notice(
        user_id,
        "addressChangeAllowed",
        channel,
        staff_number,
        allowed_at,
        Text(
            en="Support approved a change of your contact address",
            es="El equipo de ayuda permitió un cambio de su dirección de contacto",
        ),
        Text(
            en=f"On {write_moment(allowed_at).en} staff member {staff_number} approved {moved.en}. "
            f"Reason given: “{reason}”.\n\n"
            "You can finish the change in your contact preferences starting "
            f"{write_moment(allowed_from).en}. Until you do, notices go to {old}.\n\n"
            "If you did not ask for this, save the old address again in your contact preferences to "
            "stop the change. Then change your password and see who viewed your record.",
            es=f"El {write_moment(allowed_at).es} el miembro del personal {staff_number} permitió "
            f"{moved.es}. Motivo indicado: «{reason}».\n\n"
            "Puede terminar el cambio en sus preferencias de contacto a partir del "
            f"{write_moment(allowed_from).es}. Hasta que lo haga, los avisos se envían a {old}.\n\n"
            "Si usted no lo pidió, guarde de nuevo la dirección anterior en sus preferencias de contacto, lo "
            "que termina el cambio, cambie su contraseña y mire quién consultó su registro.",
        ),
    )


def make_address_change_withdrawn_notice(
    user_id: str, channel: Channel, old: str, new: str, staff_number: str, reason: str, withdrawn_at: datetime
) -> InboxMessage:
    """Notify that support took back its permission; see `address_change_allowed`."""
    moved = describe_change(old, new)
    return _make_change_notice(
        user_id,
        "addressChangeWithdrawn",
        channel,
        staff_number,
        withdrawn_at,
        Text(
            en="Support took back its approval of a change of your contact address",
            es="El equipo de ayuda retiró su permiso para un cambio de su dirección de contacto",
        ),
        Text(
            en=f"On {write_moment(withdrawn_at).en} staff member {staff_number} took back the approval of "
            f"{moved.en}. Reason given: “{reason}”.\n\n"
            f"Notices still go to {old}. You can finish the change with a code sent there, or by proving who "
            "you are.",
            es=f"El {write_moment(withdrawn_at).es} el miembro del personal {staff_number} retiró el permiso "
            f"para {moved.es}. Motivo indicado: «{reason}».\n\n"
            f"Los avisos se siguen enviando a {old}. Puede terminar el cambio con un código enviado allí o "
            "al comprobar quién es usted.",
        ),
    )


def _make_change_notice(
    user_id: str,
    notice_type: str,
    channel: Channel,
    staff_number: str,
    at: datetime,
    title: Text,
    body: Text,
) -> InboxMessage:
    content = NoticeContent(notice_type, "security", title, body, OPEN_PREFERENCES, "high")
    return make_notice(user_id, f"{notice_type}#{channel}#{staff_number}#{format_moment(at)}", at, content)


def make_dashboard_reloaded_notice(user_id: str, staff_number: str, reloaded_at: datetime) -> InboxMessage:
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


def make_dashboard_cleared_notice(user_id: str, staff_number: str, cleared_at: datetime) -> InboxMessage:
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


def make_dashboard_restored_notice(user_id: str, staff_number: str, restored_at: datetime) -> InboxMessage:
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


def _make_staff_notice(user_id: str, staff_number: str, at: datetime, content: NoticeContent) -> InboxMessage:
    return make_notice(user_id, f"{content.type}#{staff_number}#{format_moment(at)}", at, content)
