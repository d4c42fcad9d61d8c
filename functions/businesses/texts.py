"""Texts of the businesses group: errors and emails."""

import re
from datetime import datetime

from domains.businesses.business import Role
from domains.state.time import write_moment
from portal.language import LANGUAGES, Language, Text
from portal.mail import Email

EMPTY_NAME = Text(en="Enter at least one letter or digit.", es="Escriba al menos una letra o un dígito.")
UNKNOWN_COUNTY = Text(
    en="Choose an Arizona county from the list.", es="Elija de la lista un condado de Arizona."
)
UNKNOWN_CHOICE = Text(en="Choose from the list.", es="Elija de la lista.")
UNUSABLE_EMAIL = Text(
    en="Enter one email address such as name@example.com, without accents before the @.",
    es="Escriba un solo correo electrónico como nombre@example.com, sin acentos antes de la @.",
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
_SUBJECT = Text(
    en="An invitation to act for a business in Saguaro",
    es="Invitación a actuar en nombre de un negocio en Saguaro",
)
_PERSON = Text(en="Person", es="Persona")
_BUSINESS = Text(en="Business", es="Negocio")
_ROLES: dict[Role, Text] = {
    "owner": Text(
        en="an owner, who can do everything and decides who else acts for it",
        es="propietario, que también decide quién más actúa en su nombre",
    ),
    "manager": Text(
        en="a manager, who can file and make changes",
        es="administrador, que presenta solicitudes y hace cambios",
    ),
    "viewer": Text(en="a viewer, who can only view", es="persona con acceso de solo lectura"),
}


def make_invitation_email(
    business_name: str, role: Role, inviter_name: str, link: str, expires_at: datetime, first: Language
) -> Email:
    """Return the email that brings an invitation, in every language: nothing is known of its reader.

    Strangers type the names, so they come last and contain no links.

    Args:
        first: language of the first wording.
    """
    languages = sorted(LANGUAGES, key=lambda language: language != first)
    expiry = write_moment(expires_at)
    body = Text(
        en=f"Someone on the Saguaro portal invites you to act for a business as {_ROLES[role].en}.\n\n"
        f"To accept, open this link and sign in with this email address:\n{link}\n\n"
        f"The invitation expires on {expiry.en} and works once. If "
        "you do not know this person, ignore this message. Nothing happens without the link.\n\n"
        "That person typed the names at the end of this message. Saguaro has not checked them.\n",
        es="Una persona que usa el portal Saguaro le invita a actuar en nombre de un negocio como "
        f"{_ROLES[role].es}.\n\n"
        f"Para aceptar, abra este enlace e inicie sesión con este correo electrónico:\n{link}\n\n"
        f"La invitación vence el {expiry.es} y solo sirve una vez. "
        "Si no conoce a esa persona, ignore este mensaje: sin el enlace no pasa nada.\n\n"
        "Esa persona escribió los nombres al final de este mensaje. Saguaro no los ha comprobado.\n",
    )
    names = f"{_join_languages(_PERSON, languages)}: {_remove_links(inviter_name)}\n" + (
        f"{_join_languages(_BUSINESS, languages)}: {_remove_links(business_name)}\n"
    )
    bodies = [body.in_language(language) for language in languages]
    return Email(_join_languages(_SUBJECT, languages), "\n---\n\n".join([*bodies, names]))


def _join_languages(text: Text, languages: list[Language]) -> str:
    return " / ".join(text.in_language(language) for language in languages)


def _remove_links(name: str) -> str:
    # Email programs turn web addresses and host names into links.
    return _LINK_SIGNS.sub(lambda match: f"{match[0][0]} ", name)
