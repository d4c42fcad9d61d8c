"""Errors of the group `businessnames`."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class OthersReserved(Conflict):
    code = "othersReserved"
    text = Text(
        en="Something else was reserved at the same time. Try again.",
        es="Algo más se reservó en el mismo momento. Inténtelo de nuevo.",
    )


class CompanyNotFound(NotFound):
    """No name of the register or of the portal has the id and the name."""

    code = "companyNotFound"
    text = Text(
        en="We no longer have this name. Search for it again.",
        es="Ese nombre ya no está. Búsquelo de nuevo.",
    )


class ReservationNotFound(NotFound):
    code = "reservationNotFound"
    text = Text(
        en="You do not have this reservation.",
        es="Usted no tiene esa reserva.",
    )


class ReservedRecently(Conflict):
    code = "reservedRecently"
    text = Text(
        en="You held this name before. You can reserve it again starting {again_from}.",
        es="Usted ya tuvo este nombre. Puede reservarlo de nuevo desde el {again_from}.",
    )


class NotRenewable(Conflict):
    code = "notRenewable"
    text = Text(
        en="You cannot renew a reservation for this entity type. Reserve the name again after it ends.",
        es="Una reserva para este tipo de entidad no se renueva. Reserve el nombre de nuevo cuando termine.",
    )


class RenewedAlready(NotRenewable):
    text = Text(
        en="You already renewed this reservation for another term. You can renew it again starting "
        "{again_from}.",
        es="Esta reserva ya se renovó por otro período. Puede renovarla de nuevo desde el {again_from}.",
    )


class ReservationChanged(Conflict):
    code = "reservationChanged"
    text = Text(
        en="The reservation changed at the same time. Check it and try again.",
        es="La reserva cambió en el mismo momento. Revísela e inténtelo de nuevo.",
    )


class ReservationEnded(Conflict):
    code = "reservationEnded"
    text = Text(
        en="This reservation has ended. Reserve the name again.",
        es="Esta reserva terminó. Reserve el nombre de nuevo.",
    )


class NameReserved(Conflict):
    code = "nameReserved"
    text = Text(
        en="Someone else has reserved this name until {until}.",
        es="Otra persona reservó este nombre hasta el {until}.",
    )


class NameUnavailable(Conflict):
    code = "nameUnavailable"
    text = Text(
        en="This name isn’t available. Check it to see the reasons.",
        es="Este nombre no está disponible. Revíselo para ver los motivos.",
    )


class NameNeedsReview(Conflict):
    code = "nameNeedsReview"
    text = Text(
        en="Staff must review this name first. Check it to see the reasons.",
        es="Una persona debe revisar antes este nombre. Revíselo para ver los motivos.",
    )


class TooManyReservations(Conflict):
    code = "tooManyReservations"
    text = Text(
        en="You have {maximum} reserved names, which is the limit. Release one first.",
        es="Usted tiene {maximum} nombres reservados, que es el límite. Renuncie antes a uno.",
    )
