"""Errors of names."""

from portal.errors import Conflict, Unavailable
from portal.language import Text


class NamesUnavailable(Unavailable):
    code = "namesUnavailable"
    text = Text(
        en="We cannot search names right now. Try again later.",
        es="Por ahora no se pueden buscar los nombres. Inténtelo más tarde.",
    )


class NameTaken(Conflict):
    code = "nameTaken"
    text = Text(
        en="Someone else took the name {name} before this approval. Send the state needsInformation, "
        "and ask for another name.",
        es="Otra persona tomó el nombre {name} antes de esta aprobación. Envíe el estado needsInformation "
        "y pida otro nombre.",
    )
