"""Texts about invalid requests to the authentication group."""

from portal.language import Text

NOT_A_PATH = Text(
    en="Send a path of the portal that begins with one slash, such as /dashboard.",
    es="Envíe una ruta del portal que empiece con una sola barra, como /dashboard.",
)

NOT_ONE_ANSWER = Text(
    en="Send one answer, in the form of the attempt's mode: redirect, wallet, passkey, quiz or liveness.",
    es="Envíe una sola respuesta, en la forma del modo del intento: redirect, wallet, passkey, "
    "quiz o liveness.",
)

NO_RESPONSE = Text(
    en="Send what the wallet answers, as response, or why it does not, as error.",
    es="Envíe la respuesta de la billetera en response, o por qué no responde en error.",
)

NOT_PRINTABLE = Text(
    en="Use letters, digits, spaces and punctuation only.",
    es="Use solo letras, cifras, espacios y signos de puntuación.",
)
