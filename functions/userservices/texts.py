"""What the userservices group says to staff."""

from collections.abc import Mapping

from portal.access_log.record import Purpose
from portal.language import Text

WRONG_NAME = Text(
    en="Type the name of the person as it stands at the top of their page. Nothing was changed.",
    es="Escriba el nombre de la persona como aparece al principio de su página. No se cambió nada.",
)

PURPOSES: Mapping[Purpose, Text] = {
    "resident-asked": Text(en="The person asked for help", es="La persona pidió ayuda"),
    "complaint": Text(en="Complaint", es="Queja"),
    "fraud-check": Text(en="Suspected fraud", es="Sospecha de fraude"),
    "legal-request": Text(en="Legal request", es="Requerimiento legal"),
    "quality-check": Text(en="Quality check", es="Control de calidad"),
}
