"""Texts of the userservices group for staff, and for emails and text messages to people."""

from collections.abc import Mapping
from datetime import datetime

from domains.accesslog.record import Purpose
from domains.messages.support_notices import describe_change
from domains.state.time import write_moment
from portal.language import Text

WRONG_NAME = Text(
    en="Type the person’s name exactly as shown at the top of their page. Nothing was changed.",
    es="Escriba el nombre de la persona como aparece al principio de su página. No se cambió nada.",
)

PURPOSES: Mapping[Purpose, Text] = {
    "resident-asked": Text(en="The person asked for help", es="La persona pidió ayuda"),
    "complaint": Text(en="Complaint", es="Queja"),
    "fraud-check": Text(en="Suspected fraud", es="Sospecha de fraude"),
    "legal-request": Text(en="Legal request", es="Requerimiento legal"),
    "quality-check": Text(en="Quality check", es="Control de calidad"),
}

CHANGE_ALLOWED = Text(
    en="Support approved an address change in your Saguaro account",
    es="El equipo de ayuda permitió un cambio de dirección en su cuenta de Saguaro",
)


CHANGE_WITHDRAWN = Text(
    en="Support took back its approval of an address change",
    es="El equipo de ayuda retiró su permiso para un cambio de dirección",
)


def make_change_allowed_text(old: str, new: str, allowed_from: datetime) -> Text:
    """Return the notice to both addresses about a change that support allowed.

    Args:
        old: the masked address in force.
        new: the masked pending address; "" for none.
        allowed_from: earliest time to complete the change.
    """
    moved = describe_change(old, new)
    return Text(
        en=f"Saguaro: support approved {moved.en}. You can finish this in your contact preferences starting "
        f"{write_moment(allowed_from).en}. "
        "Not you? Save the old address there again and change your password.",
        es=f"Saguaro: el equipo de ayuda permitió {moved.es}. Puede terminarlo en sus preferencias de "
        "contacto a partir del "
        f"{write_moment(allowed_from).es}. ¿No fue usted? Guarde ahí de nuevo la dirección anterior y "
        "cambie su contraseña.",
    )


def make_change_withdrawn_text(old: str, new: str) -> Text:
    """Return the notice to both addresses that support took back a permission.

    Args: see `make_change_allowed_text`.
    """
    moved = describe_change(old, new)
    return Text(
        en=f"Saguaro: support took back its approval of {moved.en}. Your notices still go to {old}.",
        es=f"Saguaro: el equipo de ayuda retiró su permiso para {moved.es}. Sus avisos siguen llegando a "
        f"{old}.",
    )
