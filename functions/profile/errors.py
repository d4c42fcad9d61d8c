"""Refusals of the profile group."""

from portal.errors import Conflict, NotFound, TooManyRequests
from portal.language import Text


class AddressBookChanged(Conflict):
    code = "addressBookChanged"
    text = Text(
        en="Your address book changed at the same time somewhere else. Reload the page, then make your "
        "change.",
        es="Su libreta de direcciones cambió en otro lugar al mismo tiempo. Vuelva a cargar la página "
        "y luego haga su cambio.",
    )


class AddressNotFound(NotFound):
    code = "addressNotFound"
    text = Text(
        en="This address is not in your address book. Reload the page.",
        es="Esa dirección no está en su libreta de direcciones. Vuelva a cargar la página.",
    )


class AddressBookFull(Conflict):
    code = "addressBookFull"
    text = Text(
        en="Your address book has 50 addresses, which is the limit. Remove one first.",
        es="Su libreta tiene 50 direcciones, que es el máximo. Quite una primero.",
    )


class PreferencesChanged(Conflict):
    code = "preferencesChanged"
    text = Text(
        en="Your contact preferences changed at the same time somewhere else. Reload the page to see "
        "them, then make your changes.",
        es="Sus preferencias de contacto cambiaron en otro lugar al mismo tiempo. Vuelva a cargar la "
        "página para verlas y luego haga sus cambios.",
    )


class AddressNotVerified(Conflict):
    code = "addressNotVerified"
    text = Text(
        en="Verify this address first. We send tests only to addresses that you verified.",
        es="Primero verifique esta dirección. Las pruebas solo se envían a direcciones que usted ha "
        "demostrado que son suyas.",
    )


class AddressNotUsable(Conflict):
    code = "addressNotUsable"
    text = Text(
        en="We cannot send to this address right now. The note next to it says what you can do.",
        es="Por ahora no se puede enviar nada a esta dirección. Lea junto a ella qué puede hacer.",
    )


class TestAlreadySent(TooManyRequests):
    code = "testAlreadySent"
    text = Text(
        en="We just sent a test. Wait a minute before you ask for another.",
        es="Acabamos de enviar una prueba. Espere un minuto antes de pedir otra.",
    )


class LinkNotFound(NotFound):
    code = "linkNotFound"
    text = Text(
        en="This link does not work. Copy it from the email again, or sign in and change your contact "
        "preferences.",
        es="Este enlace no funciona. Cópielo otra vez del correo o inicie sesión y cambie sus "
        "preferencias de contacto.",
    )


class DecisionChanged(Conflict):
    code = "decisionChanged"
    text = Text(
        en="We got several decisions on the terms at the same time. Reload the page to see which one counts.",
        es="Llegaron varias decisiones sobre los términos al mismo tiempo. Vuelva a cargar la página "
        "para ver cuál cuenta.",
    )


class TermsSuperseded(Conflict):
    code = "termsSuperseded"
    text = Text(
        en="There is a newer version of the terms. Read it, then accept or decline it.",
        es="Hay una versión más reciente de los términos. Léala y luego acepte o rechace esa versión.",
    )


class AlreadyVerified(Conflict):
    code = "alreadyVerified"
    text = Text(
        en="This address is already verified.",
        es="Esta dirección ya está verificada.",
    )


class ChangeAlreadyAllowed(Conflict):
    code = "changeAlreadyAllowed"
    text = Text(
        en="This change is already approved. Enter the code from the new address.",
        es="Este cambio ya está permitido. Escriba el código de la dirección nueva.",
    )


class AddressChanged(Conflict):
    code = "addressChanged"
    text = Text(
        en="We sent the code to an address that you changed later. Ask for a new code.",
        es="El código se envió a una dirección que usted cambió después. Pida un código nuevo.",
    )


class SignInNotFound(NotFound):
    code = "signInNotFound"
    text = Text(
        en="This sign-in is not in your list. Reload the page.",
        es="Ese inicio de sesión no está en su lista. Vuelva a cargar la página.",
    )


class SignInsChanged(Conflict):
    code = "signInsChanged"
    text = Text(
        en="Your sign-ins changed at the same time somewhere else. Try again.",
        es="Sus inicios de sesión cambiaron en otro lugar al mismo tiempo. Inténtelo otra vez.",
    )


class DetailsChanged(Conflict):
    code = "detailsChanged"
    text = Text(
        en="Your details changed somewhere else at the same time. Check each field, then save again.",
        es="Sus datos cambiaron en otro lugar al mismo tiempo. Revise cada campo y guarde otra vez.",
    )


class TooManyDetailChanges(TooManyRequests):
    code = "tooManyDetailChanges"
    text = Text(
        en="You changed your details ten times in a day, which is the limit. Try again tomorrow. Nothing "
        "was changed.",
        es="Usted cambió sus datos diez veces en un día, que es el máximo. Inténtelo mañana. No se cambió "
        "nada.",
    )
