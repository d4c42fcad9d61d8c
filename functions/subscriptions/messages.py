"""What the subscriptions group says to people."""

from portal.agencies.manifest import Agency, IdentityField
from portal.language import Text

SERVICE_NOT_FOUND = Text(
    en="There is no such service. Choose one from the list of services.",
    es="No existe ese servicio. Elija uno de la lista de servicios.",
)
SERVICE_WITHDRAWN = Text(
    en="The agency does not offer this service here any more, so nothing new can be connected.",
    es="La agencia ya no ofrece este servicio aquí, por eso no se puede conectar nada nuevo.",
)
SUBSCRIPTION_NOT_FOUND = Text(
    en="You have no such subscription. It may have ended in another window.",
    es="Usted no tiene esa suscripción. Tal vez terminó en otra ventana.",
)
IDENTITY_NOT_FOUND = Text(
    en="You have no such connection. It may have ended in another window.",
    es="Usted no tiene esa conexión. Tal vez terminó en otra ventana.",
)
NOT_REGISTERED = Text(
    en="Register before you connect services.", es="Regístrese antes de conectar servicios."
)
ASKS_FOR_IDENTITY = Text(
    en="This service needs to find your record. Connect with the details that it asks for.",
    es="Este servicio necesita encontrar su registro. Conéctese con los datos que le pide.",
)
ASKS_FOR_NO_IDENTITY = Text(
    en="This service needs no details about you. Subscribe to it instead.",
    es="Este servicio no necesita datos sobre usted. Suscríbase a él.",
)
NO_MATCH = Text(
    en="These details match no record. Check each of them against a letter or card from the agency.",
    es="Estos datos no coinciden con ningún registro. Compare cada uno con una carta o tarjeta de la "
    "agencia.",
)
LOCKED = Text(
    en="These details did not match five times within an hour, so connecting this service is locked for a "
    "while to protect people's records. Nothing else is affected.",
    es="Estos datos no coincidieron cinco veces en una hora, por eso la conexión de este servicio está "
    "bloqueada un rato para proteger los registros de las personas. Lo demás no cambia.",
)
TOO_MANY_IDENTITIES = Text(
    en="You have connected 20 records of this service, which is the most. Disconnect one that you do "
    "not need.",
    es="Usted conectó 20 registros de este servicio, que es el máximo. Desconecte uno que no necesite.",
)
TOO_MANY_SUBSCRIPTIONS = Text(
    en="You have 200 services on your dashboard, which is the most. Remove one that you do not need.",
    es="Usted tiene 200 servicios en su panel, que es el máximo. Quite uno que no necesite.",
)
CHANGED_MEANWHILE = Text(
    en="Your subscriptions changed at the same moment, so nothing was changed now. Try again.",
    es="Sus suscripciones cambiaron al mismo tiempo, por eso ahora no se cambió nada. Inténtelo otra vez.",
)
DISCONNECTING = Text(
    en="The agency is just being told that you disconnected this record. Try again in a few seconds.",
    es="En este momento se avisa a la agencia de que usted desconectó este registro. Inténtelo otra vez en "
    "unos segundos.",
)
ORDER_CHANGED = Text(
    en="The order was changed in another window at the same moment. Look at it and try again.",
    es="El orden se cambió en otra ventana al mismo tiempo. Revíselo e inténtelo otra vez.",
)
IDENTITY_REVOKED = Text(
    en="The agency ended this connection. Connect the record again, or remove it.",
    es="La agencia terminó esta conexión. Conecte el registro otra vez o quítelo.",
)
NO_ADDRESS_CHANGES = Text(
    en="This service takes no address changes from the portal. Change your address with the agency.",
    es="Este servicio no acepta cambios de dirección desde el portal. Cambie su dirección con la agencia.",
)
ADDRESS_DECLINED = Text(
    en="The agency does not take this address for this record. Change it with the agency.",
    es="La agencia no acepta esta dirección para este registro. Cámbiela con la agencia.",
)
UNKNOWN_CARD = Text(
    en="You have no such subscription. Load the dashboard again.",
    es="Usted no tiene esa suscripción. Cargue el panel otra vez.",
)
REPEATED_CARD = Text(en="This stands in the list twice.", es="Esto está dos veces en la lista.")
REPEATED_PLACE = Text(
    en="Two subscriptions cannot have the same place.",
    es="Dos suscripciones no pueden tener el mismo lugar.",
)
UNKNOWN_FIELD = Text(
    en="This service does not ask for this. Remove it.", es="Este servicio no pide este dato. Quítelo."
)
REQUIRED = Text(en="This is required.", es="Este dato es obligatorio.")
UNREADABLE = Text(
    en="Remove invisible or control characters.", es="Quite los caracteres invisibles o de control."
)
LOOK_ALIKES = Text(
    en="This holds characters that only look like plain letters or digits. Type it with your keyboard "
    "instead of pasting it.",
    es="Esto contiene caracteres que solo parecen letras o dígitos comunes. Escríbalo con su teclado en "
    "lugar de pegarlo.",
)
DIGITS_ONLY = Text(en="Enter digits only.", es="Escriba solo dígitos.")
LETTERS_AND_DIGITS_ONLY = Text(
    en="Enter letters from A to Z and digits only.", es="Escriba solo letras de la A a la Z y dígitos."
)
NOT_A_CHOICE = Text(en="Choose one of the values in the list.", es="Elija uno de los valores de la lista.")


def agency_unavailable(agency: Agency) -> Text:
    """The agency did not answer; whatever the person did is not lost."""
    return Text(
        en=f"{agency.name.en} does not answer at the moment. Nothing was lost or changed; try again in a "
        "few minutes.",
        es=f"{agency.name.es} no responde en este momento. No se perdió ni cambió nada; inténtelo otra vez "
        "en unos minutos.",
    )


def wrong_length(field: IdentityField) -> Text:
    """The value is shorter or longer than the agency's."""
    if field.min_length == field.max_length:
        return Text(
            en=f"Enter exactly {field.min_length} characters, such as {field.example}.",
            es=f"Escriba exactamente {field.min_length} caracteres, por ejemplo {field.example}.",
        )
    return Text(
        en=f"Enter {field.min_length} to {field.max_length} characters, such as {field.example}.",
        es=f"Escriba de {field.min_length} a {field.max_length} caracteres, por ejemplo {field.example}.",
    )
