"""Texts of the applications group."""

from portal.language import Text

NOT_DECLARED = Text(
    en="Confirm the declaration before you submit.",
    es="Confirme la declaración antes de presentar la solicitud.",
)
UNKNOWN_CODE = Text(en="This form does not ask for such a file.", es="Este formulario no pide ese archivo.")


def make_name_refused_text(label: Text, reason: Text) -> Text:
    """Return the text for a name that cannot be filed, with a reason."""
    return Text(
        en=f"{label.en}: this name isn't available. {reason.en}",
        es=f"{label.es}: este nombre no está disponible. {reason.es}",
    )
