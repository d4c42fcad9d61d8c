"""Errors of the group `authentication`."""

from portal.errors import Conflict, NotFound, TooManyRequests, Unavailable
from portal.language import Text


class AttemptNotFound(NotFound):
    """The attempt does not exist, has expired, or belongs to another person or session."""

    code = "attemptNotFound"
    text = Text(
        en="This attempt ended, or you started it in another session. Start again.",
        es="Este intento ya terminó o se inició en otra sesión. Empiece de nuevo.",
    )


class AttemptUsed(Conflict):
    """The attempt was answered before."""

    code = "attemptUsed"
    text = Text(
        en="You already answered this attempt. Start again if you are not verified.",
        es="Este intento ya se respondió. Empiece de nuevo si aún no está verificado.",
    )


class TypeNotEnabled(Conflict):
    """The portal does not offer this type."""

    code = "authenticationTypeNotEnabled"
    text = Text(
        en="This portal does not offer this way to prove who you are. Choose another way.",
        es="El portal no ofrece este método para comprobar quién es usted. Elija otro.",
    )


class TypeLocked(TooManyRequests):
    """Too many tries of this type failed."""

    code = "authenticationTypeLocked"
    text = Text(
        en="Too many failed attempts, so this way is locked for now. Use another way, or try again later.",
        es="Fallaron demasiados intentos, por eso este método está bloqueado por ahora. Use otro o "
        "inténtelo más tarde.",
    )


class TooManyTriesAtOnce(Conflict):
    """Concurrent tries of the same person interfered."""

    code = "tooManyTriesAtOnce"
    text = Text(
        en="You made several tries at the same time. Wait a moment, then start again.",
        es="Se hicieron varios intentos al mismo tiempo. Espere un momento y empiece de nuevo.",
    )


class SessionUnknown(Conflict):
    """The tokens do not identify their sign-in."""

    code = "sessionUnknown"
    text = Text(
        en="Sign out and sign in again, then start again.",
        es="Cierre la sesión, inicie sesión otra vez y empiece de nuevo.",
    )


class IdentityServiceUnavailable(Unavailable):
    """The identity service does not answer."""

    code = "identityServiceUnavailable"
    text = Text(
        en="The identity service is not responding. This try does not count. Try again in a few "
        "minutes, or use another way.",
        es="El servicio de identidad no responde en este momento. Este intento no cuenta. Inténtelo en unos "
        "minutos o use otra manera.",
    )


class PasskeyNotFound(NotFound):
    """No usable passkey has this id."""

    code = "passkeyNotFound"
    text = Text(
        en="We could not find this passkey, or it ended. Check the list of your passkeys.",
        es="No existe esa llave de acceso o ya terminó. Mire la lista de sus llaves de acceso.",
    )


class PasskeyRefused(Conflict):
    """The device's answer does not match the challenge."""

    code = "passkeyRefused"
    text = Text(
        en="Your device did not create a passkey that this portal can use. Try again, or use another device.",
        es="Su dispositivo no creó una llave de acceso que este portal pueda usar. Inténtelo de nuevo o use "
        "otro dispositivo.",
    )


class PasskeyLimitReached(Conflict):
    """The person has reached the limit of passkeys."""

    code = "passkeyLimitReached"
    text = Text(
        en="You have ten passkeys, which is the limit. Remove one first.",
        es="Usted tiene diez llaves de acceso, que es el máximo. Primero elimine una.",
    )


class PasskeysChanged(Conflict):
    """Concurrent changes of the person's passkeys interfered."""

    code = "passkeysChanged"
    text = Text(
        en="Your passkeys changed at the same time. Check the list, then try again.",
        es="Sus llaves de acceso se cambiaron al mismo tiempo. Mire la lista e inténtelo de nuevo.",
    )
