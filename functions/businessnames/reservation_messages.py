"""What is said of reservations."""

from datetime import datetime

from portal.language import Text
from portal.types import ARIZONA

NOT_REGISTERED = Text(
    en="Register with the portal first. Then reserve the name.",
    es="Primero regístrese en el portal. Después reserve el nombre.",
)
UNKNOWN = Text(en="You have no such reservation.", es="Usted no tiene esa reserva.")
NOT_RESERVABLE = Text(
    en="Names of this kind of entity cannot be reserved here. A trade name is registered instead.",
    es="Los nombres de este tipo de entidad no se reservan aquí. Un nombre comercial se registra.",
)
NEEDS_REVIEW = Text(
    en="A person has to look at this name first. File it with the approval that the check names.",
    es="Alguien debe revisar antes este nombre. Preséntelo con la aprobación que indica la revisión.",
)
UNAVAILABLE = Text(
    en="This name cannot be had. The check of the name says why.",
    es="Este nombre no se puede obtener. La revisión del nombre dice por qué.",
)
ENDED = Text(
    en="This reservation has ended. Reserve the name again.",
    es="Esta reserva terminó. Reserve el nombre de nuevo.",
)
CHANGED = Text(
    en="The reservation changed at the same moment. Look at it and try again.",
    es="La reserva cambió en el mismo momento. Revísela e inténtelo de nuevo.",
)
NOT_RENEWABLE = Text(
    en="A reservation for this kind of entity cannot be renewed. Reserve the name again after it has ended.",
    es="Una reserva para este tipo de entidad no se renueva. Reserve el nombre de nuevo cuando termine.",
)
OTHERS_RESERVED = Text(
    en="Something else was reserved at the same moment. Try again.",
    es="Algo más se reservó en el mismo momento. Inténtelo de nuevo.",
)


def _day(moment: datetime, language: str) -> str:
    local = moment.astimezone(ARIZONA)
    return local.strftime("%d/%m/%Y" if language == "es" else "%m/%d/%Y")


def taken(until: datetime) -> Text:
    """That somebody else holds the name."""
    return Text(
        en=f"Somebody else has reserved this name until {_day(until, 'en')}.",
        es=f"Otra persona reservó este nombre hasta el {_day(until, 'es')}.",
    )


def wait_until(until: datetime) -> Text:
    """That the same applicant must let some time pass."""
    return Text(
        en=f"You held this name before. You can reserve it again from {_day(until, 'en')}.",
        es=f"Usted ya tuvo este nombre. Puede reservarlo de nuevo desde el {_day(until, 'es')}.",
    )


def renewed_already(again_from: datetime) -> Text:
    """That the next term was added already, and when another can be."""
    return Text(
        en="This reservation was renewed for another term already. You can renew it again from "
        f"{_day(again_from, 'en')}.",
        es="Esta reserva ya se renovó por otro período. Puede renovarla de nuevo desde el "
        f"{_day(again_from, 'es')}.",
    )


def too_many(maximum: int) -> Text:
    """That the person holds as many names as one may."""
    return Text(
        en=f"You hold {maximum} reserved names, and nobody can hold more. Give one up first.",
        es=f"Usted tiene {maximum} nombres reservados y nadie puede tener más. Renuncie antes a uno.",
    )
