"""The sentences of the start-up costs group."""

from collections.abc import Sequence
from datetime import date

from domains.reference.fees import format_agency_to_ask
from portal.language import Language, Text

UNKNOWN_COUNTY = Text(
    en="We could not find this county. Choose one from the list.",
    es="No encontramos este condado. Elija uno de la lista.",
)
AGENT_COUNTY_NEEDED = Text(
    en="Choose the county of the statutory agent. It decides where you publish a notice.",
    es="Elija el condado del agente estatutario: de él depende dónde se publica un aviso.",
)
UNKNOWN_MUNICIPALITY = Text(
    en="We could not find this city or town. Choose one from the list.",
    es="No encontramos esta ciudad o este pueblo. Elija uno de la lista.",
)
MUNICIPALITY_ELSEWHERE = Text(
    en="This city or town is not in the county of the business.",
    es="Esta ciudad o pueblo no está en el condado del negocio.",
)
UNKNOWN_SECTOR = Text(
    en="We could not find this industry. Enter two to four digits of a NAICS code.",
    es="No encontramos este sector. Indique de dos a cuatro dígitos de un código NAICS.",
)
UNKNOWN_CATEGORY = Text(
    en="We could not find this business category. Choose one from the list.",
    es="No encontramos esta categoría de negocio. Elija uno de la lista.",
)
SECTOR_NEEDED = Text(
    en="Enter an industry code, or choose a business category.",
    es="Indique un sector o elija una categoría de negocio.",
)
NO_SUCH_FIGURE = Text(
    en="You cannot change this line. It is fixed, or it does not exist.",
    es="No puede cambiar este renglón: es fijo o no existe.",
)
DAMAGED_LINK = Text(
    en="Part of this link is missing or changed. Start a new estimate.",
    es="A este enlace le falta una parte o una parte cambió. Haga una estimación nueva.",
)
_OFFICES_SHOWN = 3

OWN_FIGURE = Text(en="Your own amount", es="Su propia cifra")
MARKET_ESTIMATE = Text(
    en="Market estimate of this portal, collected in November 2026",
    es="Estimación de mercado de este portal, reunida en noviembre de 2026",
)


def make_ask_text(agency: Text | None) -> Text:
    """Return the sentence for a fee without a figure."""
    name = format_agency_to_ask(agency)
    return Text(en=f"Ask {name.en}", es=f"Pregunte a {name.es}")


def make_confirm_text(agency: Text | None) -> Text:
    """Return the source of a figure without an official link."""
    name = format_agency_to_ask(agency)
    return Text(en=f"Not confirmed: ask {name.en}", es=f"Sin confirmar. Pregunte a {name.es}")


def make_leaves_out_text(offices: Sequence[Text]) -> Text:
    """Return the sentence that a total is not complete, with the first offices to ask."""
    if not offices:
        return Text(
            en="This total leaves out licenses that your trade may need. Ask your city or town, and the "
            "state board of the profession.",
            es="Este total no incluye licencias que su actividad puede necesitar. Pregunte a su ciudad o "
            "pueblo y a la junta estatal de la profesión.",
        )
    shown = offices[:_OFFICES_SHOWN]
    return Text(
        en=f"This total leaves out licenses that your trade may need. Ask: {_join(shown, 'en')}.",
        es="Este total no incluye licencias que su actividad puede necesitar. "
        f"Pregunte a: {_join(shown, 'es')}.",
    )


def _join(offices: Sequence[Text], language: Language) -> str:
    return "; ".join(each.in_language(language) for each in offices)


def make_no_fees_text(first_day: date) -> Text:
    """Return the text for a date before the table begins."""
    return Text(
        en="No fees are known before {day}. Choose that day or a later one.",
        es="No se conocen tarifas antes del {day}. Elija ese día o uno posterior.",
    ).format(day=first_day)


def make_no_fee_text(label: Text, day: date) -> Text:
    """Return the text for a line without a fee on a day."""
    return Text(
        en="{label}: no fee of {day} is known.", es="{label}: no se conoce la tarifa del {day}."
    ).format(label=label, day=day)
