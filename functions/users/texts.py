"""Texts of the users group: its emails."""

from portal.language import Language
from portal.mail import Email


def make_link_email(code: str, minutes: int, language: Language) -> Email:
    """Return the email with the code that links an earlier registration."""
    if language == "es":
        return Email(
            f"{code} es su código para vincular su registro en Saguaro",
            f"Su código es {code}. Escríbalo en el portal para vincular su registro anterior con la cuenta "
            f"con la que acaba de iniciar sesión. Vence en {minutes} minutos.\n\n"
            "Nadie del portal le pedirá este código, ni por teléfono ni por mensaje. No lo comparta.\n\n"
            "Si usted no lo pidió, alguien más inició sesión con este correo electrónico. Sin el código no "
            "se vincula nada: ignore este mensaje y cambie su contraseña.\n",
        )
    return Email(
        f"{code} is your code to link your Saguaro registration",
        f"Your code is {code}. Enter it in the portal to link your earlier registration to the account you "
        f"have just signed in with. It expires in {minutes} minutes.\n\n"
        "No one from the portal will ask you for this code by phone or by message. Do not share it.\n\n"
        "If you did not ask for it, someone else signed in with this email address. Ignore this message and "
        "change your password. Nothing is linked without the code.\n",
    )
