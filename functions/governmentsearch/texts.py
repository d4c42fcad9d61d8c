"""Everyday words for what agencies call something else."""

from collections.abc import Mapping

from portal.agencies.kinds import Category
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

# Each word, as `words_of` gives it, and the phrases that count as the same.
EVERYDAY_WORDS: Mapping[str, tuple[str, ...]] = {
    "alcohol": ("liquor",),
    "bar": ("liquor",),
    "comida": ("food",),
    "cazar": ("caza",),
    "dba": ("trade name",),
    "dmv": ("motor vehicle",),
    "license": ("permit", "licensing"),
    "licenses": ("permit", "licensing"),
    "licencia": ("permiso",),
    "licencias": ("permiso",),
    "mvd": ("motor vehicle",),
    "permit": ("license",),
    "permiso": ("licencia",),
    "pescar": ("pesca",),
    "restaurant": ("food",),
    "restaurante": ("food",),
    "sales": ("transaction privilege",),
    "ventas": ("transaction privilege",),
    "vote": ("voting",),
    "votar": ("votacion",),
}

# Words that say nothing about the result.
_FILLERS_EN = "a an and for how i in is my of on the to"
_FILLERS_ES = "a como con de del el en la las los mi para por su un una y"
FILLER_WORDS = frozenset(f"{_FILLERS_EN} {_FILLERS_ES}".split())
