"""Texts of the applications group."""

from portal.language import Text

NOT_DECLARED = Text(
    en="Affirm the declaration before you submit.",
    es="Confirme la declaración antes de presentar la solicitud.",
)
UNKNOWN_CODE = Text(en="This form does not ask for such a file.", es="Este formulario no pide ese archivo.")
