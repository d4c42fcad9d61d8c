"""Errors of applications, for applicants and for agencies."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class ApplicationChanged(Conflict):
    code = "applicationChanged"
    text = Text(
        en="Somebody changed this application meanwhile. Look at it again, and repeat your change.",
        es="Alguien cambió esta solicitud entretanto. Revísela de nuevo y repita su cambio.",
    )


class DocumentNotFound(NotFound):
    code = "documentNotFound"
    text = Text(en="This application has no such file.", es="Esta solicitud no tiene ese archivo.")


class ApplicationNotFound(NotFound):
    code = "applicationNotFound"
    text = Text(en="You have no such application.", es="Usted no tiene esa solicitud.")


class NotEditable(Conflict):
    code = "notEditable"
    text = Text(
        en="This application is with the agency. You can change it again when the agency asks for more.",
        es="Esta solicitud está en manos de la agencia. Podrá cambiarla de nuevo cuando la agencia "
        "pida más información.",
    )


class NotWithdrawable(Conflict):
    code = "notWithdrawable"
    text = Text(
        en="This application was decided, or was never submitted. There is nothing to withdraw.",
        es="Esta solicitud ya se decidió o nunca se presentó. No hay nada que retirar.",
    )


class ApplicationDecided(Conflict):
    code = "applicationDecided"
    text = Text(
        en="This application was decided already; nothing can change it.",
        es="Esta solicitud ya se decidió; nada puede cambiarla.",
    )


class ApplicationWithdrawn(Conflict):
    code = "applicationWithdrawn"
    text = Text(
        en="The applicant withdrew this application; nothing can change it.",
        es="El solicitante retiró esta solicitud; nada puede cambiarla.",
    )


class TooManyStatuses(Conflict):
    code = "tooManyStatuses"
    text = Text(
        en="You have told too many states of this application. Decide on it.",
        es="Usted comunicó demasiados estados de esta solicitud. Decida sobre ella.",
    )


class StateNotPossible(Conflict):
    code = "stateNotPossible"
    text = Text(
        en="An application in review cannot go back to received.",
        es="Una solicitud en revisión no puede volver a estar solo recibida.",
    )
