"""Errors of the group `users`."""

from portal.errors import Conflict, Forbidden, NotFound
from portal.language import Text


class AlreadyRegistered(Conflict):
    code = "alreadyRegistered"
    text = Text(
        en="You are already registered. Nothing was changed.",
        es="Usted ya está registrado. No se cambió nada.",
    )


class TooYoung(Forbidden):
    code = "tooYoung"
    text = Text(
        en="The portal is for people age 13 and older, so you cannot register. Ask a parent or "
        "guardian to register. They can use the portal for your family. We don’t keep what you "
        "entered. Until the end of the day, we remember only that this sign-in can’t register.",
        es="El portal es para personas de 13 años o más, por eso usted no puede registrarse. Pídale "
        "ayuda a su madre, padre o tutor: esa persona puede registrarse y usar el portal para su "
        "familia. No guardamos nada de lo que escribió. Hasta el final del día solo recordamos que "
        "este inicio de sesión no puede registrarse.",
    )


class NothingToLink(NotFound):
    code = "nothingToLink"
    text = Text(
        en="There is no earlier registration with your email address. Register instead.",
        es="No hay ningún registro anterior con su correo electrónico que se pueda vincular. Regístrese.",
    )


class LinkChangedMeanwhile(Conflict):
    code = "linkChangedMeanwhile"
    text = Text(
        en="Your earlier registration changed at the same time, so we did not link it. Ask for a new "
        "code and try again.",
        es="Su registro anterior cambió al mismo tiempo, por eso no se vinculó. Pida un código nuevo "
        "e inténtelo otra vez.",
    )
