"""Texts about the parts of an address."""

from portal.language import Text

LINE_MISSING = Text(en="Enter a street address or a PO box.", es="Escriba una calle y número o un apartado.")
NO_HOUSE_NUMBER = Text(
    en="Add a house number, or enter a PO box.",
    es="Falta el número de la casa. Agréguelo o escriba un apartado.",
)
UNREADABLE = Text(
    en="We could not read this line. Enter the street, city, state, and ZIP Code separately.",
    es="No se pudo leer esta línea. Escriba por separado calle, ciudad, estado y código postal.",
)
BOTH_FORMS = Text(
    en="Send either one line or the parts, not both.",
    es="Envíe una sola línea o las partes, no ambas.",
)
MILEPOST = Text(
    en="A milepost is a place on a road. Mail needs another address.",
    es="Un poste de milla es un lugar en una carretera; el correo necesita otra dirección.",
)
DIRECTIONS = Text(
    en="These directions lead to a place. Mail needs another address.",
    es="Estas indicaciones llevan a un lugar; el correo necesita otra dirección.",
)
CITY_MISSING = Text(en="Enter a city.", es="Escriba una ciudad.")
CITY_UNKNOWN = Text(
    en="This city is not on our list, but it may be correct.",
    es="Esta ciudad no está en nuestra lista; aun así puede ser correcta.",
)
STATE_MISSING = Text(en="Enter a state.", es="Escriba un estado.")
STATE_UNKNOWN = Text(en="We could not find this state.", es="No encontramos este estado.")
STATE_NOT_COVERED = Text(
    en="Our list covers only Arizona, so we could not check this area.",
    es="Nuestra lista cubre solo Arizona; no se pudo comprobar la zona.",
)
STATE_FILLED_IN = Text(
    en="We filled in the state from the ZIP Code.", es="El estado se completó según el código postal."
)
ZIP_MISSING = Text(en="Enter a ZIP Code.", es="Escriba un código postal.")
ZIP_MALFORMED = Text(
    en="Enter a ZIP Code with five digits, or nine digits as in 85007-2929.",
    es="Un código postal tiene cinco dígitos, o nueve como 85007-2929.",
)
ZIP_UNKNOWN = Text(
    en="This ZIP Code is not on our list, but it may be correct.",
    es="Este código postal no está en nuestra lista; aun así puede ser correcto.",
)
ZIP_OF_ANOTHER_STATE = Text(
    en="This ZIP Code is not in this state.", es="Este código postal no es del estado."
)
ZIP_FILLED_IN = Text(
    en="We filled in the ZIP Code. This city has only one.",
    es="Se completó el código postal: la ciudad tiene uno.",
)
SEVERAL_ZIPS = Text(
    en="The city has several ZIP Codes. Choose one.", es="La ciudad tiene varios códigos postales. Elija uno."
)
CITY_FILLED_IN = Text(
    en="We filled in the city from the ZIP Code.", es="La ciudad se completó según el código postal."
)
CITY_AND_ZIP_DIFFER = Text(
    en="Our list does not have this city for this ZIP Code. It may still be correct. Check both.",
    es="Nuestra lista no tiene esta ciudad con este código postal; aun así puede ser correcta. Revise ambos.",
)
CITY_MISSPELLED = Text(
    en="Our list has a similar city name for this ZIP Code. Check the spelling.",
    es="Nuestra lista tiene una ciudad de nombre parecido con este código postal. Revise cómo está escrita.",
)
ZIP_ACROSS_BORDER = Text(
    en="This ZIP Code is in another state, but some places in Arizona get mail there. Check both.",
    es=(
        "Este código postal es de otro estado. Algunos lugares de Arizona reciben su correo allí. "
        "Revise el estado y el código postal."
    ),
)
COUNTRY_UNKNOWN = Text(
    en="We could not find this country. Choose one from the list.",
    es="No encontramos este país. Elija uno de la lista.",
)
COUNTRY_NOT_COVERED = Text(
    en="We accept addresses outside the United States as you type them.",
    es="Las direcciones fuera de Estados Unidos se toman como están.",
)
HOUSE_FOUND = Text(
    en="The map has this house number. We have not confirmed mail delivery.",
    es="El mapa tiene este número de casa. Eso no dice si el correo llega allí.",
)
HOUSE_NUMBER_CHANGED = Text(
    en="The map has another house number here. Check it.",
    es="El mapa tiene otro número de casa aquí. Revíselo.",
)
NUMBER_NOT_ON_THE_MAP = Text(
    en="The map has this street but not this house number. It may still be correct.",
    es="El mapa tiene esta calle, pero no este número de casa; aun así puede ser correcto.",
)
STREET_CHANGED = Text(
    en="The map spells the street differently. Check it.",
    es="El mapa escribe la calle de otra manera. Revísela.",
)
CITY_CHANGED = Text(
    en="The map has another city for this address. Check it.",
    es="El mapa tiene otra ciudad para esta dirección. Revísela.",
)
CITY_FROM_MAP = Text(en="We filled in the city from the map.", es="La ciudad se completó según el mapa.")
ZIP_CHANGED = Text(
    en="The map has another ZIP Code for this address. Check it.",
    es="El mapa tiene otro código postal para esta dirección. Revíselo.",
)
ZIP_FROM_MAP = Text(
    en="We filled in the ZIP Code from the map.", es="El código postal se completó según el mapa."
)
ZIP_FOR_BOXES = Text(
    en="This ZIP Code is for post office boxes, but this is a street address. Check both.",
    es="Este código postal es para apartados postales y esta es una dirección de calle. Revise ambos.",
)
UNIT_MISSING = Text(
    en="The building has several units. Add an apartment or suite number if you have one.",
    es="El edificio tiene varias unidades. Agregue el número de apartamento u oficina si tiene uno.",
)
SEVERAL_PLACES = Text(
    en="The map has more than one match. Choose one.",
    es="El mapa tiene más de una dirección posible. Elija una.",
)
SIMILAR_PLACES = Text(
    en="The map has a similar address, but not this one. Check it.",
    es="El mapa no tiene esta dirección, pero sí una parecida. Revísela.",
)
NOT_ON_THE_MAP = Text(
    en="The map does not have this address. It may still be correct.",
    es="El mapa no tiene esta dirección; aun así puede ser correcta.",
)
LOOKUP_FAILED = Text(
    en="We could not look up the address on the map right now. We used our own list.",
    es="Por ahora no se pudo buscar la dirección en el mapa; esto es lo que dice nuestra propia lista.",
)
