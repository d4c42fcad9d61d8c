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
NO_MATCH_FOR_PERSON = Text(
    en="These details match no record in your name. Check each of them against a letter or card from the "
    "agency, and whether it has your legal name and date of birth as they are shown here.",
    es="Estos datos no coinciden con ningún registro a su nombre. Compare cada uno con una carta o tarjeta "
    "de la agencia, y vea si ella tiene su nombre legal y su fecha de nacimiento como se muestran aquí.",
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


def agency_unavailable(agency: Agency) -> Text:
    """The agency did not answer; whatever the person did is not lost."""
    return Text(
        en=f"{agency.name.en} does not answer at the moment. Nothing was lost or changed; try again in a "
        "few minutes.",
        es=f"{agency.name.es} no responde en este momento. No se perdió ni cambió nada; inténtelo otra vez "
        "en unos minutos.",
    )


def prompt(field: IdentityField) -> Text:
    """Asks for a value, without a period: the page says it too, before anything is sent."""
    if field.prompt is not None:
        return Text(en=field.prompt.en, es=field.prompt.es)
    if field.format == "choice":
        return Text(en=f"Choose: {field.label.en}", es=f"Elija: {field.label.es}")
    return Text(en=f"Enter: {field.label.en}", es=f"Escriba: {field.label.es}")


def required(field: IdentityField) -> Text:
    """The value is missing."""
    asked = prompt(field)
    return Text(en=f"{asked.en}.", es=f"{asked.es}.")


def unreadable(field: IdentityField) -> Text:
    """The value has characters that nobody can see."""
    return _must(
        field,
        "must have no invisible or control characters. Type it with your keyboard instead of pasting it.",
        "no debe tener caracteres invisibles o de control. Escríbalo con su teclado en lugar de pegarlo.",
    )


def look_alikes(field: IdentityField) -> Text:
    """The value has letters or digits of other scripts or styles."""
    return _must(
        field,
        "must have plain letters and digits, and no characters that only look like them. Type it with your "
        "keyboard instead of pasting it.",
        "debe tener letras y dígitos comunes, y no caracteres que solo se les parecen. Escríbalo con su "
        "teclado en lugar de pegarlo.",
    )


def digits_only(field: IdentityField) -> Text:
    """The value has something else than digits."""
    return _must(
        field,
        f"must have digits only, such as {field.example}.",
        f"debe tener solo dígitos, por ejemplo {field.example}.",
    )


def letters_and_digits_only(field: IdentityField) -> Text:
    """The value has something else than letters and digits."""
    return _must(
        field,
        f"must have letters from A to Z and digits only, such as {field.example}.",
        f"debe tener solo letras de la A a la Z y dígitos, por ejemplo {field.example}.",
    )


def not_a_date(field: IdentityField) -> Text:
    """The value is no day."""
    return _must(field, "must be a real date.", "debe ser una fecha real.")


def not_a_choice(field: IdentityField) -> Text:
    """The value is none of those offered."""
    return _must(field, "must be one of the values in the list.", "debe ser uno de los valores de la lista.")


def wrong_length(field: IdentityField) -> Text:
    """The value is shorter or longer than the agency's."""
    exact = field.min_length == field.max_length
    length = f"{field.min_length}" if exact else f"{field.min_length} to {field.max_length}"
    longitud = f"{field.min_length}" if exact else f"de {field.min_length} a {field.max_length}"
    return _must(
        field,
        f"must have {length} characters, such as {field.example}.",
        f"debe tener {longitud} caracteres, por ejemplo {field.example}.",
    )


def _must(field: IdentityField, english: str, spanish: str) -> Text:
    # In the list at the top of the page nothing else names the field.
    return Text(en=f"{field.label.en} {english}", es=f"«{field.label.es}» {spanish}")
