"""What the businesses group says to people: about a request, and by e-mail."""

from dataclasses import dataclass
from datetime import datetime

from portal.businesses.business import Role
from portal.language import Language, Text
from portal.types import ARIZONA


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail in one language."""

    subject: str
    body: str


EMPTY_NAME = Text(en="Enter at least one letter or digit.", es="Escriba al menos una letra o un dígito.")
UNKNOWN_COUNTY = Text(
    en="Choose an Arizona county from the list.", es="Elija de la lista un condado de Arizona."
)
UNKNOWN_CHOICE = Text(en="Choose from the list.", es="Elija de la lista.")
UNUSABLE_EMAIL = Text(
    en="Enter an e-mail address such as name@example.com.",
    es="Escriba un correo electrónico como nombre@example.com.",
)


_ROLES: dict[Role, Text] = {
    "owner": Text(
        en="an owner, who also decides who else acts for it",
        es="persona propietaria, que también decide quién más actúa por él",
    ),
    "manager": Text(en="a manager, who files and changes", es="persona encargada, que presenta y cambia"),
    "viewer": Text(en="a viewer, who reads", es="persona lectora, que consulta"),
}


def invitation_letter(
    business_name: str, role: Role, inviter_name: str, link: str, expires_at: datetime, language: Language
) -> Letter:
    """The e-mail that brings an invitation."""
    local = expires_at.astimezone(ARIZONA)
    what = _ROLES[role].in_language(language)
    if language == "es":
        return Letter(
            "Invitación a actuar por un negocio en Saguaro",
            f"{inviter_name} le invita a actuar en el portal Saguaro por el negocio «{business_name}» como "
            f"{what}.\n\n"
            f"Para aceptar, abra este enlace e inicie sesión con este correo electrónico:\n{link}\n\n"
            f"La invitación vence el {local:%d/%m/%Y} a las {local:%H:%M}, hora de Arizona, y solo sirve una "
            "vez. Si no conoce a esa persona, ignore este mensaje: sin el enlace no pasa nada.\n",
        )
    return Letter(
        "An invitation to act for a business in Saguaro",
        f"{inviter_name} invites you to act in the Saguaro portal for the business “{business_name}” as "
        f"{what}.\n\n"
        f"To accept, open this link and sign in with this e-mail address:\n{link}\n\n"
        f"The invitation expires on {local:%m/%d/%Y} at {local:%H:%M}, Arizona time, and is good once. If "
        "you do not know this person, ignore this message: without the link nothing happens.\n",
    )
