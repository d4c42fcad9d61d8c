"""Texts about a name."""

from collections.abc import Sequence

from portal.language import Text

MISSING = Text(en="Enter a name.", es="Escriba un nombre.")
TOO_LONG_WHEN_COMPARED = Text(
    en="We compare numbers as words, and that makes this name too long to reserve. Shorten it.",
    es="Tal como se compara, con sus números en palabras, el nombre es muy largo para reservarlo. Acórtelo.",
)
NOTHING_COUNTS = Text(
    en="This name has only symbols. Add a word.",
    es="Nada cuenta en este nombre: solo tiene signos. Agregue una palabra.",
)
ONLY_DESIGNATOR = Text(
    en="This name has only endings, such as LLC, and no word of its own. Put a name before the ending.",
    es="Este nombre solo tiene terminaciones, como LLC, y ninguna palabra propia. Ponga un nombre "
    "antes de la terminación.",
)
DESIGNATOR_TWICE = Text(
    en="The name has more than one entity ending. Use only one.",
    es="El nombre termina con más de una terminación de entidad. Basta una.",
)
OTHER_SCRIPT = Text(
    en="The rules do not cover some letters or symbols in this name, and they can look like others. "
    "Staff decide.",
    es="El nombre tiene letras o signos que las reglas no nombran y que pueden parecer otros. "
    "Decide alguien.",
)
MANY_READINGS = Text(
    en="You can read single letters, numbers, or endings in this name in more than one way. Staff decide.",
    es="El nombre tiene muchas letras sueltas, números o terminaciones que pueden leerse de varias maneras. "
    "Decide alguien.",
)


def format_too_long(maximum: int) -> Text:
    """Return the text for a name that the register would cut off."""
    return Text(
        en=f"The register keeps only {maximum} characters. Shorten the name.",
        es=f"El registro guarda {maximum} caracteres y corta el resto. Acorte el nombre.",
    )


def format_designator_missing(accepted: Sequence[str]) -> Text:
    """Return the text for a name without its entity ending."""
    choice = ", ".join(accepted)
    return Text(
        en=f"The name must contain one of these: {choice}.",
        es=f"El nombre debe contener una de estas terminaciones: {choice}.",
    )


def format_designator_of_another(designator: str, accepted: Sequence[str]) -> Text:
    """Return the text for a name with the ending of another entity."""
    choice = ", ".join(accepted)
    return Text(
        en=f"{designator} is for another entity type. Use one of these: {choice}.",
        es=f"{designator} es de otro tipo de entidad. Use una de estas: {choice}.",
    )


def format_designator_forbidden(designator: str) -> Text:
    """Return the text for a name with a forbidden ending."""
    return Text(
        en=f"This type of name must not contain {designator}.",
        es=f"Un nombre de este tipo no debe contener {designator}.",
    )


def format_designator_perhaps_of_another(designator: str) -> Text:
    """Return the text for a required word that may be part of another entity's ending."""
    return Text(
        en=f"{designator} is also the ending of another entity type. Staff decide.",
        es=f"{designator} es también la terminación de otro tipo de entidad. Decide alguien.",
    )


def format_ending_forbidden(designator: str) -> Text:
    """Return the text for a name that ends in a forbidden way."""
    return Text(
        en=f"This type of name must not end in {designator}.",
        es=f"Un nombre de este tipo no debe terminar en {designator}.",
    )


def format_designator_misplaced(designator: str) -> Text:
    """Return the text for an entity ending that is not at the end."""
    return Text(
        en=f"{designator} usually goes at the end of the name.",
        es=f"{designator} suele ir al final del nombre.",
    )


def format_needs_approval(word: str, authority: Text) -> Text:
    """Return the text for a word that needs an approval."""
    return Text(
        en=f"{word} needs written approval before filing: {authority.en}.",
        es=f"{word} necesita aprobación escrita antes del trámite: {authority.es}.",
    )


def format_may_need_approval(word: str, authority: Text) -> Text:
    """Return the text for a Spanish word with the meaning of a word that needs an approval."""
    return Text(
        en=f"{word} may need written approval before filing. Ask the {authority.en}. Staff decide.",
        es=f"{word} puede necesitar aprobación escrita antes del trámite. Pregunte al {authority.es}. "
        "Decide el personal.",
    )


def format_may_need_license(word: str) -> Text:
    """Return the text for a word that may need a license."""
    return Text(
        en=f"{word} may need a license or permission. Ask before you use it.",
        es=f"{word} puede requerir una licencia o un permiso. Pregunte antes de usarla.",
    )


def format_suggests_office(word: str) -> Text:
    """Return the text for a word that may suggest a public office."""
    return Text(
        en=f"“{word}” can make people think you are a government office. Ask the agency that keeps "
        "the names before you use it. Staff decide.",
        es=f"«{word}» puede dar a entender que es una oficina del gobierno. Pregunte a la agencia "
        "que registra los nombres antes de usarla. Decide el personal.",
    )


WORD_MAY_OFFEND = Text(
    en="A word in this name may offend people. Choose another word, or file the name and staff decide.",
    es="Una palabra de este nombre puede ofender. Elija otra, o presente el nombre y decide el personal.",
)
TOO_SHORT = Text(
    en="Type at least three letters or digits.",
    es="Escriba al menos tres letras o cifras.",
)
NOT_RESERVED = Text(
    en="The name is available but not reserved yet. Until you file, someone else can take it.",
    es="El nombre está disponible y aún no está reservado: otra persona puede tomarlo antes que usted.",
)
NO_TRADEMARK_RIGHT = Text(
    en="State approval of a name does not give you a trademark.",
    es="Que el estado acepte un nombre no da derecho a él como marca.",
)
CLOSE_NAMES = Text(
    en="Under the rules this name is different from others, but people may confuse them.",
    es="Las reglas distinguen este nombre de otros, pero la gente puede confundirlos.",
)
WORD_RULES = {
    "ign-1": Text(
        en="We do not compare entity endings at the end of a name.",
        es="No se comparan las terminaciones de entidad al final de un nombre.",
    ),
    "ign-4": Text(en="& is the same as AND.", es="& es lo mismo que AND."),
    "ign-5": Text(
        en="A number in digits is the same as in words.",
        es="Un número en cifras es lo mismo que en palabras.",
    ),
    "ign-6": Text(
        en="We do not compare the articles A, AN, and THE.",
        es="No se comparan los artículos A, AN y THE.",
    ),
    "ign-7": Text(
        en="We do not compare symbols and spaces.",
        es="No se comparan los signos ni los espacios.",
    ),
}


def format_name_taken(name: str, status: str) -> Text:
    """Return the text for an existing name that the rules cannot tell from this one.

    Args:
        status: status of the existing name in the register or in the portal.
    """
    # The name stands within the sentence, because many end with a period of their own.
    if status == "pending":
        return Text(
            en=f"Someone filed the name {name}. It is the same as this one under the rules, and the "
            "agency is reviewing it.",
            es=f"Alguien presentó el nombre {name}, que las reglas no distinguen de este, y la agencia lo "
            "está examinando.",
        )
    if status == "reserved":
        return Text(
            en=f"Someone reserved the name {name}. It is the same as this one under the rules.",
            es=f"Alguien reservó el nombre {name} y las reglas no lo distinguen de este.",
        )
    return Text(
        en=f"The name {name} exists. It is the same as this one under the rules.",
        es=f"El nombre {name} existe y las reglas no lo distinguen de este.",
    )


def format_name_perhaps_taken(name: str) -> Text:
    """Return the text for an existing name that only one reading tells from this one."""
    return Text(
        en=f"It may be the same as {name} under the rules. A letter A may be an article. A number "
        "or accent may have more than one spelling. An ending may be part of the name. Staff decide.",
        es=f"De una manera las reglas lo distinguen de {name}; de otra, no: una letra A puede ser un "
        "artículo, un número o un acento pueden escribirse de varias maneras, una terminación puede ser "
        "parte del nombre. Decide alguien.",
    )


NOT_RESERVABLE = Text(
    en="You cannot reserve names for this entity type here. You register a trade name instead.",
    es="Los nombres de este tipo de entidad no se reservan aquí. Un nombre comercial se registra.",
)
