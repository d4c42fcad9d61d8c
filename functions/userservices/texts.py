"""What the userservices group says to staff."""

from portal.language import Text

WRONG_NAME = Text(
    en="Type the name of the person as it stands at the top of their page. Nothing was changed.",
    es="Escriba el nombre de la persona como aparece al principio de su página. No se cambió nada.",
)
