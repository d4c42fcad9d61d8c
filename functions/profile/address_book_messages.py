"""What the address book says to people."""

from portal.language import Text

UNPRINTABLE = Text(
    en="Remove invisible or control characters.", es="Quite los caracteres invisibles o de control."
)
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
WRONG_PHONE = Text(
    en="Enter a US telephone number with area code, such as 602-555-0123, or leave this empty.",
    es="Escriba un número de teléfono de EE. UU. con código de área, como 602-555-0123, o deje este dato "
    "vacío.",
)
NO_SUCH_ADDRESS = Text(
    en="There is no such address in your address book. Load the page again.",
    es="Esa dirección no está en su libreta de direcciones. Vuelva a cargar la página.",
)
BOOK_FULL = Text(
    en="Your address book holds 50 addresses, which is the most. Remove one first.",
    es="Su libreta tiene 50 direcciones, que es el máximo. Quite una primero.",
)
KEY_REUSED = Text(
    en="This request was sent before with another address. Send it with a new Idempotency-Key.",
    es="Esta solicitud ya se envió con otra dirección. Envíela con una Idempotency-Key nueva.",
)
REMOVED_MEANWHILE = Text(
    en="This address was added and has been removed since. To add it again, send it with a new "
    "Idempotency-Key.",
    es="Esta dirección se agregó y después se quitó. Para agregarla de nuevo, envíela con una "
    "Idempotency-Key nueva.",
)
BOOK_CHANGED = Text(
    en="Your address book was changed somewhere else at the same moment. Load the page again, then make your "
    "change.",
    es="Su libreta de direcciones cambió en otro lugar al mismo tiempo. Vuelva a cargar la página y luego "
    "haga su cambio.",
)
