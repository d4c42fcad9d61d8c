"""Search words for the services of a category."""

from collections.abc import Mapping

from domains.agencies.kinds import Category
from portal.language import Text

WORDS_OF_CATEGORY: Mapping[Category, Text] = {
    "vehicles": Text(en="vehicles car truck plates", es="vehículos auto carro coche placas"),
    "licences": Text(en="licenses permits ID", es="licencias permisos identificación"),
    "taxes": Text(en="taxes", es="impuestos"),
    "benefits": Text(en="benefits assistance", es="beneficios ayuda asistencia"),
    "voting": Text(en="voting elections", es="votación voto elecciones"),
    "recreation": Text(en="recreation outdoors", es="recreación aire libre"),
    "utilities": Text(en="utilities bills", es="servicios públicos facturas"),
    "business": Text(en="business company", es="negocio empresa"),
    "other": Text(en="", es=""),
}
