"""Texts of the subscriptions group."""

from domains.agencies.manifest import IdentityField
from portal.language import Text

ASKS_FOR_IDENTITY = Text(
    en="This service needs to find your record. Enter the details it asks for.",
    es="Este servicio necesita encontrar su registro. Conéctese con los datos que le pide.",
)
ASKS_FOR_NO_IDENTITY = Text(
    en="This service does not need details about you. Subscribe to it instead.",
    es="Este servicio no necesita datos sobre usted. Suscríbase a él.",
)
NO_MATCH = Text(
    en="These details don’t match a record. Check each one against a letter or card from the agency.",
    es="Estos datos no coinciden con ningún registro. Compare cada uno con una carta o tarjeta de la "
    "agencia.",
)
NO_MATCH_FOR_PERSON = Text(
    en="These details don’t match a record in your name. Check each one against a letter or card from "
    "the agency. Also check that the agency has your legal name and date of birth as shown here.",
    es="Estos datos no coinciden con ningún registro a su nombre. Compare cada uno con una carta o tarjeta "
    "de la agencia, y vea si ella tiene su nombre legal y su fecha de nacimiento como se muestran aquí.",
)
UNKNOWN_CARD = Text(
    en="You do not have this subscription. Reload the dashboard.",
    es="Usted no tiene esa suscripción. Cargue el panel otra vez.",
)
REPEATED_CARD = Text(en="This is in the list twice.", es="Esto está dos veces en la lista.")
REPEATED_PLACE = Text(
    en="Two subscriptions cannot have the same place.",
    es="Dos suscripciones no pueden tener el mismo lugar.",
)
UNKNOWN_FIELD = Text(
    en="This service does not ask for this. Remove it.", es="Este servicio no pide este dato. Quítelo."
)

# Default sentences of notices; the web app fills in the placeholders.
AMOUNT = Text(en="Pay {amount} for “{service}”", es="Pague {amount} por «{service}»")
AMOUNT_BY_DATE = Text(
    en="Pay {amount} for “{service}” by {date}", es="Pague {amount} por «{service}» a más tardar el {date}"
)
LATE_AMOUNT = Text(
    en="Your payment of {amount} for “{service}” was due {date}",
    es="Su pago de {amount} por «{service}» venció el {date}",
)
NOTICES = {
    "expired": Text(en="“{service}” expired {date}", es="«{service}» venció el {date}"),
    "expiring": Text(en="“{service}” expires {date}", es="«{service}» vence el {date}"),
    "overdue": Text(
        en="Your deadline for “{service}” was {date}", es="Su plazo para «{service}» venció el {date}"
    ),
    "due": Text(en="Your deadline for “{service}” is {date}", es="Su plazo para «{service}» vence el {date}"),
    "problem": Text(
        en="“{service}” needs your attention: {field} is “{status}”",
        es="«{service}» requiere su atención: {field} está en «{status}»",
    ),
}


def make_prompt(field: IdentityField) -> Text:
    """Asks for a value, without a period, because the page also uses it as a prompt."""
    if field.prompt is not None:
        return Text(en=field.prompt.en, es=field.prompt.es)
    if field.format == "choice":
        return Text(en=f"Choose: {field.label.en}", es=f"Elija: {field.label.es}")
    return Text(en=f"Enter: {field.label.en}", es=f"Escriba: {field.label.es}")


def make_required_text(field: IdentityField) -> Text:
    """Return the text for a missing value."""
    prompt_text = make_prompt(field)
    return Text(en=f"{prompt_text.en}.", es=f"{prompt_text.es}.")


def make_look_alikes_text(field: IdentityField) -> Text:
    """Return the text for letters or digits of other scripts or styles."""
    return _make_must_text(
        field,
        "must have plain letters and digits, and no characters that only look like them. Type it with your "
        "keyboard instead of pasting it.",
        "debe tener letras y dígitos comunes, y no caracteres que solo se les parecen. Escríbalo con su "
        "teclado en lugar de pegarlo.",
    )


def make_digits_only_text(field: IdentityField) -> Text:
    """Return the text for a value with characters other than digits."""
    return _make_must_text(
        field,
        f"must have digits only, such as {field.example}.",
        f"debe tener solo dígitos, por ejemplo {field.example}.",
    )


def make_letters_and_digits_only_text(field: IdentityField) -> Text:
    """Return the text for a value with characters other than letters and digits."""
    return _make_must_text(
        field,
        f"must have letters from A to Z and digits only, such as {field.example}.",
        f"debe tener solo letras de la A a la Z y dígitos, por ejemplo {field.example}.",
    )


def make_no_date_text(field: IdentityField) -> Text:
    """Return the text for an invalid date."""
    return _make_must_text(field, "must be a real date.", "debe ser una fecha real.")


def make_no_choice_text(field: IdentityField) -> Text:
    """Return the text for a value that is not a choice."""
    return _make_must_text(
        field, "must be one of the values in the list.", "debe ser uno de los valores de la lista."
    )


def make_wrong_length_text(field: IdentityField) -> Text:
    """Return the text for a value of the wrong length."""
    exact = field.min_length == field.max_length
    length = f"{field.min_length}" if exact else f"{field.min_length} to {field.max_length}"
    longitud = f"{field.min_length}" if exact else f"de {field.min_length} a {field.max_length}"
    return _make_must_text(
        field,
        f"must have {length} characters, such as {field.example}.",
        f"debe tener {longitud} caracteres, por ejemplo {field.example}.",
    )


def _make_must_text(field: IdentityField, english: str, spanish: str) -> Text:
    # The list at the top of the page has no field labels.
    return Text(en=f"{field.label.en} {english}", es=f"«{field.label.es}» {spanish}")
