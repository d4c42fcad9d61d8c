"""Errors of the group `authentication`."""

from portal.errors import Conflict, NotFound, TooManyRequests, Unavailable
from portal.language import Text


class AttemptNotFound(NotFound):
    """The attempt does not exist, has expired, or belongs to another person or session."""

    code = "attemptNotFound"
    text = Text(
        en="This attempt has ended, or was begun in another session. Begin again.",
        es="Este intento ya terminó o se inició en otra sesión. Empiece de nuevo.",
    )


class AttemptUsed(Conflict):
    """The attempt was answered before."""

    code = "attemptUsed"
    text = Text(
        en="This attempt was answered before. Begin again if you are not verified.",
        es="Este intento ya se respondió. Empiece de nuevo si aún no está verificado.",
    )


class TypeNotEnabled(Conflict):
    """The portal does not offer this type."""

    code = "authenticationTypeNotEnabled"
    text = Text(
        en="The portal does not offer this way to prove who you are. Choose another one.",
        es="El portal no ofrece esta manera de comprobar quién es usted. Elija otra.",
    )


class TypeLocked(TooManyRequests):
    """Too many tries of this type failed."""

    code = "authenticationTypeLocked"
    text = Text(
        en="Too many tries failed, so this way is locked for now. Use another way, or try again later.",
        es="Fallaron demasiados intentos, por eso esta manera está bloqueada por ahora. Use otra o "
        "inténtelo más tarde.",
    )


class TooManyTriesAtOnce(Conflict):
    """Concurrent tries of the same person interfered."""

    code = "tooManyTriesAtOnce"
    text = Text(
        en="Several tries were made at the same moment. Wait a moment, then begin again.",
        es="Se hicieron varios intentos al mismo tiempo. Espere un momento y empiece de nuevo.",
    )


class SessionUnknown(Conflict):
    """The tokens do not identify their sign-in."""

    code = "sessionUnknown"
    text = Text(
        en="Sign out and sign in again, then begin again.",
        es="Cierre la sesión, inicie sesión otra vez y empiece de nuevo.",
    )


class IdentityServiceUnavailable(Unavailable):
    """The identity service does not answer."""

    code = "identityServiceUnavailable"
    text = Text(
        en="The identity service does not answer right now. This try does not count. Try again in a few "
        "minutes, or use another way.",
        es="El servicio de identidad no responde en este momento. Este intento no cuenta. Inténtelo en unos "
        "minutos o use otra manera.",
    )


class PasskeyNotFound(NotFound):
    """No usable passkey has this id."""

    code = "passkeyNotFound"
    text = Text(
        en="There is no such passkey, or it has ended. Look at the list of your passkeys.",
        es="No existe esa llave de acceso o ya terminó. Mire la lista de sus llaves de acceso.",
    )


class PasskeyRefused(Conflict):
    """The device's answer does not match the challenge."""

    code = "passkeyRefused"
    text = Text(
        en="Your device did not make a passkey that this portal can use. Try again, or use another device.",
        es="Su dispositivo no creó una llave de acceso que este portal pueda usar. Inténtelo de nuevo o use "
        "otro dispositivo.",
    )


class PasskeyLimitReached(Conflict):
    """The person has reached the limit of passkeys."""

    code = "passkeyLimitReached"
    text = Text(
        en="You have ten passkeys, and that is the most. Remove one first.",
        es="Usted tiene diez llaves de acceso, que es el máximo. Primero elimine una.",
    )


class PasskeysChanged(Conflict):
    """Concurrent changes of the person's passkeys interfered."""

    code = "passkeysChanged"
    text = Text(
        en="Your passkeys were changed at the same moment. Look at the list, then try again.",
        es="Sus llaves de acceso se cambiaron al mismo tiempo. Mire la lista e inténtelo de nuevo.",
    )
