"""Texts of the address book."""

from portal.language import Text

EMPTY = Text(en="Enter at least one letter or digit.", es="Escriba al menos una letra o un dígito.")
UNKNOWN_STATE = Text(
    en="Enter the two-letter code of a US state or territory, such as AZ.",
    es="Escriba el código de dos letras de un estado o territorio de EE. UU., por ejemplo AZ.",
)
WRONG_ZIP = Text(
    en="Enter a ZIP code of five digits, such as 85001.",
    es="Escriba un código postal de cinco dígitos, por ejemplo 85001.",
)
WRONG_ZIP4 = Text(
    en="Enter the four digits after the hyphen of the ZIP code, or leave this empty.",
    es="Escriba los cuatro dígitos después del guion del código postal o deje este dato vacío.",
)
LONG_LINE = Text(
    en="Enter at most {limit} characters. A fraction such as ½ counts as 1/2.",
    es="Escriba como máximo {limit} caracteres. Una fracción como ½ cuenta como 1/2.",
)
EXTENSION = Text(
    en="Enter the telephone number without its extension, such as 602-555-0123.",
    es="Escriba el número de teléfono sin su extensión, por ejemplo 602-555-0123.",
)
WRONG_PHONE = Text(
    en="Enter a US telephone number with area code, such as 602-555-0123, or leave this empty.",
    es="Escriba un número de teléfono de EE. UU. con código de área, como 602-555-0123, o deje este dato "
    "vacío.",
)
