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
RENEWED_ALREADY = Text(
    en="This reservation was renewed for another term already.",
    es="Esta reserva ya se renovó por otro período.",
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
