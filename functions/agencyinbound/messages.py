"""What the portal answers an agency's server."""

from portal.language import Text

UNKNOWN_SERVICE = Text(
    en="Your manifest has no service with this id.", es="Su manifiesto no tiene ningún servicio con este id."
)
UNKNOWN_REFERENCE = Text(
    en="Nobody is connected with a record of this reference.",
    es="Nadie está conectado con un registro de esta referencia.",
)
UNPRINTABLE = Text(
    en="Remove control, invisible or text-direction characters.",
    es="Quite los caracteres de control, invisibles o de dirección del texto.",
)
EMPTY = Text(en="This must not be empty.", es="Este dato no debe estar vacío.")
DAY_OUT_OF_RANGE = Text(
    en="Send a day from 1900 until a year from now.", es="Envíe un día desde 1900 hasta dentro de un año."
)
MOMENT_OUT_OF_RANGE = Text(
    en="Send a moment from 1900 until now; five minutes ahead are allowed for.",
    es="Envíe un momento desde 1900 hasta ahora; se toleran cinco minutos de adelanto.",
)
WRONG_RECEIPT_URL = Text(
    en="Send a whole https address at one of the hosts of your manifest, without user name or port, its "
    "special characters percent-encoded.",
    es="Envíe una dirección https completa en uno de los hosts de su manifiesto, sin usuario ni puerto y con "
    "los caracteres especiales codificados con porcentaje.",
)
