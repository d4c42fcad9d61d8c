"""Refusals of the profile group."""

from portal.errors import Conflict, NotFound, TooManyRequests
from portal.language import Text


class AddressBookChanged(Conflict):
    code = "addressBookChanged"
    text = Text(
        en="Your address book was changed somewhere else at the same moment. Load the page again, "
        "then make your change.",
        es="Su libreta de direcciones cambió en otro lugar al mismo tiempo. Vuelva a cargar la página "
        "y luego haga su cambio.",
    )


class AddressNotFound(NotFound):
    code = "addressNotFound"
    text = Text(
        en="There is no such address in your address book. Load the page again.",
        es="Esa dirección no está en su libreta de direcciones. Vuelva a cargar la página.",
    )


class AddressBookFull(Conflict):
    code = "addressBookFull"
    text = Text(
        en="Your address book holds 50 addresses, which is the most. Remove one first.",
        es="Su libreta tiene 50 direcciones, que es el máximo. Quite una primero.",
    )


class PreferencesChanged(Conflict):
    code = "preferencesChanged"
    text = Text(
        en="Your contact preferences were changed somewhere else at the same moment. Load the page "
        "again to see them, then make your changes.",
        es="Sus preferencias de contacto cambiaron en otro lugar al mismo tiempo. Vuelva a cargar la "
        "página para verlas y luego haga sus cambios.",
    )


class AddressNotVerified(Conflict):
    code = "addressNotVerified"
    text = Text(
        en="Verify this address first. Tests only go to addresses that you have proved to be yours.",
        es="Primero verifique esta dirección. Las pruebas solo se envían a direcciones que usted ha "
        "demostrado que son suyas.",
    )


class AddressNotUsable(Conflict):
    code = "addressNotUsable"
    text = Text(
        en="Nothing can be sent to this address at the moment. Read beside it what you can do.",
        es="Por ahora no se puede enviar nada a esta dirección. Lea junto a ella qué puede hacer.",
    )


class TestAlreadySent(TooManyRequests):
    code = "testAlreadySent"
    text = Text(
        en="A test was sent a moment ago. Wait a minute before you ask for another.",
        es="Acabamos de enviar una prueba. Espere un minuto antes de pedir otra.",
    )


class LinkNotFound(NotFound):
    code = "linkNotFound"
    text = Text(
        en="This link does not work. Copy it from the e-mail once more, or sign in and change your "
        "contact preferences.",
        es="Este enlace no funciona. Cópielo otra vez del correo o inicie sesión y cambie sus "
        "preferencias de contacto.",
    )


class DecisionChanged(Conflict):
    code = "decisionChanged"
    text = Text(
        en="Several decisions on the terms arrived at the same moment. Load the page again to see "
        "which one counts.",
        es="Llegaron varias decisiones sobre los términos al mismo tiempo. Vuelva a cargar la página "
        "para ver cuál cuenta.",
    )


class TermsSuperseded(Conflict):
    code = "termsSuperseded"
    text = Text(
        en="A newer version of the terms is in force. Read it, then accept or decline that one.",
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
        en="This change is already allowed. Enter the code from the new address.",
        es="Este cambio ya está permitido. Escriba el código de la dirección nueva.",
    )


class AddressChanged(Conflict):
    code = "addressChanged"
    text = Text(
        en="The code was sent to an address that you have changed since. Ask for a new code.",
        es="El código se envió a una dirección que usted cambió después. Pida un código nuevo.",
    )
