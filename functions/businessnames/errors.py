"""Errors of the group `businessnames`."""

from portal.errors import Conflict, NotFound, Unavailable
from portal.language import Text


class OthersReserved(Conflict):
    code = "othersReserved"
    text = Text(
        en="Something else was reserved at the same moment. Try again.",
        es="Algo más se reservó en el mismo momento. Inténtelo de nuevo.",
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
        en="This name cannot be had. The check of the name says why.",
        es="Este nombre no se puede obtener. La revisión del nombre dice por qué.",
    )


class NameNeedsReview(Conflict):
    code = "nameNeedsReview"
    text = Text(
        en="A person has to look at this name first. The check of the name says why.",
        es="Alguien debe revisar antes este nombre. La revisión del nombre dice por qué.",
    )


class TooManyReservations(Conflict):
    code = "tooManyReservations"
    text = Text(
        en="You hold {maximum} reserved names, and nobody can hold more. Give one up first.",
        es="Usted tiene {maximum} nombres reservados y nadie puede tener más. Renuncie antes a uno.",
    )


class NamesUnavailable(Unavailable):
    code = "namesUnavailable"
    text = Text(
        en="The names cannot be searched right now. Try again later.",
        es="Por ahora no se pueden buscar los nombres. Inténtelo más tarde.",
    )
