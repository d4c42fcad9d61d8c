"""Errors of applications, for applicants and for agencies."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class ApplicationChanged(Conflict):
    code = "applicationChanged"
    text = Text(
        en="Someone else changed this application. Check it, then make your change again.",
        es="Alguien cambió esta solicitud entretanto. Revísela de nuevo y repita su cambio.",
    )


class DocumentNotFound(NotFound):
    code = "documentNotFound"
    text = Text(en="This application has no such file.", es="Esta solicitud no tiene ese archivo.")


class ApplicationNotFound(NotFound):
    code = "applicationNotFound"
    text = Text(en="You do not have this application.", es="Usted no tiene esa solicitud.")


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
        en="This application was decided, or was not submitted. There is nothing to withdraw.",
        es="Esta solicitud ya se decidió o no se presentó. No hay nada que retirar.",
    )


class ApplicationDecided(Conflict):
    code = "applicationDecided"
    text = Text(
        en="This application is already decided. Nothing can change it.",
        es="Esta solicitud ya se decidió; nada puede cambiarla.",
    )


class ApplicationWithdrawn(Conflict):
    code = "applicationWithdrawn"
    text = Text(
        en="The applicant withdrew this application. Nothing can change it.",
        es="El solicitante retiró esta solicitud; nada puede cambiarla.",
    )


class TooManyStatuses(Conflict):
    code = "tooManyStatuses"
    text = Text(
        en="You sent too many states for this application. Send a decision.",
        es="Usted comunicó demasiados estados de esta solicitud. Decida sobre ella.",
    )


class StateNotPossible(Conflict):
    code = "stateNotPossible"
    text = Text(
        en="An application in review cannot go back to received.",
        es="Una solicitud en revisión no puede volver a estar solo recibida.",
    )
