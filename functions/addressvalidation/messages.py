"""What is said of the parts of an address."""

from portal.language import Text

LINE_MISSING = Text(en="Enter a street address or a box.", es="Escriba una calle y número o un apartado.")
NO_HOUSE_NUMBER = Text(
    en="There is no house number. Add one, or enter a box.",
    es="Falta el número de la casa. Agréguelo o escriba un apartado.",
)
UNREADABLE = Text(
    en="This line could not be read. Enter street, city, state and ZIP Code apart.",
    es="No se pudo leer esta línea. Escriba por separado calle, ciudad, estado y código postal.",
)
BOTH_FORMS = Text(
    en="Send either one line or the parts, not both.",
    es="Envíe una sola línea o las partes, no ambas.",
)
MILEPOST = Text(
    en="A milepost is a place on a road; mail needs another address.",
    es="Un poste de milla es un lugar en una carretera; el correo necesita otra dirección.",
)
CITY_MISSING = Text(en="Enter a city.", es="Escriba una ciudad.")
CITY_UNKNOWN = Text(
    en="This city is not in our list; it may still be right.",
    es="Esta ciudad no está en nuestra lista; aun así puede ser correcta.",
)
STATE_MISSING = Text(en="Enter a state.", es="Escriba un estado.")
STATE_UNKNOWN = Text(en="There is no such state.", es="No existe tal estado.")
STATE_NOT_COVERED = Text(
    en="Our list covers Arizona alone; the area could not be checked.",
    es="Nuestra lista cubre solo Arizona; no se pudo comprobar la zona.",
)
STATE_FILLED_IN = Text(
    en="The state was filled in from the ZIP Code.", es="El estado se completó según el código postal."
)
ZIP_MISSING = Text(en="Enter a ZIP Code.", es="Escriba un código postal.")
ZIP_MALFORMED = Text(
    en="A ZIP Code has five digits, or nine as in 85007-2929.",
    es="Un código postal tiene cinco dígitos, o nueve como 85007-2929.",
)
ZIP_UNKNOWN = Text(
    en="This ZIP Code is not in our list; it may still be right.",
    es="Este código postal no está en nuestra lista; aun así puede ser correcto.",
)
ZIP_OF_ANOTHER_STATE = Text(
    en="This ZIP Code does not belong to the state.", es="Este código postal no es del estado."
)
ZIP_FILLED_IN = Text(
    en="The ZIP Code was filled in: the city has one.",
    es="Se completó el código postal: la ciudad tiene uno.",
)
SEVERAL_ZIPS = Text(
    en="The city has several ZIP Codes. Choose one.", es="La ciudad tiene varios códigos postales. Elija uno."
)
CITY_FILLED_IN = Text(
    en="The city was filled in from the ZIP Code.", es="La ciudad se completó según el código postal."
)
CITY_AND_ZIP_DIFFER = Text(
    en="Our list has another city for this ZIP Code. Check both.",
    es="Nuestra lista tiene otra ciudad para este código postal. Revise ambos.",
)
COUNTRY_UNKNOWN = Text(
    en="There is no such country. Choose one of the list.", es="No existe tal país. Elija uno de la lista."
)
COUNTRY_NOT_COVERED = Text(
    en="Addresses outside of the United States are taken as they are.",
    es="Las direcciones fuera de Estados Unidos se toman como están.",
)
