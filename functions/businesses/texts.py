"""Texts of the businesses group: errors and emails."""

import re
from dataclasses import dataclass
from datetime import datetime

from domains.businesses.business import Role
from portal.language import Language, Text, write_moment


@dataclass(frozen=True, slots=True)
class Letter:
    """An email in one language."""

    subject: str
    body: str


EMPTY_NAME = Text(en="Enter at least one letter or digit.", es="Escriba al menos una letra o un dígito.")
UNKNOWN_COUNTY = Text(
    en="Choose an Arizona county from the list.", es="Elija de la lista un condado de Arizona."
)
UNKNOWN_CHOICE = Text(en="Choose from the list.", es="Elija de la lista.")
UNUSABLE_EMAIL = Text(
    en="Enter an email address such as name@example.com.",
    es="Escriba un correo electrónico como nombre@example.com.",
)
OWN_EMAIL = Text(
    en="This is your own address, and you already act for this business. Enter another person's address.",
    es="Este es su propio correo, y usted ya actúa en nombre de este negocio. Escriba el de otra persona.",
)
EMAIL_OF_A_MEMBER = Text(
    en="This person already acts for this business. Change their role in the list of people instead.",
    es="Esta persona ya actúa en nombre de este negocio. Cambie su función en la lista de personas.",
)

_LINK_SIGNS = re.compile(r"://|\.(?=\w)|@(?=\w)")
_ROLES: dict[Role, Text] = {
    "owner": Text(
        en="an owner, who can do everything and decides who else acts for it",
        es="propietario, que también decide quién más actúa en su nombre",
    ),
    "manager": Text(
        en="a manager, who can file and make changes", es="encargado, que presenta solicitudes y hace cambios"
    ),
    "viewer": Text(en="a viewer, who can only view", es="lector, que solo consulta"),
}


def invitation_letter(
    business_name: str, role: Role, inviter_name: str, link: str, expires_at: datetime, language: Language
) -> Letter:
    """Return the email that brings an invitation.

    Strangers type the names, so they come last and contain no links.
    """
    expiry = write_moment(expires_at).in_language(language)
    what = _ROLES[role].in_language(language)
    inviter, business = _remove_links(inviter_name), _remove_links(business_name)
    if language == "es":
        return Letter(
            "Invitación a actuar en nombre de un negocio en Saguaro",
            "Una persona que usa el portal Saguaro le invita a actuar en nombre de un negocio como "
            f"{what}.\n\n"
            f"Para aceptar, abra este enlace e inicie sesión con este correo electrónico:\n{link}\n\n"
            f"La invitación vence el {expiry} y solo sirve una vez. "
            "Si no conoce a esa persona, ignore este mensaje: sin el enlace no pasa nada.\n\n"
            "Esa persona escribió estos nombres, que Saguaro no ha comprobado:\n"
            f"Persona: {inviter}\nNegocio: {business}\n",
        )
    return Letter(
        "An invitation to act for a business in Saguaro",
        f"Someone on the Saguaro portal invites you to act for a business as {what}.\n\n"
        f"To accept, open this link and sign in with this email address:\n{link}\n\n"
        f"The invitation expires on {expiry} and works once. If "
        "you do not know this person, ignore this message. Nothing happens without the link.\n\n"
        "That person typed these names. Saguaro has not checked them:\n"
        f"Person: {inviter}\nBusiness: {business}\n",
    )


def _remove_links(name: str) -> str:
    # Email programs turn web addresses and host names into links.
    return _LINK_SIGNS.sub(lambda found: f"{found[0][0]} ", name)
