"""Errors of the group `subscriptions`."""

from portal.errors import Conflict, NotFound, TooManyRequests
from portal.language import Text


class SubscriptionNotFound(NotFound):
    code = "subscriptionNotFound"
    text = Text(
        en="You do not have this subscription. It may have ended in another window.",
        es="Usted no tiene esa suscripción. Tal vez terminó en otra ventana.",
    )


class SubscriptionsChanged(Conflict):
    code = "subscriptionsChanged"
    text = Text(
        en="Your subscriptions changed at the same time, so we changed nothing. Try again.",
        es="Sus suscripciones cambiaron al mismo tiempo, por eso ahora no se cambió nada. Inténtelo "
        "otra vez.",
    )


class OrderChanged(Conflict):
    code = "orderChanged"
    text = Text(
        en="You changed the order in another window at the same time. Check it and try again.",
        es="El orden se cambió en otra ventana al mismo tiempo. Revíselo e inténtelo otra vez.",
    )


class IdentityRevoked(Conflict):
    code = "identityRevoked"
    text = Text(
        en="The agency ended this connection. Connect the record again, or remove it.",
        es="La agencia terminó esta conexión. Conecte el registro otra vez o quítelo.",
    )


class FieldNotMasked(NotFound):
    code = "fieldNotMasked"
    text = Text(
        en="This record has no such masked field.",
        es="Este registro no tiene ese campo oculto.",
    )


class TooManyReveals(TooManyRequests):
    code = "tooManyReveals"
    text = Text(
        en="You viewed many hidden values in an hour. Wait a while, then try again.",
        es="Usted pidió ver muchos valores ocultos en una hora. Espere un rato e inténtelo de nuevo.",
    )


class AddressNotAccepted(Conflict):
    code = "addressNotAccepted"
    text = Text(
        en="The agency does not accept this address for this record from the portal. Change it with "
        "the agency.",
        es="La agencia no acepta desde el portal esta dirección para este registro. Cámbiela con la agencia.",
    )


class ServiceWithdrawn(Conflict):
    code = "serviceWithdrawn"
    text = Text(
        en="The agency no longer offers this service here, so you cannot connect anything new.",
        es="La agencia ya no ofrece este servicio aquí, por eso no se puede conectar nada nuevo.",
    )


class TooManySubscriptions(Conflict):
    code = "tooManySubscriptions"
    text = Text(
        en="You have 200 services on your dashboard, which is the limit. Remove one that you do not need.",
        es="Usted tiene 200 servicios en su panel, que es el máximo. Quite uno que no necesite.",
    )


class TooManyIdentities(Conflict):
    code = "tooManyIdentities"
    text = Text(
        en="You connected 20 records of this service, which is the limit. Disconnect one that you do "
        "not need.",
        es="Usted conectó 20 registros de este servicio, que es el máximo. Desconecte uno que no necesite.",
    )


class IdentityNotFound(NotFound):
    code = "identityNotFound"
    text = Text(
        en="You do not have this connection. It may have ended in another window.",
        es="Usted no tiene esa conexión. Tal vez terminó en otra ventana.",
    )


class Disconnecting(Conflict):
    code = "disconnecting"
    text = Text(
        en="We are telling the agency that you disconnected this record. Try again in a few seconds.",
        es="En este momento se avisa a la agencia de que usted desconectó este registro. Inténtelo "
        "otra vez en unos segundos.",
    )


class ServiceLocked(TooManyRequests):
    code = "serviceLocked"
    text = Text(
        en="These details did not match five times in an hour. To protect people's records, you cannot "
        "connect this service for a while. Nothing else is affected.",
        es="Estos datos no coincidieron cinco veces en una hora, por eso la conexión de este servicio "
        "está bloqueada un rato para proteger los registros de las personas. Lo demás no cambia.",
    )
