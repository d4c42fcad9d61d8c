"""Texts about accounts at agencies."""

from portal.language import Text

USER_NAME_MISSING = Text(en="Enter your user name.", es="Escriba su nombre de usuario.")
USER_NAME_TAKEN = Text(
    en="The agency has an account of this name already. If it is yours, link it; if not, choose another.",
    es="La agencia ya tiene una cuenta con este nombre. Si es suya, vincúlela; si no, elija otro nombre.",
)
UNUSABLE_EMAIL = Text(
    en="Enter an e-mail address such as name@example.com.",
    es="Escriba un correo electrónico como nombre@example.com.",
)
PASSWORD_REFUSED = Text(
    en="The agency does not accept this password. Choose another one, as the agency asks for it.",
    es="La agencia no acepta esta contraseña. Elija otra, como la pide la agencia.",
)


def password_length(shortest: int, longest: int) -> Text:
    """Return the text on the length of a new password."""
    return Text(
        en=f"Choose a password of {shortest} to {longest} characters.",
        es=f"Elija una contraseña de {shortest} a {longest} caracteres.",
    )
