"""The sentences of the start-up costs group."""

from datetime import date

from domains.reference.fees import name_agency
from portal.language import Text, write_day

UNKNOWN_COUNTY = Text(
    en="There is no such county. Choose one of the list.",
    es="No existe tal condado. Elija uno de la lista.",
)
AGENT_COUNTY_NEEDED = Text(
    en="Choose the county of the statutory agent: where a notice is published depends on it.",
    es="Elija el condado del agente estatutario: de él depende dónde se publica un aviso.",
)
UNKNOWN_MUNICIPALITY = Text(
    en="There is no such city or town. Choose one of the list.",
    es="No existe tal ciudad o pueblo. Elija uno de la lista.",
)
MUNICIPALITY_ELSEWHERE = Text(
    en="This city or town does not lie in the county of the place of business.",
    es="Esta ciudad o pueblo no está en el condado del lugar del negocio.",
)
UNKNOWN_SECTOR = Text(
    en="There is no such sector. Give two to four digits of a NAICS code.",
    es="No existe tal sector. Indique de dos a cuatro dígitos de un código NAICS.",
)
UNKNOWN_CATEGORY = Text(
    en="There is no such character of business. Choose one of the list.",
    es="No existe tal carácter de negocio. Elija uno de la lista.",
)
SECTOR_NEEDED = Text(
    en="Give a sector, or choose a character of business.",
    es="Indique un sector o elija un carácter de negocio.",
)
NO_SUCH_FIGURE = Text(
    en="This line takes no figure of your own: it is fixed, or there is no such line.",
    es="Este renglón no acepta una cifra propia: es fijo, o no existe.",
)
DAMAGED_LINK = Text(
    en="This link is not as it was made: a part of it is missing or changed. Start a new estimate.",
    es="Este enlace no está como se creó: falta o cambió una parte. Haga una estimación nueva.",
)
OWN_FIGURE = Text(en="Your own figure", es="Su propia cifra")
MARKET_ESTIMATE = Text(
    en="Market estimate of this portal, collected in November 2026",
    es="Estimado de mercado de este portal, reunido en noviembre de 2026",
)


def ask(agency: str | None) -> Text:
    """Return the source of a figure without an official link."""
    name = name_agency(agency)
    return Text(en=f"Not confirmed: ask {name.en}", es=f"Sin confirmar: pregunte a {name.es}")


def no_fees_before(first_day: date) -> Text:
    """Return the text for a date before the table begins."""
    day = write_day(first_day)
    return Text(
        en=f"No fees are known before {day.en}. Choose that day or a later one.",
        es=f"No se conocen tarifas antes del {day.es}. Elija ese día o uno posterior.",
    )


def no_fee_on(label: Text, day: date) -> Text:
    """Return the text for a line without a fee on a day."""
    written = write_day(day)
    return Text(
        en=f"{label.en}: no fee of {written.en} is known.",
        es=f"{label.es}: no se conoce la tarifa del {written.es}.",
    )
