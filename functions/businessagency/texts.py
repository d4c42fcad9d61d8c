"""Texts about accounts at agencies."""

from portal.language import Text

USER_NAME_MISSING = Text(en="Enter your username.", es="Escriba su nombre de usuario.")
USER_NAME_TAKEN = Text(
    en="The agency already has an account with this username. If it is yours, link it. If not, choose "
    "another.",
    es="La agencia ya tiene una cuenta con este nombre. Si es suya, vincúlela; si no, elija otro nombre.",
)
UNUSABLE_EMAIL = Text(
    en="Enter one email address such as name@example.com, without accents before the @.",
    es="Escriba un solo correo electrónico como nombre@example.com, sin acentos antes de la @.",
)
PASSWORD_REFUSED = Text(
    en="The agency does not accept this password. Choose another one that meets its rules.",
    es="La agencia no acepta esta contraseña. Elija otra, como la pide la agencia.",
)


def make_password_length_text(shortest: int, longest: int) -> Text:
    """Return the text on the length of a new password."""
    return Text(
        en=f"Choose a password of {shortest} to {longest} characters.",
        es=f"Elija una contraseña de {shortest} a {longest} caracteres.",
    )
