"""Errors in a person's name, date of birth, and county."""

from collections.abc import Mapping

from domains.accounts.name_rules import NameFault
from portal.language import Text

NO_NAME = Text(en="Enter a name.", es="Escriba un nombre.")
NO_FIRST_NAME = Text(
    en="Enter your first name. If you have only one name, choose “I have only one name”.",
    es="Escriba su nombre. Si tiene un solo nombre, elija «Tengo un solo nombre, sin apellido».",
)
NAME_FAULTS: Mapping[NameFault, Text] = {
    "address": Text(
        en="A name cannot be a web address. If this is your name, leave a space after the period.",
        es="Un nombre no puede ser una dirección web. Si es su nombre, deje un espacio después del punto.",
    ),
    "sign": Text(
        en="Use only letters, spaces, hyphens, apostrophes, and periods. Do not use numbers or signs. "
        "Write 3rd as III.",
        es="Use solo letras, espacios, guiones, apóstrofos y puntos. Escriba III en vez de 3.º.",
    ),
    "mixedScripts": Text(
        en="One word in this name mixes similar letters from different alphabets. Type it again in one "
        "alphabet.",
        es="Una palabra de este nombre mezcla letras parecidas de distintos alfabetos. Escríbala otra vez en "
        "un solo alfabeto.",
    ),
    "noLetter": Text(en="Enter at least one letter.", es="Escriba al menos una letra."),
}
BORN_IN_THE_FUTURE = Text(
    en="This date is in the future. Enter the day you were born.",
    es="Esta fecha está en el futuro. Escriba el día en que nació.",
)
BORN_TOO_LONG_AGO = Text(
    en="Enter a date of birth of January 1, 1900 or later.",
    es="Escriba una fecha de nacimiento a partir del 1 de enero de 1900.",
)
UNKNOWN_COUNTY = Text(
    en="Choose the Arizona county you live in from the list.",
    es="Elija de la lista el condado de Arizona donde vive.",
)
