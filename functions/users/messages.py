"""What the users group says to people: about a request, and by e-mail."""

from dataclasses import dataclass

from portal.language import Language, Text


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail in one language."""

    subject: str
    body: str


BORN_IN_THE_FUTURE = Text(
    en="This date is in the future. Enter the day you were born.",
    es="Esta fecha está en el futuro. Escriba el día en que nació.",
)
BORN_TOO_LONG_AGO = Text(
    en="Enter a date of birth of January 1, 1900 or later.",
    es="Escriba una fecha de nacimiento a partir del 1 de enero de 1900.",
)
TOO_YOUNG = Text(
    en="The portal is for people aged 13 and older, so you cannot register yet. Ask a parent or guardian: "
    "they can register and use the portal for your family. We have kept nothing of what you entered.",
    es="El portal es para personas de 13 años o más, por eso todavía no puede registrarse. Pídale ayuda a su "
    "madre, padre o tutor: esa persona puede registrarse y usar el portal para su familia. No guardamos nada "
    "de lo que escribió.",
)
UNKNOWN_COUNTY = Text(
    en="Choose the Arizona county you live in from the list.",
    es="Elija de la lista el condado de Arizona donde vive.",
)
ALREADY_REGISTERED = Text(
    en="You are registered already. Nothing was changed.",
    es="Usted ya está registrado. No se cambió nada.",
)
NOTHING_TO_LINK = Text(
    en="There is no earlier registration with your e-mail address to link. Register instead.",
    es="No hay ningún registro anterior con su correo electrónico que se pueda vincular. Regístrese.",
)
CHANGED_MEANWHILE = Text(
    en="Your earlier registration changed at the same moment, so it was not linked. Ask for a new code and "
    "try again.",
    es="Su registro anterior cambió al mismo tiempo, por eso no se vinculó. Pida un código nuevo e inténtelo "
    "otra vez.",
)


def link_letter(code: str, minutes: int, language: Language) -> Letter:
    """The e-mail with the code that links an earlier registration."""
    if language == "es":
        return Letter(
            f"{code} es su código para vincular su registro en Saguaro",
            f"Su código es {code}. Escríbalo en el portal para vincular su registro anterior con la cuenta "
            f"con la que acaba de iniciar sesión. Vence en {minutes} minutos.\n\n"
            "Nadie del portal le pedirá este código, ni por teléfono ni por mensaje. No lo comparta.\n\n"
            "Si usted no lo pidió, alguien más inició sesión con este correo electrónico. Sin el código no "
            "se vincula nada: ignore este mensaje y cambie su contraseña.\n",
        )
    return Letter(
        f"{code} is your code to link your Saguaro registration",
        f"Your code is {code}. Enter it in the portal to link your earlier registration to the account you "
        f"have just signed in with. It expires in {minutes} minutes.\n\n"
        "Nobody from the portal will ask you for this code, neither by phone nor by message. Do not share "
        "it.\n\n"
        "If you did not ask for it, someone else signed in with this e-mail address. Without the code "
        "nothing is linked: ignore this message and change your password.\n",
    )
