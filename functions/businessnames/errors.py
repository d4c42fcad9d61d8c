"""Errors of the group `businessnames`."""

from portal.errors import Conflict, NotFound
from portal.language import Text


class OthersReserved(Conflict):
    code = "othersReserved"
    text = Text(
        en="Something else was reserved at the same moment. Try again.",
        es="Algo más se reservó en el mismo momento. Inténtelo de nuevo.",
    )


class CompanyNotFound(NotFound):
    """No name of the register or of the portal has the id and the name."""

    code = "companyNotFound"
    text = Text(
        en="There is no such name any more. Search for it again.",
        es="Ese nombre ya no está. Búsquelo de nuevo.",
    )


class ReservationNotFound(NotFound):
    code = "reservationNotFound"
    text = Text(
        en="You have no such reservation.",
        es="Usted no tiene esa reserva.",
    )


class ReservedRecently(Conflict):
    code = "reservedRecently"
    text = Text(
        en="You held this name before. You can reserve it again from {again_from}.",
        es="Usted ya tuvo este nombre. Puede reservarlo de nuevo desde el {again_from}.",
    )


class NotRenewable(Conflict):
    code = "notRenewable"
    text = Text(
        en="A reservation for this kind of entity cannot be renewed. Reserve the name again after it "
        "has ended.",
        es="Una reserva para este tipo de entidad no se renueva. Reserve el nombre de nuevo cuando termine.",
    )


class RenewedAlready(NotRenewable):
    text = Text(
        en="This reservation was renewed for another term already. You can renew it again from {again_from}.",
        es="Esta reserva ya se renovó por otro período. Puede renovarla de nuevo desde el {again_from}.",
    )


class ReservationChanged(Conflict):
    code = "reservationChanged"
    text = Text(
        en="The reservation changed at the same moment. Look at it and try again.",
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
        en="Somebody else has reserved this name until {until}.",
        es="Otra persona reservó este nombre hasta el {until}.",
    )


class NameUnavailable(Conflict):
    code = "nameUnavailable"
    text = Text(
        en="This name isn't available. Check it to see the reasons.",
        es="Este nombre no está disponible. Revíselo para ver los motivos.",
    )


class NameNeedsReview(Conflict):
    code = "nameNeedsReview"
    text = Text(
        en="A person must review this name first. Check it to see the reasons.",
        es="Una persona debe revisar antes este nombre. Revíselo para ver los motivos.",
    )


class TooManyReservations(Conflict):
    code = "tooManyReservations"
    text = Text(
        en="You have {maximum} reserved names, which is the limit. Give one up first.",
        es="Usted tiene {maximum} nombres reservados, que es el límite. Renuncie antes a uno.",
    )
