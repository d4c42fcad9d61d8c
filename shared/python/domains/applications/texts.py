"""Texts about applications, for applicants and agencies."""

from portal.language import Text

UNKNOWN_FIELD = Text(en="This form does not have this question.", es="Este formulario no tiene esa pregunta.")
TOO_MUCH = Text(
    en="Your answers are too long together. Shorten the longest, or add a document instead.",
    es="Las respuestas ocupan demasiado espacio juntas. Acorte las más largas o agregue un documento.",
)


def format_too_long(label: Text, longest: int) -> Text:
    """Message for an answer that is too long."""
    return Text(
        en=f"{label.en}: write at most {longest:,} characters.",
        es=f"{label.es}: escriba como máximo {longest:,} caracteres.",
    )


def format_missing(label: Text) -> Text:
    """Message for a missing answer."""
    return Text(
        en=f"{label.en}: answer this before you submit.",
        es=f"{label.es}: responda esto antes de presentar la solicitud.",
    )


def format_document_missing(label: Text) -> Text:
    """Message for a missing file."""
    return Text(
        en=f"{label.en}: add this file before you submit.",
        es=f"{label.es}: agregue este archivo antes de presentar la solicitud.",
    )


def format_document_refused(label: Text) -> Text:
    """Message for a file that is harmful or cannot be scanned."""
    return Text(
        en=f"{label.en}: this file did not pass the check for malware. Remove it and add another.",
        es=f"{label.es}: este archivo no pasó la revisión de programas maliciosos. Quítelo y agregue otro.",
    )


def format_wrong(label: Text, remedy: Text) -> Text:
    """Message for an answer that is invalid for its kind, with a remedy."""
    return Text(en=f"{label.en}: {remedy.en}", es=f"{label.es}: {remedy.es}")


WHOLE_NUMBER = Text(
    en="write a whole number without signs, such as 12.",
    es="escriba un número entero sin signos, por ejemplo 12.",
)
MONEY = Text(
    en="write an amount in US dollars, such as 435.67.",
    es="escriba una cantidad en dólares estadounidenses, por ejemplo 435.67.",
)
DATE = Text(
    en="write a real date as year-month-day, such as 2027-01-31.",
    es="escriba una fecha real como año-mes-día, por ejemplo 2027-01-31.",
)
CHOICE = Text(en="choose one of the options.", es="elija una de las opciones.")
YES_OR_NO = Text(en="choose yes or no.", es="elija sí o no.")
COUNTY = Text(en="choose one of Arizona's counties.", es="elija uno de los condados de Arizona.")
EMAIL = Text(
    en="write one email address such as name@example.com, without accents before the @.",
    es="escriba una sola dirección de correo como nombre@example.com, sin acentos antes de la @.",
)
PHONE = Text(
    en="write a US telephone number such as (602) 555-0123 or (602) 555-0100 ext. 204.",
    es="escriba un número de teléfono de EE. UU. como (602) 555-0123 o (602) 555-0100 ext. 204.",
)


def format_at_least(smallest: int) -> Text:
    """Message for a number or an amount that is too small."""
    return Text(en=f"write {smallest:,} or more.", es=f"escriba {smallest:,} o más.")


def format_at_most(largest: int) -> Text:
    """Message for a number or an amount that is too large."""
    return Text(en=f"write {largest:,} or less.", es=f"escriba {largest:,} o menos.")
