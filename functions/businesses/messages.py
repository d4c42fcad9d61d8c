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


NOT_REGISTERED = Text(en="Register with the portal first.", es="Primero regístrese en el portal.")
EMPTY_NAME = Text(en="Enter at least one letter or digit.", es="Escriba al menos una letra o un dígito.")
UNPRINTABLE = Text(
    en="Remove invisible or control characters.", es="Quite los caracteres invisibles o de control."
)
UNKNOWN_COUNTY = Text(
    en="Choose an Arizona county from the list.", es="Elija de la lista un condado de Arizona."
)
UNKNOWN_CHOICE = Text(en="Choose from the list.", es="Elija de la lista.")
UNUSABLE_EMAIL = Text(
    en="Enter an e-mail address such as name@example.com.",
    es="Escriba un correo electrónico como nombre@example.com.",
)

UNKNOWN_BUSINESS = Text(
    en="You act for no such business. Load the list of your businesses again.",
    es="Usted no actúa por ese negocio. Vuelva a cargar la lista de sus negocios.",
)
ROLE_NOT_ALLOWED = Text(
    en="Your role in this business does not allow this. Ask an owner.",
    es="Su función en este negocio no permite esto. Pídaselo a una persona propietaria.",
)
TOO_MANY_BUSINESSES = Text(
    en="You act for 50 businesses, which is the most. Remove or leave one first.",
    es="Usted actúa por 50 negocios, que es el máximo. Quite o deje uno primero.",
)
KEY_REUSED = Text(
    en="This request was sent before with another business. Send it with a new Idempotency-Key.",
    es="Esta solicitud ya se envió con otro negocio. Envíela con una Idempotency-Key nueva.",
)
REMOVED_MEANWHILE = Text(
    en="This business was added and you do not act for it any more. To add it again, send it with a new "
    "Idempotency-Key.",
    es="Este negocio se agregó y usted ya no actúa por él. Para agregarlo de nuevo, envíelo con una "
    "Idempotency-Key nueva.",
)
OTHERS_ADDED = Text(
    en="You are adding other businesses at the same moment. Try again.",
    es="Usted está agregando otros negocios al mismo tiempo. Inténtelo de nuevo.",
)
BUSINESS_CHANGED = Text(
    en="This business was changed somewhere else at the same moment. Load the page again, then make your "
    "change.",
    es="Este negocio cambió en otro lugar al mismo tiempo. Vuelva a cargar la página y luego haga su cambio.",
)
HAS_APPLICATIONS = Text(
    en="This business has an application, so it cannot be removed. If you have just deleted the last draft, "
    "wait a minute and try again.",
    es="Este negocio tiene una solicitud, por eso no se puede quitar. Si acaba de borrar el último borrador, "
    "espere un minuto e inténtelo de nuevo.",
)
UNKNOWN_MEMBER = Text(
    en="This person does not act for the business. Load the page again.",
    es="Esa persona no actúa por el negocio. Vuelva a cargar la página.",
)
LAST_OWNER = Text(
    en="A business always has an owner. Make somebody else an owner first.",
    es="Un negocio siempre tiene una persona propietaria. Primero nombre a otra.",
)
TOO_MANY_MEMBERS = Text(
    en="50 people act for this business, which is the most. Ask an owner to remove somebody first.",
    es="50 personas actúan por este negocio, que es el máximo. Pida a una persona propietaria que quite a "
    "alguien primero.",
)

UNKNOWN_INVITATION = Text(
    en="There is no such invitation. Copy the whole link from the e-mail, or ask for a new invitation.",
    es="Esa invitación no existe. Copie el enlace completo del correo o pida una invitación nueva.",
)
INVITATION_USED = Text(
    en="This invitation was accepted already. Ask an owner for a new one.",
    es="Esta invitación ya se aceptó. Pida una nueva a una persona propietaria.",
)
INVITATION_EXPIRED = Text(
    en="This invitation has expired. Ask an owner for a new one.",
    es="Esta invitación venció. Pida una nueva a una persona propietaria.",
)
INVITATION_WITHDRAWN = Text(
    en="This invitation was withdrawn. Ask an owner for a new one.",
    es="Esta invitación se retiró. Pida una nueva a una persona propietaria.",
)
ANOTHER_ADDRESS = Text(
    en="This invitation was sent to another e-mail address. Sign in with the invited address, once it is "
    "verified there.",
    es="Esta invitación se envió a otro correo electrónico. Inicie sesión con el correo invitado, una vez "
    "que esté verificado ahí.",
)
TOO_MANY_OPEN = Text(
    en="20 invitations to this business are open, which is the most. Withdraw one, or wait until one is "
    "accepted.",
    es="Hay 20 invitaciones abiertas para este negocio, que es el máximo. Retire una o espere a que acepten "
    "una.",
)
TOO_MANY_SENT = Text(
    en="You have sent 30 invitations within a day, which is the most. Try again later.",
    es="Usted envió 30 invitaciones en un día, que es el máximo. Inténtelo más tarde.",
)
PLAN_CHANGED = Text(
    en="Your plan was saved somewhere else in the meantime. Load it again, then make your change.",
    es="Su plan se guardó en otro lugar mientras tanto. Vuelva a cargarlo y luego haga su cambio.",
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
