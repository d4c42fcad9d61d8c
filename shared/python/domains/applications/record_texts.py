"""Texts about addresses and people in applications. Each follows the label of the question and a colon."""

from collections.abc import Mapping

from portal.language import Text

_PARTS: Mapping[str, Text] = {
    "name": Text(en="the name", es="el nombre"),
    "role": Text(en="the role", es="la función"),
    "line1": Text(en="the street address", es="la calle y el número"),
    "line2": Text(en="the second line", es="la segunda línea"),
    "city": Text(en="the city", es="la ciudad"),
    "state": Text(en="the state", es="el estado"),
    "zip": Text(en="the ZIP code", es="el código postal"),
}

UNREADABLE = Text(
    en="this answer could not be read. Reload the page and enter it again.",
    es="no se pudo leer esta respuesta. Vuelva a cargar la página y escríbala de nuevo.",
)
LINE_MISSING = Text(en="enter the street address.", es="escriba la calle y el número.")
NO_PO_BOX = Text(
    en="enter a street address. A PO box is not enough here.",
    es="escriba una calle y un número. Aquí no basta un apartado postal.",
)
CITY_MISSING = Text(en="enter the city.", es="escriba la ciudad.")
CITY_SIGNS = Text(
    en="write only the name of the city, such as Tucson.",
    es="escriba solo el nombre de la ciudad, por ejemplo Tucson.",
)
STATE_UNKNOWN = Text(
    en="choose a state, such as Arizona (AZ).", es="elija un estado, por ejemplo Arizona (AZ)."
)
STATE_NOT_ALLOWED = Text(
    en="enter an address in Arizona. This form takes no other state here.",
    es="escriba una dirección de Arizona. Este formulario no acepta aquí otro estado.",
)
ZIP_MALFORMED = Text(
    en="write a ZIP code of five digits, or nine as in 85007-2929.",
    es="escriba un código postal de cinco dígitos, o de nueve como 85007-2929.",
)
NAME_MISSING = Text(
    en="enter the name, or remove this person.", es="escriba el nombre o quite a esta persona."
)
ROLE_MISSING = Text(en="choose one of the roles.", es="elija una de las funciones.")


def format_zip_of_another_state(zip_code: str, state: str) -> Text:
    """Message for a ZIP code that does not belong to the state."""
    return Text(
        en=f"the ZIP code {zip_code} does not belong to {state}. Correct one of the two.",
        es=f"el código postal {zip_code} no es de {state}. Corrija uno de los dos.",
    )


def format_sign(part: str, sign: str) -> Text:
    """Message for a sign that neither an address nor a name has."""
    label = _PARTS[part]
    return Text(en=f"write {label.en} without “{sign}”.", es=f"escriba {label.es} sin «{sign}».")


def format_part_too_long(part: str, longest: int) -> Text:
    """Message for a part that is too long."""
    label = _PARTS[part]
    return Text(
        en=f"write {label.en} in at most {longest} characters.",
        es=f"escriba {label.es} en {longest} caracteres como máximo.",
    )


def format_at_least_people(least: int) -> Text:
    """Message for too few people."""
    return Text(
        en=f"add at least {least} {'person' if least == 1 else 'people'}.",
        es=f"agregue al menos {least} {'persona' if least == 1 else 'personas'}.",
    )


def format_at_most_people(most: int) -> Text:
    """Message for too many people."""
    return Text(
        en=f"list at most {most} {'person' if most == 1 else 'people'}.",
        es=f"indique como máximo {most} {'persona' if most == 1 else 'personas'}.",
    )


def format_person(number: int, remedy: Text) -> Text:
    """Message about a person of the list."""
    return Text(en=f"person {number}: {remedy.en}", es=f"persona {number}: {remedy.es}")
