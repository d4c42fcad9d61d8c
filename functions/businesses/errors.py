"""Errors of the group `businesses`."""

from domains.businesses.business import Business
from functions.businesses.contract import BusinessAlreadyAddedReply
from portal.errors import Conflict, NotFound
from portal.language import Text


class BusinessChanged(Conflict):
    code = "businessChanged"
    text = Text(
        en="Someone changed this business at the same time. Reload the page, then make your change.",
        es="Este negocio cambió en otro lugar al mismo tiempo. Vuelva a cargar la página y luego haga "
        "su cambio.",
    )


class OthersAdded(Conflict):
    code = "othersAdded"
    text = Text(
        en="You are adding other businesses at the same time. Try again.",
        es="Usted está agregando otros negocios al mismo tiempo. Inténtelo de nuevo.",
    )


class TooManyBusinesses(Conflict):
    code = "tooManyBusinesses"
    text = Text(
        en="You act for 50 businesses, which is the limit. Remove or leave one first.",
        es="Usted actúa en nombre de 50 negocios, que es el máximo. Quite o deje uno primero.",
    )


class BusinessAlreadyAdded(Conflict):
    """The person has a business of the same kind whose name is the same under the name rules."""

    code = "businessAlreadyAdded"
    text = Text(
        en="You already have a business with this name. Open that one, or add this one anyway.",
        es="Usted ya tiene un negocio con este nombre. Abra ese o agregue este de todos modos.",
    )
    reply = BusinessAlreadyAddedReply

    def __init__(self, existing: Business) -> None:
        """Make the error.

        Args:
            existing: the business that the person has.
        """
        super().__init__()
        self.details = {"business_id": existing.id, "business_name": existing.name}


class BusinessHasApplications(Conflict):
    code = "businessHasApplications"
    text = Text(
        en="This business has an application, so you cannot remove it. If you just deleted the last "
        "draft, wait a minute and try again.",
        es="Este negocio tiene una solicitud, por eso no se puede quitar. Si acaba de borrar el "
        "último borrador, espere un minuto e inténtelo de nuevo.",
    )


class InvitationNotFound(NotFound):
    code = "invitationNotFound"
    text = Text(
        en="We could not find this invitation. Copy the full link from the email, or ask for a new "
        "invitation.",
        es="Esa invitación no existe. Copie el enlace completo del correo o pida una invitación nueva.",
    )


class InvitationUsed(Conflict):
    code = "invitationUsed"
    text = Text(
        en="This invitation was already accepted. Ask an owner for a new one.",
        es="Esta invitación ya se aceptó. Pida una nueva a una persona propietaria.",
    )


class InvitationWithdrawn(Conflict):
    code = "invitationWithdrawn"
    text = Text(
        en="This invitation was withdrawn. Ask an owner for a new one.",
        es="Esta invitación se retiró. Pida una nueva a una persona propietaria.",
    )


class InvitationExpired(Conflict):
    code = "invitationExpired"
    text = Text(
        en="This invitation has expired. Ask an owner for a new one.",
        es="Esta invitación venció. Pida una nueva a una persona propietaria.",
    )


class TooManyInvitationsOpen(Conflict):
    code = "tooManyInvitations"
    text = Text(
        en="This business has 20 open invitations, which is the limit. Withdraw one, or wait until one "
        "is accepted.",
        es="Hay 20 invitaciones abiertas para este negocio, que es el máximo. Retire una o espere a "
        "que acepten una.",
    )


class InvitationForAnotherAddress(Conflict):
    code = "invitationForAnotherAddress"
    text = Text(
        en="We sent this invitation to another email address. Sign in with the invited address after "
        "you verify it there.",
        es="Esta invitación se envió a otro correo electrónico. Inicie sesión con el correo invitado, "
        "una vez que esté verificado ahí.",
    )


class TooManyMembers(Conflict):
    code = "tooManyMembers"
    text = Text(
        en="This business has 50 people, which is the limit. Ask an owner to remove someone first.",
        es="50 personas actúan por este negocio, que es el máximo. Pida a una persona propietaria que "
        "quite a alguien primero.",
    )


class MemberNotFound(NotFound):
    code = "memberNotFound"
    text = Text(
        en="This person does not act for the business. Reload the page.",
        es="Esa persona no actúa en nombre del negocio. Vuelva a cargar la página.",
    )


class LastOwner(Conflict):
    code = "lastOwner"
    text = Text(
        en="A business needs an owner. Make someone else an owner first.",
        es="Un negocio siempre tiene una persona propietaria. Primero nombre a otra.",
    )


class PlanChanged(Conflict):
    code = "planChanged"
    text = Text(
        en="You saved your plan somewhere else. Load it again, then make your change.",
        es="Su plan se guardó en otro lugar mientras tanto. Vuelva a cargarlo y luego haga su cambio.",
    )
